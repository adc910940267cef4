-- Reads some keys whole, at one moment.
--
-- KEYS  the keys (all in one slot)
-- Returns for each key its type, when it ends (in milliseconds; -1: never), and its value: a text, or a list
-- of texts.

local READING = {
  string = {'GET'},
  hash = {'HGETALL'},
  list = {'LRANGE', 0, -1},
  set = {'SMEMBERS'},
  zset = {'ZRANGE', 0, -1, 'WITHSCORES'},
}

-- Redis 7 knows the moment. An older one tells what is left, and a busy machine may stop between that and the
-- time of day.
local function ending(key)
  local ends = redis.pcall('PEXPIRETIME', key)
  if type(ends) == 'number' then
    return ends
  end
  local left, now = redis.call('PTTL', key), redis.call('TIME')
  return left < 0 and left or now[1] * 1000 + math.floor(now[2] / 1000) + left
end

local found = {}
for _, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  local command = READING[kind]
  if command then
    local value = redis.call(command[1], key, unpack(command, 2))
    found[#found + 1] = {kind, ending(key), value}
  else
    found[#found + 1] = {'none', -1, ''}
  end
end
return found
