-- Gives everything that is kept for a channel other names, in one step, and notes where it goes.
--
-- KEYS  old current game id, header of that game, the note, and then old name, new name, ...
--       All in one slot, or on one server, where the new names may be those of the new channel.
-- ARGV  1 the id and 2 the version that the game had when the names were collected
--       3 the new channel   4 the name of its current game id, if it is here, or ""
-- Returns "done", or "stale" when somebody changed the game since then.

if redis.call('GET', KEYS[1]) ~= ARGV[1] or (ARGV[4] ~= '' and redis.call('EXISTS', ARGV[4]) > 0) then
  return 'stale'
end
-- Every change of a game touches its version, so the names are complete if it is still the same.
if (redis.call('HGET', KEYS[2], '_version') or '') ~= ARGV[2] then
  return 'stale'
end
for at = 4, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[at]) > 0 then
    redis.call('RENAME', KEYS[at], KEYS[at + 1])
  end
end
-- Last: a full server stops no script that has begun to write.
redis.call('SET', KEYS[3], ARGV[3])
return 'done'
