"""Random tampering: nothing makes a reader fail, and both verifiers say the same of all of it."""

from __future__ import annotations

import contextlib
import copy
import json
import os
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any  # what JSON holds

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mensch.core.errors import LogError
from mensch.events.archive import read_annexed, read_header
from mensch.events.audit import Given, audit
from mensch.events.audit.chain import Noted
from mensch.events.audit.report import Verdict
from mensch.events.ed25519 import public_key
from mensch.events.record import decode, digest
from tests.events.audit.logs import fields_of, rechained
from tests.golden.generate import ARBITER
from tests.golden.recorded import names
from tests.golden.recorded import raws as golden
from tests.tamper.case import agree, safe
from tests.tamper.sample import PINNED, exported, played, receipt, small
from tests.tamper.test_copies import closed, split
from tests.tamper.test_forks import FORKS, PARENT

RAWS = played().raws
FILE = exported(RAWS)
SMALL = closed(small())
LOGS = [RAWS, *(golden(name) for name in names() if len(golden(name)) < 200)]
FAMILIES = [
    (FORKS["fresh"], PARENT),
    (FORKS["same"], PARENT),
    (golden("replay-by-ruling"), golden("dispute-replayed")),
]
RECORDS = [fields_of(raw) for log in LOGS for raw in log]
ARBITERS = {record["by"]: public_key(ARBITER) for record in RECORDS if record["type"] == "ruling_given"}
AUTHORS = ("seat:0", "seat:1", "seat:2", "bot:0", "bot:1", "bot:2", "operator", "clock", "arbiter:0000000000")
TOKENS = (b"", b'"', b"{", b"}", b"[", b",", b":", b"0", b"-", b"1e9", b"null", b"true", b"\\u0000", b"\xff")

PROOFS = {"short": 2_000, "whole": 40_000}
ROUNDS = PROOFS[os.environ.get("MENSCH_PROOFS", "short")]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def spliced(draw: st.DrawFn, content: bytes) -> bytes:
    """Bytes in which some were cut, doubled or exchanged."""
    changed = bytearray(content)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(changed)))
        piece = draw(st.sampled_from(TOKENS) | st.binary(max_size=12))
        changed[start : start + draw(st.integers(0, 6))] = piece
    return bytes(changed)


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=300) | st.sampled_from(FILE).flatmap(spliced))
def test_no_bytes_make_a_reader_fail_otherwise_than_it_says(line: bytes) -> None:
    for read in (decode, read_header, read_annexed):
        with contextlib.suppress(LogError):
            read(line)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(RECORDS), st.lists(st.tuples(st.text(max_size=8), JSON), max_size=2), st.data())
def test_no_value_in_a_record_makes_an_audit_fail(
    record: dict[str, Any], more: list[tuple[str, object]], data: st.DataObject
) -> None:
    changed = copy.deepcopy(record)
    changed["body"] |= dict(more)
    name = data.draw(st.sampled_from([*changed, *changed["body"]]))
    (changed if name in changed else changed["body"])[name] = data.draw(JSON)
    try:
        raw = json.dumps(changed, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return
    assert agree([raw]) in Verdict
    safe(audit([raw]))


@settings(max_examples=300, deadline=None)
@given(spliced(SMALL))
def test_both_say_the_same_of_a_file_with_changed_bytes(content: bytes) -> None:
    verdict = agree(split(content))
    # That the last line ends is no part of what is checked: it holds no record and is in no digest.
    assert verdict != Verdict.SOUND or content.removesuffix(b"\n") == SMALL.removesuffix(b"\n")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.binary(max_size=100) | st.sampled_from(FILE), max_size=12), st.booleans())
def test_both_say_the_same_of_lines_in_any_order(lines: list[bytes], feeds: bool) -> None:
    assert agree([line + b"\n" for line in lines] if feeds else lines) in Verdict


# Logs of an operator who writes anything and chains it anew


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to all values in a body that are no objects or lists."""
    inner: Sequence[tuple[str | int, object]] = ()
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    else:
        yield path
    for name, one in inner:
        yield from leaves(one, (*path, name))


def change_a_value(body: dict[str, Any], random: Random) -> None:
    """Put another value of the same kind somewhere in a body, or take it away."""
    ways = list(leaves(body))
    if not ways:
        return
    *way, name = random.choice(ways)
    place: Any = body  # an object or a list within it
    for step in way:
        place = place[step]
    value = place[name]
    if isinstance(value, int) and not isinstance(value, bool):
        place[name] = max(0, value + random.choice([-1, 1, 2]))
    elif isinstance(value, str) and len(value) in (64, 128):
        place[name] = "00" * (len(value) // 2)
    elif name == "move":
        place[name] = random.choice(MOVES)
    elif isinstance(place, dict):
        del place[name]


MOVES = [record["body"]["move"] for record in RECORDS if record["type"] == "move_played"]


def tamper(log: list[dict[str, Any]], random: Random) -> None:
    """Do one thing to the records of a log."""
    at, to = random.randrange(len(log)), random.randrange(len(log) + 1)
    record = log[at]
    match random.randrange(9):
        case 0 if len(log) > 1:
            del log[at]
        case 1:
            log.insert(to, copy.deepcopy(record))
        case 2:
            log.insert(to, log.pop(at))
        case 3:
            log.insert(at, copy.deepcopy(random.choice(RECORDS)))
        case 4:
            record["by"] = random.choice(AUTHORS)
        case 5:
            record["cmd"] = random.choice(log)["cmd"]
        case 6:
            record["at"] += random.choice([-100_000, -1, 1, 24 * 3_600_000])
        case 7:
            others = [other for other in RECORDS if other["type"] == record["type"]]
            record["body"] = copy.deepcopy(random.choice(others)["body"])
        case _:
            change_a_value(record["body"], random)


def tampered(random: Random) -> list[bytes]:
    """A log to which up to three things were done, often without its end."""
    log = [fields_of(raw) for raw in random.choice(LOGS)]
    if random.random() < 0.3:
        del log[random.randrange(1, len(log)) :]
    for _ in range(random.choice([1, 1, 1, 2, 2, 3])):
        tamper(log, random)
    return rechained(log)


def with_witnesses(random: Random) -> Verdict:
    """The verdict on a log that was tampered with, beside what others have: a head, a copy, a receipt."""
    seen = random.choice(LOGS)
    number = random.randrange(1, len(seen))
    given = Given(
        keys={**PINNED, **ARBITERS},
        heads=[Noted(number, digest(seen[number - 1]), "somebody")],
        copies=[random.choice([seen, tampered(random)])],
        receipts=[receipt(RAWS, random.randrange(1, len(RAWS)))],
    )
    return agree(tampered(random), given)


def with_parent(random: Random) -> Verdict:
    """The verdict on a fork beside its parent, one of which was tampered with."""
    child, parent = ([fields_of(raw) for raw in raws] for raws in random.choice(FAMILIES))
    tamper(random.choice([child, parent]), random)
    if random.random() < 0.3:
        change_a_value(child[0]["body"].get("fork") or {}, random)
    return agree(rechained(child), Given(parent=rechained(parent), keys=ARBITERS))


def test_both_say_the_same_of_logs_that_were_tampered_with_and_chained_anew() -> None:
    random = Random(0)
    assert {agree(tampered(random)) for _ in range(150)} >= {Verdict.SOUND, Verdict.VIOLATION}


def test_both_say_the_same_of_logs_beside_what_others_have() -> None:
    random = Random(0)
    assert {with_witnesses(random) for _ in range(50)} >= {Verdict.TWO_HISTORIES, Verdict.VIOLATION}


def test_both_say_the_same_of_forks_beside_their_parents() -> None:
    random = Random(0)
    assert {with_parent(random) for _ in range(60)} >= {Verdict.SOUND, Verdict.VIOLATION}


@pytest.mark.slow
def test_both_say_the_same_of_very_many_logs_that_were_tampered_with() -> None:
    random = Random(1)
    verdicts = [agree(tampered(random)) for _ in range(ROUNDS)]
    assert {Verdict.SOUND, Verdict.VIOLATION, Verdict.CUT, Verdict.MALFORMED} <= {*verdicts}
    assert verdicts.count(Verdict.VIOLATION) > ROUNDS / 2
    for _ in range(ROUNDS // 4):
        with_witnesses(random)
        with_parent(random)
