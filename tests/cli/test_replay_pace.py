"""How fast a replay goes: `--speed` waits as the players did, `--step` waits for Enter."""

from __future__ import annotations

from itertools import accumulate, chain, repeat

import pytest

from mensch.events.game import Game
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import begun, played


def timed(referee: Referee, waits: list[int]) -> Game:
    """A game with one move after each of these waits, in milliseconds."""
    start = 1_764_440_400_000
    times = chain(repeat(start, 4), accumulate(waits, initial=start))
    next(times)
    game = begun(Referee(referee.store, lambda: start))
    clock = iter(list(accumulate(waits, initial=start))[1:])
    return played(Referee(referee.store, lambda: next(clock)), game, len(waits))


@pytest.mark.parametrize(
    ("speed", "waited"),
    [("1", [1.5, 0.02, 3.0, 0.0]), ("10", [0.15, 0.002, 3.0, 0.0]), ("0.5", [3.0, 0.04, 3.0, 0.0])],
)
def test_waits_are_as_long_as_the_players_took_but_never_too_long(
    mensch: Mensch, referee: Referee, monkeypatch: pytest.MonkeyPatch, speed: str, waited: list[float]
) -> None:
    game = timed(referee, [1500, 20, 86_400_000, 0])
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    told = mensch("replay", game.id, "--speed", speed).ok().out
    assert slept[:3] == [0, 0, 0]
    assert slept[3:] == pytest.approx(waited)
    assert told == mensch("replay", game.id).ok().out
    assert len(slept) == game.seq - 1, "without --speed nothing waits"


@pytest.mark.parametrize("speed", ["1e-320", "1e300"])
def test_any_speed_will_do(
    mensch: Mensch, referee: Referee, monkeypatch: pytest.MonkeyPatch, speed: str
) -> None:
    game = timed(referee, [1500])
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    mensch("replay", game.id, "--speed", speed).ok()
    assert slept[-1] == (3.0 if speed == "1e-320" else pytest.approx(0))


class TestStepByStep:
    def test_each_move_waits_for_enter_but_the_last(self, mensch: Mensch, referee: Referee) -> None:
        game = played(referee, begun(referee), 3)
        answer = mensch("replay", game.id, "--step", typed="\n\n")
        assert answer.code == 0
        assert answer.out == mensch("replay", game.id).ok().out
        assert answer.err == "Enter for the next, q to stop" * 2

    @pytest.mark.parametrize("typed", ["\nq\n", "\nQuit\n", "\n"])
    def test_it_can_be_stopped(self, mensch: Mensch, referee: Referee, typed: str) -> None:
        game = played(referee, begun(referee), 4)
        answer = mensch("replay", game.id, "--step", typed=typed)
        assert answer.code == 0
        assert answer.out == mensch("replay", game.id, "--to", "6").ok().out.replace("record 6", "record 8")

    def test_it_ends_with_the_result(self, mensch: Mensch, referee: Referee) -> None:
        from tests.cli.games import finished

        game = finished(referee)
        answer = mensch("replay", game.id, "--step", typed="\n" * 1000)
        assert answer.out == mensch("replay", game.id).ok().out
