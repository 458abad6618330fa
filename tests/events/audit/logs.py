"""Logs to audit: whole games at a table, and what a party could make of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any  # what JSON holds

from mensch.core.bots import bot
from mensch.core.deck import bot_key
from mensch.core.rules import classic
from mensch.events.audit import NOTHING, Given, audit
from mensch.events.audit.report import Code, Finding, Report, Verdict
from mensch.events.record import canonical, digest, genesis
from tests.events.table import BOT, Table, started

Change = Callable[[dict[str, Any]], object]
"""What somebody does to the fields of a record."""


def whole(seats: int = 2, *, bots: Sequence[int] = (), target: int = 6, seed: bytes | None = None) -> Table:
    """A game that was played to its end, bots by their levels and people at random, with all causes open."""
    rules = classic(seats, target)
    table = started(rules=rules, bots=bots) if seed is None else started(rules=rules, bots=bots, seed=seed)
    play_on(table)
    table.does(table.publishes(*range(len(table.played))))
    return table


def play_on(table: Table, most: int = 10_000) -> None:
    """Play up to so many moves."""
    random = Random(1)
    while not table.game.over and most > 0:
        most -= 1
        view = table.game.table.view(table.turn)
        player = table.game.holder(table.turn).bot
        if player is None:
            table.plays(random.choice(view.legal_moves()).text)
        else:
            key = bot_key(table.seed, table.game.turn_began, table.turn)
            table.plays(bot(player.level, player.version)(view, key).text, BOT)


def fields_of(raw: bytes) -> dict[str, Any]:
    """The fields of a record."""
    fields: dict[str, Any] = json.loads(raw)
    return fields


def rechained(records: Sequence[dict[str, Any]]) -> list[bytes]:
    """Records written again as one chain: what whoever holds the log can make of it at any time."""
    game = records[0]["game"]
    prev, raws = genesis(game), []
    for seq, fields in enumerate(records, 1):
        raws.append(canonical({**fields, "game": game, "prev": prev, "seq": seq}))
        prev = digest(raws[-1])
    return raws


def rewritten(raws: Sequence[bytes], number: int, change: Change) -> list[bytes]:
    """A log in which one record was changed, and all behind it were chained anew."""
    records = [fields_of(raw) for raw in raws]
    change(records[number - 1])
    return rechained(records)


def number_of(raws: Sequence[bytes], kind: str, nth: int = 0) -> int:
    """The number of a record of a type."""
    return [n for n, raw in enumerate(raws, 1) if fields_of(raw)["type"] == kind][nth]


def refuted(
    raws: Sequence[bytes], verdict: Verdict, code: Code, at: int | None = None, given: Given = NOTHING
) -> Finding:
    """The finding with which an audit comes to this verdict; there must be one of this code, there."""
    report = audit(raws, given)
    assert report.verdict is verdict, report.broken
    found = [finding for finding in report.broken if finding.code is code]
    assert found, report.broken
    assert at is None or found[0].last == at, found[0]
    return found[0]


def sound(raws: Sequence[bytes], given: Given = NOTHING) -> Report:
    """The report of a log in which nothing is broken."""
    report = audit(raws, given)
    assert report.verdict is Verdict.SOUND, report.broken
    return report


def codes(report: Report) -> set[Code]:
    """What the findings of a report are about."""
    return {finding.code for finding in report.findings}


def open_questions(report: Report) -> str:
    """All that a report says was not checked."""
    return "\n".join(f"{left.step.value}: {left.why}" for left in report.unchecked)
