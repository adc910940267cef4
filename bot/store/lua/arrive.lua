-- Puts copies of what was kept for another channel in their place, all of it or nothing.
--
-- KEYS  current game id, header of that game, and then the names (all in one slot)
-- ARGV  1 the game's id, and then for each name how many milliseconds it lasts (0: for good), and the copy
-- Returns "done", also when all of it arrived earlier, or "taken" when there is another game.

if redis.call('EXISTS', KEYS[2]) > 0 then
  return 'done'
end
local current = redis.call('GET', KEYS[1])
if current and current ~= ARGV[1] then
  return 'taken'
end
for at = 3, #KEYS do
  redis.call('RESTORE', KEYS[at], ARGV[2 * at - 4], ARGV[2 * at - 3], 'REPLACE')
end
return 'done'
