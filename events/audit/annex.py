"""Names and texts, which lie beside the chain: texts are bound to it by their hashes, names by nothing."""

from __future__ import annotations

from mensch.core.said import counted, said
from mensch.events.archive import (
    Annexed,
    KeptText,
    KnownName,
    annex_digest,
    digests_of,
    players_of,
)
from mensch.events.audit.draft import Draft
from mensch.events.audit.reading import Read
from mensch.events.audit.report import COPY, Code, Standing, Step, Verdict
from mensch.events.salt import text_digest


def check_annex(read: Read, draft: Draft) -> None:
    """Check the annex of an export against its header and the log."""
    header = read.header
    if header is None:
        if read.annex:
            says = said("names and texts stand behind the records without a header")
            draft.breaks(Verdict.VIOLATION, Code.FALSE_ANNEX, says, party=COPY, raw=read.annex_raws[0])
        draft.leaves(Step.ANNEX, said("the records came alone, without names and texts"))
        return
    if len(read.annex) < header.annex:
        says = said(
            "the header counts {counted} lines of names and texts, and there are {found}",
            counted=header.annex,
            found=len(read.annex),
        )
        draft.breaks(Verdict.CUT, Code.CUT, says, party=COPY)
    elif annex_digest(read.annex_raws) != header.annex_digest:
        says = said("names or texts are not those that were exported")
        evidence = {"digest in the header": header.annex_digest, "digest": annex_digest(read.annex_raws)}
        draft.breaks(Verdict.VIOLATION, Code.FALSE_ANNEX, says, party=COPY, evidence=evidence)
    texts = 0
    players, digests = set(players_of(draft.log)), set(digests_of(draft.log))
    for line, raw in zip(read.annex, read.annex_raws, strict=True):
        problem = _problem(line, players, digests)
        if problem is not None:
            draft.breaks(Verdict.VIOLATION, Code.FALSE_ANNEX, problem, party=COPY, raw=raw)
        else:
            texts += isinstance(line, KeptText)
    _tell(read, draft, texts)
    draft.done(Step.ANNEX)


def _problem(line: Annexed, players: set[str], digests: set[str]) -> str | None:
    """What is wrong with a line; otherwise it is taken off what may still come."""
    if isinstance(line, KnownName):
        if line.player not in players:
            return said("there is a name for a player whom no record has, or a second one for the same")
        players.remove(line.player)
        return None
    if line.digest not in digests:
        return said("there is a text that nobody has left in this game, or one twice")
    if text_digest(bytes.fromhex(line.salt), line.text) != line.digest:
        return said("a text is not the one that was left: its hash differs")
    digests.remove(line.digest)
    return None


def _tell(read: Read, draft: Draft, texts: int) -> None:
    if texts:
        says = said(
            "{texts} beside the log: their hashes stand in it", texts=counted("{n} text", "{n} texts", texts)
        )
        draft.holds(Code.ANNEX_OK, Standing.PROVEN, says)
    missing = len(digests_of(draft.log)) - texts
    if missing > 0:
        draft.leaves(
            Step.ANNEX,
            said(
                "{texts} of the log not in the export: erased, or cut off",
                texts=counted("{n} text", "{n} texts", missing),
            ),
        )
    if any(isinstance(line, KnownName) for line in read.annex):
        says = said("who is behind which player is the word of who made the export")
        draft.holds(Code.ANNEX_OK, Standing.ATTESTED, says, party=COPY)
