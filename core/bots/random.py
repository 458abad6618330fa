"""The level `random`: every legal move alike."""

from mensch.core.moves import Move
from mensch.core.view import SeatView


def choose(view: SeatView, key: bytes) -> Move:
    """Choose evenly; the key's 256 bits make the unevenness of a remainder irrelevant (below 2^-250)."""
    moves = view.legal_moves()
    return moves[int.from_bytes(key, "big") % len(moves)]
