"""Disputes where they meet the store: who may rule, opening a dispute, opening a cause, and the ruling.

What each of them may do is decided in `mensch.events.disputes`; here are the texts, keys and forks around it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from mensch.core.errors import MenschError, NotFoundError, UsageError
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.bodies import MovePlayed, RulingGiven
from mensch.events.cause import cause_field, opened_cause
from mensch.events.decide import decide
from mensch.events.disputes import ruling_message
from mensch.events.ed25519 import checked_key, public_key, sign
from mensch.events.fork import ruled_fork, ruled_fork_id
from mensch.events.game import Game
from mensch.events.ids import new_id
from mensch.events.loading import entries
from mensch.events.referee import Referee
from mensch.events.salt import salted
from mensch.events.store import Store

Ruling = Literal["annulled", "forfeit", "replayed", "stands"]

_NAME = "name"
_KEY = "arbiter_key"
"""The field of a player's hash that makes an arbiter of them."""


class Arbiter(msgspec.Struct, frozen=True):
    """Somebody whose rulings count.

    Attributes:
        id: what rulings name them by.
        name: how people call them.
        key: the public key that they sign with.
    """

    id: str
    name: str
    key: str


def register_arbiter(store: Store, name: str, key: str) -> Arbiter:
    """Let somebody give rulings from now on.

    Args:
        key: a public key in hexadecimal.

    Raises:
        UsageError: the key proves nothing, or another arbiter has it.
    """
    key = checked_key(key)
    for other in arbiters(store):
        if other.key == key:
            raise UsageError(
                said(
                    "{name} is registered with this key already, as {other}", name=other.name, other=other.id
                )
            )
    arbiter = Arbiter(new_id(), name, key)
    store.save_player(arbiter.id, {_NAME: name.encode(), _KEY: key.encode()})
    return arbiter


def arbiters(store: Store) -> list[Arbiter]:
    """Everybody whose rulings count, by id."""
    ids = store.player_ids()
    found = zip(ids, store.players(ids), strict=True)
    return [_arbiter(player, fields) for player, fields in found if _KEY in fields]


def arbiter_of(store: Store, arbiter: str) -> Arbiter:
    """An arbiter by id.

    Raises:
        NotFoundError: there is none.
    """
    [fields] = store.players([arbiter])
    if _KEY not in fields:
        raise NotFoundError(said("there is no arbiter {arbiter}: mensch arbiter lists them", arbiter=arbiter))
    return _arbiter(arbiter, fields)


def _arbiter(player: str, fields: dict[str, bytes]) -> Arbiter:
    name = fields.get(_NAME, b"").decode(errors="replace")
    return Arbiter(player, name, fields[_KEY].decode(errors="replace"))


def open_dispute(referee: Referee, game: Game, seat: int, seq: int, claim: str) -> Game:
    """Dispute a record; the game waits from now on.

    Args:
        game: folded with its seed.
        seat: who disputes.
        seq: the record.
        claim: what is said against it, which lies beside the log.
    """
    digest, kept = salted(claim)
    return referee.act(game, [c.OpenDispute(seat, seq, digest)], texts={digest: kept})


def open_cause(referee: Referee, game: Game, dispute: int) -> Game:
    """Open the cause of the move that an open dispute is about.

    Args:
        game: folded with its seed.
        dispute: the record that opened the dispute.

    Raises:
        UsageError: no such dispute is open, it is about no move, or its cause is open already.
        MenschError: the cause is lost.
    """
    seq = game.disputes.get(dispute)
    if seq is None:
        raise UsageError(
            said("no dispute of record {dispute} is open in game {game}", dispute=dispute, game=game.id)
        )
    disputed = entries(referee.store, game.id)[seq - 1].record.body
    if not isinstance(disputed, MovePlayed):
        raise UsageError(
            said("record {seq} of game {game} is no move, so no cause is sealed there", seq=seq, game=game.id)
        )
    kept = referee.store.secret(game.id, cause_field(seq))
    if kept is None:
        raise MenschError(
            said(
                "the cause of record {seq} of game {game} is lost, so it cannot be opened",
                seq=seq,
                game=game.id,
            )
        )
    return referee.act(game, [c.OpenReason(opened_cause(kept, seq), disputed.auth)])


def rule(
    referee: Referee,
    game: Game,
    dispute: int,
    ruling: Ruling,
    arbiter: Arbiter,
    private: bytes,
    *,
    seat: int | None = None,
    replay_from: int | None = None,
    grounds: str | None = None,
) -> Game:
    """Close a dispute.

    A replay makes its fork first and gives the ruling then, so that no ruling names a game that is not there.
    Where the program ends in between, the same call again finds that fork and goes on.

    Args:
        game: folded with its seed.
        dispute: the record that opened the dispute.
        private: the arbiter's private key.
        seat: for a forfeit who leaves.
        replay_from: for a replay the record to go on from.
        grounds: what the arbiter says about it, which lies beside the log.

    Raises:
        UsageError: the key is not the arbiter's, no such dispute is open, or the ruling does not fit the
            game.
        GameOverError: a forfeit after the end, or the end of a game that has no result.
    """
    if public_key(private) != arbiter.key:
        raise UsageError(
            said("this is not the key that arbiter {arbiter} is registered with", arbiter=arbiter.id)
        )
    digest, kept = salted(grounds) if grounds is not None else (None, b"")
    fork = ruled_fork_id(game, dispute, replay_from) if replay_from is not None else None
    given = RulingGiven(dispute, ruling, "", fork, digest, replay_from, seat)
    texts = {digest: kept} if digest is not None else None
    command = _signed(game, given, arbiter, private)
    decide(game, command)  # a ruling that would be refused leaves no fork behind
    if replay_from is not None:
        ruled_fork(referee, game, dispute, replay_from)
    while True:
        try:
            return referee.act(game, [command], texts=texts)
        except MenschError:
            before, game = game.head, referee.load(game.id)
            if game.head == before:
                raise
            command = _signed(game, given, arbiter, private)  # somebody has said something meanwhile


def _signed(game: Game, ruling: RulingGiven, arbiter: Arbiter, private: bytes) -> c.GiveRuling:
    signature = sign(private, ruling_message(game, ruling))
    return c.GiveRuling(arbiter.id, arbiter.key, msgspec.structs.replace(ruling, signature=signature))
