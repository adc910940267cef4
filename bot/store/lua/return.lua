-- Gives what was on its way to another channel its old names back, unless there is a new game by now.
--
-- KEYS  current game id, the note, and then name on the way, old name, ... (all in one slot)
-- ARGV  where it was on its way to
-- Returns "done", or "stale" when it is not on its way there any more.

if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  return 'stale'
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  for at = 3, #KEYS, 2 do
    if redis.call('EXISTS', KEYS[at]) > 0 then
      redis.call('RENAME', KEYS[at], KEYS[at + 1])
    end
  end
end
redis.call('DEL', KEYS[2])
return 'done'
