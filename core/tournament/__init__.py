"""Tournaments: who meets whom, what it counts, who is ahead, and how strong that makes them.

Everything here follows from a `Tournament` value alone, in integers and fractions, so that two machines pair
the same round and rank the same table. Entrants are known by their starting numbers; whose they are is
written down elsewhere. The rules in words: docs/tournaments.md.

- `terms`: format, size of tables, rounds, games; and the entrants.
- `rounds`: tables and byes of a round, and the tournament as far as it has come.
- `results`: what games and tables counted, in points.
- `seating`: who sits where in each game of a table, also in duplicate games.
- `pairing`: the next round, by format.
- `standings`, `tiebreaks`, `cross_table`: the ranking.
- `rates`, `ratings`: how often who won, and how strong that makes them, with and without luck.
"""
