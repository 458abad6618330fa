"""The level `greedy`: completes a row for the most points, else takes the largest gain at once.

What counts as gain was found best by match for each number of seats, and is in integers, so that another
machine decides the same. With 2 seats: stars taken plus points stolen, nothing from one's own rows if it can
be helped, ties to the larger figure. With 3 and 4 seats: 10 · points scored + figure/40 + w · (stars + points
stolen − own takes) with w = 0.3 and 0.1, here times 400. What is left equal goes to the move listed
first; a pass gives away the smaller die.
"""

from mensch.core.moves import Move
from mensch.core.view import SeatView

_WEIGHT = {3: 120, 4: 40}
_OWN_ROW = -100


def choose(view: SeatView, key: bytes) -> Move:
    """Choose the move of the greatest gain. The key is not needed."""
    return max(view.legal_moves(), key=lambda move: _gain(view, move))


def _gain(view: SeatView, move: Move) -> tuple[int, int, int]:
    effect = view.effect(move)
    if effect.figure is None:
        return (0, 0, -move.pips)
    stars = view.rules.stars[effect.figure]
    own = effect.source is not None and effect.source.seat == view.turn
    stolen = 1 + stars if effect.source is not None and not own else 0
    weight = _WEIGHT.get(view.rules.seats)
    if weight is None:
        return (effect.points, stars + stolen + (_OWN_ROW if own else 0), effect.figure)
    gain = 4000 * effect.points + 10 * effect.figure + weight * (stars + stolen - own)
    return (gain, 0, 0)
