"""docs/tournaments.md explains every word that results use."""

import enum
from pathlib import Path

import pytest

from mensch.cli.results.texts import TIE_BREAKS as ABBREVIATIONS
from mensch.core.tournament.rounds import Reason
from mensch.core.tournament.standings import TIE_BREAKS, TieBreak
from mensch.core.tournament.terms import Format

DOCUMENT = (Path(__file__).parents[3] / "docs/tournaments.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", [*Format, Reason.BYE, Reason.WALKOVER])
def test_a_word_is_explained(word: enum.Enum) -> None:
    assert f"**{word.value}" in DOCUMENT.replace("Knock-out", "knockout").lower()


@pytest.mark.parametrize("tie_break", TieBreak)
def test_a_tie_break_stands_in_its_table_with_its_place(tie_break: TieBreak) -> None:
    [row] = [line for line in DOCUMENT.splitlines() if line.startswith(f"| `{ABBREVIATIONS[tie_break]}` |")]
    _, _, name, *places, _, _ = [cell.strip() for cell in row.split("|")]
    assert name == tie_break.value
    for place, format_ in zip(places, (Format.SWISS, Format.ROUND_ROBIN, Format.GAUNTLET), strict=True):
        ranked = TIE_BREAKS[format_]
        assert place == (str(ranked.index(tie_break) + 1) if tie_break in ranked else "")
