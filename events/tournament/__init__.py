"""Tournaments: a log of their own, with the same records, chain and append as a game's."""
