"""The audit: what a log proves, what it only claims, and what in it is broken.

It reads what `mensch log` prints and what `mensch export` writes, believes nothing in it, and needs no
server, no clock and no secret. docs/audit.md explains the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from mensch.core.said import said
from mensch.events.audit.annex import check_annex
from mensch.events.audit.bots import rerun_bots
from mensch.events.audit.causes import opened_causes
from mensch.events.audit.chain import Noted, chain, compare_copies, compare_heads
from mensch.events.audit.deck import revealed_seed
from mensch.events.audit.draft import Draft
from mensch.events.audit.forced import check_forced
from mensch.events.audit.parent import compare_parent, fork_of, without_parent
from mensch.events.audit.reading import Read, read
from mensch.events.audit.receipts import SERVICE, noted_by
from mensch.events.audit.replay import replay
from mensch.events.audit.report import Report, Step
from mensch.events.audit.rulings import tell_rulings
from mensch.events.audit.secrecy import check_secrecy
from mensch.events.audit.signatures import check_signatures
from mensch.events.audit.timing import check_times
from mensch.events.receipts import Receipt


class Given(msgspec.Struct, frozen=True):
    """What an auditor brings along beside the log, from elsewhere than the log's own file.

    Attributes:
        keys: pinned public keys in hexadecimal, by party: `service` (of receipts), `seat:<n>`,
            `arbiter:<id>`. From a configuration or the auditor's own papers, never from the log.
        receipts: receipts that players have.
        heads: heads that were noted by hand.
        copies: other copies of the same log, line by line.
        parent: the log of the game that this one is a fork of, line by line.
    """

    keys: Mapping[str, str] = {}
    receipts: Sequence[Receipt] = ()
    heads: Sequence[Noted] = ()
    copies: Sequence[Sequence[bytes]] = ()
    parent: Sequence[bytes] | None = None


NOTHING = Given()


def audit(lines: Iterable[bytes], given: Given = NOTHING, *, bots: bool = True) -> Report:
    """Audit a log.

    The order of steps is fixed, and what a step needs was checked by those before it: where that fails the
    audit stops and says what it has not come to. No input makes it raise; if it does, that is a fault of this
    program and no verdict.

    Args:
        lines: an export, or records alone; with or without line feeds. Not read past the limits of
            `mensch.events.archive`.
        bots: whether to run the moves of bots again, which takes up to a second a move for the strongest.
    """
    draft = Draft()
    found = read(lines, draft)
    if found is not None:
        _pin(draft, given.keys)
    if found is not None and chain(found, draft):
        _compare(draft, given)
        _examine(draft, given, found, bots=bots)
    return draft.report()


def _pin(draft: Draft, keys: Mapping[str, str]) -> None:
    """Say whose signatures can be checked at all."""
    if not keys:
        draft.leaves(Step.KEYS, said("no key was pinned, so no signature proves who made it"))
    draft.done(Step.KEYS)


def _compare(draft: Draft, given: Given) -> None:
    """Compare the log with what others have seen of it."""
    compare_heads([*given.heads, *noted_by(given.receipts, given.keys.get(SERVICE), draft)], draft)
    compare_copies(given.copies, draft)
    if not given.heads and not given.copies and not given.receipts:
        why = said(
            "nobody's receipt, head or copy was given: whether the log goes on behind record "
            "{last}, or another one was shown to somebody else, cannot be seen here",
            last=len(draft.log),
        )
        draft.leaves(Step.HEADS, why)
    draft.done(Step.HEADS)


def _examine(draft: Draft, given: Given, found: Read, *, bots: bool) -> None:
    """What the records say, now that they are one chain."""
    opened = opened_causes(draft)
    check_signatures(draft, opened, given.keys)
    seed = revealed_seed(draft)
    right = replay(draft, seed, opened, given.keys)
    tell_rulings(draft, given.keys, right)
    _compare_parent(draft, given)
    if bots:
        rerun_bots(draft, seed, opened, right)
    else:
        draft.leaves(Step.BOTS, said("it was asked not to run bots again"))
    check_forced(draft, seed, opened, right)
    check_times(draft, right)
    check_secrecy(draft)
    check_annex(found, draft)


def _compare_parent(draft: Draft, given: Given) -> None:
    fork = fork_of(draft)
    if fork is None:
        if given.parent is not None:
            draft.leaves(Step.PARENT, said("a parent was given, and this game is no fork"))
        draft.done(Step.PARENT)
    elif given.parent is None:
        without_parent(draft, fork)
    else:
        other = Draft()
        origin = read(given.parent, other)
        if origin is not None and chain(origin, other):
            _examine(other, NOTHING, origin, bots=False)
        compare_parent(draft, fork, other.report(), other.log)
