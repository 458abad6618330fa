"""Reports of golden logs, and of games that a test plays move by move."""

from __future__ import annotations

from functools import cache

from mensch.cli.report.account import Account, account
from mensch.events.game import fold, initial
from tests.golden import recorded

NAMES = ("anna", "bert", "carla", "doris")


@cache
def report_of(name: str, upto: int | None = None) -> Account:
    """The report of a golden log, or of its beginning."""
    log = recorded.read(name)[:upto]
    whole = fold(initial(log[0].record.game), log)
    return account(log, whole, NAMES[: len(whole.seats)])
