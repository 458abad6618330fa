"""Players hear of a round by the mails of their games."""

from __future__ import annotations

import msgspec
import pytest

from mensch.events.memory import MemoryStore
from mensch.events.tournament import commands as c
from mensch.events.tournament.organiser import Organiser
from mensch.events.tournament.secrets import commitment
from mensch.workers.tournament.rounds import mind
from tests.events.tournament.organised import ANNOUNCED
from tests.workers.mail.postoffice import PostOffice
from tests.workers.mail.table import DAYS, ByMail


def test_everybody_hears_of_their_game_and_of_its_end_with_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    with PostOffice() as office:
        table = ByMail(MemoryStore(), office, monkeypatch)
        organiser = Organiser(table.store)
        contest = organiser.announce(
            lambda secret: msgspec.structs.replace(
                ANNOUNCED, commitment=commitment(secret), games=1, clock=DAYS, within=DAYS.bank
            )
        )
        for name in ("anna", "ben"):
            contest = organiser.act(contest, c.EnterPlayer(table.person(name).id))
        mind(organiser, organiser.act(contest, c.StartTournament()))
        table.works()
        told = {name: table.inbox(name) for name in ("anna", "ben")}
        assert sorted(told.values()) == [["The game begins"], ["Your turn, 5 d left"]]
        table.waits(DAYS.bank)
        mind(organiser, organiser.load(contest.id))
        table.works()
        for name, before in told.items():
            assert table.inbox(name) == [*before, "The game is over"]
