-- Sets and forgets deadlines. They are removed first: then a full server sets those that are set, too.
--
-- KEYS  the deadlines
-- ARGV  how many are set, and then moment, channel, ..., channel, ...

local set = tonumber(ARGV[1])
for at = 3, 2 * set + 1, 2 do
  redis.call('ZREM', KEYS[1], ARGV[at])
end
for at = 2 * set + 2, #ARGV do
  redis.call('ZREM', KEYS[1], ARGV[at])
end
for at = 2, 2 * set, 2 do
  redis.call('ZADD', KEYS[1], ARGV[at], ARGV[at + 1])
end
