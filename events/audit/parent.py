"""A fork against its parent: what it says of the other game is what that game's own log says."""

from __future__ import annotations

from collections.abc import Sequence

from mensch.core.said import said
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Evidence, Report, Standing, Step, Verdict
from mensch.events.bodies import Fork, GameCreated, PlayerJoined, RulingGiven
from mensch.events.fork import steps
from mensch.events.game import Game, Status, fold, initial
from mensch.events.record import Entry


def fork_of(draft: Draft) -> Fork | None:
    """What a log says of its parent; None for a game that is no fork."""
    created = draft.log[0].record.body
    return created.fork if isinstance(created, GameCreated) else None


def without_parent(draft: Draft, fork: Fork) -> None:
    """Say what is open where the parent is not given."""
    says = said(
        "that its first {count} steps were played in game {game} needs that game's log; "
        "that they are possible is checked",
        count=len(fork.history),
        game=fork.parent,
    )
    draft.holds(Code.HISTORY, Standing.UNPROVEN, says, seqs=(1, 1))
    draft.leaves(Step.PARENT, said("the log of game {game} was not given", game=fork.parent))


def compare_parent(draft: Draft, fork: Fork, report: Report, parent: Sequence[Entry]) -> None:
    """Compare a fork with its parent.

    Args:
        report: the audit of the parent by itself.
        parent: its records, as far as they stand in one chain.
    """
    if report.verdict is not Verdict.SOUND:
        first = report.broken[0].says
        draft.leaves(Step.PARENT, said("the parent that was given is not sound itself: {first}", first=first))
        without_parent(draft, fork)
        return
    problem = _problem(draft.log, fork, parent)
    if problem is not None:
        evidence: Evidence = {
            "parent": fork.parent,
            "seq": fork.seq,
            "hash that the fork names": fork.hash,
            "hash in the parent": parent[fork.seq - 1].hash if fork.seq <= len(parent) else "no such record",
        }
        says = said(
            "the fork is not of game {game} at record {record} as that game was: {problem}",
            game=fork.parent,
            record=fork.seq,
            problem=problem,
        )
        draft.breaks(
            Verdict.VIOLATION, Code.FALSE_PARENT, says, at=1, raw=draft.log[0].raw, evidence=evidence
        )
    else:
        says = said(
            "the fork goes on from record {record} of game {game}, as that game was",
            record=fork.seq,
            game=fork.parent,
        )
        draft.holds(Code.PARENT_OK, Standing.PROVEN, says, seqs=(1, 1), evidence={"hash": fork.hash})
    draft.done(Step.PARENT)


def _problem(log: Sequence[Entry], fork: Fork, parent: Sequence[Entry]) -> str | None:
    if parent[0].record.game != fork.parent:
        return said("the log that was given is that of game {game}", game=parent[0].record.game)
    if fork.seq > len(parent):
        return said("it has the records 1 to {last}", last=len(parent))
    if parent[fork.seq - 1].hash != fork.hash:
        return said("its record has another hash")
    whole = fold(initial(fork.parent), parent)
    origin = fold(initial(fork.parent), parent[: fork.seq])
    before = list(origin.fork.history) if origin.fork else []
    if origin.status is not Status.RUNNING or origin.table.outcome is not None:
        return said("it was not running there")
    if fork.history != before + steps(list(parent[: fork.seq])):
        return said("other moves were played in it")
    created, theirs = log[0].record.body, parent[0].record.body
    assert isinstance(created, GameCreated)
    assert isinstance(theirs, GameCreated)
    if created.rules != theirs.rules:
        return said("it was played by other rules")
    joins = [entry.record.body for entry in log if isinstance(entry.record.body, PlayerJoined)]
    return (
        _roster_problem(joins, origin)
        or _ruling_problem(log[0].record.game, created, joins, origin, parent)
        or _dice_problem(log, created, joins, origin, whole, parent)
    )


def _roster_problem(joins: Sequence[PlayerJoined], origin: Game) -> str | None:
    if tuple(join.seat for join in joins) != origin.joined[: len(joins)]:
        return said("its seats were taken in another order")
    for join in joins:
        held = origin.holder(join.seat)
        if join.bot != (None if held.person else held.bot):
            return said("another bot, or none, had seat {seat}", seat=join.seat)
    return None


def _ruling_problem(
    game: str, created: GameCreated, joins: Sequence[PlayerJoined], origin: Game, parent: Sequence[Entry]
) -> str | None:
    """What is wrong with players and window: only a fork that a ruling made has those of its parent
    (docs/event-log.md, "Forks").
    """
    rulings = (entry.record.body for entry in parent if isinstance(entry.record.body, RulingGiven))
    ruling = next((ruling for ruling in rulings if ruling.fork == game), None)
    if ruling is None:
        before = {holder.player for holder in origin.seats if holder is not None}
        if any(join.player in before for join in joins):
            return said("its players have the same ids there, and it has no ruling that makes it so")
        if any(join.mail for join in joins):
            return said("its players are told by mail, and it has no ruling that makes it so")
    else:
        assert created.fork is not None
        if (created.fork.seq, created.fork.dice) != (ruling.replayed_from, "fresh"):
            return said(
                "the ruling lets it go on from record {record}, with fresh dice", record=ruling.replayed_from
            )
        if any(origin.holder(join.seat).player != join.player for join in joins):
            return said("the ruling was given for other players")
    if created.dispute_window != (origin.dispute_window or None if ruling else None):
        return said("it has another dispute window")
    if created.clock != (origin.clock if ruling else None):
        return said("it has another clock")
    return None


def _dice_problem(
    log: Sequence[Entry],
    created: GameCreated,
    joins: Sequence[PlayerJoined],
    origin: Game,
    whole: Game,
    parent: Sequence[Entry],
) -> str | None:
    fork = created.fork
    assert fork is not None
    shared = created.deck == origin.deck
    if fork.dice == "fresh":
        if origin.deck is not None and created.deck.commitment == origin.deck.commitment:
            return said("the fork has its seed, although its dice are said to be fresh")
        return None
    if not shared or any(origin.holder(join.seat).entropy != join.entropy for join in joins):
        return said("its dice are not the same")
    if fork.dealt != (origin.fork.dealt if origin.fork else None):
        return said("its dice were dealt at another step")
    if whole.revealed is None:
        return said("its dice are still secret, and this fork would tell them")
    before = [entry for entry in parent if entry.record.type == "deck_revealed"]
    if before[0].record.at > log[0].record.at:
        return said("its dice were revealed later than the fork began")
    return None
