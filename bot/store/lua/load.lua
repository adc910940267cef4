-- Reads a game, and which one is current, at one moment.
--
-- KEYS  current game id, header, actions (all in one slot)
-- Returns the id or nothing, the header as name, value, ..., and the actions.
--
-- A transaction would do the same, but a server whose memory is full takes none, not even to read.

return {
  redis.call('GET', KEYS[1]),
  redis.call('HGETALL', KEYS[2]),
  redis.call('LRANGE', KEYS[3], 0, -1),
}
