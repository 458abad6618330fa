"""The outsider's verifier agrees with the program: on golden logs, on new games, and on what is wrong."""

import ast
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any  # what JSON holds

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mensch.core.errors import CorruptLogError, NewerLogError
from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.cause import TABLE
from mensch.events.game import Game, fold, initial
from mensch.events.loading import public_game
from mensch.events.record import decode, digest, genesis
from tests.events.raw import RIGHT, ZERO
from tests.events.table import BOT, GREEDY, Table, player, salt, started
from tests.events.test_record import ALSO_MALFORMED, IMPOSSIBLE, MALFORMED, NEWER
from tests.events.verifier import Log, verify
from tests.events.verifier_records import MalformedError, NewerError, record
from tests.events.verifier_table import ViolationError
from tests.golden.recorded import names, raws, read

TAKEOVER = "takeover-and-agreed-abort"


def agrees(log: Log, game: Game) -> None:
    """Whether the verifier came to the same state as the program."""
    assert log.status == ("over" if game.over else game.status.value)
    assert log.offers == game.offers
    assert len(log.sealed) == game.sealed
    assert log.revealed == (game.revealed is not None)
    assert log.disputes == game.disputes
    if log.board is None:
        assert game.position is None
        return
    board, table = log.board, game.table
    for seat in range(board.seats):
        assert tuple(map(tuple, board.rows[seat])) == table.rows(seat)
        assert tuple(sorted(board.hands[seat])) == table.hand(seat)
    assert (tuple(board.scores), board.turn) == (table.scores, table.turn)
    assert board.gone == table.departed
    assert tuple(sorted(board.centre)) == table.centre
    assert (len(board.pile), board.deck) == (table.pile_size, table.reshuffles)
    assert tuple(board.discards.count(pips) for pips in range(7)) == table.discards


def test_the_verifier_imports_nothing_but_the_standard_library_pynacl_and_itself() -> None:
    parts = sorted(Path(__file__).parent.glob("verifier*.py"))
    assert len(parts) == 7
    for path in parts:
        for node in ast.walk(ast.parse(path.read_text())):
            imported = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            imported += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in imported:
                assert name.split(".")[0] in {*sys.stdlib_module_names, "nacl"} or name.startswith(
                    "tests.events.verifier"
                )


# What is right


@pytest.mark.parametrize("name", names())
def test_golden_logs_are_right_and_come_to_the_same_end(name: str) -> None:
    log = read(name)
    agrees(verify(raws(name)), public_game(log[0].record.game, log))


@pytest.mark.parametrize("name", ["four-seats", "resignations", "fork-of-a-fork", TAKEOVER])
def test_every_beginning_of_a_golden_log_comes_to_the_public_state(name: str) -> None:
    log = read(name)
    for seq in range(1, len(log)):
        if log[seq - 1].record.type != "deck_revealed":
            agrees(verify(raws(name)[:seq]), public_game(log[0].record.game, log[:seq]))


def played_anyhow(seats: int, seed: int) -> Table:
    """A game in which people also talk, resign, offer to abort, and hand over seats, to its end."""
    random = Random(seed)
    rules = classic(seats, random.choice([None, 5, 60]), random.choice([None, {n: n % 6 for n in range(41)}]))
    table = started(rules=rules, seed=random.randbytes(32), bots=[seat for seat in range(seats) if seat % 3])
    while not table.game.over:
        seat = random.choice(sorted(set(range(seats)) - table.game.table.departed))
        match random.randrange(60):
            case 0:
                table.does(c.LeaveMessage(seat, salt(seed)))
            case 1 if seed % 2:
                table.does(c.Resign(seat))
            case 2:
                bot = random.choice([None, GREEDY])
                table.does(c.TakeOverSeat(seat, player(len(table.log)), bot))
            case 3 if seat not in table.game.offers and seed % 3:
                table.does(c.OfferAbort(seat))
            case _:
                bot = table.game.holder(table.turn).bot
                table.plays(random.choice(table.game.table.legal_moves()).text, BOT if bot else TABLE)
    numbers = [n for n in range(len(table.played)) if n % 5]
    if numbers:
        table.does(table.publishes(*numbers))
    return table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_new_games_are_right_and_come_to_the_same_end(seats: int) -> None:
    for seed in range(12):
        table = played_anyhow(seats, seed)
        log = verify(table.raws)
        agrees(log, public_game(table.game.id, table.log))
        half = len(table.log) // 2
        agrees(verify(table.raws[:half]), fold(initial(table.game.id), table.log[:half]))


# What is wrong

WRONG: dict[str, bytes] = MALFORMED | IMPOSSIBLE | ALSO_MALFORMED


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_malformed_for_the_program_is_malformed_for_the_verifier(kind: str) -> None:
    with pytest.raises(MalformedError):
        record(WRONG[kind])


@pytest.mark.parametrize("kind", NEWER)
def test_what_is_newer_for_the_program_is_newer_for_the_verifier(kind: str) -> None:
    with pytest.raises(NewerError):
        record(NEWER[kind])


def verdict(read_one: Callable[[bytes], object], raw: bytes) -> str:
    """Right, malformed or newer."""
    try:
        read_one(raw)
    except (MalformedError, CorruptLogError):
        return "malformed"
    except (NewerError, NewerLogError):
        return "newer"
    return "right"


@settings(max_examples=400)
@given(st.data())
def test_both_say_the_same_of_a_record_with_changed_bytes(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from([*raws("resignations"), *raws("fork-fresh"), RIGHT])))
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.sampled_from([b"", b"0", b"-", b",", b'"'])
        )
    assert verdict(record, bytes(raw)) == verdict(decode, bytes(raw))


def test_a_changed_byte_in_any_record_but_the_last_is_noticed() -> None:
    log, random = raws(TAKEOVER), Random(0)
    for _ in range(300):
        at = random.randrange(len(log) - 1)
        raw = bytearray(log[at])
        place = random.randrange(len(raw))
        raw[place] = random.choice([byte for byte in b'0123456789abcdefN+-"{' if byte != raw[place]])
        with pytest.raises((MalformedError, NewerError, ViolationError)):
            verify([*log[:at], bytes(raw), *log[at + 1 :]])


def rewritten(name: str, change: Callable[[list[dict[str, Any]]], object]) -> list[bytes]:
    """A golden log with something changed, and every number and hash right again, as a forger would."""
    log = [json.loads(raw) for raw in raws(name)]
    change(log)
    written: list[bytes] = []
    prev = genesis(log[0]["game"])
    for seq, fields in enumerate(log, 1):
        fields |= {"seq": seq, "prev": prev}
        written.append(json.dumps(fields, sort_keys=True, separators=(",", ":")).encode())
        prev = digest(written[-1])
    return written


def find(log: list[dict[str, Any]], kind: str, number: int = 0) -> int:
    """Where the record of a type stands."""
    return [at for at, fields in enumerate(log) if fields["type"] == kind][number]


def body(kind: str, number: int = 0, **changes: object) -> Callable[[list[dict[str, Any]]], object]:
    """Change fields in the body of a record."""
    return lambda log: log[find(log, kind, number)]["body"].update(changes)


def by(kind: str, who: str, number: int = 0) -> Callable[[list[dict[str, Any]]], object]:
    """Say that somebody else did it."""
    return lambda log: log[find(log, kind, number)].update(by=who)


def without(kind: str, number: int = 0) -> Callable[[list[dict[str, Any]]], object]:
    """Leave a record out."""
    return lambda log: log.pop(find(log, kind, number))


def twice(kind: str, number: int = 0) -> Callable[[list[dict[str, Any]]], object]:
    """Write a record twice."""

    def change(log: list[dict[str, Any]]) -> None:
        at = find(log, kind, number)
        log.insert(at, json.loads(json.dumps(log[at])))

    return change


def behind(kind: str, other: str, number: int = 0) -> Callable[[list[dict[str, Any]]], object]:
    """Move a record behind one of another type."""

    def change(log: list[dict[str, Any]]) -> None:
        moved = log.pop(find(log, kind, number))
        log.insert(find(log, other) + 1, moved)

    return change


def die(number: int) -> Callable[[list[dict[str, Any]]], object]:
    """Play another die in a move."""

    def change(log: list[dict[str, Any]]) -> None:
        fields = log[find(log, "move_played", number)]["body"]
        fields["move"] = fields["move"][:-1] + str(int(fields["move"][-1]) % 6 + 1)

    return change


FORGED: dict[str, tuple[str, Callable[[list[dict[str, Any]]], object]]] = {
    "another die in the first move": ("two-seats", die(0)),
    "another die in the tenth move": ("two-seats", die(9)),
    "a move that is left out": ("two-seats", without("move_played", 5)),
    "a move that is played twice": ("two-seats", twice("move_played", 5)),
    "a move by the other seat": ("two-seats", by("move_played", "seat:1")),
    "a move by a bot that is none": ("two-seats", by("move_played", "bot:0")),
    "a move by the operator": ("two-seats", by("move_played", "operator")),
    "a move of an arbiter": ("two-seats", by("move_played", "arbiter:0000000000")),
    "a pass while there is a play": ("two-seats", body("move_played", 3, move="P1")),
    "a row where there is no choice": ("two-seats", body("move_played", 0, move="N1@1A")),
    "another winner": ("two-seats", body("game_finished", winner=1)),
    "another score": ("two-seats", body("game_finished", scores=[41, 34])),
    "other places": ("two-seats", body("game_finished", places=[1, 1])),
    "another ending": ("two-seats", body("game_finished", ending="last seat")),
    "no end after the winning move": ("two-seats", without("game_finished")),
    "an end before the winning move": ("two-seats", behind("game_finished", "game_started")),
    "an end by a seat": ("two-seats", by("game_finished", "seat:0")),
    "another seed": ("two-seats", body("deck_revealed", seed=ZERO)),
    "another commitment": ("two-seats", lambda log: log[0]["body"]["deck"].update(commitment=ZERO)),
    "another context": ("two-seats", lambda log: log[0]["body"]["deck"].update(context="0000000000")),
    "other bytes of a player": ("two-seats", body("player_joined", entropy=ZERO)),
    "players in another order": ("two-seats", behind("player_joined", "player_joined", 0)),
    "another target": ("two-seats", lambda log: log[0]["body"]["rules"].update(target=200)),
    "other stars": ("own-stars", lambda log: log[0]["body"]["rules"].update(stars={})),
    "a reveal before the end": ("two-seats", behind("deck_revealed", "game_started")),
    "a second reveal": ("two-seats", twice("deck_revealed")),
    "reasons before the reveal": ("two-seats", behind("reasons_published", "game_finished")),
    "reasons twice": ("two-seats", twice("reasons_published")),
    "an invented reason": (
        "two-seats",
        lambda log: log[-1]["body"]["reasons"][3].update(envelope='{"kind":"bot"}'),
    ),
    "reasons in another order": ("two-seats", lambda log: log[-1]["body"]["reasons"].reverse()),
    "a reason for what is no move": ("two-seats", lambda log: log[-1]["body"]["reasons"][0].update(seq=1)),
    "a start without players": ("two-seats", behind("game_started", "game_created")),
    "two players at one seat": ("two-seats", body("player_joined", 1, seat=0)),
    "a player at two seats": (
        "two-seats",
        lambda log: log[2]["body"].update(player=log[1]["body"]["player"]),
    ),
    "a fourth seat of two": ("two-seats", body("player_joined", 1, seat=3)),
    "two creations": ("two-seats", twice("game_created")),
    "no creation": ("two-seats", without("game_created")),
    "a command that comes again": ("two-seats", lambda log: log[9].update(cmd=log[3]["cmd"])),
    "a time that goes back": ("two-seats", lambda log: log[9].update(at=log[8]["at"] - 1)),
    "a resignation of another": ("resignations", by("player_resigned", "seat:0")),
    "a resignation twice": ("resignations", twice("player_resigned")),
    "a resignation left out": ("resignations", without("player_resigned")),
    "a message of nobody": (TAKEOVER, by("message_left", "seat:3")),
    "a message in another's name": (TAKEOVER, by("message_left", "operator")),
    "a takeover of a seat that is not there": (TAKEOVER, body("seat_taken_over", seat=3)),
    "a takeover by a player": (TAKEOVER, by("seat_taken_over", "seat:0")),
    "a takeover left out": (TAKEOVER, without("seat_taken_over")),
    "an offer left out of an agreement": (TAKEOVER, without("abort_offered", -2)),
    "an offer twice": (TAKEOVER, twice("abort_offered", -2)),
    "an agreement that nobody asked for": ("aborted-by-operator", body("game_aborted", cause="agreed")),
    "a move after the abort": ("aborted-by-operator", behind("move_played", "deck_revealed", -1)),
    "a history with another move": (
        "fork-same",
        lambda log: log[0]["body"]["fork"]["history"].__setitem__(0, "N1+1"),
    ),
    "a history of moves in another order": (
        "fork-same",
        lambda log: log[0]["body"]["fork"]["history"].reverse(),
    ),
    "a fresh fork dealt at its start": ("fork-fresh", lambda log: log[0]["body"]["fork"].pop("dealt")),
    "a departure left out of a history": (
        "fork-fresh",
        lambda log: log[0]["body"]["fork"]["history"].remove("L1"),
    ),
    "dice dealt elsewhere": ("fork-of-a-fork", lambda log: log[0]["body"]["fork"].update(dealt=70)),
    "dice dealt behind the history": (
        "fork-of-a-fork",
        lambda log: log[0]["body"]["fork"].update(dealt=9999),
    ),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_log_is_not_right_even_if_its_chain_is(forgery: str) -> None:
    name, change = FORGED[forgery]
    with pytest.raises(ViolationError):
        verify(rewritten(name, change))


def test_a_log_that_is_written_again_without_a_change_is_right() -> None:
    for name in names():
        assert rewritten(name, lambda log: None) == raws(name)


def test_another_rule_set_is_newer() -> None:
    with pytest.raises(NewerError):
        verify(rewritten("two-seats", lambda log: log[0]["body"]["rules"].update(version=2)))
