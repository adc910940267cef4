-- Hands out the deadlines that are due and puts each off to the end of its lease.
--
-- KEYS  the deadlines
-- ARGV  now, end of the lease, how many at most
-- Returns the channels.

local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, channel in ipairs(due) do
  redis.call('ZADD', KEYS[1], ARGV[2], channel)
end
return due
