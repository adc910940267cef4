-- Takes one of so many calls in so much time, which several workers make together.
--
-- KEYS  the calls that count: a sorted set by the moment at which each ended, or began, in milliseconds
-- ARGV  1 the call's own name   2 how many calls   3 milliseconds   4 "begin", or "end" for one that was made
-- Returns the milliseconds to wait until the call may be asked for again, 0 when it may be made now.
--
-- Half of what is allowed may come in a burst; from then on the rest is spread over the time that is left.

local call, calls, window = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- A full server stops no script that has begun to write, and removing is always allowed.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
if ARGV[4] ~= 'end' and not redis.call('ZSCORE', KEYS[1], call) then
  local left = calls - redis.call('ZCARD', KEYS[1])
  if left <= math.floor(calls / 2) then
    local oldest = tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
    local newest = tonumber(redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
    local renewal = oldest + window
    local free = left <= 0 and renewal or newest + (renewal - newest) / (left + 1)
    if free > now then
      return math.ceil(free - now)
    end
  end
end
redis.call('ZADD', KEYS[1], now, call)
redis.call('PEXPIRE', KEYS[1], window)
return 0
