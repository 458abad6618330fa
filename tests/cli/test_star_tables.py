"""Files with an own star table that are none: one clear line, the right exit code, and no game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_line import Answer, Mensch


def new_with(mensch: Mensch, file: Path | str) -> Answer:
    """Try to create a game with a star table."""
    answer = mensch("new", "--seat", "anna", "--seat", "bert", "--stars", str(file))
    assert mensch("games", "--json").out == ""
    return answer


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b'{"39": 6}', "6 stars on figure 39: it must be 0 to 5"),
        (b'{"39": -1}', "-1 stars on figure 39: it must be 0 to 5"),
        (b'{"41": 1}', "stars on figure 41: figures are 1 to 40"),
        (b'{"0": 1}', "stars on figure 0: figures are 1 to 40"),
        (b'{"-3": 1}', "stars on figure -3: figures are 1 to 40"),
        (b'{"39": 99999999999999999999}', "stars on figure 39: it must be 0 to 5"),
        (b'{"39": 1.5}', "must be a JSON object from figure to number of stars"),
        (b'{"39": 1.0}', "must be a JSON object"),
        (b'{"39": "3"}', "must be a JSON object"),
        (b'{"39": null}', "must be a JSON object"),
        (b'{"39": true}', "must be a JSON object"),
        (b'{"a": 1}', "must be a JSON object"),
        (b"[1, 2]", "must be a JSON object"),
        (b"3", "must be a JSON object"),
        (b"", "must be a JSON object"),
        (b"{", "must be a JSON object"),
        (b"stars: many\n", "must be a JSON object"),
        (b"\xff\xfe{}", "must be a JSON object"),
        (b"[" * 9000, "must be a JSON object"),
        (b'{"1":' * 1800, "must be a JSON object"),
        (b"{}" + b" " * 10_000, "it is too long"),
    ],
)
def test_a_table_that_is_none_is_refused(
    mensch: Mensch, tmp_path: Path, content: bytes, complaint: str
) -> None:
    file = tmp_path / "stars.json"
    file.write_bytes(content)
    new_with(mensch, file).refused(2, complaint)


def test_a_file_that_is_not_there_is_refused(mensch: Mensch, tmp_path: Path) -> None:
    new_with(mensch, tmp_path / "none.json").refused(5, "none.json cannot be read: No such file")


def test_a_folder_is_refused(mensch: Mensch, tmp_path: Path) -> None:
    new_with(mensch, tmp_path).refused(5, "cannot be read: Is a directory")


def test_a_file_without_an_end_is_read_no_further_than_need_be(mensch: Mensch) -> None:
    new_with(mensch, "/dev/zero").refused(2, "it is too long")


def test_the_name_of_a_file_does_not_steer_the_terminal(mensch: Mensch, tmp_path: Path) -> None:
    new_with(mensch, tmp_path / "\x1b[2J\u202e.json").refused(5, "�[2J�.json cannot be read")


def test_a_name_that_no_file_can_have_is_refused(mensch: Mensch) -> None:
    new_with(mensch, "x" * 300).refused(5, "cannot be read: File name too long")
