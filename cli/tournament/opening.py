"""From what a person typed to a tournament."""

from __future__ import annotations

from mensch.cli.opening import open_store
from mensch.events.store import Store
from mensch.events.tournament.contest import Contest
from mensch.events.tournament.finding import find_tournament
from mensch.events.tournament.loading import load_public
from mensch.events.tournament.organiser import Organiser


def open_organiser(typed: str) -> tuple[Organiser, Contest]:
    """A tournament with its secret, and who may act in it."""
    organiser = Organiser(open_store(to_write=True))
    return organiser, organiser.load(find_tournament(organiser.store, typed))


def open_public(typed: str) -> tuple[Store, Contest]:
    """A tournament as its log tells it."""
    store = open_store()
    return store, load_public(store, find_tournament(store, typed))
