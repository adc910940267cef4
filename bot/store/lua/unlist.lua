-- Takes a result out of lists and puts another text in its place; a full server does that, too.
--
-- KEYS  the results, and then the lists (all in one slot)
-- ARGV  the result's name, the text

for at = 2, #KEYS do
  redis.call('ZREM', KEYS[at], ARGV[1])
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
