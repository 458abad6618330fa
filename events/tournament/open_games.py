"""The games of people that a tournament still looks at: those of its open round."""

from __future__ import annotations

from collections.abc import Iterator

from mensch.events.store import Store
from mensch.events.tournament.bot_game import game_id
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.loading import load_public
from mensch.events.tournament.secrets import SECRET


def open_games(store: Store) -> set[str]:
    """The ids of all games of people in the open rounds of tournaments, over or not: what became of them is
    read from their logs when the round closes.

    Raises:
        mensch.core.errors.LogError: the log of a tournament cannot be used.
    """
    found: set[str] = set()
    tournaments = store.tournaments()
    for tournament, head in zip(tournaments, store.heads(tournaments), strict=True):
        if head is not None and head.status == Status.RUNNING.value:
            contest = load_public(store, tournament, store.secret(tournament, SECRET))
            if contest.secret is not None:  # else they cannot be found here: their ids follow from it
                found |= {game for _, game in people_games(contest)}
    return found


def people_games(contest: Contest) -> Iterator[tuple[int, str]]:
    """The games of the latest round at which people sit: number there, and id.

    Args:
        contest: folded with its secret.
    """
    secret = contest.secret
    assert secret is not None
    current = contest.rounds[-1]
    for number in range(current.size):
        seating = current.seat(number)
        if not contest.is_bots_game(seating):
            yield number, game_id(secret, current.pairing.round, seating.table, seating.number)
