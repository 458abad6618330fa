-- append: write all that one command leads to, or nothing.
--
-- KEYS  1 log       stream  the records, entry id <seq>-0, field r
--       2 head      hash    seq, hash, status, at, due (members of this game in the due index)
--       3 commands  hash    command id -> <last seq>:<digest>
--       4 secret    hash    seed, envelopes, salts
--       5 due       zset    <game>:<kind>:<seq> by time in milliseconds
--       6 feed      stream  fields g (game) and s (seq)
--       7 text      hash    free texts                \  left out where the log is not new and
--       8 games     zset    every game, score 0       /  no texts come
-- ARGV  1 what is short, as words: game, expected seq, command id, digest, hash of the last record, status,
--         time of the last record, seconds until the command ids may go (0 for never), longest feed, and how
--         many of each follow: records, due items, secret fields, text fields
--       2… the records; then member and time, field and value, field and value
-- Returns {verdict, seq, missed record…}; see mensch.events.store.Verdict.
--
-- A script is not rolled back, so everything that can fail is tried first: reading every hash finds a key of
-- the wrong type, and the first XADD finds a full memory, a full disk, and a log that somebody else wrote to.
-- Half of the time goes into handing over arguments, some 0.7 µs each: so words share one, and keys are left out.
-- Lua unpacks less than 8000 values at once, so what may be many is written in parts.
-- Games, due and feed are folds of the log: damage there must not stop a game, and `mensch rebuild` mends it.

local game, expected, command, digest, hash, status, time, kept, longest, records, dues, secrets, texts =
  string.match(ARGV[1], '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
expected, records, dues = tonumber(expected), tonumber(records), tonumber(dues)
secrets, texts = tonumber(secrets), tonumber(texts)

local function set_fields(key, first, last)
  for n = first, last, 1000 do redis.call('HSET', key, unpack(ARGV, n, math.min(n + 999, last))) end
end

local known = redis.call('HGET', KEYS[3], command)
if known then
  local seq, written = string.match(known, '^(%d+):(%x+)$')
  return { written == digest and 'duplicate' or 'mismatch', tonumber(seq or 0) }
end

local head = redis.call('HMGET', KEYS[2], 'seq', 'due')
local seq = tonumber(head[1] or '0')
if not seq then return { 'blocked', 0 } end  -- somebody wrote into the head
if seq ~= expected then
  local reply = { 'conflict', seq }
  if seq > expected then
    for _, entry in ipairs(redis.call('XRANGE', KEYS[1], (expected + 1) .. '-0', seq .. '-0')) do
      reply[#reply + 1] = entry[2][2]
    end
  end
  return reply
end

if secrets > 0 then redis.call('HLEN', KEYS[4]) end
if texts > 0 then redis.call('HLEN', KEYS[7]) end

local at = 1
for n = 1, records do
  local added = redis.pcall('XADD', KEYS[1], (seq + n) .. '-0', 'r', ARGV[at + n])
  if type(added) == 'table' and added.err then
    for _, stands in ipairs({ 'equal or smaller', 'exhausted the last possible ID' }) do
      if string.find(added.err, stands, 1, true) then return { 'blocked', seq } end
    end
    return added
  end
end
at = at + records
seq = seq + records

local members = {}
if head[2] and head[2] ~= '' then
  for member in string.gmatch(head[2], '%S+') do redis.pcall('ZREM', KEYS[5], member) end
end
for n = 1, dues do
  members[n] = ARGV[at + 2 * n - 1]
  redis.pcall('ZADD', KEYS[5], ARGV[at + 2 * n], members[n])
end
at = at + 2 * dues

redis.call('HSET', KEYS[2], 'seq', seq, 'hash', hash, 'status', status, 'at', time, 'due', table.concat(members, ' '))
redis.call('HSET', KEYS[3], command, seq .. ':' .. digest)
if kept ~= '0' then redis.call('EXPIRE', KEYS[3], kept) end
set_fields(KEYS[4], at + 1, at + 2 * secrets)
at = at + 2 * secrets
set_fields(KEYS[7], at + 1, at + 2 * texts)

if expected == 0 then redis.pcall('ZADD', KEYS[8], 0, game) end
for n = seq - records + 1, seq do
  local told = redis.pcall('XADD', KEYS[6], 'MAXLEN', '~', longest, '*', 'g', game, 's', n)
  if type(told) == 'table' and told.err then  -- its last id was driven to the end of all ids
    redis.pcall('DEL', KEYS[6])
    redis.pcall('XADD', KEYS[6], '*', 'g', game, 's', n)
  end
end
return { 'ok', seq }
