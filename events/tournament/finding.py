"""From what a person typed to a tournament: by its id, by how that begins, or by its name."""

from __future__ import annotations

import contextlib
import re

from mensch.core.errors import LogError, NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.ids import LENGTH, is_id, prefix_of
from mensch.events.store import Store
from mensch.events.tournament.bodies import TournamentCreated
from mensch.events.tournament.records import verify

SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
"""What the name of a tournament looks like."""


def find_tournament(store: Store, typed: str) -> str:
    """The id of the one tournament that a person means.

    Raises:
        NotFoundError: there is none, or it is a game.
        UsageError: it may be several.
    """
    found = tournaments_meant(store, typed)
    if len(found) == 1:
        return found[0]
    if found:
        shown = ", ".join(found[:3]) + (", …" if len(found) > 3 else "")
        raise UsageError(
            said("“{typed}” may be several tournaments: {shown}", typed=printable(typed), shown=shown)
        )
    prefix = prefix_of(typed)
    games = store.games(prefix, most=2) if prefix is not None else []
    if len(games) == 1:
        raise NotFoundError(
            said("“{typed}” is a game: `mensch show {game}` shows it", typed=printable(typed), game=games[0])
        )
    raise NotFoundError(
        said(
            "there is no tournament “{typed}”: ids are {length} letters and digits, see "
            "`mensch tournament list`",
            typed=printable(typed),
            length=LENGTH,
        )
    )


def tournaments_meant(store: Store, typed: str) -> list[str]:
    """The ids of the tournaments that a person may mean: that of an id in full, or else those that begin so
    or are called so, ascending. Of two with one name neither is guessed."""
    prefix = prefix_of(typed)
    begin_so = store.tournaments(prefix) if prefix is not None else []
    if prefix is not None and is_id(prefix) and begin_so:
        return begin_so
    name = typed.strip().lower()
    listed = store.tournaments() if SLUG.fullmatch(name) else []
    named = [tournament for tournament in listed if _name(store, tournament) == name]
    return sorted({*begin_so, *named})


def _name(store: Store, tournament: str) -> str | None:
    """What a tournament is called; None where its log cannot be used."""
    with contextlib.suppress(LogError):
        for entry in verify(store.read(tournament)[:1], tournament=tournament):
            body = entry.record.body
            return body.name if isinstance(body, TournamentCreated) else None
    return None
