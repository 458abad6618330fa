"""What must happen next in a game, as data: every append replaces a game's due items (design.md)."""

import msgspec

from mensch.events.game import Game, Status


class Due(msgspec.Struct, frozen=True):
    """One thing that must happen.

    :param kind: `turn` for a bot's move, `reasons` for causes that can be published.
    :param game: the game's id.
    :param seq: the record that it follows from.
    :param at: when, in milliseconds UTC.
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
    if game.status is Status.RUNNING and game.holder(game.table.turn).bot is not None:
        return (Due("turn", game.id, game.seq, game.at),)
    if game.revealed is not None and game.sealed:
        return (Due("reasons", game.id, game.seq, game.at),)
    return ()
