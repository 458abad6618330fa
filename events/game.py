"""A game as the fold of its log: `initial`, `evolve` and `fold`.

`evolve` checks nothing and cannot fail on a log that was accepted; `mensch.events.decide` is where things
are checked. Without a seed every draw is a 0, and the same code folds what the public may know.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from mensch.core.deck import Deal, entropy, face_down, seeded_deal
from mensch.core.errors import CorruptLogError, MenschError, NewerLogError
from mensch.core.moves import MOVES
from mensch.core.position import Position
from mensch.core.rules import RuleSet, require_known
from mensch.core.said import Said, message_of, said
from mensch.events import bodies, time_control
from mensch.events.beginning import first_position
from mensch.events.bodies import Clock, Deck, Fork, GamePaused, Joining
from mensch.events.holder import Holder
from mensch.events.record import Entry, genesis
from mensch.events.time_control import Clocks


class Status(enum.Enum):
    """Where a game stands."""

    NEW = "new"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    ABORTED = "aborted"
    ANNULLED = "annulled"

    @property
    def called(self) -> Said:
        """How people call it; in records and JSON it is the value."""
        return _CALLED[self]


_CALLED = {
    Status.NEW: said("new"),
    Status.OPEN: said("open"),
    Status.RUNNING: said("running"),
    Status.FINISHED: said("finished"),
    Status.ABORTED: said("aborted"),
    Status.ANNULLED: said("annulled"),
}

_OVER = frozenset({Status.FINISHED, Status.ABORTED, Status.ANNULLED})

OVER = frozenset(status.value for status in _OVER)
"""The statuses of games that have ended, as an index has them."""


class Game:
    """A game at some record of its log.

    Attributes:
        id: its id.
        seq: the number of the last record; 0 before the first.
        head: the hash of that record, or genesis.
        at: its time, in milliseconds.
        created_at: the time of the first one.
        rules: its rule set; None before the first record, as its deck block is.
        deck: the deck block.
        fork: where it comes from; None for a game that is no fork.
        insecure_seed: whether the seed was chosen openly, for tests.
        status: open until it starts, then running, then finished, aborted or annulled.
        seats: who plays which seat; None while nobody does.
        joined: the seats in the order in which they were taken.
        position: the position; None before the start.
        turn_began: the last record that changed position, roster or status.
        turn_at: its time, in milliseconds.
        clocks: the time control; None for a game without one.
        joining: until when the seats are to be taken, where that is limited.
        offers: the seats that agree to an abort.
        pause_offers: the seats that agree to a pause.
        paused: how the pause began that the game is in; None while there is none.
        rotated_by_operator: the seats whose key, or one before it, is from the operator alone: what is
            signed there proves only that the operator and whoever has the new key agree.
        seed: the secret seed where the reader has it; None for everybody else.
        revealed: the seed once the log has published it.
        sealed: how many moves have a cause that is not published yet.
        opened: the moves whose cause is public, for a dispute or after the reveal.
        disputes: the disputes which no ruling has closed yet: from the record that opened one to the record
            that it is about. Never changed in place.
        dispute_window: milliseconds after the end for which the deck stays secret.
        started: the record with which it began to run; 0 while it has not.
        ended: the record with which it ended; 0 while it has not.
        ended_at: when that was, in milliseconds.
    """

    __slots__ = (
        "at",
        "clocks",
        "created_at",
        "deck",
        "dispute_window",
        "disputes",
        "ended",
        "ended_at",
        "fork",
        "head",
        "id",
        "insecure_seed",
        "joined",
        "joining",
        "offers",
        "opened",
        "pause_offers",
        "paused",
        "position",
        "revealed",
        "rotated_by_operator",
        "rules",
        "sealed",
        "seats",
        "seed",
        "seq",
        "started",
        "status",
        "turn_at",
        "turn_began",
    )

    def __init__(self, id: str, seed: bytes | None) -> None:  # noqa: A002  # the field's own name
        self.id = id
        self.seed = seed
        self.seq = 0
        self.head = genesis(id)
        self.at = 0
        self.created_at = 0
        self.status = Status.NEW
        self.rules: RuleSet | None = None
        self.deck: Deck | None = None
        self.fork: Fork | None = None
        self.insecure_seed = False
        self.seats: list[Holder | None] = []
        self.joined: tuple[int, ...] = ()
        self.position: Position | None = None
        self.turn_began = 0
        self.turn_at = 0
        self.clocks: Clocks | None = None
        self.joining: Joining | None = None
        self.offers: frozenset[int] = frozenset()
        self.pause_offers: frozenset[int] = frozenset()
        self.paused: GamePaused | None = None
        self.rotated_by_operator: frozenset[int] = frozenset()
        self.revealed: bytes | None = None
        self.sealed = 0
        self.opened: frozenset[int] = frozenset()
        self.disputes: Mapping[int, int] = {}
        self.dispute_window = 0
        self.started = 0
        self.ended = 0
        self.ended_at = 0

    @property
    def table(self) -> Position:
        """The position of a game that has started.

        Raises:
            CorruptLogError: when it has not, which an accepted log never comes to.
        """
        if self.position is None:
            raise CorruptLogError(said("game {game} has not started", game=self.id))
        return self.position

    @property
    def open_dice(self) -> bool:
        """Whether all dice are public from birth: a fork with the same dice as a revealed game."""
        return self.fork is not None and self.fork.dice == "same"

    @property
    def shared_deck(self) -> bool:
        """Whether its deck was made for other games too, the rotations of a tournament's table: then it does
        not become public with the end, but after the last of them."""
        if self.deck is None or self.fork is not None or self.insecure_seed:
            return False
        return self.deck.context != self.id

    @property
    def over(self) -> bool:
        """Whether it has ended, one way or the other."""
        return self.status in _OVER

    @property
    def clock(self) -> Clock | None:
        """The terms of the time control; None for a game without one."""
        return None if self.clocks is None else self.clocks.terms

    @property
    def deadline(self) -> int | None:
        """When the flag of the seat to move falls, in milliseconds UTC; None where no clock runs."""
        return None if self.clocks is None else self.clocks.deadline

    def left(self, seat: int, now: int) -> int | None:
        """Milliseconds that a seat has left at a time, grace not among them; None without time control."""
        return None if self.clocks is None else self.clocks.left(seat, now)

    @property
    def person_to_move(self) -> int | None:
        """The seat to move, where a person plays it in a running game; None otherwise."""
        if self.status is not Status.RUNNING or self.table.outcome is not None:
            return None
        return self.table.turn if self.holder(self.table.turn).bot is None else None

    def holder(self, seat: int) -> Holder:
        """Who plays a seat of a game that has started."""
        holder = self.seats[seat]
        if holder is None:
            raise CorruptLogError(said("nobody has seat {seat} of game {game}", seat=seat, game=self.id))
        return holder

    def copy(self) -> Game:
        """A second state that evolves on its own."""
        twin = Game.__new__(Game)
        for name in Game.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.seats = self.seats[:]
        if self.position is not None:
            twin.position = self.position.copy()
        return twin

    def advance(self, entry: Entry) -> None:
        """Let one more record happen, in place; `evolve` is the same on a copy."""
        record = entry.record
        self.at = record.at
        _ADVANCE[type(record.body)](self, record.body, record.seq)
        self.seq = record.seq
        self.head = entry.hash
        if self.clocks is not None:
            stands = bool(self.disputes) or self.paused is not None
            self.clocks = time_control.after(
                self.clocks, record.body, record.at, to_move=self.person_to_move, stands=stands
            )
        if not self.ended and self.status in _OVER:
            self.ended = record.seq
            self.ended_at = record.at

    def _created(self, body: bodies.GameCreated, seq: int) -> None:
        require_known(body.rules.name, body.rules.version)
        self.rules = body.rules.read()
        self.deck = body.deck
        self.dispute_window = body.dispute_window or 0
        self.fork = body.fork
        self.insecure_seed = body.insecure_seed
        self.seats = [None] * self.rules.seats
        self.clocks = time_control.wound(body.clock, self.rules.seats) if body.clock is not None else None
        self.joining = body.joining
        self.created_at = self.at
        self.status = Status.OPEN
        self._turn_begins(seq)

    def _joined(self, body: bodies.PlayerJoined, seq: int) -> None:
        self.seats[body.seat] = Holder(body.player, body.entropy, body.bot, body.key, body.mail)
        self.joined += (body.seat,)
        self._turn_begins(seq)

    def _started(self, body: bodies.GameStarted, seq: int) -> None:
        if self.rules is None:
            raise CorruptLogError(said("game {game} was never created", game=self.id))
        self.position = first_position(self.rules, self.fork, self.deal())
        self.position.play_for_good()
        self.status = Status.RUNNING
        self.started = seq
        self._turn_begins(seq)

    def _turn_begins(self, seq: int) -> None:
        self.turn_began = seq
        self.turn_at = self.at

    def deal(self) -> Deal:
        """How the dice of a game whose seats are taken are shuffled; face down without its seed."""
        if self.seed is None or self.deck is None:
            return face_down
        joiners = [bytes.fromhex(self.holder(seat).entropy) for seat in self.joined]
        public = entropy(bytes.fromhex(self.deck.commitment), self.deck.context, joiners)
        return seeded_deal(self.seed, public)

    def _moved(self, body: bodies.MovePlayed, seq: int) -> None:
        position = self.table
        if self.offers:
            self.offers -= {position.turn}
        if self.pause_offers:
            self.pause_offers -= {position.turn}
        position.play(MOVES[body.move])
        self.sealed += 1
        self.turn_began = seq
        self.turn_at = self.at

    def _said(self, body: bodies.MessageLeft, seq: int) -> None:
        pass  # changes neither position nor roster nor status, so it outdates nobody's move

    def _taken_over(self, body: bodies.SeatTakenOver, seq: int) -> None:
        added = self.holder(body.seat).entropy
        self.seats[body.seat] = Holder(body.player, added, body.bot, body.key, body.mail)
        self._takes_offers_back(body.seat)  # whoever plays now has agreed to nothing
        self.rotated_by_operator -= {body.seat}
        self._turn_begins(seq)

    def _resigned(self, body: bodies.PlayerResigned, seq: int) -> None:
        self._leaves(body.seat, seq)

    def _leaves(self, seat: int, seq: int) -> None:
        self.table.leave(seat)
        self._takes_offers_back(seat)
        self._turn_begins(seq)

    def _takes_offers_back(self, seat: int) -> None:
        self.offers -= {seat}
        self.pause_offers -= {seat}

    def _key_changed(self, body: bodies.KeyChanged, seq: int) -> None:
        self.seats[body.seat] = msgspec.structs.replace(self.holder(body.seat), key=body.key)
        if body.line is None:
            self.rotated_by_operator |= {body.seat}

    def _offered(self, body: bodies.AbortOffered, seq: int) -> None:
        self.offers |= {body.seat}

    def _aborted(self, body: bodies.GameAborted, seq: int) -> None:
        self.status = Status.ABORTED
        self._turn_begins(seq)

    def _finished(self, body: bodies.GameFinished, seq: int) -> None:
        self.status = Status.FINISHED
        self._turn_begins(seq)

    def _revealed(self, body: bodies.DeckRevealed, seq: int) -> None:
        self.revealed = bytes.fromhex(body.seed)

    def _published(self, body: bodies.ReasonsPublished, seq: int) -> None:
        self.sealed -= len(body.reasons)
        self.opened |= {reason.seq for reason in body.reasons}

    def _disputed(self, body: bodies.DisputeOpened, seq: int) -> None:
        self.disputes = {**self.disputes, seq: body.seq}

    def _ruled(self, body: bodies.RulingGiven, seq: int) -> None:
        self.disputes = {opened: about for opened, about in self.disputes.items() if opened != body.dispute}
        if body.ruling == "forfeit" and body.seat is not None:
            self._leaves(body.seat, seq)
        elif body.ruling != "stands":
            self.status = Status.ANNULLED
            self._turn_begins(seq)

    def _opened(self, body: bodies.ReasonOpened, seq: int) -> None:
        self.sealed -= 1
        self.opened |= {body.reason.seq}

    def _held(self, body: bodies.SeatHeld, seq: int) -> None:
        # The turn is still the one that its player has in mind, whose move may come with their return.
        self.seats[body.seat] = msgspec.structs.replace(self.holder(body.seat), bot=body.bot, held=True)
        self._takes_offers_back(body.seat)

    def _returned(self, body: bodies.SeatReturned, seq: int) -> None:
        self.seats[body.seat] = msgspec.structs.replace(self.holder(body.seat), bot=None, held=False)

    def _forfeited(self, body: bodies.PlayerForfeited, seq: int) -> None:
        self._leaves(body.seat, seq)

    def _pause_offered(self, body: bodies.PauseOffered, seq: int) -> None:
        self.pause_offers |= {body.seat}

    def _paused(self, body: bodies.GamePaused, seq: int) -> None:
        self.paused = body
        self.pause_offers = frozenset()

    def _resumed(self, body: bodies.GameResumed, seq: int) -> None:
        self.paused = None

    def _lapsed(self, body: bodies.StartLapsed, seq: int) -> None:
        self.status = Status.ABORTED
        self._turn_begins(seq)

    def _timed(
        self, body: bodies.TurnMissed | bodies.TimeReturned | bodies.AbsenceAnnounced, seq: int
    ) -> None:
        pass  # concerns clocks alone


_ADVANCE: dict[type[Any], Callable[[Game, Any, int], None]] = {  # Any: each takes the body it is filed under
    bodies.GameCreated: Game._created,
    bodies.PlayerJoined: Game._joined,
    bodies.GameStarted: Game._started,
    bodies.MovePlayed: Game._moved,
    bodies.MessageLeft: Game._said,
    bodies.SeatTakenOver: Game._taken_over,
    bodies.PlayerResigned: Game._resigned,
    bodies.KeyChanged: Game._key_changed,
    bodies.AbortOffered: Game._offered,
    bodies.GameAborted: Game._aborted,
    bodies.GameFinished: Game._finished,
    bodies.DeckRevealed: Game._revealed,
    bodies.ReasonsPublished: Game._published,
    bodies.DisputeOpened: Game._disputed,
    bodies.RulingGiven: Game._ruled,
    bodies.ReasonOpened: Game._opened,
    bodies.TurnMissed: Game._timed,
    bodies.SeatHeld: Game._held,
    bodies.SeatReturned: Game._returned,
    bodies.PlayerForfeited: Game._forfeited,
    bodies.TimeReturned: Game._timed,
    bodies.AbsenceAnnounced: Game._timed,
    bodies.PauseOffered: Game._pause_offered,
    bodies.GamePaused: Game._paused,
    bodies.GameResumed: Game._resumed,
    bodies.StartLapsed: Game._lapsed,
}


def initial(id: str, seed: bytes | None = None) -> Game:  # noqa: A002  # the field's own name
    """A game before its first record.

    Args:
        seed: the secret seed for who may see hands; without it every draw is a 0.
    """
    return Game(id, seed)


def evolve(game: Game, entry: Entry) -> Game:
    """The game after one more record; the game that is handed in stays as it is."""
    after = game.copy()
    after.advance(entry)
    return after


def fold(game: Game, entries: Iterable[Entry]) -> Game:
    """The game after many more records.

    Args:
        game: stays as it is.

    Raises:
        CorruptLogError: when a record contradicts those before it, which no accepted log does.
        NewerLogError: when the log names a rule set that this program does not know.
    """
    after = game.copy()
    entry = None
    try:
        for entry in entries:
            after.advance(entry)
    except (CorruptLogError, NewerLogError):
        raise
    except (MenschError, LookupError, ValueError, AssertionError, TypeError) as error:
        number = entry.seq if entry else after.seq
        raise CorruptLogError(
            said(
                "record {seq} of {game} contradicts those before it: {error}",
                seq=number,
                game=game.id,
                error=message_of(error),
            )
        ) from None
    return after
