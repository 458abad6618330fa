"""What must happen next in a game, as data: every append replaces a game's due items (design.md)."""

import msgspec

from mensch.events.game import Game, Status

TURN = "turn"
"""The kind of a bot's move."""

REVEAL = "reveal"
"""The kind of a deck that becomes public."""

REASONS = "reasons"
"""The kind of causes that can be published."""

DISPUTE = "dispute"
"""The kind of what an arbiter has to close."""

NEVER = 2**52
"""The time of what waits for a person, in milliseconds; about the year 144,000."""


class Due(msgspec.Struct, frozen=True):
    """One thing that must happen.

    Attributes:
        kind: `TURN`, `REVEAL`, `REASONS`, `DISPUTE`, or one that only a newer version knows.
        game: the game's id.
        seq: the record that it follows from.
        at: when, in milliseconds UTC.
    """

    kind: str
    game: str
    seq: int
    at: int

    @property
    def member(self) -> str:
        """How the item is named in the due index: `<game>:<kind>:<seq>`."""
        return f"{self.game}:{self.kind}:{self.seq}"


def due(game: Game) -> tuple[Due, ...]:
    """All that must happen in a game as it stands."""
    if game.disputes:  # for a person: never due, and found by `mensch disputes`
        return (Due(DISPUTE, game.id, game.seq, NEVER), *_reasons(game))
    if game.status is Status.RUNNING and game.holder(game.table.turn).bot is not None:
        return (Due(TURN, game.id, game.seq, game.at),)
    if game.over and game.revealed is None:
        return (Due(REVEAL, game.id, game.seq, game.ended_at + game.dispute_window),)
    return _reasons(game)


def due_by(game: Game, now: int) -> tuple[Due, ...]:
    """The same by a clock that may have been put back since the last record: what waits for nothing but that
    record does not wait until the clock is there again.

    Args:
        now: in milliseconds UTC.
    """
    return tuple(
        msgspec.structs.replace(item, at=now) if now < item.at == game.at else item for item in due(game)
    )


def _reasons(game: Game) -> tuple[Due, ...]:
    """Causes are told once the deck is; no dispute holds back what is public."""
    if game.revealed is not None and game.sealed:
        return (Due(REASONS, game.id, game.seq, game.at),)
    return ()
