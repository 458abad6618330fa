-- entomb: let the log of an archived game go, and keep its head as a tombstone.
--
-- KEYS  1 log  2 head  3 commands  4 secret   (as in append.lua)
--       5 archived  hash  game -> seq, hash, status, time, in words
-- ARGV  1 game  2 seq and 3 hash of its last record, as they are in the file  4 the words
-- Returns {'ok'}; {'moved'} when the game does not end there any more, or something is due in it.
--
-- The seq of a tombstone's head has a ~ before it, which append takes for what it is: nothing can follow.

local head = redis.call('HMGET', KEYS[2], 'seq', 'hash', 'due')
if head[1] ~= ARGV[2] or head[2] ~= ARGV[3] or (head[3] and head[3] ~= '') then return { 'moved' } end
redis.call('HSET', KEYS[5], ARGV[1], ARGV[4])
redis.call('HSET', KEYS[2], 'seq', '~' .. ARGV[2])
redis.call('DEL', KEYS[1], KEYS[3], KEYS[4])
return { 'ok' }
