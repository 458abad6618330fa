"""A report while it is being written: each step of an audit adds what it finds, and what it leaves open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.audit.report import (
    LONGEST_QUOTE,
    OF_A_GAME,
    OPERATOR,
    Code,
    Evidence,
    Finding,
    Report,
    Standing,
    Step,
    Unchecked,
    Verdict,
    gravest,
    quote,
)
from mensch.events.record import Entry


class Draft:
    """A report while it is being written.

    Args:
        steps: those that the audit has.

    Attributes:
        game: the id, once a record was read.
        log: the records that stand in one chain so far.
    """

    def __init__(self, steps: Sequence[Step] = OF_A_GAME) -> None:
        self._steps = steps
        self.game: str | None = None
        self.log: Sequence[Entry] = ()
        self._checked: list[Step] = []
        self._findings: list[Finding] = []
        self._unchecked: list[Unchecked] = []

    def holds(
        self,
        code: Code,
        standing: Standing,
        says: str,
        *,
        seqs: tuple[int, int] | None = None,
        party: str = OPERATOR,
        evidence: Mapping[str, str | int] | None = None,
    ) -> None:
        """Something holds, as far as its standing goes.

        Args:
            seqs: the first and last record concerned; None for all.
        """
        first, last = seqs or (min(1, len(self.log)), len(self.log))
        self._add(code, Verdict.SOUND, first, last, party, standing, says, evidence or {})

    def breaks(
        self,
        verdict: Verdict,
        code: Code,
        says: str,
        *,
        at: int = 0,
        since: int | None = None,
        party: str = OPERATOR,
        raw: bytes | None = None,
        evidence: Mapping[str, str | int] | None = None,
        standing: Standing = Standing.PROVEN,
    ) -> None:
        """Something is broken.

        Args:
            at: the record concerned; 0 for the file as a whole.
            since: the first record concerned, where there are several.
            raw: its bytes, to be quoted.
        """
        quoted: Evidence = {"record": quote(raw)} if raw is not None else {}
        first = at if since is None else since
        self._add(code, verdict, first, at, party, standing, says, {**quoted, **(evidence or {})})

    def _add(
        self,
        code: Code,
        verdict: Verdict,
        first: int,
        last: int,
        party: str,
        standing: Standing,
        says: str,
        evidence: Mapping[str, str | int],
    ) -> None:
        """Add a finding, with foreign text in it made safe to show."""
        shown: Evidence = {
            name: printable(value, LONGEST_QUOTE) if isinstance(value, str) else value
            for name, value in evidence.items()
        }
        self._findings.append(Finding(code, verdict, first, last, party, standing, _safe(says), shown))

    def leaves(self, step: Step, why: str) -> None:
        """Something is not checked."""
        self._unchecked.append(Unchecked(step, _safe(why)))

    def done(self, step: Step) -> None:
        """A step was gone through to its end."""
        self._checked.append(step)

    def report(self) -> Report:
        """The report as it stands; steps that were not come to are listed as such."""
        named = {left.step for left in self._unchecked}
        missing = [step for step in self._steps if step not in self._checked and step not in named]
        skipped = [Unchecked(step, said("the audit stopped before this step")) for step in missing]
        return Report(
            gravest(self._findings),
            self.game,
            len(self.log),
            self.log[-1].hash if self.log else None,
            self._checked[:],
            self._findings[:],
            self._unchecked + skipped,
        )


def _safe(text: str) -> str:
    """A sentence without anything that steers a terminal; one that has nothing stays what it was made of."""
    shown = printable(text, LONGEST_QUOTE)
    return text if shown == text else shown
