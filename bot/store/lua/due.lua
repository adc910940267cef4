-- Hands out the deadlines that are due and puts each off to the end of its lease.
--
-- KEYS  the deadlines
-- ARGV  now, end of the lease, how many at most, and then the platforms that are wanted, or none for all
-- Returns the channels.

local now, lease, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
local wanted = {}
for at = 4, #ARGV do
  wanted[ARGV[at]] = true
end

local taken, seen = {}, 0
repeat
  local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', seen, most)
  for _, channel in ipairs(due) do
    if #taken < most and (#ARGV == 3 or wanted[channel:match('^[^:]*')]) then
      taken[#taken + 1] = channel
    end
  end
  seen = seen + #due
until #due < most or #taken == most

for _, channel in ipairs(taken) do
  redis.call('ZADD', KEYS[1], lease, channel)
end
return taken
