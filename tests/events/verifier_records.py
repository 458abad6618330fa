"""Records by themselves: canonical form, fields and their ranges.

Written from docs/event-log.md and docs/rules.md alone, in plain Python that imports nothing of this project.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any, NoReturn  # Any: what JSON holds, before it is checked


class MalformedError(Exception):
    """Bytes that are no record."""


class NewerError(Exception):
    """A record that the page does not describe."""


# Canonical form

LARGEST, DEEPEST, INTEGERS = 65_536, 16, 2**53


def parse(raw: bytes) -> dict[str, Any]:
    """The object in the bytes of a record, which must be in canonical form."""
    if len(raw) > LARGEST or depth(raw) > DEEPEST:
        raise MalformedError("too large or too deep")
    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        if text.encode("utf-8") != raw or unicodedata.normalize("NFC", text) != text or holds_null(value):
            raise MalformedError("not canonical")
    except ValueError as error:
        raise MalformedError(str(error)) from error
    if not isinstance(value, dict):
        raise MalformedError("no object")
    return value


def depth(raw: bytes) -> int:
    """How deeply objects and arrays nest, brackets in strings apart."""
    level = deepest = 0
    for byte in re.sub(rb'"(?:[^"\\]|\\.)*"', b"", raw):
        level += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, level)
    return deepest


def holds_null(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(holds_null, value.values()))
    return any(map(holds_null, value)) if isinstance(value, list) else value is None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) != len(pairs):
        raise MalformedError("a name occurs twice")
    return dict(pairs)


def _integer(text: str) -> int:
    if len(text) > 17 or abs(int(text)) >= INTEGERS:
        raise MalformedError("a number is too large")
    return int(text)


def _refuse(text: str) -> NoReturn:
    raise MalformedError(f"{text} is no integer")


# A record, and its types: text by pattern, numbers by range, [element, least, most], {field: …}, "?" optional

HEX = re.compile("[0-9a-f]{64}")
HEX64 = re.compile("[0-9a-f]{128}")
ID = re.compile("[0-9a-hjkmnp-tv-z]{10}")
NAME = re.compile("[a-z][a-z0-9-]{0,31}")
BOTH = "|".join(rf"{low}\+[{low}-6]" for low in range(1, 7))  # the smaller die first
PLAY = rf"([A-C]\+[1-6]|N([1-6]|{BOTH}))(@[0-3][A-C])?|P[1-6]"
SEAT, COUNT, SEQ = range(4), range(INTEGERS), range(1, INTEGERS)
BOT = {"level": NAME, "version": COUNT}
SPAN = range(1, 2**40)
CLOCK = {
    "bank": SPAN,
    "?bot": BOT,
    "cap": SPAN,
    "?grace": SPAN,
    "?increment": SPAN,
    "?misses": range(1, 101),
    "on_timeout": re.compile("autopilot|forfeit|takeover"),
}
REASON = {"envelope": re.compile("[ -~]{0,4096}"), "salt": HEX, "seq": SEQ}
LINE = re.compile("(?=.{0,1000}$)mensch1 [!-~]+( [!-~]+){6}")
STARS = {f"?{figure}": range(1, 6) for figure in range(1, 41)}

BODIES: dict[str, dict[str, object]] = {
    "game_created": {
        "deck": {"commitment": HEX, "context": ID},
        "rules": {
            "name": NAME,
            "version": range(1, 1001),
            "seats": range(2, 5),
            "stars": STARS,
            "target": range(1, 201),
        },
        "?clock": CLOCK,
        "?dispute_window": SEQ,
        "?fork": {
            "dice": re.compile("fresh|same"),
            "?dealt": SEQ,
            "hash": HEX,
            "history": [re.compile(f"{PLAY}|L[0-3]"), 0, LARGEST],
            "parent": ID,
            "seq": SEQ,
        },
        "?insecure_seed": True,
        "?joining": {"?bot": BOT, "within": SPAN},
    },
    "player_joined": {"?bot": BOT, "entropy": HEX, "?key": HEX, "?mail": True, "player": ID, "seat": SEAT},
    "game_started": {},
    "move_played": {"auth": HEX, "move": re.compile(PLAY)},
    "message_left": {"digest": HEX},
    "seat_taken_over": {"?bot": BOT, "?key": HEX, "?mail": True, "player": ID, "seat": SEAT},
    "player_resigned": {"?line": LINE, "seat": SEAT},
    "key_changed": {"key": HEX, "?line": LINE, "seat": SEAT},
    "abort_offered": {"seat": SEAT},
    "game_aborted": {"cause": re.compile("agreed|operator")},
    "game_finished": {
        "ending": re.compile("target|last seat"),
        "places": [range(1, 5), 2, 4],
        "scores": [COUNT, 2, 4],
        "winner": SEAT,
    },
    "deck_revealed": {"seed": HEX},
    "reasons_published": {"reasons": [REASON, 1, LARGEST]},
    "dispute_opened": {"claim": HEX, "seat": SEAT, "seq": SEQ},
    "ruling_given": {
        "dispute": SEQ,
        "?fork": ID,
        "?grounds": HEX,
        "?replayed_from": SEQ,
        "ruling": re.compile("annulled|forfeit|replayed|stands"),
        "?seat": SEAT,
        "signature": HEX64,
    },
    "reason_opened": {"reason": REASON},
    "turn_missed": {"seat": SEAT},
    "seat_held": {"bot": BOT, "seat": SEAT},
    "seat_returned": {"seat": SEAT},
    "player_forfeited": {"seat": SEAT},
    "time_returned": {"given": SPAN, "seat": SEAT, "since": COUNT, "until": COUNT},
    "absence_announced": {"seat": SEAT, "since": COUNT, "until": COUNT},
    "pause_offered": {"seat": SEAT},
    "game_paused": {"cause": re.compile("agreed|operator"), "?until": COUNT},
    "game_resumed": {},
    "start_lapsed": {"seats": [SEAT, 1, 4]},
}
RECORD: dict[str, object] = {
    "at": COUNT,
    "by": re.compile("(seat|bot):[0-3]|operator|clock|arbiter:[0-9a-hjkmnp-tv-z]{10}"),
    "cmd": re.compile("[0-9a-f]{32}"),
    "game": ID,
    "prev": HEX,
    "seq": SEQ,
    "type": re.compile("[a-z][a-z0-9_]{0,63}"),
    "v": SEQ,
}


def check(value: object, form: object, where: str) -> list[str]:
    """Whether a value has the form that the page gives it.

    Returns:
        the fields that the page does not describe; all else in the record must be right.
    """
    later: list[str] = []
    right = True
    if isinstance(form, dict):
        if not isinstance(value, dict):
            raise MalformedError(f"{where} is no object")
        for name, inner in form.items():
            if name.lstrip("?") in value:
                later += check(value[name.lstrip("?")], inner, f"{where}.{name}")
            elif not name.startswith("?"):
                raise MalformedError(f"{where} lacks {name}")
        unknown = sorted(value.keys() - {name.lstrip("?") for name in form})
        right = form is not STARS or not unknown
        later += [f"{where}.{name}" for name in unknown]
    elif isinstance(form, list):
        right = isinstance(value, list) and form[1] <= len(value) <= form[2]
        for number, inner in enumerate(value if isinstance(value, list) else []):
            later += check(inner, form[0], f"{where}[{number}]")
    elif isinstance(form, re.Pattern):
        right = isinstance(value, str) and form.fullmatch(value) is not None
    elif isinstance(form, range):
        right = type(value) is int and value in form
    else:
        right = value is form
    if not right:
        raise MalformedError(f"{where} is {value!r}")
    return later


def record(raw: bytes) -> dict[str, Any]:
    """A record by itself."""
    value = parse(raw)
    if "type" in value and (str(value["type"]) not in BODIES or value.get("v") != 1):
        later = value | ({"body": {}} if isinstance(value.get("body"), dict) else {})
        check(later, RECORD | {"body": {}, "by": re.compile("[a-z]+(:[0-9a-z]+)?")}, "record")
        raise NewerError(f"type {value['type']}")
    unknown = check(value, RECORD | {"body": BODIES.get(value.get("type", ""), {})}, "record")
    if unknown:
        raise NewerError(f"it has {unknown}")
    return value
