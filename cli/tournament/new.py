"""`mensch tournament new`: announce a tournament."""

from __future__ import annotations

from typing import get_args

import click

from mensch.cli import texts as common
from mensch.cli.documents import print_json
from mensch.cli.duration import read_duration
from mensch.cli.opening import open_store
from mensch.cli.time_control import clock_options, read_clock
from mensch.cli.tournament import texts
from mensch.cli.tournament.documents import tournament_document
from mensch.cli.tournament.entrants import enrolled, names, read_player
from mensch.core.bots import LEVELS
from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.rules import NAME, VERSION
from mensch.core.said import said
from mensch.events.tournament import bodies as t
from mensch.events.tournament.commands import EnterPlayer
from mensch.events.tournament.decide import require_people_can_enter
from mensch.events.tournament.finding import SLUG
from mensch.events.tournament.organiser import Organiser
from mensch.events.tournament.secrets import SECRET_SIZE, commitment


@click.command()
@click.argument("name")
@click.option("--format", "how", type=click.Choice(get_args(t.Format)), required=True, help=texts.FORMAT)
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True, help=texts.SEATS)
@click.option("--rounds", type=click.IntRange(1, 1000), help=texts.ROUNDS)
@click.option(
    "games",
    "--games-per-pairing",
    type=click.IntRange(1, 1_000_000),
    default=1,
    show_default=True,
    help=texts.GAMES,
)
@click.option("players", "--player", multiple=True, help=texts.PLAYER.format(levels=", ".join(LEVELS)))
@click.option("--duplicate", is_flag=True, help=texts.DUPLICATE)
@click.option("adjusted", "--luck-adjusted", is_flag=True, help=texts.LUCK_ADJUSTED)
@click.option(
    "--keep", type=click.Choice(["all", "results"]), default="all", show_default=True, help=texts.KEEP
)
@clock_options
@click.option("--within", metavar="SPAN", help=texts.WITHIN)
@click.option("as_json", "--json", is_flag=True, help=common.JSON)
def new(
    name: str,
    how: t.Format,
    seats: int,
    rounds: int | None,
    games: int,
    players: tuple[str, ...],
    duplicate: bool,
    adjusted: bool,
    keep: str,
    clock: str | None,
    grace: str | None,
    on_timeout: str | None,
    misses: int | None,
    stand_in: str | None,
    within: str | None,
    as_json: bool,
) -> None:
    """NAME is public: lower-case letters, digits and hyphens. Players can also enter later."""
    if not SLUG.fullmatch(name):
        raise UsageError(
            said(
                "the name “{name}” must have 1 to 40 of a–z, 0–9 and -, no - at its ends",
                name=printable(name),
            )
        )
    typed = [read_player(player) for player in players]
    control = read_clock(clock, grace, on_timeout, misses, stand_in)
    called = names(typed, set())
    organiser = Organiser(open_store(to_write=True))

    def announced(secret: bytes) -> t.TournamentCreated:
        return t.TournamentCreated(
            commitment(secret),
            how,
            games,
            name,
            t.TableRules(NAME, VERSION),
            seats,
            adjusted=adjusted,
            clock=control,
            duplicate=duplicate,
            keep="results" if keep == "results" else None,
            rounds=rounds,
            within=read_duration(within) if within is not None else None,
        )

    if any(player.bot is None for player in typed):  # before anything is written
        require_people_can_enter(announced(bytes(SECRET_SIZE)))
    contest = organiser.announce(announced)
    for player, called_so in zip(typed, called, strict=True):
        contest = organiser.act(
            contest, EnterPlayer(enrolled(organiser.store, player, called_so), player.bot)
        )
    if as_json:
        print_json(tournament_document(contest, called))
        return
    click.echo(texts.ANNOUNCED.format(name=name, tournament=contest.id))
    if not players:
        click.echo(texts.NO_ENTRANTS_YET.format(tournament=contest.id))
