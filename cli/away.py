"""`mensch away`: announce that somebody cannot play for a while."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.dates import read_time
from mensch.cli.documents import print_json
from mensch.cli.opening import open_referee
from mensch.cli.persons import person_of
from mensch.core.quoting import printable
from mensch.events.away import announce, left_of_budget, year_of
from mensch.events.clock import DAY
from mensch.events.words.times import write_time


@click.command()
@click.argument("player")
@click.argument("since")
@click.argument("until")
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(player: str, since: str, until: str, as_json: bool) -> None:
    """PLAYER (mail address or id) is away from the date SINCE to the date UNTIL, in UTC. Meanwhile their
    clock stands, in all their games; a turn that began before this was announced goes on to its deadline. It
    is announced ahead, and for at most 30 days a calendar year."""
    referee = open_referee()
    person = person_of(referee.store, player)
    first, last = read_time(since), read_time(until)
    games = announce(referee, person, first, last)
    if as_json:
        print_json({"games": [game.id for game in games], "player": person.id, "since": first, "until": last})
        return
    name = printable(person.name) or person.id
    click.echo(texts.AWAY.format(name=name, since=write_time(first), until=write_time(last)))
    for game in games:
        click.echo(texts.AWAY_IN.format(game=game.id))
    year = year_of(first)
    days = left_of_budget(referee, person, year) // DAY
    click.echo(texts.AWAY_LEFT.format(days=days, year=year))
