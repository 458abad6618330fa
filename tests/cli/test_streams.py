"""The installed script as a process: pipes, full disks, closed streams, signals, encodings."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from mensch.events.game import Game
from mensch.events.referee import Referee
from tests.cli.command_line import SCRIPT, Answer, environment, installed
from tests.cli.games import begun, finished
from tests.servers import eventually


@pytest.fixture
def game(referee: Referee) -> Game:
    """A game that has just begun."""
    return begun(referee)


def shell(line: str, url: str, *words: str, typed: bytes = b"") -> Answer:
    """Run the script as `"$@"` in a line of shell."""
    done = subprocess.run(
        ["/bin/sh", "-c", line, "sh", str(SCRIPT), *words],
        input=typed,
        capture_output=True,
        env=environment(url),
        timeout=60,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


class TestAPipe:
    @pytest.mark.parametrize("command", ["replay", "log", "show", "games", "--help"])
    def test_that_nobody_reads_ends_it_quietly(self, url: str, referee: Referee, command: str) -> None:
        game = finished(referee)
        reading, writing = os.pipe()
        os.close(reading)
        words = [command] if command in ("games", "--help") else [command, game.id]
        try:
            done = subprocess.run(
                [SCRIPT, *words],
                stdout=writing,
                stderr=subprocess.PIPE,
                env=environment(url),
                timeout=60,
                check=False,
            )
        finally:
            os.close(writing)
        assert (done.returncode, done.stderr) == (0, b"")

    def test_that_is_read_in_part_ends_it_quietly(self, url: str, referee: Referee) -> None:
        game = finished(referee)
        answer = shell('"$@" | head -n 1', url, "replay", game.id, "--json")
        assert (answer.code, answer.err) == (0, "")
        assert answer.out.startswith('{"at":')
        assert len(answer.lines) == 1

    def test_carries_no_colour(self, url: str, referee: Referee) -> None:
        game = finished(referee)
        assert "\x1b" not in installed(["replay", game.id], url, env={"FORCE_COLOR": "1"}).ok().out

    def test_for_messages_that_nobody_reads_changes_no_exit_code(self, url: str) -> None:
        answer = shell('"$@" 2>/dev/full', url, "show", "zzzz")
        assert (answer.code, answer.out, answer.err) == (5, "", "")
        answer = shell('"$@" 2>&-', url, "show", "zzzz")
        assert (answer.code, answer.out, answer.err) == (5, "", "")


class TestAFullDisk:
    @pytest.mark.parametrize("words", [["show"], ["show", "--json"], ["log"], ["replay"]])
    def test_for_the_output_is_one_line(self, url: str, game: Game, words: list[str]) -> None:
        answer = shell('"$@" >/dev/full', url, words[0], game.id, *words[1:])
        answer.refused(1, "the output cannot be written: No space left on device")

    def test_for_the_output_of_help_is_one_line(self, url: str) -> None:
        shell('"$@" >/dev/full', url, "--help").refused(1, "the output cannot be written")


class TestAClosedStream:
    def test_for_output_stops_it_before_anything_happens(
        self, url: str, game: Game, referee: Referee
    ) -> None:
        answer = shell('"$@" >&-', url, "play", game.id, "1")
        answer.refused(1, "the output cannot be written: Bad file descriptor")
        assert referee.load(game.id).seq == game.seq

    def test_for_input_is_the_end_of_input(self, url: str, game: Game) -> None:
        answer = shell('"$@" <&-', url, "play", game.id)
        assert (answer.code, answer.err) == (0, "")
        assert answer.lines[-1] == f"The game waits. Go on with: mensch play {game.id}"


def test_an_interrupt_ends_it_without_a_trace(url: str, game: Game, tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as out:
        player = subprocess.Popen(
            [SCRIPT, "play", game.id],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.PIPE,
            env=environment(url),
        )
        eventually(lambda: b"your move" in (tmp_path / "out").read_bytes(), "the question for a move")
        player.send_signal(signal.SIGINT)
        _, complaint = player.communicate(timeout=60)
    assert player.returncode == 130
    assert complaint.strip() == b""


class TestEncodings:
    @pytest.mark.parametrize(
        ("words", "code", "complaint"),
        [
            (["show", b"\xff\xfe"], 5, "there is no game “��”"),
            (["play", "{game}", b"\xff"], 3, "“�” is no move"),
            (["new", "--seat", b"a\xff", "--seat", "b"], 2, "the name “a�” must have"),
            (["new", "--seat", "a", "--seat", "b", "--stars", b"\xff\x1b[2J"], 5, "��[2J cannot be read"),
            (["play", "{game}", "1", "--say", b"\xff"], 2, "the message “�” is not in UTF-8"),
            ([b"\xff"], 2, "There is no command “�”"),
        ],
    )
    def test_bytes_that_are_no_text_are_refused_in_one_line(
        self, url: str, game: Game, words: list[str | bytes], code: int, complaint: str
    ) -> None:
        given = [word.replace("{game}", game.id) if isinstance(word, str) else word for word in words]
        installed(given, url).refused(code, complaint)

    @pytest.mark.parametrize(
        "env",
        [
            {"LANG": "C", "LC_ALL": "C"},
            {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        ],
    )
    def test_a_locale_that_was_forgotten_does_no_harm(
        self, url: str, game: Game, env: dict[str, str | None]
    ) -> None:
        shown = installed(["show", game.id], url, env=env).ok()
        assert shown.lines[0] == f"Game {game.id} · record 4 · running · target 40 · as everybody sees it"
        installed(["play", game.id, "Ä"], url, env=env).refused(3, "is no move")

    def test_an_encoding_that_lacks_a_sign_shows_a_question_mark(self, url: str, game: Game) -> None:
        env = {"PYTHONIOENCODING": "iso8859-5", "PYTHONUTF8": "0"}
        shown = subprocess.run(
            [SCRIPT, "show", game.id], capture_output=True, env=environment(url, env), check=True
        ).stdout
        assert shown.startswith(b"Game %s ? record 4 ? running" % game.id.encode())


FAULTY = {"MENSCH_TEST_CLOCK_OFFSET": "soon"}
"""What no person ever sets: a test's clock, and one that is no number."""


class TestAFaultOfTheProgram:
    def test_is_one_line_that_says_how_to_see_more(self, url: str) -> None:
        answer = installed(["new", "--seat", "a", "--seat", "b"], url, env=FAULTY)
        answer.refused(1, "this should not have happened: ValueError", "Set MENSCH_DEBUG=1 to see where.")

    def test_is_shown_with_its_place_on_request(self, url: str) -> None:
        env = {**FAULTY, "MENSCH_DEBUG": "1"}
        answer = installed(["new", "--seat", "a", "--seat", "b"], url, env=env)
        assert answer.code == 1
        assert answer.err.startswith("Traceback")
