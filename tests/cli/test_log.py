"""`mensch log`: the exact records, one per line."""

from __future__ import annotations

from mensch.events.record import decode, verify
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import finished


def test_the_bytes_are_those_in_the_store(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    printed = mensch("log", game.id).ok().out.encode()
    assert printed == b"".join(raw + b"\n" for raw in referee.store.read(game.id))


def test_whoever_has_the_lines_can_verify_them(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    raws = mensch("log", game.id).ok().out.encode().splitlines()
    *_, last = verify(raws, game=game.id)
    assert (last.seq, last.hash) == (game.seq, game.head)
    assert {decode(raw).type for raw in raws} >= {"game_created", "move_played", "reasons_published"}
