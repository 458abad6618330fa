"""Running tournaments: bots' games in batches, and rounds that follow one another."""
