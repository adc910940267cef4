-- Counts one more of something for several names at once, unless one of them has had its most.
--
-- KEYS  the counters
-- ARGV  seconds after which a counter ends, and then how many each of them may count
-- Returns 0, or the number of the first that is full: then nothing was counted.

for at = 1, #KEYS do
  if tonumber(redis.call('GET', KEYS[at]) or '0') >= tonumber(ARGV[at + 1]) then
    return at
  end
end
for at = 1, #KEYS do
  if redis.call('INCR', KEYS[at]) == 1 then
    redis.call('EXPIRE', KEYS[at], ARGV[1])
  end
end
return 0
