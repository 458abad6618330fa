"""What happens later: the turns of bots, and from them on everything that nobody waits for."""
