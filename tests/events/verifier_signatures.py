"""Players' keys, signed lines and receipts.

Written from docs/signing.md and docs/operate.md ("Receipts") alone, in plain Python and PyNaCl, and imports
nothing of this project.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any  # Any: what JSON holds

from nacl.bindings import crypto_core_ed25519_is_valid_point
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from tests.events.verifier_records import PLAY
from tests.events.verifier_table import ViolationError, require

if TYPE_CHECKING:
    from tests.events.verifier import Log

LINE = re.compile(
    r"mensch1 (?P<game>[0-9a-hjkmnp-tv-z]{10}) (?P<seat>[0-3]) (?P<seq>[1-9][0-9]{0,14})"
    r" (?P<hash>[0-9a-f]{64}) (?P<nonce>[0-9a-f]{32})"
    rf" (?P<move>{PLAY}|resign|show|key=[0-9a-f]{{64}}) (?P<signature>[A-Za-z0-9_-]{{86}})"
)
RECEIPT = re.compile(
    r"mensch-receipt1 (?P<game>\S+) (?P<seq>\d+) (?P<hash>[0-9a-f]{64}) (?P<at>\d+)"
    r" (?P<durability>durable|provisional) (?P<epoch>\d+) (?P<signature>[A-Za-z0-9_-]{86})"
)
PRIME = 2**255 - 19


def registrable(key: str) -> bool:
    """Whether a key is a canonical point of the main subgroup."""
    raw = bytes.fromhex(key)
    canonical = int.from_bytes(raw, "little") % 2**255 < PRIME
    return canonical and crypto_core_ed25519_is_valid_point(raw)


def signed_by(key: str, message: bytes, signature: bytes) -> bool:
    if not registrable(key):
        return False
    try:
        VerifyKey(bytes.fromhex(key)).verify(message, signature)
    except BadSignatureError:
        return False
    return True


def plain(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


# Keys


def take_key(log: Log, seat: int, body: Mapping[str, Any]) -> None:
    """Register the key with which somebody sits down, if there is one."""
    key = body.get("key")
    if key is None:
        return
    require("bot" not in body, "a bot has a key")
    require(registrable(key), "the key is no canonical point of the main subgroup")
    others = [held.get("key") for other, held in log.players.items() if other != seat]
    require(key not in others, "two seats have one key")


def key_changed(log: Log, this: dict[str, Any]) -> None:
    """Give a seat another key: by a line that its old one has signed, or by the operator."""
    body, seat = this["body"], this["body"]["seat"]
    require(seat in log.players, "nobody has that seat")
    require(log.board is None or seat not in log.board.gone, "that seat has left")
    by = f"seat:{seat}" if "line" in body else "operator"
    require(this["by"] == by, f"a key of seat {seat} is changed by {this['by']}")
    if "line" in body:
        check_line(log, body["line"], seat, f"key={body['key']}", this["seq"], log.players[seat].get("key"))
    held = log.players[seat]
    require(held.get("key") != body["key"], "it is the same key")
    take_key(log, seat, {**held, "key": body["key"]})
    log.players[seat] = {**held, "key": body["key"]}


# Lines


def check_line(
    log: Log, text: str, seat: int, move: str, seq: int, key: str | None, began: int | None = None
) -> None:
    """Whether a signed line counts for a record.

    Args:
        seq: the record that came with it.
        key: what the seat had for a key then.
        began: the record with which the turn began; None where that does not matter.
    """
    line = LINE.fullmatch(text)
    if line is None:
        raise ViolationError("the line is not written as it should be")
    signature = base64.urlsafe_b64decode(line["signature"] + "==")
    spelled = base64.urlsafe_b64encode(signature).decode().rstrip("=")
    require(spelled == line["signature"], "the signature has another spelling")
    said: dict[str, object] = {name: line[name] for name in ("game", "hash", "move", "nonce")}
    said |= {"seat": int(line["seat"]), "seq": int(line["seq"])}
    require(line["game"] == log.game and said["seat"] == seat, "it is a line of another game or seat")
    message = b"mensch/signed/v1\n" + plain(said)
    require(key is not None and signed_by(key, message, signature), "the seat has not signed it")
    seen = int(line["seq"])
    require(seen < seq and log.hashes[seen] == line["hash"], "it was signed over another history")
    require(line["move"] == move, "it says something else")
    require(began is None or seen >= began, "it was signed before the turn began")
    require(line["nonce"] not in log.nonces, "a line comes again")
    log.nonces.add(line["nonce"])


def line_of(envelope: str) -> str | None:
    """The line of a cause; None for a cause of another kind, or one that the page does not describe."""
    try:
        cause = json.loads(envelope)
        again = json.dumps(cause, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    except (ValueError, RecursionError):
        return None
    known = again == envelope and isinstance(cause, dict) and cause.keys() == {"kind", "line"}
    signed = known and cause["kind"] == "signed" and isinstance(cause["line"], str)
    return cause["line"] if signed else None


# Receipts


def receipt_of(text: str, key: str | None) -> dict[str, str] | None:
    """What a receipt says; None where the service has not signed it, if its key is known."""
    found = RECEIPT.fullmatch(text)
    if found is None:
        return None
    said = {
        "at": int(found["at"]),
        "epoch": int(found["epoch"]),
        "game": found["game"],
        "hash": found["hash"],
        "provisional": found["durability"] == "provisional",
        "seq": int(found["seq"]),
    }
    signature = base64.urlsafe_b64decode(found["signature"] + "==")
    right = key is None or signed_by(key, b"mensch/receipt/v1\n" + plain(said), signature)
    return found.groupdict() if right else None
