"""The audit of a tournament: its log is decided again, and its results are those of its games.

The order of steps is that of a game's audit. Games are looked up where they lie; those of bots are also
played again from the revealed secret, which gives every byte of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from mensch.core.errors import CorruptLogError, LogError, MenschError, NewerLogError
from mensch.core.said import said
from mensch.events.archive import sort_lines
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import COPY, OF_A_TOURNAMENT, Code, Report, Standing, Step, Verdict
from mensch.events.audit.tournament_games import Games, check_games, play_again
from mensch.events.bodies import CLOCK, OPERATOR
from mensch.events.record import read_record
from mensch.events.store import Store
from mensch.events.tournament import bodies as t
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.decide import decide
from mensch.events.tournament.records import TOURNAMENTS, TournamentEntry
from mensch.events.tournament.records import verify as verify_tournament
from mensch.events.tournament.secrets import commitment


def audit_tournament(lines: Sequence[bytes], games: Games | None = None, *, bots: bool = True) -> Report:
    """Audit the log of a tournament.

    Args:
        lines: its records, with or without line feeds.
        games: where its games lie; None where they are not at hand.
        bots: whether to play the games of bots again.
    """
    draft = Draft(OF_A_TOURNAMENT)
    log = _read(lines, draft)
    contest = _replayed(log, draft) if log else None
    if contest is not None:
        check_games(contest, log, games, draft)
        play_again(contest, draft, bots=bots)
    report = draft.report()
    return msgspec.structs.replace(
        report,
        game=log[0].record.game if log else None,
        records=len(log),
        head=log[-1].hash if log else None,
    )


def audit_stored_tournament(store: Store, tournament: str, *, bots: bool = True) -> Report:
    """Audit a tournament where it and its games lie.

    Raises:
        mensch.core.errors.ServerError: the server is missing or refuses.
    """
    try:
        lines = store.read_all(tournament)
    except CorruptLogError as error:
        draft = Draft(OF_A_TOURNAMENT)
        draft.game = tournament
        draft.breaks(Verdict.MALFORMED, Code.MALFORMED, said("{error}", error=error))
        return draft.report()

    def games(game: str) -> Sequence[bytes]:
        try:
            return store.read_all(game)
        except LogError:
            # A damaged file of the archive is as good as none, and other bytes follow from no game.
            return [] if store.is_entombed(game) else [b""]

    return audit_tournament(lines, games, bots=bots)


def _read(lines: Sequence[bytes], draft: Draft) -> list[TournamentEntry]:
    """The records, if they are whole and stand in one chain; none otherwise, and the draft says why."""
    try:
        raws = sort_lines(lines).records
    except LogError as error:
        draft.breaks(Verdict.MALFORMED, Code.TOO_LARGE, said("{error}", error=error), party=COPY)
        return []
    if not raws:
        draft.breaks(Verdict.CUT, Code.CUT, said("there is no record at all"), party=COPY)
        return []
    draft.done(Step.SHAPE)
    first = ""
    for seq, raw in enumerate(raws, 1):
        try:
            record = read_record(raw, TOURNAMENTS)
        except LogError as error:
            newer = isinstance(error, NewerLogError)
            verdict, code = (Verdict.NEWER, Code.NEWER) if newer else (Verdict.MALFORMED, Code.MALFORMED)
            says = said("record {seq}: {error}", seq=seq, error=error)
            draft.breaks(verdict, code, says, at=seq, party=COPY, raw=raw)
            return []
        first = first or record.game
    draft.done(Step.PARSE)
    log: list[TournamentEntry] = []
    try:
        log.extend(verify_tournament(raws, tournament=first))
    except LogError as error:
        draft.breaks(
            Verdict.VIOLATION, Code.CHAIN_BROKEN, said("{error}", error=error), at=len(log) + 1, party=COPY
        )
        return []
    says = said("the records 1 to {last} are one chain: each is bound to all before it", last=len(log))
    draft.holds(Code.CHAIN_OK, Standing.PROVEN, says, seqs=(1, len(log)), evidence={"head": log[-1].hash})
    draft.done(Step.CHAIN)
    return log


def _replayed(log: Sequence[TournamentEntry], draft: Draft) -> Contest | None:
    """The tournament, if every command of its log, decided again, leads to the records that stand there."""
    secret = _secret(log, draft)
    contest = Contest(log[0].record.game, secret)
    while contest.seq < len(log):
        first = log[contest.seq]
        try:
            command = _command(contest, first, log)
            expected = decide(contest, command) if command is not None else []
        except MenschError as error:
            says = said("record {seq}, {kind}: {error}", seq=first.seq, kind=first.record.type, error=error)
            draft.breaks(Verdict.VIOLATION, Code.NOT_ALLOWED, says, at=first.seq, raw=first.raw)
            return None
        if not expected:
            says = said(
                "record {seq}, {kind}, stands where no command leads to it",
                seq=first.seq,
                kind=first.record.type,
            )
            draft.breaks(Verdict.VIOLATION, Code.NOT_ALLOWED, says, at=first.seq, raw=first.raw)
            return None
        found = log[contest.seq : contest.seq + len(expected)]
        for event, entry in zip(expected, found, strict=False):
            record = entry.record
            if (event.by, _essence(event.body), first.record.cmd) != (
                record.by,
                _essence(record.body),
                record.cmd,
            ):
                says = said(
                    "record {seq} is not what record {first} leads to", seq=entry.seq, first=first.seq
                )
                right = msgspec.json.encode(event.body, order="sorted").decode()
                draft.breaks(
                    Verdict.VIOLATION,
                    Code.EVENT_DIFFERS,
                    says,
                    at=entry.seq,
                    raw=entry.raw,
                    evidence={"body that it leads to": right},
                )
                return None
            contest.advance(entry)
        if len(found) < len(expected):
            says = said("behind record {last} something is missing that is written with it", last=len(log))
            draft.breaks(Verdict.CUT, Code.CUT, says, at=len(log))
            return None
    if contest.status is Status.FINISHED and contest.revealed is None:
        says = said("behind record {last} something is missing that is written with it", last=len(log))
        draft.breaks(Verdict.CUT, Code.CUT, says, at=len(log))
    says = said("entries, pairings, results and standings follow from one another by the rules")
    draft.holds(Code.REPLAY_OK, Standing.PROVEN, says, seqs=(1, len(log)))
    for entry in log:
        if isinstance(entry.record.body, t.ResultCorrected):
            says = said("the organiser has corrected a result, as record {seq} says", seq=entry.seq)
            draft.holds(Code.CORRECTED, Standing.ATTESTED, says, seqs=(entry.seq, entry.seq))
        if (
            isinstance(body := entry.record.body, t.RoundClosed)
            and body.unplayed
            and _actor(entry) == OPERATOR
        ):
            says = said(
                "the organiser has closed round {round} without {count} of its games, as record {seq} says",
                round=body.round,
                count=len(body.unplayed),
                seq=entry.seq,
            )
            draft.holds(Code.CORRECTED, Standing.ATTESTED, says, seqs=(entry.seq, entry.seq))
    draft.done(Step.REPLAY)
    return contest


def _secret(log: Sequence[TournamentEntry], draft: Draft) -> bytes | None:
    """The revealed secret, if it is the one that was committed to."""
    created = log[0].record.body
    reveal = next((entry for entry in log if isinstance(entry.record.body, t.TournamentRevealed)), None)
    if reveal is None or not isinstance(created, t.TournamentCreated):
        draft.leaves(Step.DECK, said("the secret is not revealed yet"))
        return None
    assert isinstance(reveal.record.body, t.TournamentRevealed)
    secret = bytes.fromhex(reveal.record.body.secret)
    if commitment(secret) != created.commitment:
        says = said("the secret that was revealed is not the one that was committed to")
        draft.breaks(Verdict.VIOLATION, Code.SEED_DIFFERS, says, at=reveal.seq, raw=reveal.raw)
        return None
    says = said("the secret is the one that was committed to before anybody entered")
    draft.holds(Code.DECK_OK, Standing.PROVEN, says, seqs=(1, len(log)), evidence={"secret": secret.hex()})
    draft.done(Step.DECK)
    return secret


def _command(
    contest: Contest, entry: TournamentEntry, log: Sequence[TournamentEntry]
) -> c.TournamentCommand | None:
    """The command that a record is the first event of; None for one that only ever follows another."""
    body = entry.record.body
    match body:
        case t.TournamentCreated():
            return c.CreateTournament(body)
        case t.PlayerEntered(player=player, bot=bot):
            return c.EnterPlayer(player, bot)
        case t.PlayerWithdrew(entrant=number, cause=cause):
            return c.WithdrawPlayer(number, cause, _actor(entry))
        case t.RoundPaired() if not contest.rounds:
            return c.StartTournament()
        case t.ResultsRecorded(round=number, first=first):
            same = [one for one in log[entry.seq - 1 :] if one.record.cmd == entry.record.cmd]
            bodies = [one.record.body for one in same]
            results = [
                result for one in bodies if isinstance(one, t.ResultsRecorded) for result in one.results
            ]
            return c.RecordResults(number, first, results)
        case t.ResultCorrected(round=number, number=game, places=places, reason=reason):
            return c.CorrectResult(number, game, places, reason)
        case t.RoundClosed(round=number):
            return c.CloseRound(number, _actor(entry), entry.record.at)
    return None


def _actor(entry: TournamentEntry) -> Literal["clock", "operator"]:
    return "clock" if entry.record.by == CLOCK else "operator"


def _essence(body: t.TournamentBody) -> t.TournamentBody:
    """A body without what another version may have chosen otherwise."""
    if isinstance(body, t.RoundPaired):
        return msgspec.structs.replace(body, batch=1)
    return body
