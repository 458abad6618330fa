"""Tournaments that were recorded once must fold to their recorded standings for ever."""

import json

import pytest

from mensch.events.audit.report import Verdict
from mensch.events.audit.tournament import audit_tournament
from mensch.events.record import canonical
from mensch.events.tournament.bodies import TYPES
from tests.golden.tournaments.recorded import FOLDER, names, raws, read, result


@pytest.mark.parametrize("name", names())
def test_a_golden_tournament_folds_to_its_recorded_standings(name: str) -> None:
    assert result(read(name)) == json.loads((FOLDER / f"{name}.json").read_bytes())


@pytest.mark.parametrize("name", names())
def test_it_is_written_again_with_the_same_bytes(name: str) -> None:
    assert [canonical(entry.record) for entry in read(name)] == raws(name)


@pytest.mark.parametrize("name", names())
def test_it_is_decided_again_to_the_same_records_and_its_games_are_played_again(name: str) -> None:
    assert audit_tournament(raws(name)).verdict is Verdict.SOUND


def test_every_event_type_is_in_a_golden_tournament() -> None:
    written = {(entry.record.type, entry.record.v) for name in names() for entry in read(name)}
    assert written == TYPES.keys()
