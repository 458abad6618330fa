"""What is written down: event types, decide and evolve, records and their hash chain, stores.

`decide` and `evolve` are pure and lie beside the types that they make and read; the stores are the edge.
"""
