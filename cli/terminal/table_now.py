"""What a picture of a game has: heading, table, and what has happened lately."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from mensch.cli.clocks import clock_lines
from mensch.cli.replay import Replay
from mensch.cli.screen import WIDTH, Mark, heading, numbered, piles, seen_by, surroundings, table
from mensch.cli.story import mark_in
from mensch.cli.terminal.cards import NOWHERE, Reach, dice_beside, table_of_cards, width_beside
from mensch.cli.terminal.stage import Picture
from mensch.core.moves import Move
from mensch.core.view import SeatView
from mensch.events import clock
from mensch.events.game import Game

LATELY = 60
"""Records that the story goes back."""

MESSAGE = 3
"""Lines of one message in it."""


def pictures(
    replay: Replay,
    game: Game,
    view: SeatView | None,
    seen: str,
    prompt: Sequence[Text],
    *,
    colour: bool,
    within: Reach = NOWHERE,
    moves: Sequence[Move] = (),
    written: Sequence[str] = (),
) -> list[Picture]:
    """A game in several pictures, each with less than the one before it: with cards and the dice of the
    player to move, the same without blank lines, with cards alone, and in plain lines.

    Args:
        game: the game to draw.
        view: its table, as it may be seen; None before the start.
        seen: as whom, in words.
        prompt: the last lines.
        colour: whether the terminal has colours.
        within: figures that are to be pointed out.
        moves: what there is to choose from.
        written: these moves as they are written.
    """
    head, (story, mark) = heading(game, seen), _lately(replay, game.seq)
    ended = _result(replay) if game.over and game.seq == len(replay.log) else []
    if view is None:
        return [Picture([*head, *replay.waiting], story, (), prompt)]
    time = clock_lines(game, replay.names, clock.now())
    cards = table_of_cards(view, replay.names, mark, within, over=game.over, colour=colour)
    rich = [*cards, piles(view), *time, *ended]
    plain = [*head, Text(), *table(view, replay.names, mark, over=game.over), Text(), *surroundings(view)]
    plain += [*time, *ended]
    listed = [*numbered(moves, written), Text()] if moves else []
    hand = view.hand(view.turn) if moves else ()
    beside = dice_beside(hand, numbered(moves, written, width_beside(hand)), colour=colour) if moves else []
    return [
        Picture([*head, Text(), *rich], story, [*beside, Text()] if moves else [], prompt, WIDTH),
        Picture([*head, *rich], story, beside, prompt, WIDTH),
        Picture([*head, *rich], story, listed, prompt, WIDTH),
        Picture(plain, story, listed, prompt),
    ]


def _lately(replay: Replay, upto: int) -> tuple[list[Text], Mark | None]:
    """What happened in the last records up to one, in order, of a long message only how it begins; and what
    the last move among them brought into a row."""
    lines: list[Text] = []
    mark = None
    for scene in replay.scenes(max(1, upto - LATELY), upto):
        told = replay.told(scene)
        lines += told if len(told) <= MESSAGE else [*told[:MESSAGE], Text("      …")]
        mark = mark_in(scene) if scene.played else mark
    return lines, mark


def _result(replay: Replay) -> list[Text]:
    """How it ended, with a star before it."""
    result = replay.result()
    first = [Text().append("★ ", style="bold yellow").append_text(line) for line in result[:1]]
    return [Text(), *first, *result[1:]] if result else []


def seen_as(replay: Replay, seat: int | None, public: str) -> str:
    """As whom a table is drawn, in words."""
    return public if seat is None else seen_by(replay.names[seat])
