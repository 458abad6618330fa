"""The referee: who holds the seeds, and lets commands happen in a store.

Deciding is pure; here it meets the store, the clock and randomness. A command carries an id, so that one
whose answer was lost can be sent again without happening twice.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from mensch.core.deck import SEED_SIZE, commitment, joiner_bytes
from mensch.core.errors import (
    CorruptLogError,
    GameOverError,
    MenschError,
    NotFoundError,
    TurnError,
    UsageError,
)
from mensch.core.rules import RuleSet
from mensch.core.said import said
from mensch.events import clock
from mensch.events import commands as c
from mensch.events.bodies import Bot, Clock, DeckRevealed, MovePlayed, Reason, ReasonOpened, ReasonsPublished
from mensch.events.cause import Cause, cause_field, opened_cause
from mensch.events.decide import decide
from mensch.events.due import REVEAL, due, due_by
from mensch.events.game import Game, fold, initial
from mensch.events.ids import LENGTH, new_command, new_id
from mensch.events.loading import entries
from mensch.events.record import LARGEST, Entry, decode, seal, verify
from mensch.events.salt import new_salt, salted
from mensch.events.store import Append, Appended, Store, UnknownOutcomeError, Verdict

SEED = "seed"
"""The field of a game's secrets that holds its seed."""

INSECURE_CONTEXT = "0" * LENGTH
"""What a deck block has for a context when its seed was chosen openly."""

LONGEST_MESSAGE = 2000
"""Bytes of a message to the table, in UTF-8."""

_PAUSES = (0.05, 0.2, 1.0)
"""Seconds between the tries to learn what became of a command whose answer was lost."""


class Player(msgspec.Struct, frozen=True):
    """Who is to sit at a seat.

    Attributes:
        name: how people call them; kept beside the log, never in it.
        bot: the bot, if it is one.
        key: the public key that they sign with, if they do.
        id: of a person who is known already (`mensch.events.people`); None for a new one.
        mail: whether they are told by mail.
    """

    name: str
    bot: Bot | None = None
    key: str | None = None
    id: str | None = None
    mail: bool = False


class Referee:
    """Lets commands happen. Whoever has one can see every hand: it is the operator's, and the workers'.

    Args:
        store: where the logs are.
        now: the clock, in milliseconds UTC.
    """

    def __init__(self, store: Store, now: Callable[[], int] = clock.now) -> None:
        self.store = store
        self._now = now

    def load(self, game: str) -> Game:
        """A game with its hidden dice.

        Raises:
            NotFoundError: there is no such game.
            mensch.core.errors.LogError: the log cannot be used.
            MenschError: the seed is missing, or it is another game's.
        """
        seed = self.seed(game)
        loaded = fold(initial(game, seed), entries(self.store, game))
        if loaded.deck is not None and loaded.deck.commitment != commitment(seed).hex():
            raise MenschError(
                said(
                    "the seed kept for game {game} is not the one its log commits to: a wrong backup?",
                    game=game,
                )
            )
        return loaded

    def seed(self, game: str) -> bytes:
        """The seed of a game.

        Raises:
            MenschError: the secrets are lost, so that nothing more can be decided in this game.
        """
        seed = self.store.secret(game, SEED)
        if seed is None and self.store.is_entombed(game):  # the log of an archived game has told it
            seed = revealed_in(entries(self.store, game))
        if seed is None and self.store.head(game) is None:
            raise NotFoundError(said("there is no game {game}", game=game))
        if seed is None:
            raise MenschError(
                said("the seed of game {game} is missing; it is part of a backup, not of the log", game=game)
            )
        return seed

    def new_game(
        self,
        rules: RuleSet,
        players: Sequence[Player],
        *,
        seed: bytes | None = None,
        insecure: bool = False,
        dispute_window: int | None = None,
        game_clock: Clock | None = None,
        absences: Sequence[c.AnnounceAbsence] = (),
    ) -> Game:
        """Create a game, seat everybody in this order, and start it.

        Args:
            seed: 32 bytes; None for random ones.
            insecure: whether the seed was chosen openly, which the log then says.
            dispute_window: milliseconds after the end for which the deck stays secret; None for none.
            game_clock: the time control; None for a game without.
            absences: what players have announced before, in a game with time control.
        """
        seed = seed or secrets.token_bytes(SEED_SIZE)
        game = new_id()
        seats = [
            c.JoinGame(
                seat,
                player.id or new_id(),
                self._joining_bytes(seed, seat, player.bot, insecure),
                player.bot,
                player.key,
                mail=player.mail,
            )
            for seat, player in enumerate(players)
        ]
        context = INSECURE_CONTEXT if insecure else game  # the same seed is to give the same dice again
        create = c.create(
            rules,
            commitment(seed),
            context,
            insecure=insecure,
            dispute_window=dispute_window,
            clock=game_clock,
        )
        commands: list[c.Command] = [create, *seats, *absences, c.StartGame()]
        return self.open_game(game, seed, commands, [p.name for p in players])

    @staticmethod
    def _joining_bytes(seed: bytes, index: int, bot: Bot | None, insecure: bool) -> str:
        """A bot's bytes follow from the seed; so do everybody's where the same game is wanted again."""
        if bot is not None or insecure:
            return joiner_bytes(seed, index).hex()
        return secrets.token_bytes(SEED_SIZE).hex()

    def open_game(
        self,
        game: str,
        seed: bytes,
        commands: Sequence[c.Command],
        names: Sequence[str],
        *,
        since: int = 0,
        secret: Mapping[str, bytes] | None = None,
    ) -> Game:
        """Let the commands happen that create a game, and keep its seed and its players' names.

        Args:
            since: no record is earlier, in milliseconds UTC, also where the clock has been put back.
            secret: more fields of its secrets.
        """
        joins = [command for command in commands if isinstance(command, c.JoinGame)]
        for join, name in zip(joins, names, strict=True):
            self.store.save_player(join.player, {"name": name.encode()})
        unborn = initial(game, seed)
        unborn.at = since
        return self.act(unborn, commands, secret={SEED: seed, **(secret or {})})

    def play(
        self,
        game: Game,
        seat: int,
        move: str,
        cause: Cause,
        *,
        say: str | None = None,
        cmd: str | None = None,
        seen: str = "",
        secret: Mapping[str, bytes] | None = None,
    ) -> Game:
        """Play a move in the turn that a game shows.

        Args:
            move: the canonical text.
            say: a message to the table that goes with it.
            cmd: the command id; None for a random one.
            seen: for a signed line the hash of the record that it names, from the log.
            secret: fields of the game's secrets that are written with it.
        """
        play = c.PlayMove(seat, move, game.turn_began, cause.envelope, new_salt().hex(), seen)
        if say is None:
            return self.act(game, [play], cmd=cmd, secret=secret)
        digest, text = salted(say)
        together: list[c.Command] = [c.LeaveMessage(seat, digest), play]
        return self.act(game, together, cmd=cmd, secret=secret, texts={digest: text})

    def say(self, game: Game, seat: int, text: str) -> Game:
        """Leave a message at the table."""
        digest, kept = salted(text)
        return self.act(game, [c.LeaveMessage(seat, digest)], texts={digest: kept})

    def act(
        self,
        game: Game,
        commands: Sequence[c.Command],
        *,
        cmd: str | None = None,
        secret: Mapping[str, bytes] | None = None,
        texts: Mapping[str, bytes] | None = None,
    ) -> Game:
        """Let commands happen together, in one append.

        Where the log has moved on they are decided again; that a person's move then still belongs to the turn
        it was meant for is checked by deciding.

        Args:
            game: folded with its seed.
            cmd: their common id; None for a random one.

        Returns:
            the game afterwards.
        """
        cmd = cmd or new_command()
        digest = c.command_digest(commands)
        while True:
            after, log, causes, now = self._decide(game, commands, cmd)
            request = Append(
                game=game.id,
                expected=game.seq,
                entries=log,
                digest=digest,
                status=after.status.value,
                due=due_by(after, now),
                secrets={**(secret or {}), **causes},
                texts=texts or {},
                revealed=after.revealed is not None,
            )
            written = append_surely(self.store, request)
            match written.verdict:
                case Verdict.OK:
                    return after
                case Verdict.DUPLICATE:
                    return self.load(game.id)
                case Verdict.MISMATCH:
                    raise MenschError(
                        said("another command of game {game} has the id {cmd}", game=game.id, cmd=cmd)
                    )
                case Verdict.BLOCKED if self.store.is_entombed(game.id):
                    raise GameOverError(
                        said("game {game} is archived: nothing more can happen in it", game=game.id)
                    )
                case Verdict.BLOCKED:
                    raise CorruptLogError(
                        said(
                            "the log of {game} goes on behind record {written}, where its index says "
                            "that it ends; `mensch rebuild` tells what is there",
                            game=game.id,
                            written=written.seq,
                        )
                    )
                case Verdict.CONFLICT if written.seq < game.seq:
                    raise CorruptLogError(
                        said(
                            "the log of {game} had {seq} records and now ends at {written}, says "
                            "its index: records are lost, or the index is stale; `mensch rebuild` tells",
                            game=game.id,
                            seq=game.seq,
                            written=written.seq,
                        )
                    )
                case Verdict.CONFLICT:
                    missed = verify(written.missed, game=game.id, after=game.seq, head=game.head, at=game.at)
                    game = fold(game, missed)
                    if game.seq != written.seq:
                        raise CorruptLogError(
                            said(
                                "the log of {game} is cut: it has {seq} records where its head says "
                                "{written}",
                                game=game.id,
                                seq=game.seq,
                                written=written.seq,
                            )
                        )

    def _decide(
        self, game: Game, commands: Sequence[c.Command], cmd: str
    ) -> tuple[Game, list[Entry], dict[str, bytes], int]:
        """The game afterwards, the records, the causes to keep, and the time by the clock."""
        now = 0
        log: list[Entry] = []
        causes: dict[str, bytes] = {}
        for command in commands:
            now = self._now()
            at = max(now, game.at)
            events = decide(game, c.timed(command, at))
            sealed = seal(events, game=game.id, after=game.seq, head=game.head, cmd=cmd, at=at)
            _require_readable(sealed)
            if isinstance(command, c.PlayMove | c.FlagFall):
                kept = bytes.fromhex(command.salt) + command.envelope.encode()
                causes |= {cause_field(entry.seq): kept for entry in sealed if _is_move(entry)}
            game = fold(game, sealed)
            log += sealed
        return game, log, causes, now

    def reveal_deck(self, game: Game) -> Game:
        """Make a deck public whose time has come, and open its causes; else the game as it is.

        A second run, also at the same time, changes nothing.
        """
        if any(item.kind == REVEAL and item.at <= self._now() for item in due(game)):
            assert game.seed is not None
            cmd = derived_command(game.seed, "reveal")
            try:
                game = self.act(game, [c.RevealDeck(self._now())], cmd=cmd)
            except (TurnError, GameOverError):  # a dispute was opened meanwhile, or somebody was faster
                game = self.load(game.id)
        return self.publish_reasons(game)

    def publish_reasons(self, game: Game) -> Game:
        """Open the causes of all moves of a game whose deck is public, in records of at most 64 KiB."""
        if game.revealed is None or not game.sealed:
            return game
        kept = self.store.secrets(game.id)
        auths: dict[int, str] = {}
        for entry in entries(self.store, game.id):
            match entry.record.body:
                case MovePlayed(auth=auth):
                    auths[entry.seq] = auth
                case ReasonsPublished(reasons=reasons):
                    for reason in reasons:
                        del auths[reason.seq]
                case ReasonOpened(reason=reason):
                    del auths[reason.seq]
        reasons = [
            opened_cause(cause, seq) for seq in auths if (cause := kept.get(cause_field(seq))) is not None
        ]
        for part in reasons_in_parts(reasons):
            cmd = derived_command(game.revealed, f"reasons:{part[0].seq}")
            game = self.act(game, [c.PublishReasons(part, [auths[reason.seq] for reason in part])], cmd=cmd)
        return game


def append_surely(store: Store, request: Append) -> Appended:
    """Append, and ask again where the answer was lost, which the command id makes safe.

    Raises:
        mensch.core.errors.ServerError: the server stays away.
    """
    for pause in _PAUSES:
        try:
            return store.append(request)
        except UnknownOutcomeError:
            time.sleep(pause)
    return store.append(request)


def revealed_in(log: Sequence[Entry]) -> bytes | None:
    """The seed that a log has revealed; None where it has not."""
    seeds = (entry.record.body.seed for entry in log if isinstance(entry.record.body, DeckRevealed))
    return next(map(bytes.fromhex, seeds), None)


def derived_command(seed: bytes, cause: str) -> str:
    """The id of a command that follows from a cause, so that a second run of it changes nothing."""
    return hmac.digest(seed, b"mensch/command/v1\n" + cause.encode(), "sha256").hex()[:32]


def _is_move(entry: Entry) -> bool:
    return isinstance(entry.record.body, MovePlayed)


def _require_readable(sealed: Sequence[Entry]) -> None:
    """Never write what could not be read again: an id, a key or a number out of its range in a command.

    Raises:
        UsageError: there is such a record.
    """
    try:
        for entry in sealed:
            decode(entry.raw)
    except CorruptLogError as error:
        raise UsageError(
            said("a record that nobody could read is not written: {error}", error=error)
        ) from None


def reasons_in_parts(reasons: Sequence[Reason]) -> list[list[Reason]]:
    """Cut reasons into lists that surely fit into a record each."""
    parts: list[list[Reason]] = []
    room = 0
    for reason in reasons:
        # Each sign of an envelope may need two as JSON; 200 is more than all else of a reason.
        size = 200 + 2 * len(reason.envelope)
        if size > room:
            parts.append([])
            room = LARGEST - 1024
        parts[-1].append(reason)
        room -= size
    return parts
