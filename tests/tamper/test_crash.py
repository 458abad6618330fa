"""A verifier that fails says nothing about a game: its exit code is none of the verdicts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mensch.events.audit.report import Verdict
from tests.cli.command_line import SCRIPT, environment
from tests.tamper.sample import exported, played
from tests.tamper.test_copies import closed, without

VERDICTS = {int(verdict) for verdict in Verdict}
GOOD, BAD = closed(exported(played().raws)), closed(without(12))

FAULTY = """
import importlib, sys
module = importlib.import_module(sys.argv[1])
kind, text = sys.argv[3], "PROVEN: nothing is broken"
def fault(*arguments, **named):
    raise getattr(__import__("builtins"), kind)(text)
setattr(module, sys.argv[2], fault)
sys.argv = ["mensch", "audit", *sys.argv[4:]]
from mensch.cli.main import main
main()
"""
"""The command in a process of its own, with a step that fails like a program with an error in it."""

STEPS = [
    ("mensch.events.audit", "read"),
    ("mensch.events.audit", "chain"),
    ("mensch.events.audit", "opened_causes"),
    ("mensch.events.audit", "check_signatures"),
    ("mensch.events.audit", "replay"),
    ("mensch.events.audit", "rerun_bots"),
    ("mensch.events.audit", "check_annex"),
    ("mensch.cli.audit", "told"),
]
KINDS = ["RuntimeError", "RecursionError", "MemoryError", "AssertionError"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A log in which nothing is broken."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(GOOD)
    return path


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, env=environment(None), check=False
    )


def failed(ended: subprocess.CompletedProcess[str]) -> None:
    """Whether a process ended without a verdict, and said so."""
    assert ended.returncode not in VERDICTS
    assert ended.stdout == ""
    assert ended.stderr.startswith("mensch: ")
    assert len(ended.stderr.splitlines()) == 1


def test_without_a_fault_the_same_process_gives_the_verdict(file: Path) -> None:
    harmless = FAULTY.replace("setattr(module", "getattr(module").replace(", fault)", ")")
    ended = run(sys.executable, "-c", harmless, "mensch.events.audit", "replay", "RuntimeError", file)
    assert (ended.returncode, ended.stderr) == (Verdict.SOUND, "")
    file.write_bytes(BAD)
    assert run(SCRIPT, "audit", file).returncode == Verdict.VIOLATION


@pytest.mark.parametrize(("module", "step"), STEPS, ids=lambda word: word.rpartition(".")[2])
def test_a_step_that_fails_gives_no_verdict(module: str, step: str, file: Path) -> None:
    failed(run(sys.executable, "-c", FAULTY, module, step, "RuntimeError", file))


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_of_failure_gives_a_verdict(kind: str, file: Path) -> None:
    failed(run(sys.executable, "-c", FAULTY, "mensch.events.audit", "replay", kind, file))
    failed(run(sys.executable, "-c", FAULTY, "mensch.events.audit", "replay", kind, "--json", file))


def test_a_process_that_is_killed_gives_no_verdict(tmp_path: Path) -> None:
    fifo = tmp_path / "endless"
    os.mkfifo(fifo)
    waiting = subprocess.Popen(
        [SCRIPT, "audit", str(fifo)], stdout=subprocess.PIPE, text=True, env=environment(None)
    )
    pipe = os.open(fifo, os.O_WRONLY)  # which waits until the process reads
    try:
        os.write(pipe, GOOD[:100])
        waiting.send_signal(signal.SIGKILL)
        out, _ = waiting.communicate()
    finally:
        os.close(pipe)
    assert (out, waiting.returncode) == ("", -signal.SIGKILL)


REQUESTS = [["no-such-file.jsonl"], [], ["--no-such-option", "x"], ["--head", "x", "-"]]


@pytest.mark.parametrize("words", REQUESTS)
def test_a_request_that_cannot_be_met_gives_no_verdict(words: list[str], tmp_path: Path) -> None:
    ended = subprocess.run(
        [SCRIPT, "audit", *words],
        capture_output=True,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        env=environment(None),
        check=False,
    )
    assert ended.returncode not in VERDICTS


def test_a_receipt_that_cannot_be_read_gives_no_verdict(file: Path, tmp_path: Path) -> None:
    noise = tmp_path / "receipts"
    noise.write_bytes(b"mensch-receipt1 \x1b[2J nonsense")
    ended = run(SCRIPT, "audit", file, "--receipt", noise)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.rstrip("\n").isprintable()


def test_a_report_that_cannot_be_written_gives_no_verdict(file: Path) -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run([SCRIPT, "audit", file], stdout=full, stderr=subprocess.DEVNULL, check=False)
    assert ended.returncode not in VERDICTS


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_a_reader_that_goes_away_does_not_make_a_broken_log_sound(file: Path, form: list[str]) -> None:
    file.write_bytes(BAD)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        words = [str(SCRIPT), "audit", *form, str(file)]
        ended = subprocess.run(words, stdout=writing, env=environment(None), check=False)
    finally:
        os.close(writing)
    assert ended.returncode != Verdict.SOUND
