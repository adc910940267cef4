-- Creates a game or changes it: whole or not at all, and only once.
--
-- KEYS  current game id, header, actions, once-only key, archive, what was undone, and
--       create: the header of the game it replaces (all in one slot), and then, outside the slot,
--       the deadlines, if some are to be set or forgotten, and the indexes into which the channel is entered
-- ARGV  1 "create", "commit", or "amend" for a game that need not be the current one
--       2 the game's id
--       3 create: the id of the game it replaces, or ""; else the version that the caller saw
--       4 a nonce of this very call        5 seconds for which the once-only key is remembered
--       6 how many actions to keep, or "" for all
--       7 "pressing" for a change that is made even when the memory is full
--       8 header values to set   9 header fields to remove   10 actions to append (their numbers)
--       11 when all of it ends (seconds since 1970), or ""   12 deadlines to set   13 deadlines to forget
--       14 the channel, and then
--       name, value, ..., name, ..., action, ..., moment, channel, ..., channel, ...
-- A change is told to whoever listens at bastide:changed: the channel, the game, its version.
-- Returns "done", "stale", "repeated" or "corrupt"; "apart" when it is done, but not all of it outside the slot.
--
-- Redis does not roll a failed script back, so everything that can fail comes before the first write.

local KEPT_CUTS = 20

local current, header, actions, once, archive, undone, replaced = unpack(KEYS)
local mode, game, expected, nonce, lifetime, keep, pressing = unpack(ARGV, 1, 7)
local sets, removals, appended = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])

-- What the place is shown belongs to the place: the next game goes on with it, as far as it can be read.
local function shown_by(header, game)
  if redis.call('TYPE', header).ok ~= 'hash' then
    return {}
  end
  local shown, revision, message, turn, about =
    unpack(redis.call('HMGET', header, '_shown', '_revision', '_message', '_turn', '_message_game'))
  if shown and revision and #revision < 16 and revision:match('^[1-9]%d*$') then
    return {'_shown', shown, '_revision', revision}
  end
  if message and turn and #turn < 16 and (turn == '0' or turn:match('^[1-9]%d*$')) then
    return {'_message', message, '_turn', turn, '_message_game', about or game}
  end
  return {}
end

local seen = redis.call('GET', once)
if seen then
  -- A call that lost its answer is sent again with the same nonce: to its caller it is done. Something is
  -- written all the same, so that whoever waits for replicas after it waits for the change as well.
  if seen == nonce then
    redis.call('EXPIRE', once, lifetime)
    return 'done'
  end
  return 'repeated'
end

local now = redis.call('GET', current)
if mode == 'create' then
  if (now or '') ~= expected or redis.call('EXISTS', header, actions) > 0 then
    return 'stale'
  end
else
  if mode == 'commit' and now ~= game then
    return 'stale'
  end
  local version, length = unpack(redis.call('HMGET', header, '_version', '_length'))
  if not version or not version:match('^[1-9]%d*$') or length ~= tostring(redis.call('LLEN', actions)) then
    return 'corrupt'
  end
  if version ~= expected then
    return 'stale'
  end
end

if pressing == 'pressing' then
  -- A full server stops no script that has begun to write, and removing is always allowed. No game has this.
  redis.call('HDEL', header, '_')
end
if mode == 'create' then
  if expected ~= '' then
    local shown = shown_by(replaced, expected)
    redis.call('RPUSH', archive, expected)
    if #shown > 0 then
      redis.call('HSET', header, unpack(shown))
    end
  end
  redis.call('SET', current, game)
end
if keep ~= '' and mode ~= 'create' then
  local cut = redis.call('LRANGE', actions, tonumber(keep), -1)
  if #cut > 0 then
    redis.call('RPUSH', undone, expected .. '\n' .. keep .. '\n' .. table.concat(cut, '\n'))
    redis.call('LTRIM', undone, -KEPT_CUTS, -1)
  end
end
if keep == '0' then
  redis.call('DEL', actions)
elseif keep ~= '' then
  redis.call('LTRIM', actions, 0, tonumber(keep) - 1)
end
local at = 15
for _ = 1, sets do
  redis.call('HSET', header, ARGV[at], ARGV[at + 1])
  at = at + 2
end
for _ = 1, removals do
  redis.call('HDEL', header, ARGV[at])
  at = at + 1
end
for _ = 1, appended do
  redis.call('RPUSH', actions, ARGV[at])
  at = at + 1
end
redis.call('HSET', header, '_length', redis.call('LLEN', actions))
local version = redis.call('HINCRBY', header, '_version', 1)
redis.call('SET', once, nonce, 'EX', lifetime)
if ARGV[11] ~= '' then
  for _, key in ipairs({current, archive, header, actions, undone}) do
    redis.call('EXPIREAT', key, ARGV[11])
  end
end
-- What cannot be written outside the game keeps nobody from changing it: the caller writes it when it can.
local outside = mode == 'create' and 8 or 7
local apart = false
local function try(...)
  local answer = redis.pcall(...)
  apart = apart or (type(answer) == 'table' and answer.err ~= nil)
end
local due, over = tonumber(ARGV[12]), tonumber(ARGV[13])
if due + over > 0 then
  for _ = 1, due do
    try('ZADD', KEYS[outside], ARGV[at], ARGV[at + 1])
    at = at + 2
  end
  for _ = 1, over do
    try('ZREM', KEYS[outside], ARGV[at])
    at = at + 1
  end
  outside = outside + 1
end
for index = outside, #KEYS do
  try('SADD', KEYS[index], ARGV[14])
end
-- Whoever does not hear of it, or may not be told, looks from time to time.
redis.pcall('PUBLISH', 'bastide:changed', ARGV[14] .. ' ' .. game .. ' ' .. string.format('%.0f', version))
return apart and 'apart' or 'done'
