"""Forks: their history by itself, and against the log of their parent."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.audit import Given, audit
from mensch.events.audit.report import Code, Standing, Verdict
from mensch.events.cause import TABLE
from mensch.events.fork import Dice, fork
from mensch.events.game import Game
from mensch.events.memory import MemoryStore
from mensch.events.referee import Player, Referee
from tests.events.audit.logs import Change, codes, fields_of, open_questions, refuted, rewritten, sound
from tests.golden.generate import repeatable


@pytest.fixture
def referee() -> Iterator[Referee]:
    """A referee whose ids, salts and seeds are the same each time."""
    with repeatable(Random(0)):
        yield Referee(MemoryStore())


@pytest.fixture
def parent(referee: Referee) -> Game:
    """A game for three with a target that is soon reached, played to its end."""
    players = [Player(name) for name in ("anna", "ben", "carla")]
    game = play(referee, referee.new_game(classic(3, 8), players), moves=20)
    game = referee.act(game, [c.Resign(1)])
    return play(referee, game)


def play(referee: Referee, game: Game, moves: int = 10_000) -> Game:
    """Play up to so many random moves."""
    random = Random(0)
    while not game.over and moves > 0:
        moves -= 1
        move = random.choice(game.table.legal_moves())
        game = referee.play(game, game.table.turn, move.text, TABLE)
    return game


def forked(referee: Referee, parent: Game, dice: Dice, at: int = 30) -> list[bytes]:
    """The log of a fork, played to its end; behind the resignation unless told."""
    return referee.store.read(play(referee, fork(referee, parent.id, at, dice)).id)


@pytest.mark.parametrize("dice", ["fresh", "same"])
def test_a_fork_by_itself_is_sound_but_that_its_parent_went_so_is_unproven(
    referee: Referee, parent: Game, dice: Dice
) -> None:
    report = sound(forked(referee, parent, dice))
    assert [f.standing for f in report.findings if f.code is Code.HISTORY] == [Standing.UNPROVEN]
    assert f"the log of game {parent.id} was not given" in open_questions(report)


@pytest.mark.parametrize("dice", ["fresh", "same"])
@pytest.mark.parametrize("at", [5, 12, 30])
def test_with_its_parent_a_fork_is_proven(referee: Referee, parent: Game, dice: Dice, at: int) -> None:
    given = Given(parent=referee.store.read(parent.id))
    assert Code.PARENT_OK in codes(sound(forked(referee, parent, dice, at), given))


def test_a_clock_that_was_put_back_lets_no_open_fork_begin_before_its_dice_were_public(
    referee: Referee, parent: Game
) -> None:
    late = Referee(referee.store, now=lambda: parent.at - 60_000)
    begun = fork(late, parent.id, 10, "same")
    given = Given(parent=referee.store.read(parent.id))
    assert Code.PARENT_OK in codes(sound(referee.store.read(begun.id), given))


def test_a_fork_of_a_fork_is_proven_by_the_fork(referee: Referee, parent: Game) -> None:
    first = play(referee, fork(referee, parent.id, 12, "fresh"))
    second = forked(referee, first, "same", 12)
    assert Code.PARENT_OK in codes(sound(second, Given(parent=referee.store.read(first.id))))


def test_whether_the_dice_of_an_open_fork_were_public_before_it_is_open(
    referee: Referee, parent: Game
) -> None:
    report = sound(forked(referee, parent, "same"))
    assert f"whether game {parent.id} had revealed its deck" in open_questions(report)


HISTORY = [
    pytest.param(lambda fork: fork["history"].__setitem__(0, "A+1"), id="a row that is not there"),
    pytest.param(lambda fork: fork["history"].append("L1"), id="somebody leaves twice"),
    pytest.param(lambda fork: fork["history"].append("L3"), id="a seat that is not there"),
    pytest.param(lambda fork: fork["history"].append("P1"), id="a pass without need"),
    pytest.param(lambda fork: fork.update(dealt=1), id="fresh dice dealt too early"),
    pytest.param(lambda fork: fork.pop("dealt"), id="fresh dice dealt before the history"),
]


@pytest.mark.parametrize("change", HISTORY)
def test_a_history_that_cannot_have_been_is_told(referee: Referee, parent: Game, change: Change) -> None:
    raws = rewritten(forked(referee, parent, "fresh"), 1, lambda fields: change(fields["body"]["fork"]))
    refuted(raws, Verdict.VIOLATION, Code.FALSE_HISTORY, 1)


def test_a_history_that_ends_the_game_is_told(referee: Referee, parent: Game) -> None:
    def leave(fields: dict[str, dict[str, dict[str, list[str]]]]) -> None:
        fields["body"]["fork"]["history"] += ["L0", "L2"]

    raws = rewritten(forked(referee, parent, "same"), 1, leave)
    refuted(raws, Verdict.VIOLATION, Code.FALSE_HISTORY, 1)


def test_a_step_with_dice_that_the_same_deck_did_not_give_is_told(referee: Referee, parent: Game) -> None:
    raws = forked(referee, parent, "same")
    first = fields_of(raws[0])["body"]["fork"]["history"][0]
    other = next(move for move in ("N1", "N2", "N3", "N4", "N5", "N6") if move[1] not in first)

    def exchange(fields: dict[str, dict[str, dict[str, list[str]]]]) -> None:
        fields["body"]["fork"]["history"][0] = other

    refuted(rewritten(raws, 1, exchange), Verdict.VIOLATION, Code.FALSE_HISTORY, 1)


class TestAgainstItsParent:
    def test_another_game_is_not_the_parent(self, referee: Referee, parent: Game) -> None:
        raws = forked(referee, parent, "fresh")
        other = referee.new_game(classic(3), [Player("a"), Player("b"), Player("c")])
        given = Given(parent=referee.store.read(other.id))
        refuted(raws, Verdict.VIOLATION, Code.FALSE_PARENT, 1, given)

    def test_a_hash_that_the_parent_does_not_have_is_told(self, referee: Referee, parent: Game) -> None:
        raws = forked(referee, parent, "fresh")
        false = rewritten(raws, 1, lambda fields: fields["body"]["fork"].update(hash="00" * 32))
        given = Given(parent=referee.store.read(parent.id))
        finding = refuted(false, Verdict.VIOLATION, Code.FALSE_PARENT, 1, given)
        assert finding.evidence["hash in the parent"] == fields_of(raws[0])["body"]["fork"]["hash"]

    def test_moves_that_the_parent_did_not_play_are_told(self, referee: Referee, parent: Game) -> None:
        raws = forked(referee, parent, "fresh", 12)

        def other(fields: dict[str, dict[str, dict[str, list[str]]]]) -> None:
            history = fields["body"]["fork"]["history"]
            history[0] = next(f"N{n}" for n in range(1, 7) if f"N{n}" != history[0])

        false = rewritten(raws, 1, other)
        given = Given(parent=referee.store.read(parent.id))
        assert audit(false, given).verdict is Verdict.VIOLATION

    def test_a_parent_that_is_broken_itself_proves_nothing(self, referee: Referee, parent: Game) -> None:
        raws = forked(referee, parent, "fresh")
        given = Given(parent=referee.store.read(parent.id)[1:])
        report = sound(raws, given)
        assert "the parent that was given is not sound itself" in open_questions(report)
        assert Code.PARENT_OK not in codes(report)

    def test_an_open_fork_of_a_game_that_still_hides_its_dice_would_tell_them(
        self, referee: Referee, parent: Game
    ) -> None:
        raws = forked(referee, parent, "same", 12)
        given = Given(parent=referee.store.read(parent.id)[:20])
        finding = refuted(raws, Verdict.VIOLATION, Code.FALSE_PARENT, 1, given)
        assert "still secret" in finding.says

    def test_a_parent_for_a_game_that_is_no_fork_is_only_mentioned(
        self, referee: Referee, parent: Game
    ) -> None:
        raws = referee.store.read(parent.id)
        assert "this game is no fork" in open_questions(sound(raws, Given(parent=raws)))
