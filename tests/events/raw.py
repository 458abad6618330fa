"""Records by hand, as a foreign program would write them."""

import json

from tests.events.table import GAME

ZERO = "0" * 64


def record(**changes: object) -> bytes:
    """The bytes of a record that is right, but for the changes."""
    fields: dict[str, object] = {
        "at": 1_764_440_400_000,
        "body": {"auth": ZERO, "move": "B+5"},
        "by": "seat:1",
        "cmd": "0" * 32,
        "game": GAME,
        "prev": ZERO,
        "seq": 17,
        "type": "move_played",
        "v": 1,
    }
    kept = {name: value for name, value in (fields | changes).items() if value is not ...}
    return json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def of_type(kind: str, body: object) -> bytes:
    """A record of a type."""
    return record(type=kind, body=body)


RIGHT = record()
