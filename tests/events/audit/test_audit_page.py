"""What docs/audit.md says is what an audit does."""

from __future__ import annotations

import re
from pathlib import Path

from mensch.events.archive import MOST_BYTES, MOST_LINES
from mensch.events.audit.report import Code, Verdict
from mensch.events.record import LARGEST

PAGE = (Path(__file__).parents[3] / "docs" / "audit.md").read_text(encoding="utf-8")


def test_every_code_is_explained_and_no_other() -> None:
    explained = re.findall(r"^\| `([a-z-]+)` \| [A-Z]", PAGE, re.MULTILINE)
    assert sorted(explained) == sorted(code.value for code in Code)


def test_every_verdict_is_explained_and_no_other() -> None:
    assert set(re.findall(r"^\| (\d+) \| [a-z ]+ \|", PAGE, re.MULTILINE)) == {str(int(v)) for v in Verdict}


def test_the_limits_are_the_ones_that_hold() -> None:
    said = f"more than {LARGEST:,} bytes, past {MOST_LINES:,} lines, or past {MOST_BYTES // 2**20} MiB"
    assert said in PAGE
