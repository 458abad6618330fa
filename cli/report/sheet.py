"""A report as one page for a browser, in the style of the replay's."""

from __future__ import annotations

from collections.abc import Sequence

from mensch.cli.duration import written_span
from mensch.cli.page.curves import luck_chart, score_chart
from mensch.cli.page.render import listed, page, written_surplus
from mensch.cli.report import phrases
from mensch.cli.report.account import Account
from mensch.cli.report.sentences import (
    costly_row,
    long_row,
    luck_cells,
    ranks,
    time_cells,
    time_titles,
    turning_words,
)
from mensch.core.match import JUDGE
from mensch.events.game import Game
from mensch.events.record import Entry
from mensch.events.words import Words


def report_page(log: Sequence[Entry], whole: Game, told: Account, words: Words) -> bytes:
    """The page, as a file in UTF-8.

    Args:
        log: all records of the game.
        whole: what they fold to without a seed.
        told: its report.
        words: the language.
    """
    names = [seat.name for seat in told.seats]
    scores = [seat.score for seat in told.seats]
    luck = luck_chart(log, whole)
    surplus = written_surplus(luck.ends, words) if luck else []
    return page(
        "report.html",
        words,
        styles=("base.css", "report.css"),
        phrases=phrases,
        title=words.say(phrases.TITLE, game=told.game),
        heading=words.say(
            phrases.HEADING,
            game=told.game,
            records=told.records,
            status=words.text(phrases.STATUS[told.status]),
            target=told.target,
        ),
        played=words.say(
            phrases.PLAYED,
            moves=sum(seat.moves for seat in told.seats),
            span=written_span(told.ended - told.began),
        ),
        won=told.seats[0].place is not None,
        ranks=ranks(told, words),
        names=names,
        scores=score_chart(log, whole),
        scores_say=words.say(phrases.SCORES_SAY, values=listed(names, scores), target=told.target),
        points=scores,
        turning=[(turning.seq, turning_words(turning, names, words)) for turning in told.turning_points],
        luck=luck,
        luck_say=words.say(phrases.LUCK_SAY, values=listed(names, surplus)),
        surplus=surplus,
        luck_rows=[
            (seat.name, index, luck_cells(seat.luck, words))
            for index, seat in enumerate(told.seats)
            if seat.luck is not None
        ],
        luck_note=words.say(phrases.LUCK_NOTE, judge=JUDGE),
        robberies=told.robberies,
        most=max(map(max, told.robberies)),
        stole=[seat.stole for seat in told.seats],
        lost=[seat.lost for seat in told.seats],
        longest=[(row.seat, long_row(row, names, words)) for row in told.longest_rows],
        costliest=[(row.seat, costly_row(row, names, words)) for row in told.costliest_rows],
        time_titles=time_titles(told, words),
        times=[(seat.name, index, time_cells(seat)) for index, seat in enumerate(told.seats)],
        head=whole.head,
    )
