"""Deciding disputes: opening one, an arbiter's ruling, opening a cause, and the reveal that they hold back.

A part of `mensch.events.decide`, by subject. While a dispute is open the game waits: no move is taken, no
bot plays, nobody takes over a seat, the operator alone cannot end it, and the deck stays secret. What players
do of their own will stays open to them: to talk, to resign, to agree on an abort. Nothing is ever removed
from a log; a ruling only adds to it.
"""

from __future__ import annotations

from mensch.core.errors import GameOverError, MenschError, TurnError, UsageError
from mensch.core.position import Position
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.bodies import OPERATOR, DeckRevealed, DisputeOpened, Event, ReasonOpened, RulingGiven
from mensch.events.cause import seal_cause
from mensch.events.ed25519 import verifies
from mensch.events.game import Game, Status
from mensch.events.record import canonical


def ruling_message(game: Game, ruling: RulingGiven) -> bytes:
    """What an arbiter signs: the ruling without its signature, the game, and the head that it follows.

    Args:
        game: as it stands before the ruling, so that the arbiter signs the whole history with it.
        ruling: with any signature.
    """
    signed = {
        "dispute": ruling.dispute,
        "fork": ruling.fork,
        "game": game.id,
        "grounds": ruling.grounds,
        "prev": game.head,
        "replayed_from": ruling.replayed_from,
        "ruling": ruling.ruling,
        "seat": ruling.seat,
    }
    present = {name: value for name, value in signed.items() if value is not None}
    return b"mensch/ruling/v1\n" + canonical(present)


def require_no_dispute(game: Game) -> None:
    """Stop what must wait for a ruling.

    Raises:
        TurnError: a dispute is open.
    """
    if game.disputes:
        raise TurnError(
            said(
                "game {game} waits for a ruling on the dispute of record {dispute}",
                game=game.id,
                dispute=min(game.disputes),
            )
        )


def opened(game: Game, command: c.OpenDispute) -> DisputeOpened:
    """The body that opens a dispute, also after the end of a game, and also by who has left it.

    Raises:
        UsageError: nobody has that seat, or there is no such record.
        TurnError: the game has not started.
    """
    if game.position is None:
        raise TurnError(said("game {game} has not started: there is nothing to dispute", game=game.id))
    if command.seat not in range(len(game.seats)):
        raise UsageError(said("nobody has seat {seat} in game {game}", seat=command.seat, game=game.id))
    if not 1 <= command.seq <= game.seq:
        raise UsageError(
            said(
                "game {game} has the records 1 to {seq}, so {disputed} cannot be disputed",
                game=game.id,
                seq=game.seq,
                disputed=command.seq,
            )
        )
    return DisputeOpened(command.claim, command.seat, command.seq)


def ruled(game: Game, command: c.GiveRuling) -> tuple[Event, Position | None]:
    """The event that closes a dispute, and for a forfeit the position after it.

    Raises:
        UsageError: no such dispute is open, the ruling does not fit the game, the signature is not of the
            registered key, or that is the key of a player.
        GameOverError: a forfeit after the end, or the end of a game that has no result.
    """
    ruling = command.ruling
    if ruling.dispute not in game.disputes:
        raise UsageError(
            said(
                "no dispute of record {dispute} is open in game {game}", dispute=ruling.dispute, game=game.id
            )
        )
    _require_shape(ruling)
    if not verifies(command.key, ruling_message(game, ruling), ruling.signature):
        raise UsageError(
            said("the signature is not one of arbiter {arbiter} over this ruling", arbiter=command.arbiter)
        )
    for seat, holder in enumerate(game.seats):
        if holder is not None and holder.key == command.key:
            raise UsageError(
                said("this is the key of seat {seat}, and nobody rules on a game of their own", seat=seat)
            )
    after = None
    match ruling.ruling:
        case "forfeit":
            after = _after_forfeit(game, ruling)
        case "annulled" if game.status in (Status.ABORTED, Status.ANNULLED):
            raise GameOverError(
                said("game {game} is {status} already", game=game.id, status=game.status.called)
            )
        case "replayed":
            _require_replayable(game, ruling)
    return Event(f"arbiter:{command.arbiter}", ruling), after


def _require_shape(ruling: RulingGiven) -> None:
    """Each ruling has exactly the fields that it needs."""
    replay = ruling.ruling == "replayed"
    if (ruling.fork is not None, ruling.replayed_from is not None) != (replay, replay):
        raise UsageError(
            said("a replay names the record that it goes on from and its fork, other rulings do not")
        )
    if (ruling.seat is not None) != (ruling.ruling == "forfeit"):
        raise UsageError(said("a forfeit names a seat, other rulings do not"))


def _require_replayable(game: Game, ruling: RulingGiven) -> None:
    """A game goes on from where it was running, also one that somebody has ended."""
    if game.status is Status.ANNULLED:
        raise GameOverError(said("game {game} is annulled already", game=game.id))
    last = game.seq
    if game.over:  # the record before `game_finished` has won the game already
        last = game.ended - (2 if game.status is Status.FINISHED else 1)
    at = ruling.replayed_from
    if at is None or not game.started <= at <= last:
        raise UsageError(
            said(
                "game {game} was running from record {first} to {last}, so it cannot be replayed "
                "from record {at}",
                game=game.id,
                first=game.started,
                last=last,
                at=at,
            )
        )


def _after_forfeit(game: Game, ruling: RulingGiven) -> Position:
    if game.over:
        raise GameOverError(
            said(
                "game {game} is {status}: nobody can forfeit it any more",
                game=game.id,
                status=game.status.called,
            )
        )
    seat = ruling.seat
    if seat is None or seat not in range(len(game.seats)) or seat in game.table.departed:
        raise UsageError(said("seat {seat} is not in game {game}", seat=seat, game=game.id))
    after = game.table.copy()
    after.leave(seat)
    return after


def reveal(game: Game, *, closed: int | None = None) -> list[Event]:
    """The event that publishes the seed with the end itself; none where a dispute, a window or
    another game with the same deck holds it back.

    Args:
        closed: the dispute that a ruling closes with this end.
    """
    if game.disputes.keys() - {closed} or game.dispute_window or game.shared_deck:
        return []
    return [_deck_revealed(game)]


def reveal_deck(game: Game, command: c.RevealDeck) -> Event:
    """The event that publishes the seed later.

    Raises:
        TurnError: it is too early.
        GameOverError: it is public already.
    """
    if not game.over:
        raise TurnError(
            said(
                "game {game} is {status}: its deck stays secret until the end",
                game=game.id,
                status=game.status.called,
            )
        )
    if game.revealed is not None:
        raise GameOverError(said("the deck of game {game} is public already", game=game.id))
    require_no_dispute(game)
    if command.now < game.ended_at + game.dispute_window:
        raise TurnError(said("the dispute window of game {game} is still open", game=game.id))
    return _deck_revealed(game)


def _deck_revealed(game: Game) -> Event:
    if game.seed is None:
        raise MenschError(said("the end of game {game} cannot be written without its seed", game=game.id))
    return Event(OPERATOR, DeckRevealed(game.seed.hex()))


def reason_opened(game: Game, command: c.OpenReason) -> ReasonOpened:
    """The body that opens the cause of the one move that is disputed: any other would only tell hidden dice.

    Raises:
        TurnError: no dispute is open.
        UsageError: it is not about that record, its cause is open already, or another one is sealed there.
    """
    if not game.disputes:
        raise TurnError(said("no dispute is open in game {game}, so causes stay sealed", game=game.id))
    reason = command.reason
    if reason.seq not in game.disputes.values():
        raise UsageError(
            said(
                "no open dispute of game {game} is about record {seq}, so its cause stays sealed",
                game=game.id,
                seq=reason.seq,
            )
        )
    if reason.seq in game.opened or game.revealed is not None:
        raise UsageError(
            said("the cause of record {seq} of game {game} is open already", seq=reason.seq, game=game.id)
        )
    if seal_cause(reason.envelope, bytes.fromhex(reason.salt)) != command.sealed:
        raise UsageError(
            said(
                "the cause of record {seq} of game {game} is not the one sealed there",
                seq=reason.seq,
                game=game.id,
            )
        )
    return ReasonOpened(reason)
