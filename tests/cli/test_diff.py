"""`mensch diff` and `mensch bisect`: where two logs part."""

from __future__ import annotations

from pathlib import Path

import pytest

from mensch.events.referee import Referee
from tests.cli.command_line import Answer, Mensch
from tests.cli.games import begun, finished, played
from tests.cli.logs import document, written
from tests.events.audit.logs import fields_of, number_of, rewritten

BOTH = pytest.mark.parametrize("command", ["diff", "bisect"])


@pytest.fixture
def game(referee: Referee) -> str:
    """The id of a finished game."""
    return finished(referee).id


@pytest.fixture
def raws(referee: Referee, game: str) -> list[bytes]:
    """Its records."""
    return referee.store.read(game)


def differ(answer: Answer) -> Answer:
    """The answer to two logs that are not the same."""
    assert (answer.code, answer.err) == (11, "")
    return answer


@BOTH
def test_the_same_log_does_not_differ(mensch: Mensch, game: str, tmp_path: Path, command: str) -> None:
    file = tmp_path / "game.jsonl"
    mensch("export", game, "-o", str(file)).ok()
    assert mensch(command, game, str(file)).ok().lines[0].startswith("They are the same: ")
    assert mensch(command, game, str(file), "--json").document["same"] is True


@BOTH
def test_a_log_that_goes_on_differs_at_its_end(
    mensch: Mensch, game: str, raws: list[bytes], tmp_path: Path, command: str
) -> None:
    shorter = written(tmp_path, raws[:7])
    said = differ(mensch(command, game, shorter)).lines[0]
    assert said == f"They are the same up to record 7; {game} goes on to record {len(raws)}."


@BOTH
def test_the_first_record_that_differs_is_shown_with_its_fields_and_the_tables(
    mensch: Mensch, game: str, raws: list[bytes], tmp_path: Path, command: str
) -> None:
    number = number_of(raws, "move_played", 3)
    copy = written(tmp_path, rewritten(raws, number, lambda fields: fields["body"].update(auth="0" * 64)))
    said = differ(mensch(command, game, copy)).lines
    assert said[0] == f"They are the same up to record {number - 1}, and part at record {number}."
    assert said[1] == "body.auth"
    tables = [line.split(" | ") for line in said if " | " in line and "seat " in line]
    assert [one.strip() for one, _ in tables] == [other.strip() for _, other in tables]
    assert tables[0][0].split()[-2:] == dice_of(mensch, game, number, 0)
    assert all(len(line) <= 80 for line in said)
    found = document(differ(mensch(command, game, copy, "--json")))
    assert (found["seq"], [field["field"] for field in found["fields"]]) == (number, ["body.auth"])
    assert found["fields"][0]["b"] == '"' + "0" * 64 + '"'
    assert found["tables"]["a"] == found["tables"]["b"]


def dice_of(mensch: Mensch, game: str, at: int, seat: int) -> list[str]:
    """The dice of a seat after a record, as `mensch show` has them."""
    shown = mensch("show", game, "--at", str(at), "--json").document
    return [str(die) for die in shown["seats"][seat]["dice"]]


def test_bisect_needs_few_comparisons(mensch: Mensch, game: str, raws: list[bytes], tmp_path: Path) -> None:
    copy = written(tmp_path, rewritten(raws, 9, lambda fields: fields["body"].update(auth="0" * 64)))
    assert document(differ(mensch("bisect", game, copy, "--json")))["compared"] <= len(raws).bit_length()
    assert "comparisons of hashes" in differ(mensch("bisect", game, copy)).lines[-1]


def test_diff_looks_into_a_copy_whose_chain_is_broken_and_bisect_says_that_it_is(
    mensch: Mensch, game: str, raws: list[bytes], tmp_path: Path
) -> None:
    fields = fields_of(raws[6])
    broken = raws[6].replace(f'"at":{fields["at"]}'.encode(), f'"at":{fields["at"] + 1}'.encode())
    copy = written(tmp_path, [*raws[:6], broken, *raws[7:]])
    assert differ(mensch("diff", game, copy)).lines[1] == "at"
    mensch("bisect", game, copy).refused(8, "record 8", "does not follow the one before it")


def test_two_games_differ_at_once(mensch: Mensch, referee: Referee) -> None:
    one, other = (played(referee, begun(referee), 3) for _ in range(2))
    assert document(differ(mensch("diff", one.id, other.id, "--json")))["seq"] == 1


def test_lines_that_are_no_records_are_compared_as_they_are(
    mensch: Mensch, game: str, raws: list[bytes], tmp_path: Path
) -> None:
    copy = written(tmp_path, [*raws[:3], "\x1b[31mgarbage\u202e".encode()])
    answer = differ(mensch("diff", game, copy))
    assert all(line.isprintable() for line in answer.lines)
    assert any(line.endswith("no table") for line in answer.lines)
