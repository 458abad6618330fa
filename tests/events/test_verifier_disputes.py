"""The outsider's verifier agrees with the program about disputes and rulings, right and wrong ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any  # what JSON holds

import pytest

from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.ed25519 import public_key
from mensch.events.game import Status, fold, initial
from mensch.events.loading import public_game
from tests.events.dispute_table import FORK, disputes, opening, ruling
from tests.events.table import Table, started
from tests.events.test_verifier import agrees, behind, body, by, find, rewritten, twice, without
from tests.events.verifier import verify, verify_fork
from tests.events.verifier_disputes import signed_rulings
from tests.events.verifier_table import ViolationError
from tests.golden.generate import ARBITER, DAY
from tests.golden.recorded import names, raws, read

DISPUTED = sorted(name for name in names() if "ruling_given" in {entry.record.type for entry in read(name)})


def something_happens(table: Table, random: Random) -> None:
    """One thing that is allowed now: mostly a move, often about a dispute."""
    game = table.game
    open_ones = sorted(game.disputes)
    still_in = sorted(set(range(len(game.seats))) - game.table.departed)
    if not open_ones:
        if random.random() < 0.2:
            disputes(table, random.randint(4, game.seq), random.choice(still_in))
        else:
            table.plays(random.choice(game.table.legal_moves()).text)
        return
    dispute = random.choice(open_ones)
    match random.randrange(8):
        case 0:
            disputes(table, random.randint(4, game.seq), random.choice(still_in))
        case 1:
            table.does(c.Resign(random.choice(still_in)))
        case 2:
            table.does(ruling(table, "forfeit", dispute, seat=random.choice(still_in)))
        case 3:
            numbers = [at for at, entry in enumerate(_moves(table)) if entry == game.disputes[dispute]]
            if numbers and game.disputes[dispute] not in game.opened:
                table.does(opening(table, numbers[0]))
        case 4 if random.random() < 0.3:
            table.does(ruling(table, "annulled", dispute))
        case 5 if random.random() < 0.3:
            table.does(
                ruling(table, "replayed", dispute, replayed_from=random.randint(4, game.seq), fork=FORK)
            )
        case _:
            table.does(ruling(table, "stands", dispute))


def _moves(table: Table) -> list[int]:
    return [entry.seq for entry in table.log if entry.record.type == "move_played"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_disputed_games_are_right_and_come_to_the_same_end(seats: int) -> None:
    ends: set[Status] = set()
    for seed in range(20):
        random = Random(seed)
        table = started(rules=classic(seats, 9), seed=random.randbytes(32))
        while not table.game.over:
            something_happens(table, random)
        for dispute in sorted(table.game.disputes):
            table.does(ruling(table, "stands", dispute))
        agrees(verify(table.raws), public_game(table.game.id, table.log))
        half = len(table.log) // 2
        agrees(verify(table.raws[:half]), fold(initial(table.game.id), table.log[:half]))
        ends.add(table.game.status)
    assert ends >= {Status.FINISHED, Status.ANNULLED}


@pytest.mark.parametrize("name", DISPUTED)
def test_the_rulings_of_golden_logs_are_signed_by_their_arbiter(name: str) -> None:
    authors = {entry.record.by for entry in read(name) if entry.record.type == "ruling_given"}
    keys = dict.fromkeys(authors, public_key(ARBITER))
    assert set(signed_rulings(raws(name), keys)) == {True}
    assert set(signed_rulings(raws(name), dict.fromkeys(authors, public_key(bytes(32))))) == {False}


def test_a_ruling_that_was_changed_or_moved_is_not_signed() -> None:
    author = next(entry.record.by for entry in read("dispute-stands") if entry.record.type == "ruling_given")
    keys = {author: public_key(ARBITER)}
    assert signed_rulings(rewritten("dispute-stands", body("ruling_given", ruling="annulled")), keys) == [
        False
    ]
    talked_less = rewritten("dispute-stands", without("message_left"))
    assert signed_rulings(talked_less, keys) == [False]


Change = Callable[[list[dict[str, Any]]], object]


def reason(**changes: object) -> Change:
    """Change the reason that was opened."""
    return lambda log: log[find(log, "reason_opened")]["body"]["reason"].update(changes)


def early(log: list[dict[str, Any]]) -> None:
    """Reveal the deck a millisecond before its window has passed."""
    end = log[find(log, "game_finished")]["at"]
    at = find(log, "deck_revealed")
    for fields in log[at:]:
        fields["at"] = end + DAY - 1


def opened_again(log: list[dict[str, Any]]) -> None:
    """Publish a reason that was opened before."""
    opened = log[find(log, "reason_opened")]["body"]["reason"]
    reasons = log[find(log, "reasons_published")]["body"]["reasons"]
    reasons.append(json.loads(json.dumps(opened)))
    reasons.sort(key=lambda one: int(one["seq"]))


def operators_end(log: list[dict[str, Any]]) -> None:
    """Let the operator end a game while a dispute is open."""
    log[find(log, "game_aborted")]["body"]["cause"] = "operator"


FORGED: dict[str, tuple[str, Change]] = {
    "a move while a dispute is open": ("dispute-stands", behind("move_played", "dispute_opened", -1)),
    "a ruling left out": ("dispute-stands", without("ruling_given")),
    "a ruling twice": ("dispute-stands", twice("ruling_given")),
    "a ruling on no dispute": ("dispute-stands", body("ruling_given", dispute=3)),
    "a ruling before the dispute": ("dispute-stands", behind("ruling_given", "game_started")),
    "a ruling by the operator": ("dispute-stands", by("ruling_given", "operator")),
    "a ruling by a player": ("dispute-stands", by("ruling_given", "seat:0")),
    "a ruling that stands with a seat": ("dispute-stands", body("ruling_given", seat=0)),
    "a dispute left out": ("dispute-stands", without("dispute_opened")),
    "a dispute of another seat": ("dispute-stands", by("dispute_opened", "seat:1")),
    "a dispute by the operator": ("dispute-stands", by("dispute_opened", "operator")),
    "a dispute of what is not there": ("dispute-stands", body("dispute_opened", seq=500)),
    "a dispute before the start": ("dispute-stands", behind("dispute_opened", "game_created")),
    "the cause of another move": ("dispute-stands", reason(seq=9)),
    "an invented cause": ("dispute-stands", reason(envelope='{"kind":"bot"}')),
    "a cause by an arbiter": ("dispute-stands", by("reason_opened", "arbiter:0000000000")),
    "a cause after the ruling": ("dispute-stands", behind("reason_opened", "ruling_given")),
    "a cause twice": ("dispute-stands", twice("reason_opened")),
    "a cause that is published again": ("dispute-stands", opened_again),
    "a forfeit without a seat": ("dispute-forfeits", lambda log: _ruling(log).pop("seat")),
    "a forfeit of another seat": ("dispute-forfeits", body("ruling_given", seat=0)),
    "a forfeit of a seat that is not there": ("dispute-forfeits", body("ruling_given", seat=3)),
    "no end after the last forfeit": ("dispute-forfeits", without("game_finished")),
    "a forfeit after the end": ("dispute-annulled", body("ruling_given", ruling="forfeit", seat=0)),
    "a reveal within the window": ("dispute-annulled", early),
    "a second annulment": ("dispute-annulled", body("ruling_given", 1, ruling="annulled")),
    "a reveal while a dispute is open": ("dispute-and-abort", behind("deck_revealed", "game_aborted")),
    "an end by the operator while a dispute is open": ("dispute-and-abort", operators_end),
    "an annulment of what has no result": ("dispute-and-abort", body("ruling_given", ruling="annulled")),
    "a replay from before the start": ("dispute-replayed", body("ruling_given", replayed_from=4)),
    "a replay from after the end": ("dispute-replayed", body("ruling_given", replayed_from=31)),
    "a replay without a fork": ("dispute-replayed", lambda log: _ruling(log).pop("fork")),
}


def _ruling(log: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = log[find(log, "ruling_given")]["body"]
    return found


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_log_is_not_right_even_if_its_chain_is(forgery: str) -> None:
    name, change = FORGED[forgery]
    with pytest.raises(ViolationError):
        verify(rewritten(name, change))


def _without_ruling(log: list[dict[str, Any]]) -> None:
    del log[find(log, "dispute_opened") :]


PARENTS: dict[str, Change] = {
    "another record": body("ruling_given", replayed_from=25),
    "another fork": body("ruling_given", fork="0000000000"),
    "no ruling at all": _without_ruling,
}


@pytest.mark.parametrize("parent", PARENTS)
def test_a_fork_with_its_parents_players_is_not_right_unless_a_ruling_of_the_parent_names_it(
    parent: str,
) -> None:
    with pytest.raises(ViolationError):
        verify_fork(raws("replay-by-ruling"), rewritten("dispute-replayed", PARENTS[parent]))
