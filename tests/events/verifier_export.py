"""The verdict on a file, alone or beside what others have of the game.

Written from docs/audit.md and docs/event-log.md alone, in plain Python, and imports nothing of this project.
Bots' moves are not run again, which no page says how to do.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any  # what JSON holds

from tests.events.verifier import Log, verify, verify_fork
from tests.events.verifier_disputes import signed_rulings
from tests.events.verifier_records import (
    HEX,
    ID,
    LARGEST,
    MalformedError,
    NewerError,
    check,
    depth,
    parse,
    record,
)
from tests.events.verifier_signatures import receipt_of
from tests.events.verifier_table import ViolationError, sha

SOUND, VIOLATION, TWO_HISTORIES, CUT, MALFORMED, NEWER = 0, 10, 11, 20, 30, 40
GRAVITY = (SOUND, CUT, VIOLATION, TWO_HISTORIES, NEWER, MALFORMED)
MOST_LINES, MOST_BYTES = 50_000, 32 * 2**20

APART = b'{"annex":'
HEADER: dict[str, object] = {
    "annex": range(2**53),
    "annex_digest": HEX,
    "digest": HEX,
    "export": range(1, 2**53),
    "game": ID,
    "head": HEX,
    "records": range(1, 2**53),
}
TEXT = re.compile(".*", re.DOTALL)
ANNEX: dict[str, dict[str, object]] = {
    "name": {"annex": TEXT, "name": TEXT, "player": ID},
    "text": {"annex": TEXT, "digest": HEX, "salt": HEX, "text": TEXT},
}


@dataclass(frozen=True)
class Beside:
    """What an auditor has from elsewhere than the file.

    Attributes:
        keys: public keys by party.
        receipts: in one line each.
        heads: numbers and hashes of records that somebody noted.
        copies: other copies of the log.
        parent: the log of the game that this one is a fork of.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    receipts: Sequence[str] = ()
    heads: Sequence[tuple[int, str]] = ()
    copies: Sequence[Sequence[bytes]] = ()
    parent: Sequence[bytes] | None = None


@dataclass
class File:
    """The lines of a file, read as far as they can be by themselves."""

    header: dict[str, Any] | None
    records: list[bytes]
    annex: list[bytes]
    verdicts: set[int] = field(default_factory=set)


def judge(lines: Iterable[bytes], beside: Beside | None = None) -> int:
    """The verdict on a file, by its number."""
    try:
        file = opened(lines)
    except MalformedError:
        return MALFORMED
    if NEWER not in file.verdicts:
        if file.records:
            file.verdicts |= examined(file, beside or Beside())
        else:
            file.verdicts.add(CUT)
    return max((SOUND, *file.verdicts), key=GRAVITY.index)


# The file


def sorted_lines(lines: Iterable[bytes]) -> tuple[bytes | None, list[bytes], list[bytes], bool]:
    """Header, records and annex of a file within the limits, and whether only its last line is not closed."""
    found: list[bytes] = []
    closed: list[bool] = []
    size = 0
    for number, line in enumerate(lines, 1):
        bare, size = line.removesuffix(b"\n"), size + len(line)
        if len(bare) > LARGEST or number > MOST_LINES or size > MOST_BYTES:
            raise MalformedError("too large")
        found.append(bare)
        closed.append(bare != line)
    header = found.pop(0) if found and found[0].startswith(APART) else None
    end = next((at for at, bare in enumerate(found) if bare.startswith(APART)), len(found))
    return header, found[:end], found[end:], any(closed) and not closed[-1]


def opened(lines: Iterable[bytes]) -> File:
    """Read a file."""
    header, records, annex, open_end = sorted_lines(lines)
    file = File(None, records, annex)
    part, read = (annex, annexed) if annex else (records, record)
    if open_end and part and part[-1].startswith(b"{"):
        try:
            read(part[-1])
        except MalformedError:
            part.pop()
            file.verdicts.add(CUT)
        except NewerError:
            pass
    if header is not None:
        try:
            file.header = header_of(header)
        except NewerError:
            file.verdicts.add(NEWER)
    for raw in records:
        try:
            record(raw)
        except NewerError:
            file.verdicts.add(NEWER)
    if NEWER not in file.verdicts:
        for raw in annex:
            annexed(raw)
    return file


def header_of(raw: bytes) -> dict[str, Any]:
    header = parse(raw)
    if not all(isinstance(value, str) or type(value) is int for value in header.values()):
        raise MalformedError("a header of texts and numbers")
    emptied = json.dumps({**header, "digest": ""}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if header.get("digest") != sha("mensch/export/v1", emptied.encode()):
        raise MalformedError("the header was changed")
    version = header.get("export")
    if isinstance(version, int) and version > 1:
        raise NewerError("the export")
    if check(header, HEADER, "header"):
        raise MalformedError("a header with more fields")
    return header


def annexed(raw: bytes) -> dict[str, Any]:
    """A line of the annex: like a record, but its texts are as they were kept."""
    if depth(raw) > 1:
        raise MalformedError("too deep")
    try:
        line = json.loads(raw.decode())
        again = json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    except (ValueError, RecursionError) as error:
        raise MalformedError(str(error)) from error
    if again != raw or not isinstance(line, dict) or line.get("annex") not in ANNEX:
        raise MalformedError("no line of an annex")
    if check(line, ANNEX[line["annex"]], "annex"):
        raise MalformedError("an annex with more fields")
    return line


# The log


def hashes(raws: Sequence[bytes]) -> list[str]:
    return [sha("mensch/event/v1", raw) for raw in raws]


def linked(raws: Sequence[bytes]) -> bool:
    """Whether the records are one chain of one game."""
    game = parse(raws[0])["game"]
    prevs = [sha("mensch/genesis/v1", game.encode()), *hashes(raws)]
    places = [(game, number, prev) for number, prev in zip(range(1, len(raws) + 1), prevs, strict=False)]
    return [(one["game"], one["seq"], one["prev"]) for one in map(parse, raws)] == places


def examined(file: File, beside: Beside) -> set[int]:
    """The verdicts on the records, which are right by themselves."""
    raws, header, game = file.records, file.header, parse(file.records[0])["game"]
    if not linked(raws) or (header and header["game"] != game):
        return {VIOLATION}
    verdicts = seen_by_others(raws, game, beside)
    rules = parse(raws[0])["body"].get("rules", {"name": "classic", "version": 1})
    if (rules["name"], rules["version"]) != ("classic", 1):
        return verdicts | {NEWER}
    if header and len(raws) < header["records"]:
        verdicts.add(CUT)
    elif header and (len(raws) > header["records"] or hashes(raws)[-1] != header["head"]):
        verdicts.add(VIOLATION)
    try:
        log = verify(raws)
        if log.owed:
            verdicts.add(CUT)
        if not keys_fit(raws, beside.keys) or not fits_parent(raws, log, beside.parent):
            verdicts.add(VIOLATION)
    except ViolationError:
        verdicts.add(VIOLATION)
    except NewerError:
        verdicts.add(NEWER)
    return verdicts | on_annex(file)


def seen_by_others(raws: Sequence[bytes], game: str, beside: Beside) -> set[int]:
    """Compare a log with receipts, heads and copies."""
    receipts = [receipt_of(text, beside.keys.get("service")) for text in beside.receipts]
    notes = [(int(one["seq"]), one["hash"]) for one in receipts if one and one["game"] == game]
    own = hashes(raws)
    verdicts: set[int] = set()
    for seq, seen in [*notes, *beside.heads]:
        if seq > len(own):
            verdicts.add(CUT)
        elif own[seq - 1] != seen:
            verdicts.add(TWO_HISTORIES)
    for copy in beside.copies:
        try:
            _, others, _, _ = sorted_lines(copy)
            read = [record(raw) for raw in others]
        except (MalformedError, NewerError):
            continue
        times = [this["at"] for this in read]
        if not read or read[0]["game"] != game or not linked(others) or times != sorted(times):
            continue
        theirs = hashes(others)
        if any(one != other for one, other in zip(own, theirs, strict=False)):
            verdicts.add(TWO_HISTORIES)
        elif len(theirs) > len(own):
            verdicts.add(CUT)
    return verdicts


def keys_fit(raws: Sequence[bytes], keys: Mapping[str, str]) -> bool:
    """Whether who joined has the pinned key, and the pinned arbiters have signed their rulings."""
    records = [parse(raw) for raw in raws]
    joins = [this["body"] for this in records if this["type"] == "player_joined"]
    pinned = {join["seat"]: keys.get(f"seat:{join['seat']}") for join in joins}
    if any(pinned[join["seat"]] not in (None, join.get("key")) for join in joins):
        return False
    ruled = [raw for raw, this in zip(raws, records, strict=True) if this["by"] in keys]
    return all(signed_rulings([raw for raw in ruled if parse(raw)["type"] == "ruling_given"], keys))


def fits_parent(raws: Sequence[bytes], log: Log, parent: Sequence[bytes] | None) -> bool:
    """Whether a fork is one of its parent; a parent that is broken itself tells nothing."""
    if parent is None or "fork" not in log.created or judge(parent) != SOUND:
        return True
    try:
        verify_fork(raws, [raw.removesuffix(b"\n") for raw in parent if not raw.startswith(APART)])
    except ViolationError:
        return False
    return True


# The annex


def on_annex(file: File) -> set[int]:
    """The verdicts on names and texts."""
    header, lines = file.header, [annexed(raw) for raw in file.annex]
    if header is None:
        return {VIOLATION} if lines else set()
    content = b"".join(raw + b"\n" for raw in file.annex)
    verdicts: set[int] = set()
    if len(lines) < header["annex"]:
        verdicts.add(CUT)
    elif hashlib.sha256(b"mensch/annex/v1\n" + content).hexdigest() != header["annex_digest"]:
        verdicts.add(VIOLATION)
    bodies = [parse(raw)["body"] for raw in file.records]
    players = [body["player"] for body in bodies if "player" in body]
    digests = [body[name] for body in bodies for name in ("digest", "claim", "grounds") if name in body]
    named = [line["player"] for line in lines if line["annex"] == "name"]
    texts = [line for line in lines if line["annex"] == "text"]
    said = [line["digest"] for line in texts]
    right = len({*named}) == len(named) and {*named} <= {*players}
    right = right and len({*said}) == len(said) and {*said} <= {*digests}
    for line in texts:
        content = bytes.fromhex(line["salt"]) + line["text"].encode()
        right = right and sha("mensch/text/v1", content) == line["digest"]
    return verdicts if right else verdicts | {VIOLATION}
