"""The store on Redis 6.2 to 8 and Valkey: keys, the append script, reading."""
