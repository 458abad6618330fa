"""`mensch tournament withdraw` and `disqualify`: pair a player no more."""

from __future__ import annotations

from typing import Literal

import click

from mensch.cli.tournament import texts
from mensch.cli.tournament.entrants import entrant_names, entrant_of
from mensch.cli.tournament.opening import open_organiser
from mensch.events.tournament.commands import WithdrawPlayer
from mensch.events.tournament.decide import decide
from mensch.workers.tournament.closing import leave, tell_no_show


@click.command()
@click.argument("tournament")
@click.argument("player")
@click.option("--no-show", is_flag=True, help=texts.NO_SHOW)
def withdraw(tournament: str, player: str, no_show: bool) -> None:
    """PLAYER is a name or a starting number. In the round that is on a person resigns, a bot still plays."""
    name = _leave(tournament, player, "no-show" if no_show else "withdrawn")
    click.echo(texts.WITHDRAWN.format(name=name))


@click.command()
@click.argument("tournament")
@click.argument("player")
def disqualify(tournament: str, player: str) -> None:
    """PLAYER is a name or a starting number. In the round that is on a person resigns. What their opponents
    have won against them stays, and so does what they have lost: mensch tournament correct changes it."""
    name = _leave(tournament, player, "disqualified")
    click.echo(texts.DISQUALIFIED.format(name=name))


def _leave(tournament: str, player: str, cause: Literal["disqualified", "no-show", "withdrawn"]) -> str:
    organiser, contest = open_organiser(tournament)
    called = entrant_names(organiser.store, contest)
    number = entrant_of(player, called)
    if cause == "no-show":
        decide(contest, WithdrawPlayer(number, cause))
        tell_no_show(organiser, contest, number)
        organiser.act(contest, WithdrawPlayer(number, cause))
    else:
        leave(organiser, contest, number, cause)
    return called[number - 1]
