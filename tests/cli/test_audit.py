"""`mensch audit`: from a file, from standard input, from the store; the exit code is the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from mensch.cli import audit as audit_command
from mensch.events.audit.report import Code, Verdict
from mensch.events.ed25519 import public_key
from mensch.events.fork import fork
from mensch.events.receipts import sign
from mensch.events.referee import Referee
from tests.cli.command_line import Answer, Mensch
from tests.cli.games import begun, finished, played
from tests.cli.logs import document, written
from tests.events.audit.logs import rewritten

SERVICE = bytes([3]) * 32


@pytest.fixture
def game(referee: Referee) -> str:
    """The id of a finished game."""
    return finished(referee).id


@pytest.fixture
def raws(referee: Referee, game: str) -> list[bytes]:
    """Its records."""
    return referee.store.read(game)


def verdict(answer: Answer, expected: Verdict) -> Answer:
    """The answer of an audit that came to its end with this verdict."""
    assert (answer.code, answer.err) == (expected, "")
    return answer


def test_a_game_is_audited_where_it_lies_by_the_beginning_of_its_id(mensch: Mensch, game: str) -> None:
    said = verdict(mensch("audit", game[:6]), Verdict.SOUND).lines
    assert said[0].startswith(f"Game {game} · ")
    assert said[1].startswith("Nothing is broken.")
    assert "Not checked" in said


def test_what_log_prints_and_what_export_writes_is_audited(mensch: Mensch, game: str, tmp_path: Path) -> None:
    log = mensch("log", game).ok().out.encode()
    verdict(mensch("audit", "-", typed=log), Verdict.SOUND)
    exported = tmp_path / "game.jsonl"
    mensch("export", game, "-o", str(exported)).ok()
    assert "annex-fits" in verdict(mensch("audit", str(exported)), Verdict.SOUND).out


def test_every_line_fits_80_columns(mensch: Mensch, game: str, raws: list[bytes], tmp_path: Path) -> None:
    file = written(tmp_path, raws[:5] + raws[6:])
    for answer in (mensch("audit", game), mensch("audit", file)):
        assert max(map(len, answer.lines)) <= 80


@pytest.mark.parametrize(
    ("expected", "code"),
    [
        (Verdict.VIOLATION, Code.WRONG_NUMBER),
        (Verdict.CUT, Code.CUT),
        (Verdict.MALFORMED, Code.MALFORMED),
        (Verdict.NEWER, Code.NEWER),
    ],
)
def test_the_exit_code_is_the_verdict_and_the_document_says_the_same(
    mensch: Mensch, raws: list[bytes], tmp_path: Path, expected: Verdict, code: Code
) -> None:
    lines = {
        Verdict.VIOLATION: [*raws[:4], *raws[5:]],
        Verdict.CUT: raws[:-2],
        Verdict.MALFORMED: [*raws[:4], b"?", *raws[5:]],
        Verdict.NEWER: rewritten(raws, 5, lambda fields: fields.update(v=2)),
    }[expected]
    file = written(tmp_path, lines)
    assert verdict(mensch("audit", file), expected).lines
    said = document(verdict(mensch("audit", file, "--json"), expected))
    assert said["verdict"] == expected
    assert code.value in {finding["code"] for finding in said["findings"]}
    assert said["unchecked"]


def test_two_copies_that_part_are_two_histories(
    mensch: Mensch, game: str, raws: list[bytes], tmp_path: Path
) -> None:
    other = rewritten(raws, 2, lambda fields: fields["body"].update(player="p1ayer0000"))
    answer = verdict(mensch("audit", game, "--copy", written(tmp_path, other)), Verdict.TWO_HISTORIES)
    assert "copy 1 has another record 2" in " ".join(answer.out.split())


def test_a_head_that_was_noted_tells_what_was_cut_off(
    mensch: Mensch, referee: Referee, game: str, raws: list[bytes], tmp_path: Path
) -> None:
    head = referee.store.head(game)
    assert head is not None
    noted = f"{head.seq}:{head.hash}"
    verdict(mensch("audit", game, "--head", noted), Verdict.SOUND)
    verdict(mensch("audit", written(tmp_path, raws[:-1]), "--head", noted), Verdict.CUT)
    verdict(mensch("audit", game, "--head", f"3:{head.hash}"), Verdict.TWO_HISTORIES)


def test_a_receipt_proves_with_the_pinned_key(
    mensch: Mensch, referee: Referee, game: str, raws: list[bytes], tmp_path: Path
) -> None:
    head = referee.store.head(game)
    assert head is not None
    receipt = sign(SERVICE, game=game, seq=head.seq, hash=head.hash, at=head.at, provisional=False, epoch=1)
    mail = tmp_path / "mail.txt"
    mail.write_text(f"Thanks for your move!\n{receipt.line}\n")
    words = ("--receipt", str(mail), "--key", f"service={public_key(SERVICE)}")
    assert "head-noted" in verdict(mensch("audit", game, *words), Verdict.SOUND).out
    answer = verdict(mensch("audit", written(tmp_path, raws[:-1]), *words, "--json"), Verdict.CUT)
    (cut,) = [finding for finding in document(answer)["findings"] if finding["verdict"]]
    assert (cut["standing"], cut["code"]) == ("PROVEN", "cut")


def test_a_fork_is_compared_with_its_parent(mensch: Mensch, referee: Referee, tmp_path: Path) -> None:
    parent = finished(referee)
    child = fork(referee, parent.id, 10, "fresh")
    assert "parent-fits" in verdict(mensch("audit", child.id), Verdict.SOUND).out
    file = written(tmp_path, referee.store.read(child.id))
    assert "parent-fits" not in verdict(mensch("audit", file), Verdict.SOUND).out
    assert "parent-fits" in verdict(mensch("audit", file, "--parent", parent.id), Verdict.SOUND).out
    other = finished(referee, seed=1)
    verdict(mensch("audit", file, "--parent", other.id), Verdict.VIOLATION)


def test_a_running_game_can_be_audited(mensch: Mensch, referee: Referee) -> None:
    running = played(referee, begun(referee, bots=[1]), 10)
    answer = verdict(mensch("audit", running.id), Verdict.SOUND)
    assert "the deck is not revealed" in " ".join(answer.out.split())


class TestBadInput:
    def test_a_name_that_is_neither_file_nor_id(self, mensch: Mensch) -> None:
        mensch("audit", "game.jsonl").refused(5, "there is no file “game.jsonl”")

    def test_a_name_that_is_too_long_for_a_file(self, mensch: Mensch) -> None:
        mensch("audit", "a" * 10_000).refused(5, "there is no file “aaa")

    def test_an_id_that_is_no_game(self, mensch: Mensch) -> None:
        mensch("audit", "zzzzzzzzzz").refused(5, "there is neither a file nor a game “zzzzzzzzzz”")

    def test_a_folder(self, mensch: Mensch, tmp_path: Path) -> None:
        mensch("audit", str(tmp_path)).refused(5, "cannot be read")

    def test_a_head_that_is_none(self, mensch: Mensch, game: str) -> None:
        for head in ("17", "0:" + "0" * 64, "1:xyz"):
            mensch("audit", game, "--head", head).refused(2, "is no head")

    def test_a_key_of_nobody_or_that_is_none(self, mensch: Mensch, game: str) -> None:
        mensch("audit", game, "--key", "anna=00").refused(2, "pins no key")
        mensch("audit", game, "--key", "seat:0=00").refused(2, "64 hexadecimal digits")
        mensch("audit", game, "--key", f"seat:0={'0' * 64}").refused(2, "small order")

    def test_a_file_without_receipts(self, mensch: Mensch, game: str, tmp_path: Path) -> None:
        file = written(tmp_path, [b"Dear Anna,"])
        mensch("audit", game, "--receipt", file).refused(2, "there is no receipt in it")

    def test_a_hostile_file_shows_nothing_that_steers_a_terminal(
        self, mensch: Mensch, tmp_path: Path
    ) -> None:
        file = written(tmp_path, ['{"at":"\x1b[31m\u202e=HYPERLINK(1)"}'.encode()])
        answer = verdict(mensch("audit", file), Verdict.MALFORMED)
        assert all(line.isprintable() for line in answer.lines)


def test_a_fault_of_the_program_never_reads_as_a_verdict(
    mensch: Mensch, raws: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(audit_command, "audit", broken)
    mensch("audit", written(tmp_path, raws)).refused(1, "this should not have happened")
