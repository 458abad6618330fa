"""The sentences of a report, which its lines and its page have in common."""

from __future__ import annotations

from collections.abc import Sequence

from mensch.cli.duration import written_span
from mensch.cli.report import phrases
from mensch.cli.report.account import Account, Seat, Turning
from mensch.cli.report.luck import Luck
from mensch.cli.report.rows import Row
from mensch.core.moves import SLOT_NAMES
from mensch.events.words import Words


def ranks(told: Account, words: Words) -> list[str]:
    """The players in the order of their places; as they sit, while there are none."""
    if any(seat.place is None for seat in told.seats):
        return [words.say(phrases.NAMED, name=seat.name, score=seat.score) for seat in told.seats]
    order = sorted(told.seats, key=lambda seat: seat.place or 0)
    return [words.say(phrases.RANK, place=seat.place, name=seat.name, score=seat.score) for seat in order]


def long_row(row: Row, names: Sequence[str], words: Words) -> str:
    """A row in words: how many figures it had, whose it was, and what became of it."""
    figures = words.many("{n} figure", "{n} figures", row.longest)
    return f"{figures}: {_row(row, names, words)}"


def costly_row(row: Row, names: Sequence[str], words: Words) -> str:
    """A row in words: how many figures were stolen from it, whose it was, and what became of it."""
    stolen = words.many("{n} figure stolen", "{n} figures stolen", row.lost)
    return f"{stolen}: {_row(row, names, words)}"


def _row(row: Row, names: Sequence[str], words: Words) -> str:
    whose = words.say(phrases.ROW, name=names[row.seat], row=SLOT_NAMES[row.slot])
    end = words.text(phrases.STANDS)
    if row.points:
        end = words.say(phrases.SCORED, points=row.points)
    elif row.last is not None:
        end = words.say(phrases.BROKEN, last=row.last)
    return f"{whose}, {words.say(phrases.SINCE, first=row.first)}, {end}"


def turning_words(turning: Turning, names: Sequence[str], words: Words) -> str:
    """Who is ahead now, and the scores in the order of the seats."""
    scores = ":".join(map(str, turning.scores))
    leaders = [names[seat] for seat in turning.leaders]
    if len(leaders) == 1:
        return words.say(phrases.LEADS, name=leaders[0], scores=scores)
    return words.say(phrases.LEVEL, names=", ".join(leaders), scores=scores)


def luck_cells(luck: Luck, words: Words) -> list[str]:
    """Dice, pips, the expected ones with their range, and the worth with its own."""
    return [
        str(luck.dice),
        str(luck.pips),
        words.say(phrases.RANGE, expected=luck.expected, low=luck.low, high=luck.high),
        words.say(phrases.GAIN, gain=round(luck.gain, 2) + 0.0, range=luck.range).replace("-", "−"),
    ]


def time_titles(told: Account, words: Words) -> list[str]:
    """What `time_cells` are about."""
    titles = [phrases.MOVES, phrases.IN_ALL, phrases.SLOWEST]
    return [
        words.text(title) for title in (titles if told.seats[0].left is None else [*titles, phrases.CLOCK])
    ]


def time_cells(seat: Seat) -> list[str]:
    """Moves, the time of all of them, the longest, and with time control what is left."""
    cells = [str(seat.moves), written_span(seat.used), written_span(seat.longest)]
    return cells if seat.left is None else [*cells, written_span(seat.left)]
