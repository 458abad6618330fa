"""Importing: a log from elsewhere becomes a game here, record by record through the one way to write.

What is imported keeps its exact bytes, ids and command ids. Nothing is written before an audit has found the
whole log sound, and what was cut short goes on where it stopped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec

from mensch.core.deck import commitment
from mensch.core.errors import CorruptLogError, MenschError, UsageError
from mensch.core.moves import MOVES
from mensch.core.said import said
from mensch.events.archive import KeptText, KnownName, read_annexed, sort_lines
from mensch.events.audit import audit
from mensch.events.audit.report import Report, Verdict
from mensch.events.bodies import GameCreated, MovePlayed
from mensch.events.due import due
from mensch.events.game import Game, fold, initial
from mensch.events.loading import digest_of
from mensch.events.record import Entry, digest, verify
from mensch.events.referee import SEED
from mensch.events.store import Append, Store
from mensch.events.store import Verdict as Outcome
from mensch.events.tournament.records import is_tournament


class Imported(msgspec.Struct, frozen=True):
    """What became of an import.

    Attributes:
        game: the game, folded to where it stands in the store now.
        written: how many records were written; 0 when all were there already.
        playable: whether it can be played on here: not without its seed.
    """

    game: Game
    written: int
    playable: bool


class UnsoundError(MenschError):
    """What is to be imported is not sound, or the store has another history of it.

    Attributes:
        verdict: the verdict of the audit, or `TWO_HISTORIES`.
    """

    def __init__(self, verdict: Verdict, message: str) -> None:
        super().__init__(message)
        self.verdict = verdict


def import_log(store: Store, lines: Sequence[bytes], *, bots: bool = True) -> Imported:
    """Bring a log into a store.

    Args:
        lines: an export, or records alone.
        bots: whether the audit runs the moves of bots again.

    Raises:
        UnsoundError: the audit finds a fault, or the store has a history that parts from this one; then
            nothing is written.
    """
    if lines and is_tournament(lines[0].rstrip(b"\n")):
        raise UsageError(said("this is the log of a tournament, which can be audited and not imported"))
    report = audit(lines, bots=bots)
    if report.verdict is not Verdict.SOUND:
        raise UnsoundError(report.verdict, _fault(report))
    parts = sort_lines(lines)
    game = report.game
    assert game is not None  # since it is sound
    log = list(verify(parts.records, game=game))
    annex = [read_annexed(line) for line in parts.annex]
    names = {line.player: line.name for line in annex if isinstance(line, KnownName)}
    texts = {line.digest: _kept(line) for line in annex if isinstance(line, KeptText)}
    first = _present(store, log)
    if first < len(log):
        if (seed := store.secret(game, SEED)) is not None:
            _require_dice_in_hand(log, seed)
        _save_names(store, names)
        _append(store, log, first, texts)
    there = fold(initial(game), verify(store.read(game), game=game))
    return Imported(there, len(log) - first, not there.over and store.secret(game, SEED) is not None)


def _fault(report: Report) -> str:
    return said("it is not imported, since {fault}", fault=report.broken[0].says)


def _kept(line: KeptText) -> bytes:
    return bytes.fromhex(line.salt) + line.text.encode()


def _present(store: Store, log: Sequence[Entry]) -> int:
    """How many of these records the store has already.

    Raises:
        UnsoundError: it has others.
    """
    game = log[0].record.game
    head = store.head(game)
    if head is None:
        return 0
    last = min(head.seq, len(log))
    here = head.hash if last == head.seq else digest(store.read(game, last - 1)[0])
    if here != log[last - 1].hash:
        raise UnsoundError(
            Verdict.TWO_HISTORIES,
            said(
                "there is another history of game {game} here, which differs at or before record {last}; "
                "it stays, and `mensch diff` shows where they part",
                game=game,
                last=last,
            ),
        )
    return last


def _require_dice_in_hand(log: Sequence[Entry], seed: bytes) -> None:
    """Check what the audit of a log that reveals no deck leaves open, where its seed is here. The message
    names no dice: the game may be going on.

    Raises:
        UnsoundError: the log is not of this seed, or has a move with dice that were not in hand.
    """
    game = initial(log[0].record.game, seed)
    created = log[0].record.body
    if isinstance(created, GameCreated) and created.deck.commitment != commitment(seed).hex():
        says = said(
            "it is not imported, since the seed that is kept here for game {game} is another", game=game.id
        )
        raise UnsoundError(Verdict.TWO_HISTORIES, says)
    for entry in log:
        body = entry.record.body
        if isinstance(body, MovePlayed) and MOVES[body.move] not in game.table.legal_moves():
            says = said(
                "it is not imported, since record {seq} was not legal with the dice in hand", seq=entry.seq
            )
            raise UnsoundError(Verdict.VIOLATION, says)
        game.advance(entry)


def _save_names(store: Store, names: dict[str, str]) -> None:
    """Keep names of players who have none here; others are never renamed."""
    for (player, name), known in zip(names.items(), store.players(list(names)), strict=True):
        if not known:
            store.save_player(player, {"name": name.encode()})


def _append(store: Store, log: Sequence[Entry], first: int, texts: dict[str, bytes]) -> None:
    game = log[0].record.game
    state = fold(initial(game), log[:first])
    owned = store.secret(game, SEED) is not None  # a game of one's own that comes back from an export
    for entries in _commands(log[first:]):
        after = fold(state, entries)
        request = Append(
            game=game,
            expected=state.seq,
            entries=entries,
            digest=_digest(entries),
            status=after.status.value,
            due=due(after) if owned else (),  # without its seed nothing can happen in it here
            texts=_texts_of(entries, texts),
            revealed=after.revealed is not None,
        )
        outcome = store.append(request).verdict
        if outcome is Outcome.CONFLICT:  # somebody else imports the same file
            _append(store, log, _present(store, log), texts)
            return
        if outcome not in (Outcome.OK, Outcome.DUPLICATE):
            raise CorruptLogError(
                said(
                    "record {seq} of {game} cannot be written: the store says {outcome}",
                    seq=entries[0].seq,
                    game=game,
                    outcome=outcome.value,
                )
            )
        state = after


def _commands(log: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The records by command, which were written together and are again."""
    group: list[Entry] = []
    for entry in log:
        if group and entry.record.cmd != group[0].record.cmd:
            yield group
            group = []
        group.append(entry)
    if group:
        yield group


def _digest(entries: Sequence[Entry]) -> str:
    """Under which digest a command is known here: what it was asked with is not in a log."""
    return hashlib.sha256(b"mensch/import/v1\n" + b"\n".join(entry.raw for entry in entries)).hexdigest()


def _texts_of(entries: Sequence[Entry], texts: dict[str, bytes]) -> dict[str, bytes]:
    left = (digest_of(entry.record.body) for entry in entries)
    return {digest: texts[digest] for digest in left if digest is not None and digest in texts}
