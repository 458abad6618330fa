"""`mensch tournament show`: where a tournament stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import click

from mensch.cli import texts as common
from mensch.cli.documents import print_json
from mensch.cli.results.grids import standings_grid
from mensch.cli.results.text import as_text
from mensch.cli.screen import cut
from mensch.cli.tournament import texts
from mensch.cli.tournament.documents import results_document, tournament_document
from mensch.cli.tournament.entrants import entrant_names
from mensch.cli.tournament.opening import open_public
from mensch.core.tournament.pairing import round_count
from mensch.events import clock
from mensch.events.store import Store
from mensch.events.tournament.contest import Contest, Round, Status
from mensch.events.tournament.secrets import SECRET
from mensch.events.words.times import write_time
from mensch.workers.tournament.closing import closes_at
from mensch.workers.tournament.people import open_games

_TABLES = 20
"""Tables of a round that are shown."""

_BETWEEN = " · "
_ROOM = 68
"""Columns for the names at a table, so that its line fits into 80; an id beside them takes 12."""

_IN_A_LINE = 6
"""Ids below a table."""


@click.command()
@click.argument("tournament")
@click.option("as_json", "--json", is_flag=True, help=common.JSON)
def show(tournament: str, as_json: bool) -> None:
    """The tables of the latest round are listed with who sits there, and with people's games that go on."""
    store, contest = open_public(tournament)
    names = entrant_names(store, contest)
    if as_json:
        print_json({**tournament_document(contest, names), "results": results_document(contest)})
        return
    body = contest.announced
    heading = texts.HEADING.format(
        name=body.name,
        tournament=contest.id,
        status=common.STATUSES[contest.status.value],
        format=body.format,
        seats=body.seats,
    )
    click.echo(heading)
    if contest.rounds:
        for line in _round_lines(contest, contest.rounds[-1], names, _going_on(store, contest)):
            click.echo(line)
        until = closes_at(store, contest, clock.now())
        if contest.status is Status.RUNNING and until is not None:
            click.echo(texts.CLOSES.format(time=write_time(until)))
    if contest.enrolled:
        click.echo()
        click.echo(as_text(standings_grid(contest.value(partly=True), names)), nl=False)


def _going_on(store: Store, contest: Contest) -> dict[int, list[str]]:
    """By table of the latest round, the ids of the games that people still play there."""
    contest.secret = store.secret(contest.id, SECRET)
    going_on: dict[int, list[str]] = {}
    if contest.status is Status.RUNNING and contest.secret is not None:
        for number, game in open_games(contest):
            going_on.setdefault(contest.rounds[-1].seat(number).table, []).append(game)
    return going_on


def _round_lines(
    contest: Contest, current: Round, names: Sequence[str], going_on: Mapping[int, Sequence[str]]
) -> Iterator[str]:
    yield texts.ROUND.format(
        round=current.pairing.round,
        rounds=max(round_count(contest.value()), len(contest.rounds)),
        played=len(current.results),
        games=current.size,
    )
    for number, table in enumerate(current.pairing.tables[:_TABLES], 1):
        games = going_on.get(number, [])
        beside = games if len(games) == 1 else []
        room = (_ROOM - 12 * len(beside)) // len(table.entrants) - len(_BETWEEN)
        called = _BETWEEN.join(cut(names[one - 1], room) for one in table.entrants)
        yield "  ".join([texts.TABLE.format(number=number, names=called), *beside])
        for first in range(0, 0 if beside else len(games), _IN_A_LINE):
            yield "  ".join(["  ", *games[first : first + _IN_A_LINE]])
    if len(current.pairing.tables) > _TABLES:
        yield texts.MORE_TABLES.format(count=len(current.pairing.tables) - _TABLES)
    for bye in current.pairing.byes:
        yield texts.BYE.format(name=names[bye.entrant - 1], reason=texts.BYES[bye.reason.value])
