-- claim: hand out what is due, and put it off in the same step, so that nobody else claims it meanwhile.
--
-- KEYS  1 due   zset  <game>:<kind>:<seq> by time in milliseconds
-- ARGV  1 due up to this time  2 comes up again at this time  3 at most so many
-- Returns member and time, member and time, …; the earliest first.

local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[3])
for n = 1, #found, 2 do
  redis.call('ZADD', KEYS[1], 'XX', ARGV[2], found[n])
end
return found
