"""`mensch audit`: what a log proves, what it only claims, and what in it is broken."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

import click
from rich.text import Text

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.ending import ending_with
from mensch.cli.language import WORDS
from mensch.cli.screen import WIDTH, show_lines
from mensch.cli.sources import Stored, lines_of, open_log
from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.audit import Given, audit
from mensch.events.audit.chain import Noted
from mensch.events.audit.report import Finding, Report, Standing, Verdict
from mensch.events.audit.stored import audit_stored
from mensch.events.audit.tournament import audit_stored_tournament, audit_tournament
from mensch.events.ed25519 import checked_key
from mensch.events.receipts import read_receipts
from mensch.events.tournament.records import is_tournament

_HEAD = re.compile(r"([1-9]\d{0,9}):([0-9a-f]{64})")
_PARTY = re.compile(r"service|seat:[0-3]|arbiter:[0-9a-z]{10}")
_INDENT = " " * 10
_STANDINGS = {
    Standing.PROVEN: texts.PROVEN,
    Standing.ATTESTED: texts.ATTESTED,
    Standing.UNPROVEN: texts.UNPROVEN,
}
_STYLES = {Standing.PROVEN: "green", Standing.ATTESTED: "yellow", Standing.UNPROVEN: "yellow"}


@click.command()
@click.argument("log")
@click.option("--parent", metavar="LOG", help=texts.PARENT)
@click.option("--head", "heads", metavar="SEQ:HASH", multiple=True, help=texts.HEAD)
@click.option("--receipt", "receipts", metavar="FILE", multiple=True, help=texts.RECEIPT)
@click.option("--key", "keys", metavar="PARTY=HEX", multiple=True, help=texts.KEY)
@click.option("--copy", "copies", metavar="LOG", multiple=True, help=texts.COPY)
@click.option("--skip-bots", is_flag=True, help=texts.SKIP_BOTS)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    log: str,
    parent: str | None,
    heads: tuple[str, ...],
    receipts: tuple[str, ...],
    keys: tuple[str, ...],
    copies: tuple[str, ...],
    skip_bots: bool,
    as_json: bool,
) -> None:
    """Each finding is PROVEN (anybody can compute it again), ATTESTED (somebody says so) or UNPROVEN. The
    exit code is the verdict: 0 nothing broken, 10 violation, 11 two histories, 20 incomplete, 30 malformed,
    40 written by a newer version; any other one is no verdict.

    LOG is a file, as mensch export or mensch log writes it, - for standard input, or the id of a game."""
    given = Given(
        keys=dict(map(_pinned, keys)),
        receipts=[receipt for file in receipts for receipt in read_receipts(_text_of(file))],
        heads=[_noted(head) for head in heads],
        copies=[open_log(copy).lines for copy in copies],
        parent=open_log(parent).lines if parent is not None else None,
    )
    opened = open_log(log)
    if isinstance(opened, Stored):
        if opened.store.tournaments(opened.game):
            report = audit_stored_tournament(opened.store, opened.game, bots=not skip_bots)
        else:
            report = audit_stored(opened.store, opened.game, given, bots=not skip_bots)
    elif opened.lines and is_tournament(opened.lines[0].rstrip(b"\n")):
        report = audit_tournament(opened.lines, bots=not skip_bots)
    else:
        report = audit(opened.lines, given, bots=not skip_bots)
    with ending_with(report.verdict):
        if as_json:
            print_json(report)
        else:
            show_lines(told(report))


def _noted(typed: str) -> Noted:
    found = _HEAD.fullmatch(typed.strip())
    if found is None:
        raise UsageError(
            said(
                "“{typed}” is no head: 17:<64 hex digits> says the hash of record 17", typed=printable(typed)
            )
        )
    return Noted(int(found[1]), found[2], said("who noted head {seq}", seq=found[1]))


def _pinned(typed: str) -> tuple[str, str]:
    party, _, key = typed.partition("=")
    if not _PARTY.fullmatch(party):
        raise UsageError(
            said(
                "“{typed}” pins no key: service=<hex>, seat:0=<hex> or arbiter:<id>=<hex>",
                typed=printable(typed),
            )
        )
    return party, checked_key(key)


def _text_of(file: str) -> str:
    return b"".join(lines_of(file)).decode(errors="replace")


def told(report: Report) -> Iterator[Text]:
    """A report in lines for people."""
    if report.game is None:
        yield Text(texts.AUDITED_NOTHING, style="bold")
    else:
        head = f"{report.head[:16]}…" if report.head else texts.NONE
        audited = texts.AUDITED_TOURNAMENT if report.of_a_tournament else texts.AUDITED
        yield Text(audited.format(game=report.game, records=report.records, head=head), style="bold")
    sound = report.verdict is Verdict.SOUND
    yield Text(texts.VERDICTS[report.verdict], style="bold green" if sound else "bold red")
    holds = [finding for finding in report.findings if finding.verdict is Verdict.SOUND]
    yield from _findings(texts.BROKEN_FINDINGS, report.broken)
    yield from _findings(texts.FINDINGS, holds)
    if report.unchecked:
        yield from _headline(texts.UNCHECKED)
        for left in report.unchecked:
            yield from _filled(f"{WORDS.text(left.step.value)}: {WORDS.of(left.why)}", "", "  ")


def _headline(text: str) -> Iterator[Text]:
    yield Text()
    yield Text(text, style="bold")


def _findings(title: str, findings: Iterable[Finding]) -> Iterator[Text]:
    first = True
    for finding in findings:
        if first:
            yield from _headline(title)
            first = False
        style = _STYLES[finding.standing] if finding.verdict is Verdict.SOUND else "bold red"
        line = Text(_STANDINGS[finding.standing].ljust(len(_INDENT)), style=style)
        line.append(f"{finding.code.value} · {_place(finding)} · {finding.party}", style="bold")
        yield line
        yield from _filled(WORDS.of(finding.says), _INDENT, _INDENT)
        for name, value in finding.evidence.items():
            yield from _filled(f"{WORDS.text(name)}: {value}", f"{_INDENT}- ", f"{_INDENT}  ", style="dim")


def _place(finding: Finding) -> str:
    if finding.last == 0:
        return texts.WHOLE
    text = texts.RECORD if finding.first == finding.last else texts.RECORDS
    return text.format(first=finding.first, last=finding.last)


def _filled(text: str, first: str, later: str, style: str = "") -> Iterator[Text]:
    for line in textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=later):
        yield Text(line, style=style)
