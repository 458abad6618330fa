"""Receipts on the command line: who commands something gets one, and anybody can check it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import redis

from mensch.events.ed25519 import new_private_key, public_key
from mensch.events.receipts import Receipt, read_receipt, read_receipts, sign, verifies
from mensch.events.referee import Referee
from mensch.events.server.address import URL_VARIABLE
from mensch.events.server.folder import DATA_VARIABLE
from mensch.workers.signer_folder import shown_key, signer_folder
from tests.cli.command_line import Answer, Mensch
from tests.cli.games import begun, played
from tests.servers import RedisServer
from tests.workers.programs import Programs
from tests.workers.signing import rewrite, start_signer

PRIVATE = new_private_key()
KEY = public_key(PRIVATE)


@pytest.fixture(scope="module")
def data(redis_server: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder of a signer that runs."""
    folder = tmp_path_factory.mktemp("data")
    with Programs(redis_server.url) as programs:
        redis_server.client().flushall()
        start_signer(programs, folder)
        yield folder


@pytest.fixture
def signing(data: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A signer runs; its public key."""
    monkeypatch.setenv(DATA_VARIABLE, str(data))
    return shown_key(signer_folder(data))


def receipt_of(answer: Answer) -> Receipt:
    """The receipt in the last line of an answer."""
    return read_receipt(answer.ok().lines[-1])


def invented(seq: int = 3, head: str = "a0" * 32, *, private: bytes = PRIVATE) -> Receipt:
    return sign(private, game="game000001", seq=seq, hash=head, at=1, provisional=True, epoch=1)


def write(path: Path, *receipts: Receipt) -> str:
    path.write_text("".join(f"{receipt.line}\n" for receipt in receipts))
    return str(path)


def test_every_accepted_command_answers_with_one(mensch: Mensch, signing: str, referee: Referee) -> None:
    new = mensch("new", "--seat", "anna", "--seat", "bert", "--seat", "carla")
    (game,) = referee.store.games()
    head = referee.load(game)
    answers = [new, mensch("play", game, "1"), mensch("resign", game, "--as", "anna")]
    answers += [mensch("abort", game, "--as", "bert"), mensch("fork", game, "--at", str(head.seq))]
    answers += [mensch("abort", game, "--operator")]
    receipts = [receipt_of(answer) for answer in answers]
    assert all(verifies(receipt, signing) for receipt in receipts)
    (fork,) = set(referee.store.games()) - {game}
    assert [receipt.game for receipt in receipts] == [game, game, game, game, fork, game]
    last = referee.load(game)
    assert (receipts[-1].seq, receipts[-1].hash) == (last.seq, last.head)


def test_it_is_for_all_that_was_shown_bots_moves_too(mensch: Mensch, signing: str, referee: Referee) -> None:
    game = begun(referee, bots=[1])
    receipt = receipt_of(mensch("play", game.id, "1"))
    after = referee.load(game.id)
    assert after.table.turn == 0
    assert (receipt.seq, receipt.hash) == (after.seq, after.head)


def test_in_json_it_is_a_part_of_the_document(mensch: Mensch, signing: str, referee: Referee) -> None:
    game = begun(referee)
    document = mensch("play", game.id, "1", "--json").ok().document
    receipt = msgspec.convert(document["receipt"], Receipt)
    assert verifies(receipt, signing)
    assert receipt.hash == document["hash"]


def test_without_a_signer_nothing_is_said(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    assert "mensch-receipt1" not in mensch("play", game.id, "1").ok().out
    assert "receipt" not in mensch("play", game.id, "1", "--json").ok().document


def test_receipts_are_added_to_a_file(mensch: Mensch, signing: str, referee: Referee, tmp_path: Path) -> None:
    game = begun(referee)
    file = tmp_path / "receipts"
    for _ in range(3):
        mensch("play", game.id, "1", "--receipt", str(file)).ok()
    kept = read_receipts(file.read_text())
    assert [receipt.seq for receipt in kept] == [game.seq + 1, game.seq + 2, game.seq + 3]
    assert mensch("receipt", "--verify", str(file), "--key", signing).ok().lines[0] == (
        f"{game.id} record {game.seq + 1}: the signature is the service's (provisional, epoch 1)"
    )


def test_at_one_keyboard_every_move_gets_one_and_the_last_is_shown(
    mensch: Mensch, signing: str, referee: Referee, tmp_path: Path
) -> None:
    game = begun(referee, bots=[1])
    file = tmp_path / "receipts"
    answer = mensch("play", game.id, "--receipt", str(file), typed="1\n1\nq\n")
    assert [receipt.seq for receipt in read_receipts(file.read_text())] == [game.seq + 2, game.seq + 4]
    assert receipt_of(answer).seq == game.seq + 4
    assert answer.out.count("mensch-receipt1") == 1


def test_a_receipt_that_could_not_be_got_is_refused_before_anything_happens(
    mensch: Mensch, referee: Referee, tmp_path: Path
) -> None:
    game = begun(referee)
    mensch("play", game.id, "1", "--receipt", str(tmp_path / "receipts")).refused(7, "no signer runs")
    assert list(tmp_path.iterdir()) == []
    assert referee.load(game.id).seq == game.seq


def test_a_receipt_that_could_not_be_kept_is_refused_before_anything_happens(
    mensch: Mensch, signing: str, referee: Referee, tmp_path: Path
) -> None:
    game = begun(referee)
    mensch("play", game.id, "1", "--receipt", str(tmp_path)).refused(5, "cannot be written")
    assert referee.load(game.id).seq == game.seq


def test_a_command_that_is_refused_leaves_no_receipt(
    mensch: Mensch, signing: str, referee: Referee, tmp_path: Path
) -> None:
    game = begun(referee)
    file = tmp_path / "receipts"
    mensch("play", game.id, "P6", "--receipt", str(file)).refused(3)
    assert file.read_text() == ""


def test_a_command_whose_receipt_is_refused_has_happened_all_the_same(
    mensch: Mensch, signing: str, referee: Referee, redis_client: redis.Redis, tmp_path: Path
) -> None:
    game = played(referee, begun(referee), 3)
    mensch("receipt", game.id).ok()
    rewrite(redis_client, game, referee.store.read(game.id)[:-1])
    answer = mensch("play", game.id, "1")
    assert answer.code == 0
    answer.complained("it happened, but there is no receipt", "is another than the one that was signed")
    assert referee.load(game.id).seq == game.seq
    wanted = mensch("play", game.id, "1", "--receipt", str(tmp_path / "receipts"))
    assert wanted.code == 9
    wanted.complained("it happened, but there is no receipt")
    assert referee.load(game.id).seq == game.seq + 1


def test_one_can_be_asked_for_later_and_for_an_earlier_record(
    mensch: Mensch, signing: str, referee: Referee
) -> None:
    game = begun(referee)
    assert receipt_of(mensch("receipt", game.id[:6])).hash == game.head
    assert receipt_of(mensch("receipt", game.id, "--at", "2")).seq == 2
    receipt = msgspec.convert(mensch("receipt", game.id, "--json").ok().document, Receipt)
    assert (receipt.seq, receipt.hash) == (game.seq, game.head)


def test_asking_in_vain_is_one_clear_line(mensch: Mensch, signing: str, referee: Referee) -> None:
    game = begun(referee)
    mensch("receipt", game.id, "--at", "99").refused(2, "has no record 99")
    mensch("receipt", "0000000000").refused(5, "there is no game “0000000000”")
    mensch("receipt", game.id, "--at", "0").refused(2, "0 is not in the range")


def test_where_no_signer_runs_asking_says_how_to_start_one(mensch: Mensch, referee: Referee) -> None:
    mensch("receipt", begun(referee).id).refused(7, "no signer runs here: mensch signer, or mensch up")


def test_checking_needs_no_server(mensch: Mensch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(URL_VARIABLE, "unix:///nowhere")
    file = write(tmp_path / "receipts", invented(), invented(4))
    assert len(mensch("receipt", "--verify", file, "--key", KEY).ok().lines) == 2


@pytest.mark.parametrize(
    ("receipts", "code", "text"),
    [
        ([invented(), invented()], 0, "the signature is the service's"),
        ([invented(), invented(private=bytes(32))], 10, "the signature is NOT the service's"),
        ([invented(), invented(head="b0" * 32)], 11, "game000001 record 3 has two receipts with two hashes"),
        ([invented(), invented(head="b0" * 32, private=bytes(32))], 10, "the signature is NOT the service's"),
    ],
)
def test_the_exit_code_of_a_check_is_a_verdict(
    mensch: Mensch, tmp_path: Path, receipts: list[Receipt], code: int, text: str
) -> None:
    words = ("receipt", "--verify", write(tmp_path / "receipts", *receipts), "--key", KEY)
    answer = mensch(*words)
    assert (answer.code, answer.err) == (code, "")
    assert text in answer.out
    told = mensch(*words, "--json")
    assert told.code == code
    document = msgspec.json.decode(told.out)
    assert document["verdict"] == code
    assert len(document["good"]) + len(document["false"]) == len(receipts)


@pytest.mark.parametrize(
    "content", ["", "Dear arbiter", "mensch-receipt1 game000001 3", '{"game":"game000001"}']
)
def test_a_file_that_holds_no_receipt_or_a_damaged_one_gets_no_verdict(
    mensch: Mensch, tmp_path: Path, content: str
) -> None:
    (tmp_path / "mail").write_text(content)
    mensch("receipt", "--verify", str(tmp_path / "mail"), "--key", KEY).refused(2, "no receipt")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((), "name a game to get a receipt for"),
        (("--verify", "x"), "--verify and --key go together"),
        (("game000001", "--key", KEY), "--verify and --key go together"),
        (("game000001", "--verify", "x", "--key", KEY), "name a game to get a receipt for"),
        (("--verify", "x", "--key", KEY, "--at", "3"), "--at goes with a game"),
    ],
)
def test_options_that_make_no_sense_together_are_refused(
    mensch: Mensch, words: tuple[str, ...], text: str
) -> None:
    mensch("receipt", *words).refused(2, text)


def test_a_key_that_proves_nothing_is_refused(mensch: Mensch, tmp_path: Path) -> None:
    file = write(tmp_path / "receipts", invented())
    mensch("receipt", "--verify", file, "--key", "01" + "00" * 31).refused(2, "of small order")
