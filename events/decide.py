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
from mensch.core.said import said
from mensch.events import absences, disputes, pauses, seat_keys, signing, timeouts
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.bodies import CLOCK, OPERATOR, Event
from mensch.events.cause import is_players_own, seal_cause, signed_line
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
        case c.FlagFall():
            return _flag_falls(game, command)
        case c.ReturnToSeat():
            _require_still_in(game, command.seat)
            return [timeouts.returned(game, command.seat)]
        case c.ReturnTime():
            _require_running(game)
            return [timeouts.time_returned(game, command)]
        case c.AnnounceAbsence():
            _require_roster(game, command.seat)
            _require_not_left(game, command.seat)
            return [absences.announced(game, command)]
        case c.OfferPause():
            _require_still_in(game, command.seat)
            return pauses.offered(game, command.seat)
        case c.PauseGame():
            _require_running(game)
            return [pauses.paused(game, command)]
        case c.ResumeGame():
            _require_not_over(game)
            return [pauses.resumed(game, command)]
        case c.LapseStart():
            return _lapse(game, command)


def actor(game: Game, seat: int) -> str:
    """Who acts at a seat, as a record's `by` names it: a player also where a bot plays their moves."""
    return f"{'seat' if game.holder(seat).person else 'bot'}:{seat}"


def _create(game: Game, command: c.CreateGame) -> list[Event]:
    if game.status is not Status.NEW:
        raise UsageError(said("game {game} exists already", game=game.id))
    require_known(command.rules.name, command.rules.version)
    deck = t.Deck(command.commitment, command.context)
    if game.seed is not None and commitment(game.seed).hex() != command.commitment:
        raise UsageError(said("the commitment does not fit the seed"))
    timeouts.require_terms(command.clock)
    body = t.GameCreated(
        deck,
        command.rules,
        clock=command.clock,
        dispute_window=command.dispute_window,
        fork=command.fork,
        insecure_seed=command.insecure_seed,
        joining=command.joining,
    )
    return [Event(OPERATOR, body)]


def _join(game: Game, command: c.JoinGame) -> list[Event]:
    _require_not_over(game)
    if game.status is not Status.OPEN:
        raise TurnError(said("the roster of game {game} is closed", game=game.id))
    if command.seat not in range(len(game.seats)):
        raise UsageError(
            said("there is no seat {seat} in a game of {seats}", seat=command.seat, seats=len(game.seats))
        )
    if game.seats[command.seat] is not None:
        raise UsageError(said("seat {seat} is taken", seat=command.seat))
    _require_no_other_seat(game, command.seat, command.player)
    seat_keys.require_registrable(game, command.seat, command.key, command.bot)
    _require_reachable(command.seat, command.bot, mail=command.mail)
    return [Event(OPERATOR, _joined(command))]


def _joined(command: c.JoinGame) -> t.PlayerJoined:
    return t.PlayerJoined(
        command.entropy, command.player, command.seat, command.bot, command.key, command.mail
    )


def _require_reachable(seat: int, bot: t.Bot | None, *, mail: bool) -> None:
    if mail and bot is not None:
        raise UsageError(said("a bot plays seat {seat}, and bots get no mail", seat=seat))


def _start(game: Game) -> list[Event]:
    _require_not_over(game)
    if game.status is not Status.OPEN:
        raise TurnError(said("game {game} has started already", game=game.id))
    free = [seat for seat, holder in enumerate(game.seats) if holder is None]
    if free:
        raise TurnError(said("seat {seat} of game {game} is still free", seat=free[0], game=game.id))
    return [Event(OPERATOR, t.GameStarted())]


def _lapse(game: Game, command: c.LapseStart) -> list[Event]:
    _require_not_over(game)
    if game.status is not Status.OPEN:
        raise TurnError(said("game {game} has started already", game=game.id))
    if game.joining is None or command.now < game.created_at + game.joining.within:
        raise TurnError(said("there is time left to join game {game}", game=game.id))
    free = [seat for seat, holder in enumerate(game.seats) if holder is None]
    bot = game.joining.bot
    if free and bot is None:
        return [Event(CLOCK, t.StartLapsed(free)), *disputes.reveal(game)]
    if not len(free) == len(command.players) == len(command.entropies):
        raise TurnError(said("other seats of game {game} are free", game=game.id))
    bots = zip(free, command.players, command.entropies, strict=True)
    joins = [c.JoinGame(seat, player, added, bot) for seat, player, added in bots]
    for join in joins:
        _require_no_other_seat(game, join.seat, join.player)
    return [*(Event(CLOCK, _joined(join)) for join in joins), Event(CLOCK, t.GameStarted())]


def _play(game: Game, command: c.PlayMove) -> list[Event]:
    _require_running(game)
    _require_roster(game, command.seat)
    disputes.require_no_dispute(game)
    pauses.require_no_pause(game)
    line = signed_line(command.envelope)
    if line is not None:  # before anything is said about dice
        seat_keys.require_signed(game, command.seat, command.move, line, command.seen)
    position = game.table
    if command.turn != game.turn_began:
        raise timeouts.moved_on(game, command.turn)
    if command.seat != position.turn:
        raise TurnError(
            said(
                "it is not the turn of seat {seat}, but of seat {turn}", seat=command.seat, turn=position.turn
            )
        )
    holder = game.holder(command.seat)
    if holder.held and is_players_own(command.envelope):  # their move says that they are back
        moved = _moves(game, command.move, f"seat:{command.seat}", command.envelope, command.salt)
        return [timeouts.returned(game, command.seat), *moved]
    by = f"{'bot' if holder.bot else 'seat'}:{command.seat}"
    return _moves(game, command.move, by, command.envelope, command.salt)


def _moves(game: Game, text: str, by: str, envelope: str, salt: str) -> list[Event]:
    """The events of a move of the seat to move."""
    move = require_legal(text, game.table.view(game.table.turn))
    auth = seal_cause(envelope, bytes.fromhex(salt))
    after = game.table.copy()
    after.play(move)
    return [Event(by, t.MovePlayed(auth, move.text)), *_finish(game, after)]


def _flag_falls(game: Game, command: c.FlagFall) -> list[Event]:
    _require_running(game)
    _require_roster(game, command.seat)
    disputes.require_no_dispute(game)
    pauses.require_no_pause(game)
    events = timeouts.fallen(game, command)
    if command.move is not None:
        by = f"seat:{command.seat}"
        return [*events, *_moves(game, command.move, by, command.envelope, command.salt)]
    if game.clock is not None and game.clock.on_timeout == "forfeit":
        after = game.table.copy()
        after.leave(command.seat)
        return [*events, *_finish(game, after)]
    return events


def _take_over(game: Game, command: c.TakeOverSeat) -> list[Event]:
    _require_still_in(game, command.seat)
    disputes.require_no_dispute(game)
    _require_no_other_seat(game, command.seat, command.player)
    seat_keys.require_registrable(game, command.seat, command.key, command.bot)
    _require_reachable(command.seat, command.bot, mail=command.mail)
    body = t.SeatTakenOver(command.player, command.seat, command.bot, command.key, command.mail)
    return [Event(OPERATOR, body)]


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
        raise UsageError(said("seat {seat} has offered to abort already", seat=command.seat))
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
        raise TurnError(
            said("the deck of game {game} is not revealed yet, so causes stay sealed", game=game.id)
        )
    if len(command.reasons) > game.sealed:
        raise UsageError(
            said("only {sealed} moves of game {game} are still sealed", sealed=game.sealed, game=game.id)
        )
    seqs = [reason.seq for reason in command.reasons]
    if not seqs or seqs != sorted(set(seqs)):
        raise UsageError(
            said("the causes of game {game} are to be published ascending by record, each once", game=game.id)
        )
    if not game.opened.isdisjoint(seqs):
        again = min(game.opened.intersection(seqs))
        raise UsageError(
            said("the cause of record {seq} of game {game} is open already", seq=again, game=game.id)
        )
    for reason, auth in zip(command.reasons, command.sealed, strict=True):
        if seal_cause(reason.envelope, bytes.fromhex(reason.salt)) != auth:
            raise UsageError(
                said(
                    "the cause of record {seq} of game {game} is not the one sealed there",
                    seq=reason.seq,
                    game=game.id,
                )
            )
    return [Event(OPERATOR, t.ReasonsPublished(command.reasons))]


def _require_not_over(game: Game) -> None:
    if game.status is Status.NEW:
        raise UsageError(said("game {game} does not exist", game=game.id))
    if game.over:
        raise GameOverError(said("game {game} is {status}", game=game.id, status=game.status.called))


def _require_running(game: Game) -> None:
    _require_not_over(game)
    if game.status is Status.OPEN:
        raise TurnError(said("game {game} has not started: not all seats are taken", game=game.id))


def _require_roster(game: Game, seat: int) -> None:
    _require_not_over(game)
    if seat not in range(len(game.seats)) or game.seats[seat] is None:
        raise UsageError(said("nobody has seat {seat} in game {game}", seat=seat, game=game.id))


def _require_no_other_seat(game: Game, seat: int, player: str) -> None:
    """Whoever had two seats would see two hands; one who has left has seen a hand too."""
    if any(holder and holder.player == player for other, holder in enumerate(game.seats) if other != seat):
        raise UsageError(said("player {player} has a seat already", player=player))


def _require_still_in(game: Game, seat: int) -> None:
    _require_running(game)
    _require_roster(game, seat)
    _require_not_left(game, seat)


def _require_not_left(game: Game, seat: int) -> None:
    if game.position is not None and seat in game.position.departed:
        raise GameOverError(said("seat {seat} has left game {game}", seat=seat, game=game.id))
