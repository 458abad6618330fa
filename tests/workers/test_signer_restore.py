"""The restore drill of docs/operate.md: back up, play on, lose everything, restore, and say so openly."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.receipts import Receipt, contradict, read_receipt, verifies
from mensch.events.redis.store import RedisStore
from mensch.events.server.folder import DATA_VARIABLE
from mensch.events.server.meta import open_meta
from mensch.workers.signer_folder import shown_key, signer_folder
from tests.events.redis.live import play, started
from tests.servers import RedisServer
from tests.workers.programs import Program, Programs
from tests.workers.signing import start_signer

REASON = "the disk failed and the backup of noon was restored"


class Service:
    """A server, its signer, and what an operator does with them."""

    def __init__(self, server: RedisServer, data: Path) -> None:
        self.server = server
        self.programs = Programs(server.url, changes={DATA_VARIABLE: str(data)})
        self.data = data
        self.signer: Program | None = None

    @property
    def store(self) -> RedisStore:
        client = self.server.client()
        return RedisStore(client, open_meta(client).shards)

    def sign_on(self) -> None:
        """Start the signer."""
        self.signer = start_signer(self.programs, self.data)

    def receipt(self, game: Game) -> Receipt:
        """The receipt for the last record of a game."""
        return read_receipt(self.programs.run("receipt", game.id).output)

    def back_up(self, place: Path) -> None:
        """Copy the server's files while it runs, as docs/operate.md says."""
        for path in self.server.folder.glob("appendonly*"):
            copy = shutil.copytree if path.is_dir() else shutil.copy2
            copy(path, place / path.name)

    def restore(self, place: Path) -> None:
        """End everything, and put the files of a backup in the place of what is there."""
        if self.signer is not None:
            assert self.signer.terminate() == 0
        self.server.stop()
        for path in self.server.folder.glob("appendonly*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for path in place.glob("appendonly*"):
            copy = shutil.copytree if path.is_dir() else shutil.copy2
            copy(path, self.server.folder / path.name)
        self.server.start()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with RedisServer() as server:
        running = Service(server, tmp_path / "data")
        with running.programs:
            yield running


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "backup").mkdir()
    return tmp_path / "backup"


def test_a_restored_backup_goes_on_once_the_operator_says_so_in_every_receipt(
    service: Service, place: Path
) -> None:
    game = play(service.store, started(service.store), moves=2)
    untouched = started(service.store)
    service.sign_on()
    kept = service.receipt(game)
    service.receipt(untouched)
    service.back_up(place)

    lost = play(service.store, game, moves=2)
    lost_receipt = service.receipt(lost)
    service.restore(place)
    assert service.programs.run("rebuild").output.startswith("Games indexed: 2.")
    assert [entry.hash for entry in entries(service.store, game.id)][-1] == game.head, "the backup is whole"

    # It is found out before the signer is started again, and by a signer that was started without looking.
    check = service.programs.run("signer", "--check", code=9)
    assert f"record {lost.seq} of {game.id} was signed and the log now ends at {game.seq}" in check.output
    assert untouched.id not in check.output
    service.sign_on()
    refused = service.programs.run("receipt", game.id, code=8)
    assert "restored from a backup" in refused.output
    assert service.receipt(untouched).epoch == 1, "nobody else has to suffer"

    # What is played now gets none either, also when the log is as long again as it was.
    play(service.store, game, moves=3)
    assert "another than the one that was signed" in service.programs.run("receipt", game.id, code=8).output

    # The way out needs the signer's files for itself, a reason, and stays visible.
    words = ("signer", "--accept-rollback", game.id, "--reason", REASON)
    assert "another signer has the memory" in service.programs.run(*words, code=7).output
    assert service.signer is not None
    assert service.signer.terminate() == 0
    accepted = service.programs.run(*words)
    assert f"in epoch 2; record {lost.seq} had been signed" in accepted.output
    service.sign_on()
    after = service.receipt(game)
    key = shown_key(signer_folder(service.data))
    assert (after.epoch, after.seq) == (2, game.seq + 3)
    assert verifies(after, key)
    assert verifies(kept, key)

    # The player who was told of the lost moves can prove that they were there.
    other = read_receipt(service.programs.run("receipt", game.id, "--at", str(lost.seq)).output)
    assert verifies(lost_receipt, key)
    assert contradict(lost_receipt, other)

    assert service.signer.terminate() == 0
    check = service.programs.run("signer", "--check")
    assert f"{game.id}: epoch 2 went back from record {lost.seq} to {game.seq + 3}: {REASON}" in check.output
    (rollback,) = msgspec.json.decode(service.programs.run("signer", "--check", "--json").output)["rollbacks"]
    assert rollback["after"]["hash"] == lost.head


def test_a_backup_of_the_last_record_needs_no_way_out(service: Service, place: Path) -> None:
    game = play(service.store, started(service.store), moves=2)
    service.sign_on()
    before = service.receipt(game)
    service.back_up(place)
    service.restore(place)
    service.sign_on()
    assert service.receipt(game) == before
    assert service.receipt(play(service.store, game)).seq == game.seq + 1


def test_a_game_that_the_backup_does_not_have_can_be_given_up(service: Service, place: Path) -> None:
    service.sign_on()
    service.back_up(place)
    game = started(service.store)
    service.receipt(game)
    service.restore(place)
    check = service.programs.run("signer", "--check", code=9)
    assert f"record {game.seq} of {game.id} was signed and the log now ends at 0" in check.output
    service.programs.run("signer", "--accept-rollback", game.id, "--reason", REASON)
    assert "the logs of 1 games go on" in service.programs.run("signer", "--check").output.casefold()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--accept-rollback", "game000001"), "go together"),
        (("--reason", REASON), "go together"),
        (("--check", "--show-key"), "only one of"),
        (("--json",), "--json goes with"),
        (("--accept-rollback", "game000001", "--reason", "\n"), "needs a reason"),
    ],
)
def test_words_that_make_no_sense_are_refused(service: Service, words: tuple[str, ...], text: str) -> None:
    refused = service.programs.run("signer", *words, code=2)
    assert text in refused.output
    assert len(refused.output.splitlines()) == 1
