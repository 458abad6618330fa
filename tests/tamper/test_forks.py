"""Forks whose parent was stripped, exchanged or never went so."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.audit import Given
from mensch.events.audit.report import COPY, OPERATOR, Code, Verdict
from mensch.events.cause import TABLE
from mensch.events.fork import Dice, fork
from mensch.events.game import Game
from mensch.events.memory import MemoryStore
from mensch.events.record import digest
from mensch.events.referee import Player, Referee
from tests.events.audit.logs import Change, codes, fields_of, open_questions, rewritten
from tests.golden.generate import repeatable
from tests.golden.recorded import raws as golden
from tests.tamper.case import Case, by_operator, checked, sound

BEGUN = 12
"""The record that the forks go on from."""


def play(referee: Referee, game: Game, moves: int = 10_000) -> Game:
    """Play up to so many random moves."""
    random = Random(0)
    while not game.over and moves > 0:
        moves -= 1
        move = random.choice(game.table.legal_moves())
        game = referee.play(game, game.table.turn, move.text, TABLE)
    return game


def logs() -> tuple[dict[Dice, list[bytes]], list[bytes], list[bytes]]:
    """A fork of each kind that was played to its end, their parent, and a game that is not their parent."""
    with repeatable(Random(0)):
        referee = Referee(MemoryStore())
        players = [Player(name) for name in ("anna", "ben", "carla")]
        parent = play(referee, referee.new_game(classic(3, 8), players), 20)
        parent = play(referee, referee.act(parent, [c.Resign(1)]))
        other = play(referee, referee.new_game(classic(3, 8), players))
        forks = {
            dice: referee.store.read(play(referee, fork(referee, parent.id, BEGUN, dice)).id) for dice in DICE
        }
        return forks, referee.store.read(parent.id), referee.store.read(other.id)


DICE: tuple[Dice, ...] = ("fresh", "same")
FORKS, PARENT, OTHER = logs()
BREACH = Verdict.VIOLATION


def changed(dice: Dice, change: Change) -> Callable[[], list[bytes]]:
    """A fork in which what it says of its parent was changed, chained anew."""
    return lambda: rewritten(FORKS[dice], 1, lambda record: change(record["body"]["fork"]))


def stripped(dice: Dice) -> Callable[[], list[bytes]]:
    return lambda: rewritten(FORKS[dice], 1, lambda record: record["body"].pop("fork"))


def wrong(dice: Dice, change: Change, *codes: Code) -> Case:
    """A case that only the parent tells."""
    return by_operator(changed(dice, change), BREACH, *codes, given=Given(parent=PARENT))


def other_move(fork_of: dict[str, list[str]]) -> None:
    """Another end of the history, which is possible as well."""
    last = fork_of["history"][-1]
    fork_of["history"][-1] = next(f"N{die}" for die in range(1, 7) if f"N{die}" != last)


def is_fresh(fork_of: dict[str, object]) -> None:
    fork_of["dice"] = "fresh"
    fork_of["dealt"] = len(FORKS_HISTORY)


FORKS_HISTORY = fields_of(FORKS["same"][0])["body"]["fork"]["history"]
KNOWN = Given(parent=PARENT)

CASES: dict[str, Case] = {
    "a fork with fresh dice, and its parent": sound(lambda: FORKS["fresh"], KNOWN),
    "a fork with the same dice, and its parent": sound(lambda: FORKS["same"], KNOWN),
    "the parent stripped from a fork with fresh dice": by_operator(
        stripped("fresh"), BREACH, Code.OUT_OF_TURN
    ),
    "the parent stripped from a fork with the same dice": by_operator(
        stripped("same"), BREACH, Code.OUT_OF_TURN
    ),
    "the parent's id left out": Case(
        changed("fresh", lambda fork_of: fork_of.pop("parent")),
        Verdict.MALFORMED,
        frozenset({(Code.MALFORMED, COPY)}),
    ),
    "another game for a parent": by_operator(
        lambda: FORKS["fresh"], BREACH, Code.FALSE_PARENT, given=Given(parent=OTHER)
    ),
    "another id of the parent": wrong("fresh", lambda f: f.update(parent="0" * 10), Code.FALSE_PARENT),
    "another hash of the parent's record": wrong(
        "fresh", lambda f: f.update(hash="00" * 32), Code.FALSE_PARENT
    ),
    "another record of the parent, with its hash": wrong(
        "fresh", lambda f: f.update(seq=BEGUN + 1, hash=digest(PARENT[BEGUN])), Code.FALSE_PARENT
    ),
    "a record behind the parent's end": wrong("fresh", lambda f: f.update(seq=9999), Code.FALSE_PARENT),
    "the record that ended the parent": wrong(
        "fresh", lambda f: f.update(seq=len(PARENT), hash=digest(PARENT[-1])), Code.FALSE_PARENT
    ),
    "a history that was not the parent's": by_operator(
        lambda: changed("fresh", other_move)()[:5], BREACH, Code.FALSE_PARENT, given=KNOWN
    ),
    "a history without its last move": wrong(
        "same", lambda f: f["history"].pop(), Code.FALSE_PARENT, Code.OUT_OF_TURN
    ),
    "the parent's dice, although they are said to be fresh": wrong(
        "same", is_fresh, Code.FALSE_PARENT, Code.ILLEGAL_MOVE
    ),
    "a parent that has not revealed the dice that are said to be the same": by_operator(
        lambda: FORKS["same"], BREACH, Code.FALSE_PARENT, given=Given(parent=PARENT[:BEGUN])
    ),
    "a fork by ruling, and the parent that has the ruling": sound(
        lambda: golden("replay-by-ruling"), Given(parent=golden("dispute-replayed"))
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_made_of_a_fork_is_told(case: str) -> None:
    checked(CASES[case])


@pytest.mark.parametrize("dice", DICE)
def test_a_fork_without_its_parent_is_sound_and_its_parent_unproven(dice: Dice) -> None:
    report = checked(sound(lambda: FORKS[dice]))
    assert Code.HISTORY in codes(report)
    assert Code.PARENT_OK not in codes(report)


@pytest.mark.parametrize("parent", [PARENT[1:], [*PARENT[:5], *PARENT[6:]], [b"{}"], []])
def test_a_parent_that_is_broken_itself_proves_nothing(parent: list[bytes]) -> None:
    report = checked(sound(lambda: FORKS["fresh"], Given(parent=parent)))
    assert "the parent that was given is not sound itself" in open_questions(report)


def taken_over(change: Change) -> list[bytes]:
    """A fork by ruling in which the creation or a player was changed."""
    return rewritten(golden("replay-by-ruling"), 2, change)


RULED = golden("dispute-replayed")
SEATED = [fields_of(raw)["body"]["player"] for raw in FORKS["fresh"] if b"player_joined" in raw]
PARENTS = [fields_of(raw)["body"]["player"] for raw in PARENT if b"player_joined" in raw]

ROSTERS: dict[str, Callable[[], tuple[list[bytes], list[bytes]]]] = {
    "a player of the parent in a fork that no ruling has made": lambda: (
        rewritten(FORKS["fresh"], 2, lambda record: record["body"].update(player=PARENTS[0])),
        PARENT,
    ),
    "another player in a fork that a ruling has made": lambda: (
        taken_over(lambda record: record["body"].update(player="0" * 10)),
        RULED,
    ),
    "a ruling that names another record": lambda: (
        golden("replay-by-ruling"),
        rewritten(RULED, _ruling(), lambda record: record["body"].update(replayed_from=20)),
    ),
    "a ruling that names another fork": lambda: (
        golden("replay-by-ruling"),
        rewritten(RULED, _ruling(), lambda record: record["body"].update(fork="0" * 10)),
    ),
    "a dispute window that the parent does not have": lambda: (
        # of a game that still runs, since the reveal of one that is over would not wait for it
        rewritten(FORKS["fresh"][:10], 1, lambda record: record["body"].update(dispute_window=1)),
        PARENT,
    ),
}


def _ruling() -> int:
    return next(number for number, raw in enumerate(RULED, 1) if b"ruling_given" in raw)


@pytest.mark.parametrize("roster", ROSTERS)
def test_a_roster_that_the_parent_does_not_give_a_fork_is_told(roster: str) -> None:
    lines, parent = ROSTERS[roster]()
    checked(Case(lambda: lines, BREACH, frozenset({(Code.FALSE_PARENT, OPERATOR)}), Given(parent=parent)))
