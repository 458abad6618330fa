"""Receipts: the service's signature on how far a game is, for whoever wants to prove it later.

A receipt says: at this time, record `seq` of this game had this hash. Because each record holds the hash of
the one before it, that fixes all records up to it; nobody who has one can be shown another beginning of the
same game. docs/operate.md ("Receipts") has both forms and what they prove.
"""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.bodies import Count, Hex32, Hex64, Id, Seq
from mensch.events.ed25519 import base64url, from_base64url
from mensch.events.ed25519 import sign as sign_bytes
from mensch.events.ed25519 import verifies as verifies_bytes
from mensch.events.record import canonical

NAME = "mensch-receipt1"
"""How a receipt in a mail begins: what it is, and the version of its form."""

DURABLE = "durable"
"""The word for a record that was on the disk when it was signed."""

PROVISIONAL = "provisional"
"""The word for a record that a power cut could still have taken away."""

LONGEST = 400
"""Characters of a receipt in either form, at most."""

Epoch = Annotated[int, msgspec.Meta(ge=1, lt=2**53)]

_DOMAIN = b"mensch/receipt/v1\n"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")
_IN_MAIL = re.compile(rf"{NAME}\b\S*(?:\s+\S+){{0,7}}")
_JSON_LINE = re.compile(r"^[^\S\n]*(\{.*)$", re.MULTILINE)


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signed statement on one record; fields in the order of canonical JSON.

    Attributes:
        at: the record's time, milliseconds since 1970 UTC.
        epoch: 1, and one more after each time that the operator had the signer accept a log which was not
            the one it had signed before (a restored backup).
        game: the id of the log.
        hash: the record's hash.
        provisional: whether a power cut could still have taken the record away: anything but `appendfsync
            always`.
        seq: the record's number.
        signature: Ed25519 by the service's key over `statement`, 128 hex digits.
    """

    at: Count
    epoch: Epoch
    game: Id
    hash: Hex32
    provisional: bool
    seq: Seq
    signature: Hex64

    @property
    def line(self) -> str:
        """The receipt on one line, for a mail:
        `mensch-receipt1 <game> <seq> <hash> <at> <durable|provisional> <epoch> <signature in base64url>`.
        """
        signature = base64url(self.signature)
        durability = PROVISIONAL if self.provisional else DURABLE
        return f"{NAME} {self.game} {self.seq} {self.hash} {self.at} {durability} {self.epoch} {signature}"


_RECEIPTS = msgspec.json.Decoder(Receipt)


def statement(*, game: str, seq: int, hash: str, at: int, provisional: bool, epoch: int) -> bytes:  # noqa: A002  # the field's own name
    """The bytes that are signed: a domain, then canonical JSON of all fields but the signature."""
    return _DOMAIN + canonical(
        {"at": at, "epoch": epoch, "game": game, "hash": hash, "provisional": provisional, "seq": seq}
    )


def sign(
    private: bytes,
    *,
    game: str,
    seq: int,
    hash: str,  # noqa: A002  # the field's own name
    at: int,
    provisional: bool,
    epoch: int,
) -> Receipt:
    """A receipt for a record that is in the log. Only the signer calls this, and only once it has looked."""
    message = statement(game=game, seq=seq, hash=hash, at=at, provisional=provisional, epoch=epoch)
    return Receipt(at, epoch, game, hash, provisional, seq, sign_bytes(private, message))


def verifies(receipt: Receipt, key: str) -> bool:
    """Whether a receipt was signed by the holder of a key.

    Args:
        key: the service's public key in hexadecimal, from wherever the reader trusts; never from the one
            who shows the receipt.
    """
    message = statement(
        game=receipt.game,
        seq=receipt.seq,
        hash=receipt.hash,
        at=receipt.at,
        provisional=receipt.provisional,
        epoch=receipt.epoch,
    )
    return verifies_bytes(key, message, receipt.signature)


def contradict(one: Receipt, other: Receipt) -> bool:
    """Whether two receipts prove two histories of one game: the same record with two hashes.

    Both must verify under the same key for that to say anything. Where their epochs differ, the later one
    itself says that the operator went back, and the signer's memory says why.
    """
    return (one.game, one.seq) == (other.game, other.seq) and one.hash != other.hash


def read_receipt(text: str) -> Receipt:
    """Read a receipt in either form: the line of a mail, which may have been wrapped, or a JSON object.

    Raises:
        UsageError: it is neither, or not exactly as this program writes it.
    """
    if len(text) > 2 * LONGEST:
        raise _malformed(text)
    words = text.split()
    try:
        receipt = _RECEIPTS.decode(text) if text.lstrip().startswith("{") else _from_words(words)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise _malformed(text) from None
    return receipt


def _from_words(words: list[str]) -> Receipt:
    name, game, seq, head, at, durability, epoch, signature = words
    if name != NAME or durability not in (DURABLE, PROVISIONAL):
        raise ValueError(name)
    if not all(map(_NUMBER.fullmatch, (seq, at, epoch))):
        raise ValueError(seq)
    fields = {
        "at": int(at),
        "epoch": int(epoch),
        "game": game,
        "hash": head,
        "provisional": durability == PROVISIONAL,
        "seq": int(seq),
        "signature": from_base64url(signature),
    }
    return msgspec.convert(fields, Receipt)


def read_receipts(text: str) -> list[Receipt]:
    """All receipts in a text, such as a file they were appended to, or a whole mail.

    What begins like a receipt has to be one; what stands around them is passed over.

    Raises:
        UsageError: one of them is malformed, or there are none.
    """
    found = [(match.start(), match[0]) for match in _IN_MAIL.finditer(text)]
    found += [(match.start(), match[1]) for match in _JSON_LINE.finditer(text)]
    if not found:
        raise UsageError(
            said(
                "there is no receipt in it; one begins with {name}, or is a JSON object on a line", name=NAME
            )
        )
    return [read_receipt(piece) for _, piece in sorted(found)]


def _malformed(text: str) -> UsageError:
    shown = printable(" ".join(text[:LONGEST].split()))
    return UsageError(said("“{shown}” is no receipt, or was changed on its way", shown=shown))
