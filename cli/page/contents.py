"""What a page holds of a game: each record in words, and the table after it in short form."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mensch.cli.page.charts import Chart
from mensch.cli.page.curves import luck_chart, score_chart
from mensch.core.figures import copies
from mensch.core.notation import write_move
from mensch.core.view import SeatView
from mensch.events.game import Game, initial
from mensch.events.loading import digest_of
from mensch.events.record import Entry
from mensch.events.story import Played, Scene, final_places, scenes
from mensch.events.telling import deed, happening
from mensch.events.words import Words

FIGURE_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCDE"
"""A figure as one character: its place in this text."""


class Moved(msgspec.Struct, frozen=True, array_like=True):
    """What a move did at the table; in a page it is a list of these values.

    Attributes:
        seat: who played it.
        figure: what it took; 0 for a pass.
        row: the row that it went to, 0 to 2.
        source: the seat and the row that the figure was taken from; None for the centre.
        points: what the completed row scored.
    """

    seat: int
    figure: int = 0
    row: int = 0
    source: tuple[int, int] | None = None
    points: int = 0


class Frame(msgspec.Struct, frozen=True, array_like=True):
    """The table after a record; in a page it is a list of these values, which `table.js` reads in this order.

    Attributes:
        rows: by seat, divided by `|`, the rows, divided by `/`, their figures in `FIGURE_SIGNS`.
        scores: by seat.
        dice: by seat, divided by `|`, a digit for each die in hand; 0 for one that lies face down.
        pile: how many dice the draw pile holds.
        discards: number of dice by pips, from 1.
        turn: who is to move; None when nobody is.
        left: who has left the table.
        moved: what a move did; None for any other record.
    """

    rows: str
    scores: tuple[int, ...]
    dice: str
    pile: int
    discards: tuple[int, ...]
    turn: int | None = None
    left: tuple[int, ...] = ()
    moved: Moved | None = None


class Item(msgspec.Struct, frozen=True):
    """A record in the list of moves.

    Attributes:
        seq: its number.
        told: what it says, in words.
        move: for a move, its text with the outcome.
        deed: for a move, what it did, in words.
        moved: for a move, the same for the page.
    """

    seq: int
    told: str
    move: str = ""
    deed: str = ""
    moved: Moved | None = None

    @property
    def steals(self) -> bool:
        """Whether it is a move that takes a figure from another player."""
        return (
            self.moved is not None
            and self.moved.source is not None
            and self.moved.source[0] != self.moved.seat
        )


class Contents(msgspec.Struct, frozen=True):
    """All that a page is made of.

    Attributes:
        game: at its last record.
        names: the players' names by seat, safe to show.
        places: the place of each seat; None where nobody has won.
        frames: the table after each record; None before the start.
        items: the records in words.
        records: their exact bytes, as text.
        scores: the chart of points.
        luck: the chart of drawn pips less expected ones; None while the dice are secret.
    """

    game: Game
    names: tuple[str, ...]
    places: tuple[int, ...] | None
    frames: tuple[Frame | None, ...]
    items: tuple[Item, ...]
    records: tuple[str, ...]
    scores: Chart
    luck: Chart | None

    @property
    def copies(self) -> int:
        """How often the figures 1 to 10 are in play."""
        assert self.game.rules is not None
        return copies(1, self.game.rules.seats)


def contents(
    log: Sequence[Entry], whole: Game, names: Sequence[str], said: dict[str, str], words: Words
) -> Contents:
    """A game for a page: with all dice once the log has revealed them, else with what everybody may see.

    Args:
        log: all its records.
        whole: what they fold to without a seed.
        names: the players' names by seat, safe to show.
        said: the texts of the game by digest, as `mensch.events.loading.said_in` finds them.
        words: the language.
    """
    revealed = whole.revealed is not None
    start = initial(whole.id, whole.revealed)
    frames: list[Frame | None] = []
    items: list[Item] = []
    for scene in scenes(start, log):
        moved = None if scene.played is None else _moved(scene.played)
        position = scene.game.position
        view = None
        if position is not None:
            view = position.revealed() if revealed else position.view(None)
        frames.append(None if view is None else _frame(scene.game, view, moved))
        items.append(_item(scene, moved, names, said.get(digest_of(scene.entry.record.body) or ""), words))
    return Contents(
        game=whole,
        names=tuple(names),
        places=final_places(whole),
        frames=tuple(frames),
        items=tuple(items),
        records=tuple(entry.raw.decode() for entry in log),
        scores=score_chart(log, whole),
        luck=luck_chart(log, whole),
    )


def _moved(played: Played) -> Moved:
    source = played.effect.source
    return Moved(
        played.seat,
        played.effect.figure or 0,
        played.slot or 0,
        None if source is None else (source.seat, source.slot),
        played.effect.points,
    )


def _frame(game: Game, view: SeatView, moved: Moved | None) -> Frame:
    seats = range(view.rules.seats)
    return Frame(
        rows="|".join("/".join(map(_signs, view.rows(seat))) for seat in seats),
        scores=view.scores,
        dice="|".join("".join(map(str, view.hand(seat))) for seat in seats),
        pile=view.pile_size,
        discards=view.discards[1:],
        turn=None if game.over or view.outcome is not None else view.turn,
        left=tuple(sorted(view.departed)),
        moved=moved,
    )


def _signs(row: Sequence[int]) -> str:
    return "".join(FIGURE_SIGNS[figure] for figure in row)


def _item(scene: Scene, moved: Moved | None, names: Sequence[str], said: str | None, words: Words) -> Item:
    told = happening(scene, names, said, words)
    if scene.played is None:
        return Item(scene.entry.seq, told)
    move = write_move(scene.played.move, scene.played.effect, scene.played.seat, names)
    return Item(scene.entry.seq, told, move, deed(scene.played, names, words), moved)
