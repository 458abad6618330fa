"""Play by mail: what the service reads, from a raw message to what happens in a game."""
