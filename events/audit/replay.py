"""The replay: every command of a log is decided again, and must lead to the very events that stand there.

So an audit knows no rule of its own; it asks the same `decide` that let the game happen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

import msgspec

from mensch.core.errors import GameOverError, MenschError, MoveError, NewerLogError, TurnError
from mensch.core.moves import MOVES
from mensch.core.position import HiddenDiceError
from mensch.core.said import counted, said
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.audit.by_clock import flag_fall, lapse
from mensch.events.audit.causes import Opened
from mensch.events.audit.draft import Draft
from mensch.events.audit.possible import history_problem, with_some_hand
from mensch.events.audit.report import Code, Standing, Step, Verdict
from mensch.events.audit.rulings import ruling_command
from mensch.events.audit.signatures import line_of, seen_by
from mensch.events.bodies import CLOCK, Body, Event
from mensch.events.decide import decide
from mensch.events.game import Game, Status, initial
from mensch.events.record import GAMES, Entry

_NO_SALT = "00" * 32

_MOVES = (c.PlayMove, c.FlagFall)

_CODES: dict[type[MenschError], Code] = {
    MoveError: Code.ILLEGAL_MOVE,
    TurnError: Code.OUT_OF_TURN,
    GameOverError: Code.AFTER_THE_END,
}


def replay(draft: Draft, seed: bytes | None, opened: Mapping[int, Opened], keys: Mapping[str, str]) -> int:
    """Decide all of a log again; how many of its records are right, from the first.

    Args:
        seed: None where it is not known; then a move is right if some hand allows it.
        opened: the causes that open the seal of their move.
        keys: pinned public keys by party.
    """
    assert draft.game is not None
    game = initial(draft.game, seed)
    log = draft.log
    auths: dict[int, str] = {}
    while game.seq < len(log):
        first = log[game.seq]
        expected = _decide(draft, game, first, _command(first, game, log, opened, auths, keys))
        if expected is None:
            return game.seq
        found = log[game.seq : game.seq + len(expected)]
        for event, entry in zip(expected, found, strict=False):
            if not _fits(event, entry, first, opened, keys, seed_known=seed is not None):
                _differs(draft, event, entry, first)
                return game.seq
            if isinstance(entry.record.body, t.MovePlayed):
                auths[entry.seq] = entry.record.body.auth
            game.advance(entry)
        if len(found) < len(expected):
            missing = GAMES.tags[type(expected[len(found)].body)][0]
            says = said(
                "behind record {count} a {missing} is missing, which is written together with it",
                count=len(log),
                missing=missing,
            )
            draft.breaks(Verdict.CUT, Code.CUT, says, at=len(log))
    _tell(draft, game, seed)
    draft.done(Step.REPLAY)
    return game.seq


def _tell(draft: Draft, game: Game, seed: bytes | None) -> None:
    moves = sum(isinstance(entry.record.body, t.MovePlayed) for entry in draft.log)
    if seed is not None:
        says = said(
            "{moves}, all legal and with dice that were in hand; and the result is right",
            moves=counted("{n} move", "{n} moves", moves),
        )
        draft.holds(Code.REPLAY_OK, Standing.PROVEN, says)
        return
    says = said(
        "{moves}, all possible in their positions, and in turn", moves=counted("{n} move", "{n} moves", moves)
    )
    draft.holds(Code.REPLAY_OK, Standing.PROVEN, says)
    if game.status is not Status.NEW:
        draft.leaves(
            Step.REPLAY, said("that the dice that were played had been drawn needs the revealed deck")
        )
    if not game.over:
        draft.leaves(
            Step.REPLAY, said("the game goes on behind record {seq}, or the rest is not here", seq=game.seq)
        )


def _decide(draft: Draft, game: Game, first: Entry, command: c.Command | None) -> list[Event] | None:
    """The events that a command leads to; None where it leads to none, which the draft then says."""
    if command is None:
        says = said(
            "record {seq}, {type}, stands where no command leads to it", seq=first.seq, type=first.record.type
        )
        draft.breaks(Verdict.VIOLATION, Code.NOT_ALLOWED, says, at=first.seq, raw=first.raw)
        return None
    if isinstance(command, c.StartGame) and _history_is_false(draft, game, first):
        return None
    decider = game
    if game.seed is None:
        decider = with_some_hand(game, MOVES.get(command.move or "") if isinstance(command, _MOVES) else None)
    try:
        return decide(decider, command)
    except NewerLogError as error:
        draft.breaks(Verdict.NEWER, Code.NEWER, str(error), at=first.seq, raw=first.raw)
    except HiddenDiceError:  # none was put there, since no hand allows the move
        says = said("record {seq}: no two dice would allow this move", seq=first.seq)
        draft.breaks(Verdict.VIOLATION, Code.ILLEGAL_MOVE, says, at=first.seq, raw=first.raw)
    except MenschError as error:
        code = next((code for kind, code in _CODES.items() if isinstance(error, kind)), Code.NOT_ALLOWED)
        if isinstance(command, c.FlagFall) and code is Code.OUT_OF_TURN:
            code = Code.FLAG_EARLY
        says = said(
            "record {seq}, {type} by {by}: {error}",
            seq=first.seq,
            type=first.record.type,
            by=first.record.by,
            error=error,
        )
        draft.breaks(Verdict.VIOLATION, code, says, at=first.seq, raw=first.raw)
    return None


def _history_is_false(draft: Draft, game: Game, first: Entry) -> bool:
    if game.fork is None or game.rules is None or None in game.seats:
        return False
    problem = history_problem(game.rules, game.fork, game.deal())
    if problem is None:
        return False
    says = said("the game is a fork, and {problem}", problem=problem)
    draft.breaks(Verdict.VIOLATION, Code.FALSE_HISTORY, says, at=1, raw=draft.log[0].raw)
    return True


def _fits(
    event: Event,
    entry: Entry,
    first: Entry,
    opened: Mapping[int, Opened],
    keys: Mapping[str, str],
    *,
    seed_known: bool,
) -> bool:
    record = entry.record
    body: Body = event.body
    match body, record.body:
        case t.MovePlayed(), t.MovePlayed(auth=auth) if _known(entry, opened) is None:
            body = msgspec.structs.replace(body, auth=auth)  # sealed, or compared with its cause before
        case t.DeckRevealed(), t.DeckRevealed() if not seed_known:
            body = record.body  # what is wrong with this seed was said before
        case t.RulingGiven(), t.RulingGiven(signature=signature) if record.by not in keys:
            body = msgspec.structs.replace(body, signature=signature)
    return body == record.body and event.by == record.by and record.cmd == first.record.cmd


def _known(entry: Entry, opened: Mapping[int, Opened]) -> Opened | None:
    """The cause of a move, to decide it with; None while it is sealed, and for one of an unknown kind, which
    may look like a signed line and is none.
    """
    found = opened.get(entry.seq)
    return found if found is not None and found.cause is not None else None


def _differs(draft: Draft, event: Event, entry: Entry, first: Entry) -> None:
    kind = GAMES.tags[type(event.body)][0]
    says = said(
        "record {record} is not what record {seq} leads to: a {kind} by {by}",
        record=entry.seq,
        seq=first.seq,
        kind=kind,
        by=event.by,
    )
    if entry.record.cmd != first.record.cmd:
        says = said("{says}, by the same command", says=says)
    evidence = {"body that it leads to": msgspec.json.encode(event.body, order="sorted").decode()}
    draft.breaks(Verdict.VIOLATION, Code.EVENT_DIFFERS, says, at=entry.seq, raw=entry.raw, evidence=evidence)


def _seat(by: str) -> int:
    """The seat of an author; -1, which no game has, for one who has none."""
    who, _, seat = by.partition(":")
    return int(seat) if who in ("seat", "bot") else -1


def _command(
    entry: Entry,
    game: Game,
    log: Sequence[Entry],
    opened: Mapping[int, Opened],
    auths: Mapping[int, str],
    keys: Mapping[str, str],
) -> c.Command | None:
    """The command that a record may be the first event of; None for one that only ever follows another."""
    body = entry.record.body
    seen = seen_by(line_of(entry, opened), log, game.seq)
    match body:
        case t.GameCreated(deck=deck, rules=rules, fork=fork, dispute_window=window):
            return c.CreateGame(
                rules,
                deck.commitment,
                deck.context,
                fork,
                window,
                body.insecure_seed,
                clock=body.clock,
                joining=body.joining,
            )
        case t.PlayerJoined() | t.GameStarted() | t.StartLapsed() if entry.record.by == CLOCK:
            return lapse(entry, log)
        case t.PlayerJoined(seat=seat, player=player, entropy=added, bot=bot, key=key, mail=mail):
            return c.JoinGame(seat, player, added, bot, key, mail)
        case t.GameStarted():
            return c.StartGame()
        case t.MovePlayed(move=move):
            known = _known(entry, opened)
            envelope, salt = (known.reason.envelope, known.reason.salt) if known else ("", _NO_SALT)
            return c.PlayMove(_seat(entry.record.by), move, game.turn_began, envelope, salt, seen)
        case t.MessageLeft(digest=digest):
            return c.LeaveMessage(_seat(entry.record.by), digest)
        case t.SeatTakenOver(seat=seat, player=player, bot=bot, key=key, mail=mail):
            return c.TakeOverSeat(seat, player, bot, key, mail)
        case t.PlayerResigned(seat=seat, line=line):
            return c.Resign(seat, line, seen)
        case t.KeyChanged(seat=seat, key=key, line=line):
            return c.ChangeKey(seat, key, line, seen)
        case t.AbortOffered(seat=seat):
            return c.OfferAbort(seat)
        case t.GameAborted(cause=cause):
            return c.AbortGame() if cause == "operator" else None
        case t.ReasonsPublished(reasons=reasons):
            return c.PublishReasons(reasons, [auths.get(reason.seq, "") for reason in reasons])
        case t.DeckRevealed():
            return c.RevealDeck(entry.record.at)
        case t.DisputeOpened(seat=seat, seq=seq, claim=claim):
            return c.OpenDispute(seat, seq, claim)
        case t.RulingGiven():
            return ruling_command(game, entry.record.by, body, keys)
        case t.ReasonOpened(reason=reason):
            return c.OpenReason(reason, auths.get(reason.seq, ""))
        case t.TurnMissed(seat=seat):
            return flag_fall(entry, game, log, opened)
        case t.SeatReturned(seat=seat):
            return c.ReturnToSeat(seat)
        case t.TimeReturned(seat=seat, given=given, since=since, until=until):
            return c.ReturnTime(seat, given, since, until, entry.record.at)
        case t.AbsenceAnnounced(seat=seat, since=since, until=until):
            return c.AnnounceAbsence(seat, since, until, entry.record.at)
        case t.PauseOffered(seat=seat):
            return c.OfferPause(seat)
        case t.GamePaused(cause=cause, until=ending):
            return c.PauseGame(ending, entry.record.at) if cause == "operator" else None
        case t.GameResumed():
            return c.ResumeGame(entry.record.by, entry.record.at)
        case t.GameFinished() | t.SeatHeld() | t.PlayerForfeited() | t.StartLapsed():
            return None
        case _:
            assert_never(body)
