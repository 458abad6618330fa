"""The table as cards: a line of them for every row, dice with their pips, a bar of points for every player.

As in `mensch.cli.screen` everything is text, good without colour: a card is then what stands in brackets.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from mensch.cli import texts
from mensch.cli.screen import SEAT_STYLES, WIDTH, Mark, cut
from mensch.core.moves import SLOT_NAMES, Move, Source
from mensch.core.view import SeatView

Reach = frozenset[tuple[Source | None, int]]
"""Figures that moves take, each with the row it lies in; None for the centre."""

NOWHERE: Reach = frozenset()

DIE_HEIGHT = 3
"""Lines of a die that shows its pips."""

_DIE_WIDTH = 7
_NAME = 24
_BAR = 10

_CARDS = ("black on cyan", "black on magenta", "black on green", "black on yellow")
_PLAYED = "bold black on white"
_STOLEN = "bold white on red"

_PIPS = {
    1: ("", "   ●", ""),
    2: (" ●", "", "     ●"),
    3: (" ●", "   ●", "     ●"),
    4: (" ●   ●", "", " ●   ●"),
    5: (" ●   ●", "   ●", " ●   ●"),
    6: (" ●   ●", " ●   ●", " ●   ●"),
}

IN_ASCII = str.maketrans("★●▶─▰▱›▏·×←→…", "*o>-#.>_-x<>.")
"""For terminals that show less: a sign for each sign, so that nothing moves."""


def reach(view: SeatView, moves: Sequence[Move]) -> Reach:
    """What some legal moves would take.

    Args:
        view: the table as the player to move sees it.
    """
    effects = map(view.effect, moves)
    return frozenset((effect.source, effect.figure) for effect in effects if effect.figure is not None)


def table_of_cards(
    view: SeatView,
    names: Sequence[str],
    mark: Mark | None,
    within: Reach = NOWHERE,
    *,
    over: bool,
    colour: bool,
) -> list[Text]:
    """Every player with points, dice and rows, then the centre; what is within reach is underlined.

    Args:
        mark: what the last move brought into a row.
        within: what the player to move could take.
        over: whether nobody is to move any more.
        colour: whether the terminal has colours.
    """
    lines: list[Text] = []
    for seat, name in enumerate(names):
        lines.append(_player(view, seat, name, over=over, colour=colour))
        for slot, row in enumerate(view.rows(seat)):
            cards = [
                _card(view, Source(seat, slot), figure, row, mark, within, colour=colour) for figure in row
            ]
            if cards:
                lines += _laid_out(Text().append(f"  {SLOT_NAMES[slot]}", style="bold"), cards)
    centre = [_in_centre(view, figure, within) for figure in view.centre]
    return [*lines, Text(), *_laid_out(Text(f"{texts.CENTRE} "), centre or [Text(texts.NONE)])]


def dice_beside(hand: Sequence[int], choices: Sequence[Text], *, colour: bool) -> list[Text]:
    """The dice of a hand as they lie on the table, and beside them what there is to choose from."""
    dice = [die for die in hand if die]
    lines: list[Text] = []
    for number in range(max(DIE_HEIGHT, len(choices))):
        line = Text()
        for die in dice:
            pips = _PIPS[die][number] if number < DIE_HEIGHT else ""
            style = "" if number >= DIE_HEIGHT else "bold black on white" if colour else "reverse"
            line.append(pips.ljust(_DIE_WIDTH), style=style)
            line.append("  ")
        line.append_text(choices[number] if number < len(choices) else Text())
        lines.append(line)
    return lines


def width_beside(hand: Sequence[int]) -> int:
    """The columns that are left beside the dice of a hand."""
    return WIDTH - (_DIE_WIDTH + 2) * sum(1 for die in hand if die)


def _player(view: SeatView, seat: int, name: str, *, over: bool, colour: bool) -> Text:
    """Who it is, how many of the points they have, and their dice, across the screen."""
    left = seat in view.departed
    to_move = not over and view.outcome is None and seat == view.turn and not left
    line = Text().append("▶ " if to_move else "  ", style=SEAT_STYLES[seat])
    line.append(cut(name, _NAME), style=SEAT_STYLES[seat])
    score, target = view.scores[seat], view.rules.target
    full = min(_BAR, score * _BAR // target)
    points = Text().append(f" {score}/{target} ", style="bold")
    points.append("▰" * full + "▱" * (_BAR - full), style=SEAT_STYLES[seat])
    points.append("  ")
    if left:
        points.append(texts.LEFT.ljust(7))
    else:
        dice = [_small_die(die, colour=colour) for die in view.hand(seat)]
        points.append_text(Text(" ").join([*dice, *[Text("   ")] * (2 - len(dice))]))
    line.append(" ")
    line.append("─" * (WIDTH - line.cell_len - cell_len(points.plain)), style="dim")
    return line.append_text(points)


def _small_die(die: int, *, colour: bool) -> Text:
    """A die in one line; 0 lies face down."""
    known = "bold black on white" if colour else "bold"
    return Text(f" {die or '?'} ", style=known if die else "dim")


def _card(
    view: SeatView,
    place: Source,
    figure: int,
    row: Sequence[int],
    mark: Mark | None,
    within: Reach,
    *,
    colour: bool,
) -> Text:
    marked = mark is not None and (mark.seat, mark.figure) == (place.seat, figure) and figure == row[-1]
    stolen = marked and mark is not None and mark.stolen
    text = f"{'x' if stolen else ''}{figure}{'★' * view.rules.stars[figure]}"
    style = _STOLEN if stolen else _PLAYED if marked else _CARDS[place.seat]
    if not colour:
        style = "bold" if marked else ""
    if (place, figure) in within:
        style += " underline"
    return Text(f" {text} " if colour else f"[{text}]", style=style)


def _in_centre(view: SeatView, figure: int, within: Reach) -> Text:
    style = "bold reverse" if (None, figure) in within else ""
    return Text(f"{figure}{'★' * view.rules.stars[figure]}", style=style)


def _laid_out(first: Text, cards: Sequence[Text]) -> list[Text]:
    """Cards side by side, on as many lines as they need."""
    margin, lines = " " * first.cell_len, [first]
    for card in cards:
        if lines[-1].cell_len + 1 + card.cell_len > WIDTH:
            lines.append(Text(margin))
        lines[-1].append(" ").append_text(card)
    return lines
