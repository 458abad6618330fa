-- reindex: replace what is a fold of one log, unless the log has moved on.
--
-- KEYS  1 log  2 head  3 games  4 due   (as in append.lua)
-- ARGV  1 game  2 seq  3 hash  4 status  5 time, folded from the whole log; then due member and time, any number
-- Returns {'ok'}; {'moved'} when the log does not end at that seq; or {'cut'} when it once went further.
--
-- A fold of a wrong type is no fold: it goes, and the other games of the shard put theirs into it in turn.

local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
if not last[1] or last[1][1] ~= ARGV[2] .. '-0' then return { 'moved' } end
local info = redis.call('XINFO', 'STREAM', KEYS[1])
for n = 1, #info, 2 do
  if info[n] == 'last-generated-id' and info[n + 1] ~= last[1][1] then return { 'cut' } end
end

for n, kind in pairs({ [2] = 'hash', [3] = 'zset', [4] = 'zset' }) do
  local found = redis.call('TYPE', KEYS[n]).ok
  if found ~= kind and found ~= 'none' then redis.call('DEL', KEYS[n]) end
end

local old = redis.call('HGET', KEYS[2], 'due')
if old then
  for member in string.gmatch(old, '%S+') do redis.call('ZREM', KEYS[4], member) end
end
local members = {}
for n = 6, #ARGV, 2 do
  redis.call('ZADD', KEYS[4], ARGV[n + 1], ARGV[n])
  members[#members + 1] = ARGV[n]
end
redis.call('ZADD', KEYS[3], 0, ARGV[1])
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[2], 'seq', ARGV[2], 'hash', ARGV[3], 'status', ARGV[4], 'at', ARGV[5], 'due', table.concat(members, ' '))
return { 'ok' }
