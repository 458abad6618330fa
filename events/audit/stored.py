"""The audit of a game where it lies: its records as they stand in the store, whatever the index says."""

from __future__ import annotations

import msgspec

from mensch.core.errors import CorruptLogError, LogError
from mensch.core.said import message_of, said
from mensch.events.audit import NOTHING, Given, audit
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Report, Verdict
from mensch.events.bodies import GameCreated
from mensch.events.record import decode, digest
from mensch.events.store import Store


def audit_stored(store: Store, game: str, given: Given = NOTHING, *, bots: bool = True) -> Report:
    """Audit a log in a store; for a fork together with its parent, where that lies there too.

    Raises:
        mensch.core.errors.ServerError: the server is missing or refuses.
    """
    draft = Draft()
    head = store.head(game)
    try:
        raws = store.read_all(game)
    except CorruptLogError as error:
        draft.game = game
        draft.breaks(Verdict.MALFORMED, Code.MALFORMED, message_of(error))
        return draft.report()
    if given.parent is None:
        given = msgspec.structs.replace(given, parent=_parent(store, raws))
    report = audit(raws, given, bots=bots)
    if head is None:
        says = said("the index does not know game {game}; `mensch rebuild` makes it anew", game=game)
        draft.breaks(Verdict.VIOLATION, Code.INDEX_DIFFERS, says)
    elif head.seq > len(raws):
        says = said(
            "the index says that record {head} was written, and the log ends at {last}",
            head=head.seq,
            last=len(raws),
        )
        draft.breaks(Verdict.CUT, Code.CUT, says, at=head.seq, evidence={"hash in the index": head.hash})
    elif head.seq == 0 or digest(raws[head.seq - 1]) != head.hash:
        says = said("the index has another hash for record {head} than the log", head=head.seq)
        draft.breaks(
            Verdict.VIOLATION,
            Code.INDEX_DIFFERS,
            says,
            at=head.seq,
            raw=raws[head.seq - 1] if head.seq else None,
            evidence={"hash in the index": head.hash},
        )
    elif head.seq < len(raws) and store.head(game) == head:  # else it has only gone on meanwhile
        says = said(
            "the log goes on to record {last} behind {head}, its last one by the index",
            last=len(raws),
            head=head.seq,
        )
        draft.breaks(Verdict.VIOLATION, Code.INDEX_DIFFERS, says, at=head.seq)
    return report.with_findings(draft.report().findings)


def _parent(store: Store, raws: list[bytes]) -> list[bytes] | None:
    """The records of the game that this one is a fork of, where they lie in the store."""
    try:
        body = decode(raws[0]).body if raws else None
        if isinstance(body, GameCreated) and body.fork is not None:
            return store.read_all(body.fork.parent) or None
    except LogError:
        pass  # what is wrong with the game itself its audit says; a broken parent is as good as none
    return None
