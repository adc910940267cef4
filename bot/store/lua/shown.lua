-- Notes what a place is shown, and which version of its game: each revision once, in order.
--
-- KEYS  current game id, header (both in one slot), and outside it the deadlines, if one is over by this
-- ARGV  1 the game's id   2 version   3 what is shown, a text   4 revision of that text
--       5 whose deadline is over, if there are deadlines
-- Returns "done", "stale" or "corrupt".

local function is_number(text)
  return text == '0' or (#text < 16 and text:match('^[1-9]%d*$') ~= nil)
end

local current, header = unpack(KEYS)
local game, version, shown, revision = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])

local newest, seen, known, text = unpack(redis.call('HMGET', header, '_version', '_posted', '_revision', '_shown'))
if not newest or redis.call('GET', current) ~= game then
  return 'stale'
end
seen, known = seen or '0', known or '0'
if not is_number(newest) or not is_number(seen) or not is_number(known) then
  return 'corrupt'
end
newest, seen, known = tonumber(newest), tonumber(seen), tonumber(known)
-- A call that lost its answer is sent again: it finds its own text.
if known ~= revision - 1 and not (known == revision and text == shown) then
  return 'stale'
end
seen = math.max(seen, math.min(version, newest))
-- Removing comes first: a full server stops no script that has begun to write. What stands in the place of an
-- older text needs hardly any memory, and messages that nobody noted could never be closed.
redis.call('HDEL', header, '_message', '_turn', '_message_game')
redis.call('HSET', header, '_posted', string.format('%.0f', seen), '_shown', shown, '_revision', ARGV[4])
if KEYS[3] then
  redis.pcall('ZREM', KEYS[3], ARGV[5])
end
return 'done'
