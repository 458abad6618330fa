"""The game itself: figures, dice, rule sets, positions, moves as text, decks and bots.

Nothing in here knows of a server, a clock, a file or the environment, and there is no randomness but what
it is handed.
"""
