"""Disputes and rulings, and who has signed them.

Written from docs/event-log.md alone, in plain Python and PyNaCl, and imports nothing of this project.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any  # Any: what JSON holds

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from tests.events.verifier_records import parse
from tests.events.verifier_table import require

if TYPE_CHECKING:
    from tests.events.verifier import Log

NEEDS = {"annulled": set(), "forfeit": {"seat"}, "replayed": {"fork", "replayed_from"}, "stands": set[str]()}


def dispute_opened(log: Log, this: dict[str, Any]) -> None:
    body = this["body"]
    require(log.board is not None, "the game has not started")
    require(body["seat"] in log.players and this["by"] == f"seat:{body['seat']}", "a dispute of another seat")
    require(body["seq"] < this["seq"], "what is disputed is not there")
    log.disputes[this["seq"]] = body["seq"]


def ruling_given(log: Log, this: dict[str, Any]) -> None:
    body, ruling = this["body"], this["body"]["ruling"]
    require(this["by"].startswith("arbiter:"), f"a ruling by {this['by']}")
    require(log.disputes.pop(body["dispute"], None) is not None, "no such dispute is open")
    fields = body.keys() - {"dispute", "grounds", "ruling", "signature"}
    require(fields == NEEDS[ruling], f"{ruling} with {fields}")
    kind, ended, _ = log.ended or ("", this["seq"], 0)
    if ruling == "forfeit":
        require(log.status == "running" and body["seat"] in log.players, "nobody can forfeit")
        log.leaves(body["seat"])
    elif ruling != "stands":
        require(not log.annulled, "it is annulled already")
        require(ruling == "replayed" or kind != "game_aborted", "it has no result")
        log.status, log.annulled = "over", True
    if ruling == "replayed":
        last = ended - (2 if kind == "game_finished" else 1)
        require(log.started <= body["replayed_from"] <= last, "it was not running there")


def reason_opened(log: Log, this: dict[str, Any]) -> None:
    reason = this["body"]["reason"]
    require(this["by"] == "operator", f"a cause opened by {this['by']}")
    require(not log.revealed and reason["seq"] in log.disputes.values(), "no dispute is about it")
    log.open(reason)


DISPUTING: dict[str, Callable[[Log, dict[str, Any]], None]] = {
    "dispute_opened": dispute_opened,
    "ruling_given": ruling_given,
    "reason_opened": reason_opened,
}
"""What may happen in a game that runs and in one that is over."""


def signed_rulings(raws: Sequence[bytes], arbiters: Mapping[str, str]) -> list[bool]:
    """Of each ruling in a log whether the arbiter whom it names has signed it.

    Args:
        arbiters: public keys in hexadecimal by `arbiter:<id>`, from elsewhere than the log.
    """
    rulings = [this for this in map(parse, raws) if this["type"] == "ruling_given"]
    return [_signed(this, arbiters[this["by"]]) for this in rulings]


def _signed(this: dict[str, Any], key: str) -> bool:
    said = {name: value for name, value in this["body"].items() if name != "signature"}
    said |= {"game": this["game"], "prev": this["prev"]}
    message = b"mensch/ruling/v1\n" + json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
    try:
        VerifyKey(bytes.fromhex(key)).verify(message, bytes.fromhex(this["body"]["signature"]))
    except BadSignatureError:
        return False
    return True


def ruling_for(fork: str, parent: Sequence[bytes]) -> dict[str, Any] | None:
    """The ruling in a log that names a fork."""
    bodies = [this["body"] for this in map(parse, parent) if this["type"] == "ruling_given"]
    return next((body for body in bodies if body.get("fork") == fork), None)
