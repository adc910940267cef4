-- Notes the version that the place has seen and the message that shows it. Never goes backwards.
--
-- KEYS  header
-- ARGV  version, message, turn of the message
-- Returns "done", "stale" or "corrupt".

local version, posted = unpack(redis.call('HMGET', KEYS[1], '_version', '_posted'))
if not version then
  return 'stale'
end
local newest, seen, shown = tonumber(version), tonumber(posted or '0'), tonumber(ARGV[1])
if not newest or not seen then
  return 'corrupt'
end
if shown < seen or shown > newest then
  return 'stale'
end
redis.call('HSET', KEYS[1], '_posted', ARGV[1], '_message', ARGV[2], '_turn', ARGV[3])
return 'done'
