"""Where two logs part: by looking at every record, or by halving, since hashes chain."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Parting(msgspec.Struct, frozen=True):
    """Where two logs part.

    Attributes:
        seq: the first record that differs; None where one log is the beginning of the other, or both are
            the same.
        compared: how many pairs of hashes were compared.
    """

    seq: int | None
    compared: int


class FieldDifference(msgspec.Struct, frozen=True):
    """A field in which two records differ.

    Attributes:
        field: its path, `body.move`.
        a: what it holds in the one, as JSON; None where it is absent.
        b: what it holds in the other.
    """

    field: str
    a: str | None
    b: str | None


def bisect(a: Sequence[str], b: Sequence[str]) -> Parting:
    """Find where two chains part with about log2(n) comparisons.

    That is enough because a hash is bound to all before it: equal hashes mean equal beginnings. So both must
    be verified chains; a copy whose chain is broken can hold a record that differs and the same ones behind.

    Args:
        a: the hashes of the records of the one log.
        b: those of the other.

    >>> bisect(["r1", "r2", "x3", "x4"], ["r1", "r2", "y3", "y4"])
    Parting(seq=3, compared=2)
    """
    low, high = 0, min(len(a), len(b))
    shared = high
    compared = 0
    while low < high:
        middle = (low + high) // 2
        compared += 1
        if a[middle] == b[middle]:
            low = middle + 1
        else:
            high = middle
    return Parting(low + 1 if low < shared else None, compared)


def first_difference(a: Sequence[bytes], b: Sequence[bytes]) -> int | None:
    """The number of the first record that differs; None where one log is the beginning of the other."""
    for number, (one, other) in enumerate(zip(a, b, strict=False), 1):
        if one != other:
            return number
    return None


def fields_that_differ(a: bytes, b: bytes) -> list[FieldDifference]:
    """The fields in which two records differ, in the order of canonical JSON.

    Args:
        a: the one record; bytes that are no JSON object differ as a whole, in a field without a name.
        b: the other.

    >>> fields_that_differ(b'{"at":1,"body":{"move":"N4"}}', b'{"at":1,"body":{"move":"N5"}}')
    [FieldDifference(field='body.move', a='"N4"', b='"N5"')]
    """
    return _differ("", msgspec.Raw(a), msgspec.Raw(b))


def _differ(path: str, a: msgspec.Raw | None, b: msgspec.Raw | None) -> list[FieldDifference]:
    one, other = _text(a), _text(b)
    if one == other:
        return []
    if a is None or b is None or not (_is_object(a) and _is_object(b)):
        return [FieldDifference(path, one, other)]
    try:
        left = msgspec.json.decode(a, type=dict[str, msgspec.Raw])
        right = msgspec.json.decode(b, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return [FieldDifference(path, one, other)]
    return [
        found
        for name in sorted(left.keys() | right.keys())
        for found in _differ(f"{path}.{name}" if path else name, left.get(name), right.get(name))
    ]


def _is_object(raw: msgspec.Raw) -> bool:
    return bytes(raw).startswith(b"{")


def _text(raw: msgspec.Raw | None) -> str | None:
    return None if raw is None else bytes(raw).decode(errors="replace")
