"""What was measured of each level against `greedy` at every other seat; docs/bots.md says how."""

from mensch.core.interval import Estimate

AGAINST_GREEDY: dict[str, dict[int, Estimate]] = {
    "random": {2: Estimate(0.0, 0.0, 0.001), 3: Estimate(0.0, 0.0, 0.001), 4: Estimate(0.0, 0.0, 0.001)},
    "greedy": {2: Estimate(0.5, 0.5, 0.5), 3: Estimate(1 / 3, 1 / 3, 1 / 3), 4: Estimate(0.25, 0.25, 0.25)},
    "steady": {
        2: Estimate(0.673, 0.668, 0.678),
        3: Estimate(0.431, 0.426, 0.436),
        4: Estimate(0.324, 0.319, 0.329),
    },
    "sharp": {
        2: Estimate(0.826, 0.822, 0.830),
        3: Estimate(0.622, 0.617, 0.627),
        4: Estimate(0.445, 0.440, 0.450),
    },
    "master": {
        2: Estimate(0.905, 0.892, 0.918),
        3: Estimate(0.681, 0.658, 0.705),
        4: Estimate(0.501, 0.473, 0.529),
    },
}
"""Wins by level and number of seats, with 95 % intervals. A level against itself has its fair share."""
