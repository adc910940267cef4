-- Enters a worker among those that run, and tells who they are.
--
-- KEYS  the workers: a sorted set by the moment at which each entry ends, by this server's clock
-- ARGV  1 who asks, a text of that process alone, or "" to look only
--       2 seconds that the entry lasts, a fraction perhaps, 0 to take it out
-- Returns the texts of all that run.

local time = redis.call('TIME')
-- In whole seconds an entry of one second could end at once, between two renewals.
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
if ARGV[1] ~= '' then
  -- A full server stops no script that has begun to write, and removing is always allowed.
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  redis.call('ZREM', KEYS[1], ARGV[1])
  if ARGV[2] ~= '0' then
    redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
  end
end
return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')
