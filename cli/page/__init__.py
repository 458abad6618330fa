"""A game as one page for a browser: the whole of it in a file that asks nobody for anything."""
