"""The games of people that a tournament still looks at: those of its open round."""

from __future__ import annotations

from mensch.events.store import Store
from mensch.events.tournament.bot_game import game_id
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.organiser import load_public
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
            found |= _of(load_public(store, tournament, store.secret(tournament, SECRET)))
    return found


def _of(contest: Contest) -> set[str]:
    """The same of one tournament that runs; none where its secret is not here, since they follow from it."""
    if contest.secret is None:
        return set()
    current = contest.rounds[-1]
    return {
        game_id(contest.secret, current.pairing.round, seating.table, seating.number)
        for seating in map(current.seat, range(current.size))
        if not contest.is_bots_game(seating)
    }
