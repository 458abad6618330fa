"""One case of tampering: what was made of a log, and what both verifiers have to say of it."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence

import msgspec
from rich.console import Console

from mensch.cli.audit import told
from mensch.events.audit import NOTHING, Given, audit
from mensch.events.audit.report import COPY, OPERATOR, Code, Report, Verdict
from tests.events.verifier_export import Beside, judge

Found = tuple[Code, str]
"""The code of a finding, and the party that it concerns."""


class Case(msgspec.Struct, frozen=True):
    """What was made of a log.

    Attributes:
        lines: makes the lines that are audited.
        verdict: what both verifiers must come to.
        found: what must be found broken, by whom; exactly that.
        given: what the auditor has beside the log.
    """

    lines: Callable[[], Iterable[bytes]]
    verdict: Verdict
    found: frozenset[Found]
    given: Given = NOTHING


Lines = Callable[[], Iterable[bytes]]


def by_copy(lines: Lines, verdict: Verdict, *codes: Code, given: Given = NOTHING) -> Case:
    """A case that whoever made the copy is behind."""
    return Case(lines, verdict, frozenset((code, COPY) for code in codes), given)


def by_operator(lines: Lines, verdict: Verdict, *codes: Code, given: Given = NOTHING) -> Case:
    """A case that the operator is behind."""
    return Case(lines, verdict, frozenset((code, OPERATOR) for code in codes), given)


def sound(lines: Lines, given: Given = NOTHING) -> Case:
    """A case in which nothing is broken."""
    return Case(lines, Verdict.SOUND, frozenset(), given)


def checked(case: Case) -> Report:
    """The report on a case, once both verifiers have come to its verdict and the report is safe to print."""
    report = audit(case.lines(), case.given)
    found = frozenset((finding.code, finding.party) for finding in report.broken)
    said = [one.says for one in report.broken[:3]]
    assert report.verdict is case.verdict, said
    assert found == case.found, said
    second = judge(case.lines(), beside(case.given))
    assert second == case.verdict, f"the second verifier says {second}"
    safe(report)
    return report


def beside(given: Given) -> Beside:
    """What an auditor has, for the second verifier."""
    return Beside(
        keys=given.keys,
        receipts=[receipt.line for receipt in given.receipts],
        heads=[(noted.seq, noted.hash) for noted in given.heads],
        copies=given.copies,
        parent=given.parent,
    )


def agree(lines: Sequence[bytes], given: Given = NOTHING) -> Verdict:
    """The verdict that both verifiers come to."""
    report, second = audit(lines, given, bots=False), judge(lines, beside(given))
    said = [one.says for one in report.broken[:3]]
    assert report.verdict == second, f"one verifier says {report.verdict.value}, {said}, the other {second}"
    return report.verdict


def safe(report: Report) -> None:
    """Whether a report steers no terminal and no table of cells, as text and as JSON."""
    printed = io.StringIO()
    screen = Console(file=printed, force_terminal=False, width=1000)
    for line in told(report):
        screen.print(line, soft_wrap=True)
    for shown in printed.getvalue().splitlines():
        assert shown.isprintable(), shown
        assert not shown.startswith(("=", "+", "-", "@")), shown
    document = msgspec.json.encode(report, enc_hook=str).decode()
    assert document.isprintable(), document
