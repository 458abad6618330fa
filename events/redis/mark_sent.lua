-- mark_sent: note that something went out, and end the due item that it was the last of.
--
-- KEYS  1 sent  hash  name -> time in milliseconds
--       2 due   zset  <game>:<kind>:<seq> by time; left out where the item is to stay
--       3 dead  zset  <game>:<name> by time; left out where it was not given up. Second where due is left out
-- ARGV  1 name  2 time  3 member of the due index, or empty  4 member of dead, or empty
-- Returns {'ok'}.

redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if ARGV[4] ~= '' then redis.call('ZADD', KEYS[#KEYS], ARGV[2], ARGV[4]) end
if ARGV[3] ~= '' then redis.call('ZREM', KEYS[2], ARGV[3]) end
return { 'ok' }
