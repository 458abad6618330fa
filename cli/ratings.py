"""`mensch ratings`: how strong everybody is, from all tournaments."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mensch.cli.opening import LONGEST_NAME, open_store
from mensch.cli.results.documents import ratings_document
from mensch.cli.results.grids import ratings_grid, superiority_grid
from mensch.cli.tournament.publishing import output_options, publish, require_one
from mensch.core.errors import NotFoundError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.core.tournament.ratings import Played, ratings
from mensch.events.people import people
from mensch.events.store import Store
from mensch.events.tournament.contest import Contest, Enrolled
from mensch.events.tournament.finding import find_tournament
from mensch.events.tournament.loading import load_public


@click.command()
@click.argument("tournaments", nargs=-1)
@output_options
def command(tournaments: tuple[str, ...], as_json: bool, csv: bool, markdown: bool) -> None:
    """From TOURNAMENTS, or from all. A bot is the same everywhere by its level, a person by mail address.
    Games between bots of one level tell nothing of its strength and are left out."""
    require_one(as_json, csv, markdown)
    store = open_store()
    ids = [find_tournament(store, typed) for typed in tournaments] or store.tournaments()
    contests = [load_public(store, tournament) for tournament in ids]
    games = [game for contest in contests for game in _played(contest)]
    if not games:
        raise NotFoundError(said("no game of these tournaments has a result that tells of strength"))
    found = ratings(games)
    names = _names(store, contests)
    publish(
        [ratings_grid(found, names), superiority_grid(found, names)],
        lambda: {"tournaments": ids, **ratings_document(found, names)},
        as_json=as_json,
        csv=csv,
        markdown=markdown,
    )


def _identity(one: Enrolled) -> str:
    """Who somebody is in all tournaments."""
    return f"bot:{one.bot.level}:{one.bot.version}" if one.bot is not None else one.player


def _played(contest: Contest) -> Iterator[Played[str]]:
    identities = [_identity(one) for one in contest.enrolled]
    for result in contest.value(partly=True).results:
        for game in result.games:
            players = tuple(identities[number - 1] for number in game.seats)
            if len(set(players)) == len(players) and not game.adjudicated:
                yield Played(players, game, (contest.id, result.round, result.table, game.deck))


def _names(store: Store, contests: list[Contest]) -> dict[str, str]:
    names: dict[str, str] = {}
    persons: set[str] = set()
    for contest in contests:
        for one in contest.enrolled:
            if one.bot is None:
                persons.add(one.player)
            else:
                names[_identity(one)] = one.bot.level
    for person in people(store, sorted(persons)):
        names[person.id] = printable(person.name, LONGEST_NAME) or person.id
    return names
