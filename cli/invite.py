"""`mensch invite`: create a game by mail, which starts when all who are invited have accepted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.documents import print_json, public_document
from mensch.cli.duration import read_duration
from mensch.cli.new import require_different, star_table
from mensch.cli.opening import bot_of, open_referee, shown_names
from mensch.cli.persons import named_address
from mensch.cli.time_control import clock_options, read_clock
from mensch.cli.waiting import waiting
from mensch.core.bots import LEVELS, VERSION, free_name
from mensch.core.errors import UsageError
from mensch.core.rules import classic
from mensch.core.said import said
from mensch.events import clock as clocks
from mensch.events.bodies import Bot, Joining
from mensch.events.inviting import invite_all
from mensch.events.people import Person, enrol
from mensch.events.referee import Player, Referee
from mensch.events.words import LANGUAGES
from mensch.workers.sweeper import await_first_beat


@click.command()
@click.option(
    "seats", "--seat", multiple=True, required=True, help=texts.INVITED_SEAT.format(levels=", ".join(LEVELS))
)
@clock_options
@click.option("--within", metavar="SPAN", default="7d", show_default=True, help=texts.JOIN_WITHIN)
@click.option("--no-show", type=click.Choice(["abort", *LEVELS]), default="abort", help=texts.NO_SHOW)
@click.option("--target", type=int, help=texts.TARGET)
@click.option("--stars", "stars_file", type=click.Path(path_type=Path), help=texts.STARS.format())
@click.option("--dispute-window", metavar="SPAN", help=texts.DISPUTE_WINDOW)
@click.option("--language", type=click.Choice(LANGUAGES), help=texts.MAIL_LANGUAGE)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    seats: tuple[str, ...],
    clock: str | None,
    grace: str | None,
    on_timeout: str | None,
    misses: int | None,
    stand_in: str | None,
    within: str,
    no_show: str,
    target: int | None,
    stars_file: Path | None,
    dispute_window: str | None,
    language: str | None,
    as_json: bool,
) -> None:
    """Who is invited gets a mail and joins by answering it; their own words become a part of what the dice
    are shuffled with. The first seat begins, then clockwise."""
    rules = classic(len(seats), target, star_table(stars_file) if stars_file else None)
    control = read_clock(clock, grace, on_timeout, misses, stand_in)
    window = read_duration(dispute_window) if dispute_window is not None else None
    joining = Joining(read_duration(within), None if no_show == "abort" else Bot(no_show, VERSION))
    people = _checked(seats)
    referee = open_referee()
    await_first_beat(referee.store)
    game = invite_all(
        referee,
        rules,
        _seated(referee, seats, people, language),
        joining,
        game_clock=control,
        dispute_window=window,
        now=clocks.now(),
    )
    if as_json:
        names = shown_names(referee.store, game)
        print_json(public_document(game, names, waiting(referee.store, game, clocks.now())))
    else:
        invited = ", ".join(name for name, _ in people.values())
        click.echo(texts.INVITED.format(game=game.id, names=invited))


def _checked(seats: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Name and address of everybody who is to be invited, by seat."""
    people = {seat: named_address(typed) for seat, typed in enumerate(seats) if bot_of(typed) is None}
    if not people:
        raise UsageError(said("nobody is invited: a seat needs NAME=ADDRESS"))
    require_different([name for name, _ in people.values()])
    addresses = [address.casefold() for _, address in people.values()]
    if len(set(addresses)) < len(addresses):
        raise UsageError(said("two players have the same address"))
    return people


def _seated(
    referee: Referee, seats: Sequence[str], people: dict[int, tuple[str, str]], language: str | None
) -> list[Person | Player]:
    taken = {name.casefold() for name, _ in people.values()}
    seated: list[Person | Player] = []
    for seat, typed in enumerate(seats):
        bot = bot_of(typed)
        if bot is None:
            name, address = people[seat]
            seated.append(enrol(referee.store, address, name, language))
        else:
            name = free_name(bot.level, taken)
            taken.add(name)
            seated.append(Player(name, bot))
    return seated
