-- Puts a mended game in the place of a damaged one, which is kept under other names. All in one slot.
--
-- KEYS  header, actions, name for the damaged header, name for the damaged actions, current game id
-- ARGV  1 the version that the damaged header had, "" for none
--       2 the game's id
--       3 header entries (their number), and then name, value, ..., action, ...
--       Without entries nothing is put there, and the place is free for a new game.
-- Returns "done", or "stale" when somebody has changed the game since.

local header, actions, old_header, old_actions, current = unpack(KEYS)
local kind = redis.call('TYPE', header).ok
local version = kind == 'hash' and redis.call('HGET', header, '_version') or ''
if version ~= ARGV[1] then
  return 'stale'
end
for from, to in pairs({[header] = old_header, [actions] = old_actions}) do
  if redis.call('EXISTS', from) > 0 then
    redis.call('RENAME', from, to)
  end
end
local last = 3 + 2 * tonumber(ARGV[3])
for at = 4, last, 2 do
  redis.call('HSET', header, ARGV[at], ARGV[at + 1])
end
for at = last + 1, #ARGV do
  redis.call('RPUSH', actions, ARGV[at])
end
if last == 3 and redis.call('TYPE', current).ok == 'string' and redis.call('GET', current) == ARGV[2] then
  redis.call('DEL', current)
end
return 'done'
