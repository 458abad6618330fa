"""A log of more than 500 records is shown at any of them in one go."""

from __future__ import annotations

from mensch.core.rules import classic
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, played


def test_every_place_in_a_long_log_can_be_looked_at(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, PEOPLE[:3], rules=classic(3, 200))
    game = played(referee, game, 120)
    for number in range(300):
        game = referee.say(game, number % 3, f"message {number}")
    game = played(referee, game, 90, seed=1)
    assert game.seq >= 500
    assert not game.over

    records = mensch("replay", game.id, "--json").documents
    assert len(records) == game.seq
    for at in (1, 5, 6, 99, 125, 126, 275, 425, 426, 499, 500, 501, game.seq):
        told = mensch("replay", game.id, "--at", str(at), "--json").document
        assert told == records[at - 1]
        shown = mensch("show", game.id, "--at", str(at), "--json").document
        assert shown.items() <= told.items()
        assert mensch("replay", game.id, "--at", str(at)).ok().lines[2].split()[0] == str(at)
    assert records[425 - 1]["text"] == "message 299"
    part = mensch("replay", game.id, "--from", "420", "--to", "430", "--json").documents
    assert part == records[419:430]
