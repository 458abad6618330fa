"""`mensch tournament correct`: change the result of a game."""

from __future__ import annotations

import click

from mensch.cli.opening import checked_message
from mensch.cli.tournament import texts
from mensch.cli.tournament.opening import open_organiser
from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.ids import prefix_of
from mensch.events.tournament.contest import Contest


@click.command()
@click.argument("tournament")
@click.argument("game")
@click.option("--places", required=True, help=texts.PLACES)
@click.option("--reason", required=True, help=texts.REASON)
def correct(tournament: str, game: str, places: str, reason: str) -> None:
    """The game itself stays as it was played; standings count the corrected places from now on. Rounds that
    were paired already stay as they are."""
    checked_message(reason)
    counted = _places(places)
    organiser, contest = open_organiser(tournament)
    number, inside = _find(contest, game)
    organiser.correct(contest, number, inside, counted, reason)
    found = contest.rounds[number - 1].results[inside].game
    click.echo(texts.CORRECTED.format(game=found, places=" ".join(map(str, counted))))


def _places(typed: str) -> list[int]:
    parts = [part.strip() for part in typed.split(",")]
    if not 2 <= len(parts) <= 4 or not all(part in ("1", "2", "3", "4") for part in parts):
        raise UsageError(said("“{typed}” are no places by seat: 2,1", typed=printable(typed, 100)))
    return [int(part) for part in parts]


def _find(contest: Contest, typed: str) -> tuple[int, int]:
    """The round of a game that has a result, and its number there."""
    prefix = prefix_of(typed)
    found = [
        (current.pairing.round, number)
        for current in contest.rounds
        for number, result in current.results.items()
        if prefix is not None and result.game.startswith(prefix)
    ]
    if len(found) > 1:
        raise UsageError(said("{prefix} is the beginning of several games", prefix=prefix))
    if not found:
        raise NotFoundError(
            said(
                "tournament {tournament} has no result of a game “{typed}”",
                tournament=contest.id,
                typed=printable(typed, 100),
            )
        )
    return found[0]
