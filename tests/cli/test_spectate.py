"""`mensch spectate`: somebody looks on at a game by mail."""

from __future__ import annotations

from mensch.events.due import DIGEST, NEVER
from mensch.events.referee import Referee
from mensch.events.spectators import spectators
from tests.cli.command_line import Mensch
from tests.cli.games import begun, finished

DORA = "dora@example.com"


class TestSpectate:
    def test_adds_and_removes_an_address(self, mensch: Mensch, referee: Referee) -> None:
        game = begun(referee)
        said = mensch("spectate", game.id, DORA, "--language", "de").ok().out
        assert said == f"{DORA} looks on at game {game.id}; spectators by mail: 1\n"
        (spectator,) = spectators(referee.store.secrets(game.id)).values()
        assert (spectator.address, spectator.language, spectator.since) == (DORA, "de", game.seq)
        assert [item.game for item in referee.store.due(NEVER) if item.kind == DIGEST] == [game.id]
        said = mensch("spectate", game.id, DORA, "--remove").ok().out
        assert said == f"{DORA} looks on at game {game.id} no longer; spectators by mail: 0\n"

    def test_tells_programs_how_many_there_are_and_nobody_who(self, mensch: Mensch, referee: Referee) -> None:
        game = begun(referee)
        assert mensch("spectate", game.id, DORA, "--json").document == {"game": game.id, "spectators": 1}
        for command in (("show", game.id), ("games",), ("export", game.id), ("log", game.id)):
            assert DORA not in mensch(*command).ok().out

    def test_refuses_what_is_no_address_and_keeps_nothing(self, mensch: Mensch, referee: Referee) -> None:
        game = begun(referee)
        mensch("spectate", game.id, "dora\r\nBcc: eve@evil.test").refused(2, "is no mail address")
        assert spectators(referee.store.secrets(game.id)) == {}

    def test_refuses_a_game_that_is_over_and_one_who_does_not_look_on(
        self, mensch: Mensch, referee: Referee
    ) -> None:
        mensch("spectate", finished(referee).id, DORA).refused(6, "is finished")
        game = begun(referee)
        mensch("spectate", game.id, DORA, "--remove").refused(5, "is no spectator of game")
