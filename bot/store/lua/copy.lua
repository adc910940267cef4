-- Reads some keys whole, at one moment.
--
-- KEYS  the keys (all in one slot)
-- Returns the server's time as seconds and microseconds, and for each key its type, the milliseconds that it
-- still lasts (-1: for good), and its value: a text, or a list of texts.

local READING = {
  string = {'GET'},
  hash = {'HGETALL'},
  list = {'LRANGE', 0, -1},
  set = {'SMEMBERS'},
  zset = {'ZRANGE', 0, -1, 'WITHSCORES'},
}

local now = redis.call('TIME')
local found = {now[1], now[2]}
for _, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  local command = READING[kind]
  if command then
    local value = redis.call(command[1], key, unpack(command, 2))
    found[#found + 1] = {kind, redis.call('PTTL', key), value}
  else
    found[#found + 1] = {'none', 0, ''}
  end
end
return found
