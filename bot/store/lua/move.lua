-- Gives everything that is kept for a channel new names, in one step. The names are in two slots.
--
-- KEYS  old current game id, header of that game, new current game id, and then old name, new name, ...
-- ARGV  the id and the version that the game had when the names were collected
-- Returns "done", or "stale" when somebody changed the game since then.

if redis.call('GET', KEYS[1]) ~= ARGV[1] or redis.call('EXISTS', KEYS[3]) > 0 then
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
return 'done'
