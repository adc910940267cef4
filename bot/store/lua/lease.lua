-- Takes, keeps or lets go of a lease.
--
-- KEYS  the lease
-- ARGV  1 who asks, a text of that process alone   2 milliseconds that the lease lasts, 0 to let go of it
--       3 the text of a holder who is known to be dead, or ""
-- Returns nothing, or the text of the other who holds it: then nothing was done.

local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] and (ARGV[2] == '0' or held ~= ARGV[3]) then
  return held
end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
elseif held == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
else
  -- A full server stops no script that has begun to write, and removing is always allowed.
  redis.call('DEL', KEYS[1])
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return false
