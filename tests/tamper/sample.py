"""The games that are tampered with: small, whole, and always the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

import msgspec

from mensch.core.bots import bot
from mensch.core.deck import bot_key
from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.archive import VERSION, Annexed, Header, KeptText, KnownName, annex_digest, header_digest
from mensch.events.cause import Cause
from mensch.events.ed25519 import public_key
from mensch.events.receipts import Receipt
from mensch.events.receipts import sign as sign_receipt
from mensch.events.record import canonical, decode, digest
from mensch.events.signing import RESIGN, SignedLine, sign
from tests.events.table import BOT, GAME, GREEDY, SEED, Table, created, join, player, salt, started

ANNA, BEN, EVE, SERVICE = (bytes([number]) * 32 for number in (1, 2, 3, 4))
"""Private keys: of the seats 0 and 1, of a stranger, of the service."""

ANNAS, BENS, EVES, SERVICES = map(public_key, (ANNA, BEN, EVE, SERVICE))
PINNED: Mapping[str, str] = {"seat:0": ANNAS, "seat:1": BENS, "service": SERVICES}
SAID = "Guten Morgen, Würfel!"
NAMES = ("anna", "ben", "greedy")


def nonce_of(seq: int) -> str:
    """32 hexadecimal digits, others for each record."""
    return salt(seq)[:32]


def line_for(table: Table, move: str, private: bytes) -> SignedLine:
    """A line that whoever is to move signs over all there is."""
    game = table.game
    nonce = nonce_of(game.seq + 1)
    return sign(private, game=game.id, seat=table.turn, seq=game.seq, head=game.head, move=move, nonce=nonce)


def plays_signed(table: Table, move: str, private: bytes) -> None:
    """Let whoever is to move play by a signed line."""
    signed = line_for(table, move, private)
    envelope = Cause("signed", line=signed.text).envelope
    table.does(
        c.PlayMove(table.turn, move, table.game.turn_began, envelope, salt(table.game.seq), signed.hash)
    )


def seated(keys: Sequence[str], seed: bytes = SEED) -> Table:
    """A running game of people who sign with these keys, and of a bot behind them."""
    table = created(classic(len(keys) + 1, 4), seed)
    for seat, key in enumerate(keys):
        table.does(msgspec.structs.replace(join(table, seat), key=key))
    table.does(join(table, len(keys), GREEDY))
    table.does(c.StartGame())
    return table


def play_on(table: Table, privates: Sequence[bytes], random: Random, most: int = 10_000) -> None:
    """Play up to so many moves: people sign theirs, which are random, and bots choose theirs."""
    while not table.game.over and most > 0:
        most -= 1
        seat, view = table.turn, table.game.table.view(table.turn)
        held = table.game.holder(seat).bot
        if held is None:
            plays_signed(table, random.choice(view.legal_moves()).text, privates[seat])
        else:
            key = bot_key(table.seed, table.game.turn_began, seat)
            table.plays(bot(held.level, held.version)(view, key).text, BOT)


@cache
def played(number: int = 0, keys: tuple[bytes, ...] = (ANNA, BEN)) -> Table:
    """A whole game of anna, ben and a bot: a message, signed moves, one that is not signed, a signed
    resignation, the end, the reveal, and all causes open.

    Args:
        number: of the way in which people choose their moves.
        keys: the private keys of both.
    """
    table = seated([public_key(key) for key in keys])
    random = Random(number)
    table.does(c.LeaveMessage(0, text().digest))
    play_on(table, keys, random, 6)
    table.plays(random.choice(table.game.table.legal_moves()).text)
    play_on(table, keys, random, 11)
    resigned = line_for(table, RESIGN, keys[0])
    assert (table.turn, table.game.over) == (0, False)
    table.does(c.Resign(0, resigned.text, resigned.hash))
    play_on(table, keys, random)
    table.does(table.publishes(*range(len(table.played))))
    return table


def small() -> list[bytes]:
    """The export of a game that is over before anybody has moved."""
    table = started()
    table.does(c.LeaveMessage(1, text().digest))
    table.does(c.AbortGame())
    return exported(table.raws, [KnownName("anna", player(0)), KnownName("ben", player(1)), text()])


def text(said: str = SAID) -> KeptText:
    """A text with its salt and digest."""
    salted = bytes.fromhex(salt(0)) + said.encode()
    return KeptText(hashlib.sha256(b"mensch/text/v1\n" + salted).hexdigest(), salt(0), said)


def exported(raws: Sequence[bytes], annex: Sequence[Annexed] | None = None, **stated: object) -> list[bytes]:
    """An export of records, with the names and the text of `played` unless told.

    Args:
        stated: what the header says otherwise.
    """
    if annex is None:
        annex = [*(KnownName(name, player(seat)) for seat, name in enumerate(NAMES)), text()]
    lines = [canonical(line) for line in annex]
    head = Header(len(lines), annex_digest(lines), "", VERSION, GAME, digest(raws[-1]), len(raws))
    said = {**msgspec.to_builtins(head), **stated, "digest": ""}
    return [canonical({**said, "digest": header_digest(canonical(said))}), *raws, *lines]


def receipt(raws: Sequence[bytes], seq: int, private: bytes = SERVICE) -> Receipt:
    """A receipt of the service for a record."""
    here = decode(raws[seq - 1])
    return sign_receipt(
        private, game=here.game, seq=seq, hash=digest(raws[seq - 1]), at=here.at, provisional=False, epoch=1
    )
