-- Enters a game among those that are put aside, and tells which no longer fit beside it: the oldest.
--
-- KEYS  those put aside, as "SIZE CHANNEL GAME" by the moment at which they end
-- ARGV  now, the moment at which the new one ends, its entry, how many there may be, how large all may be
-- Returns the entries that have to go; they are listed no more.

local now, ends, entry, most, room = unpack(ARGV)
most, room = tonumber(most), tonumber(room)

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], ends, entry)
redis.call('EXPIRE', KEYS[1], math.ceil(tonumber(ends) - tonumber(now)))

local dropped = {}
for at, name in ipairs(redis.call('ZREVRANGE', KEYS[1], 0, -1)) do
  room = room - tonumber(name:match('^%d+'))
  if name ~= entry and (at > most or room < 0) then
    dropped[#dropped + 1] = name
    redis.call('ZREM', KEYS[1], name)
  end
end
return dropped
