"""Forks: a new game that goes on from a point of another (design.md, "Forks")."""

from __future__ import annotations

import secrets
from typing import Literal

from mensch.core.deck import SEED_SIZE, commitment, joiner_bytes
from mensch.core.errors import GameOverError, UsageError
from mensch.core.said import said
from mensch.events import clock
from mensch.events import commands as c
from mensch.events.away import coming_absences
from mensch.events.bodies import (
    DEPARTURE,
    Fork,
    MovePlayed,
    PlayerForfeited,
    PlayerResigned,
    Rules,
    RulingGiven,
)
from mensch.events.game import Game, Status, fold, initial
from mensch.events.holder import Holder
from mensch.events.ids import derived_id, new_id
from mensch.events.loading import entries, names_of
from mensch.events.record import Entry
from mensch.events.referee import SEED, Referee

Dice = Literal["fresh", "same"]


def fork(referee: Referee, parent: str, at: int, dice: Dice) -> Game:
    """A new game that goes on after a record of another, playable at once.

    No die of a running game gets into it: `fresh` shuffles all dice but the public discards, and `same` needs
    a parent whose deck is public.

    Args:
        at: the parent's record to go on from.

    Raises:
        UsageError: no such record, before the start, or the same dice of a game that still hides them.
        GameOverError: at or after the end.
    """
    log = entries(referee.store, parent)
    whole = fold(initial(parent), log)
    origin = _origin(parent, log, at)
    if dice == "same":
        if whole.revealed is None:
            raise UsageError(
                said("the dice of game {parent} are still secret, so a fork needs fresh ones", parent=parent)
            )
        seed = whole.revealed
    else:
        seed = secrets.token_bytes(SEED_SIZE)
    game = new_id()
    return referee.open_game(
        game, seed, _commands(game, origin, log[:at], dice, seed), _names(referee, origin), since=whole.at
    )


def ruled_fork_id(parent: Game, dispute: int, at: int) -> str:
    """The id of the fork that goes on from a record by the ruling on a dispute, which follows from both.

    Args:
        parent: folded with its seed.
        dispute: the record that opened the dispute.
    """
    assert parent.seed is not None
    return derived_id(parent.seed, f"fork:{dispute}:{at}")


def ruled_fork(referee: Referee, parent: Game, dispute: int, at: int) -> Game:
    """The fork with fresh dice that a ruling names; it is made once, however often this is asked.

    Other than forks that somebody wants to play, it goes on for the same players, with the keys that they
    have now and by mail for who is told by mail, with the parent's dispute window and time control.
    Everybody has a full bank again, and is away when they have announced it.

    Args:
        parent: folded with its seed, as it stands.
        dispute: the record that opened the dispute.
        at: the parent's record to go on from.

    Raises:
        UsageError: no such record, or before the start.
        GameOverError: at or after the end.
    """
    game = ruled_fork_id(parent, dispute, at)
    if referee.store.head(game) is None:
        log = entries(referee.store, parent.id)
        origin = _origin(parent.id, log, at)
        seed = secrets.token_bytes(SEED_SIZE)  # not derived: the parent's seed becomes public with the ruling
        *commands, start = _commands(game, origin, log[:at], "fresh", seed, ruled=parent)
        commands += [*_absences(referee, origin), start]
        try:
            return referee.act(initial(game, seed), commands, secret={SEED: seed})
        except UsageError:
            if referee.store.head(game) is None:
                raise
    return referee.load(game)  # from before, or somebody else was faster


def _absences(referee: Referee, origin: Game) -> list[c.AnnounceAbsence]:
    """What the players have announced and is still to come."""
    if origin.clocks is None:
        return []
    mailed = {seat: holder.player for seat, holder in enumerate(origin.seats) if holder and holder.mail}
    return coming_absences(referee, mailed, clock.now())


def _origin(parent: str, log: list[Entry], at: int) -> Game:
    """The game at the record that a fork goes on from."""
    if not 1 <= at <= len(log):
        raise UsageError(
            said(
                "game {parent} has the records 1 to {count}, so there is none to fork at {at}",
                parent=parent,
                count=len(log),
                at=at,
            )
        )
    origin = fold(initial(parent), log[:at])
    _require_running(origin, at)
    return origin


def _require_running(origin: Game, at: int) -> None:
    if origin.over or (origin.position is not None and origin.position.outcome is not None):
        raise GameOverError(
            said("game {game} is over at record {at}: there is nothing to go on from", game=origin.id, at=at)
        )
    if origin.status is not Status.RUNNING:
        raise UsageError(said("game {game} has not started at record {at}", game=origin.id, at=at))


def _commands(
    game: str, origin: Game, log: list[Entry], dice: Dice, seed: bytes, *, ruled: Game | None = None
) -> list[c.Command]:
    """The commands that make a fork.

    Args:
        origin: the parent at the record that it goes on from.
        log: the parent's records up to there.
        ruled: where a ruling makes the fork, the parent as it stands.
    """
    assert origin.rules is not None
    assert origin.deck is not None
    before = list(origin.fork.history) if origin.fork else []
    history = before + steps(log)
    if dice == "same":
        context = origin.deck.context
        dealt = origin.fork.dealt if origin.fork else None
    else:
        context = game
        dealt = len(history) or None
    marked = Fork(dice, log[-1].hash, history, origin.id, len(log), dealt)
    joins = []
    for index, seat in enumerate(origin.joined):
        holder = origin.holder(seat)
        added = holder.entropy
        if dice == "fresh":
            added = (secrets.token_bytes(SEED_SIZE) if holder.person else joiner_bytes(seed, index)).hex()
        bot = None if holder.person else holder.bot
        if ruled is None:
            joins.append(c.JoinGame(seat, new_id(), added, bot))
        else:
            key = _key_now(ruled, seat, holder)
            joins.append(c.JoinGame(seat, holder.player, added, bot, key, holder.mail))
    window = (origin.dispute_window or None) if ruled else None
    create = c.CreateGame(
        Rules.of(origin.rules),
        commitment(seed).hex(),
        context,
        marked,
        dispute_window=window,
        clock=origin.clock if ruled else None,
    )
    return [create, *joins, c.StartGame()]


def _key_now(parent: Game, seat: int, holder: Holder) -> str | None:
    """A player's key as it is now, since one that was changed may be lost; of whoever has left the seat to
    another, the one they had.
    """
    now = parent.holder(seat)
    return now.key if now.player == holder.player else holder.key


def steps(log: list[Entry]) -> list[str]:
    """The canonical moves and departures of a log, as a fork's history holds them."""
    found = []
    for entry in log:
        match entry.record.body:
            case MovePlayed(move=move):
                found.append(move)
            # A forfeit is leaving.
            case PlayerResigned(seat=seat) | PlayerForfeited(seat=seat) | RulingGiven(seat=int(seat)):
                found.append(f"{DEPARTURE}{seat}")
    return found


def _names(referee: Referee, origin: Game) -> list[str]:
    names = names_of(referee.store, origin)
    return [names[seat] for seat in origin.joined]
