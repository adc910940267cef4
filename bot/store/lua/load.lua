-- Reads a game, and which one is current, at one moment.
--
-- KEYS  current game id, header, actions (all in one slot)
-- ARGV  1 the SHA-1 of the actions that the caller knows, joined by ends of lines, or ""
-- Returns the id or nothing, the header as name, value, ..., and the actions; their number instead, if these are
-- the ones that the caller knows.
--
-- A transaction would do the same, but a server whose memory is full takes none, not even to read.

local current, header = redis.call('GET', KEYS[1]), redis.call('HGETALL', KEYS[2])
local actions = redis.call('LRANGE', KEYS[3], 0, -1)
-- The emulated server of memory:// cannot make a digest; it has no way to send anything over, either.
if ARGV[1] ~= '' and redis.sha1hex and redis.sha1hex(table.concat(actions, '\n')) == ARGV[1] then
  return {current, header, #actions}
end
return {current, header, actions}
