"""Decide: which events a command leads to. Everything is checked here, and nothing is changed.

A person's move, a bot's, a deadline's and an audit all come through this door.
"""

from __future__ import annotations

from mensch.core.deck import commitment
from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.core.notation import require_legal
from mensch.core.outcome import places
from mensch.core.position import Position
from mensch.core.rules import require_known
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events import disputes, seat_keys, signing
from mensch.events.bodies import OPERATOR, Event
from mensch.events.cause import seal_cause, signed_line
from mensch.events.game import Game, Status


def decide(game: Game, command: c.Command) -> list[Event]:
    """The events that a command leads to in a game.

    Args:
        game: folded with its seed, since dice cannot be checked without.

    Raises:
        TurnError: not that seat's turn, not started yet, or the game has moved on.
        GameOverError: the game is over.
        mensch.core.errors.MoveError: the move is impossible, illegal or ambiguous.
        UsageError: the command makes no sense in this game.
    """
    match command:
        case c.CreateGame():
            return _create(game, command)
        case c.JoinGame():
            return _join(game, command)
        case c.StartGame():
            return _start(game)
        case c.PlayMove():
            return _play(game, command)
        case c.LeaveMessage():
            _require_roster(game, command.seat)
            return [Event(actor(game, command.seat), t.MessageLeft(command.digest))]
        case c.TakeOverSeat():
            return _take_over(game, command)
        case c.Resign():
            return _resign(game, command)
        case c.ChangeKey():
            return [seat_keys.changed(game, command)]
        case c.OfferAbort():
            return _offer_abort(game, command)
        case c.AbortGame():
            _require_not_over(game)
            disputes.require_no_dispute(game)  # the operator may be the one who is complained about
            return [Event(OPERATOR, t.GameAborted("operator")), *disputes.reveal(game)]
        case c.PublishReasons():
            return _publish(game, command)
        case c.RevealDeck():
            return [disputes.reveal_deck(game, command)]
        case c.OpenDispute():
            return [Event(f"seat:{command.seat}", disputes.opened(game, command))]
        case c.GiveRuling():
            return _rule(game, command)
        case c.OpenReason():
            return [Event(OPERATOR, disputes.reason_opened(game, command))]


def actor(game: Game, seat: int) -> str:
    """Who acts at a seat, as a record's `by` names it."""
    return f"{'bot' if game.holder(seat).bot else 'seat'}:{seat}"


def _create(game: Game, command: c.CreateGame) -> list[Event]:
    if game.status is not Status.NEW:
        raise UsageError(f"game {game.id} exists already")
    require_known(command.rules.name, command.rules.version)
    deck = t.Deck(command.commitment, command.context)
    if game.seed is not None and commitment(game.seed).hex() != command.commitment:
        raise UsageError("the commitment does not fit the seed")
    body = t.GameCreated(deck, command.rules, command.dispute_window, command.fork, command.insecure_seed)
    return [Event(OPERATOR, body)]


def _join(game: Game, command: c.JoinGame) -> list[Event]:
    _require_not_over(game)
    if game.status is not Status.OPEN:
        raise TurnError(f"the roster of game {game.id} is closed")
    if command.seat not in range(len(game.seats)):
        raise UsageError(f"there is no seat {command.seat} in a game of {len(game.seats)}")
    if game.seats[command.seat] is not None:
        raise UsageError(f"seat {command.seat} is taken")
    _require_no_other_seat(game, command.seat, command.player)
    seat_keys.require_registrable(game, command.seat, command.key, command.bot)
    body = t.PlayerJoined(command.entropy, command.player, command.seat, command.bot, command.key)
    return [Event(OPERATOR, body)]


def _start(game: Game) -> list[Event]:
    _require_not_over(game)
    if game.status is not Status.OPEN:
        raise TurnError(f"game {game.id} has started already")
    free = [seat for seat, holder in enumerate(game.seats) if holder is None]
    if free:
        raise TurnError(f"seat {free[0]} of game {game.id} is still free")
    return [Event(OPERATOR, t.GameStarted())]


def _play(game: Game, command: c.PlayMove) -> list[Event]:
    _require_running(game)
    _require_roster(game, command.seat)
    disputes.require_no_dispute(game)
    line = signed_line(command.envelope)
    if line is not None:  # before anything is said about dice
        seat_keys.require_signed(game, command.seat, command.move, line, command.seen)
    position = game.table
    if command.turn != game.turn_began:
        raise TurnError(
            f"game {game.id} has moved on since record {command.turn}: it is at {game.turn_began}"
        )
    if command.seat != position.turn:
        raise TurnError(f"it is not the turn of seat {command.seat}, but of seat {position.turn}")
    move = require_legal(command.move, position.view(position.turn))
    auth = seal_cause(command.envelope, bytes.fromhex(command.salt))
    played = Event(actor(game, command.seat), t.MovePlayed(auth, move.text))
    after = position.copy()
    after.play(move)
    return [played, *_finish(game, after)]


def _take_over(game: Game, command: c.TakeOverSeat) -> list[Event]:
    _require_still_in(game, command.seat)
    disputes.require_no_dispute(game)
    _require_no_other_seat(game, command.seat, command.player)
    seat_keys.require_registrable(game, command.seat, command.key, command.bot)
    return [Event(OPERATOR, t.SeatTakenOver(command.player, command.seat, command.bot, command.key))]


def _resign(game: Game, command: c.Resign) -> list[Event]:
    _require_still_in(game, command.seat)
    if command.line is not None:
        seat_keys.require_signed(game, command.seat, signing.RESIGN, command.line, command.seen)
    after = game.table.copy()
    after.leave(command.seat)
    resigned = Event(actor(game, command.seat), t.PlayerResigned(command.seat, command.line))
    return [resigned, *_finish(game, after)]


def _finish(game: Game, after: Position, closed: int | None = None) -> list[Event]:
    """The events that end a game which is won in the position after, and none otherwise."""
    won = after.outcome
    if won is None:
        return []
    ranking = places(after.scores, won.winner, after.departed)
    body = t.GameFinished(won.ending.value, list(ranking), list(after.scores), won.winner)
    return [Event(OPERATOR, body), *disputes.reveal(game, closed=closed)]


def _rule(game: Game, command: c.GiveRuling) -> list[Event]:
    ruled, after = disputes.ruled(game, command)
    if after is not None and after.outcome is not None:
        return [ruled, *_finish(game, after, closed=command.ruling.dispute)]
    over = game.over or command.ruling.ruling in ("annulled", "replayed")
    if over and game.revealed is None:
        return [ruled, *disputes.reveal(game, closed=command.ruling.dispute)]
    return [ruled]


def _offer_abort(game: Game, command: c.OfferAbort) -> list[Event]:
    _require_still_in(game, command.seat)
    offered = Event(actor(game, command.seat), t.AbortOffered(command.seat))
    # That nobody else is missing can also come of the last one having left, or of a bot playing there now.
    if set(yet_to_agree(game)) <= {command.seat}:
        return [offered, Event(OPERATOR, t.GameAborted("agreed")), *disputes.reveal(game)]
    if command.seat in game.offers:
        raise UsageError(f"seat {command.seat} has offered to abort already")
    return [offered]


def yet_to_agree(game: Game) -> list[int]:
    """The seats that have not agreed to an abort yet: everybody still in but bots, who always agree (D)."""
    return [
        seat
        for seat in range(len(game.seats))
        if seat not in game.offers and seat not in game.table.departed and game.holder(seat).bot is None
    ]


def _publish(game: Game, command: c.PublishReasons) -> list[Event]:
    if game.revealed is None:
        raise TurnError(f"the deck of game {game.id} is not revealed yet, so causes stay sealed")
    if len(command.reasons) > game.sealed:
        raise UsageError(f"only {game.sealed} moves of game {game.id} are still sealed")
    seqs = [reason.seq for reason in command.reasons]
    if not seqs or seqs != sorted(set(seqs)):
        raise UsageError(f"the causes of game {game.id} are to be published ascending by record, each once")
    if not game.opened.isdisjoint(seqs):
        again = min(game.opened.intersection(seqs))
        raise UsageError(f"the cause of record {again} of game {game.id} is open already")
    for reason, auth in zip(command.reasons, command.sealed, strict=True):
        if seal_cause(reason.envelope, bytes.fromhex(reason.salt)) != auth:
            raise UsageError(
                f"the cause of record {reason.seq} of game {game.id} is not the one sealed there"
            )
    return [Event(OPERATOR, t.ReasonsPublished(command.reasons))]


def _require_not_over(game: Game) -> None:
    if game.status is Status.NEW:
        raise UsageError(f"game {game.id} does not exist")
    if game.over:
        raise GameOverError(f"game {game.id} is {game.status.value}")


def _require_running(game: Game) -> None:
    _require_not_over(game)
    if game.status is Status.OPEN:
        raise TurnError(f"game {game.id} has not started: not all seats are taken")


def _require_roster(game: Game, seat: int) -> None:
    _require_not_over(game)
    if seat not in range(len(game.seats)) or game.seats[seat] is None:
        raise UsageError(f"nobody has seat {seat} in game {game.id}")


def _require_no_other_seat(game: Game, seat: int, player: str) -> None:
    """Whoever had two seats would see two hands; one who has left has seen a hand too."""
    if any(holder and holder.player == player for other, holder in enumerate(game.seats) if other != seat):
        raise UsageError(f"player {player} has a seat already")


def _require_still_in(game: Game, seat: int) -> None:
    _require_running(game)
    _require_roster(game, seat)
    if seat in game.table.departed:
        raise GameOverError(f"seat {seat} has left game {game.id}")
