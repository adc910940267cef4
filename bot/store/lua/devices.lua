-- Keeps texts about a person's devices, and all of them for some time from now on.
--
-- KEYS  the person's devices
-- ARGV  seconds, '1' if nothing is kept where there is nothing yet, and then name, text, ...

if ARGV[2] == '1' and redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
for at = 3, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
end
return redis.call('EXPIRE', KEYS[1], ARGV[1])
