-- beat: tell that the service is alive, and note a downtime that ends with it.
--
-- KEYS  1 downtimes  hash  beat -> time of the last beat; since when it was down -> until when, in milliseconds
-- ARGV  1 now  2 longest silence between two beats that is no downtime
-- Returns {since when} it was down until now, or {}. A clock that was put back begins anew.

local last = tonumber(redis.call('HGET', KEYS[1], 'beat') or ARGV[1])
redis.call('HSET', KEYS[1], 'beat', ARGV[1])
if not last or ARGV[1] - last <= tonumber(ARGV[2]) then return {} end
last = string.format('%.0f', last)
redis.call('HSET', KEYS[1], last, ARGV[1])
return { last }
