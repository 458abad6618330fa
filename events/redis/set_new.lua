-- set_new: set a field of a hash if it is not there.
--
-- KEYS  1 a hash
-- ARGV  1 field  2 value
-- Returns {what stands there now}.

redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
return { redis.call('HGET', KEYS[1], ARGV[1]) }
