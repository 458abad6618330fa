"""Archived games: in a file and out of the store, and never in neither."""

from __future__ import annotations

from pathlib import Path

import pytest
import redis
from zstandard import ZstdCompressor, ZstdDecompressor

from mensch.core.errors import CorruptLogError, GameOverError, MenschError, TurnError
from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.archive import export
from mensch.events.archived.folder import ArchiveFolder
from mensch.events.archived.moving import move_to_archive
from mensch.events.audit.report import Verdict
from mensch.events.audit.stored import audit_stored
from mensch.events.bodies import Bot
from mensch.events.cause import TABLE
from mensch.events.fork import fork
from mensch.events.game import Game
from mensch.events.memory import MemoryStore
from mensch.events.rebuild import rebuild
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Player, Referee
from mensch.events.store import Head, Index, Store
from mensch.workers.turns import take_turns


@pytest.fixture
def folder(tmp_path: Path) -> ArchiveFolder:
    return ArchiveFolder(tmp_path / "archive")


@pytest.fixture(params=[MemoryStore, RedisStore], ids=["memory", "redis"])
def store(request: pytest.FixtureRequest, redis_client: redis.Redis, folder: ArchiveFolder) -> Store:
    made: Store = MemoryStore() if request.param is MemoryStore else RedisStore(redis_client)
    made.unearth = folder.read
    return made


def played(store: Store) -> Game:
    """A game of bots that is over."""
    referee = Referee(store)
    players = [Player("one", Bot("greedy", 1)), Player("two", Bot("random", 1))]
    return take_turns(referee, referee.new_game(classic(2, 10), players))


def running(store: Store) -> Game:
    """A game of people that runs, with a message."""
    referee = Referee(store)
    game = referee.say(referee.new_game(classic(2, 10), [Player("anna"), Player("ben")]), 0, "hello")
    return referee.play(game, 0, game.table.legal_moves()[0].text, TABLE)


def test_an_archived_game_is_out_of_the_store_and_reads_as_before(
    store: Store, folder: ArchiveFolder
) -> None:
    game = played(store)
    before, lines, head = store.read(game.id), export(store, game.id), store.head(game.id)
    assert move_to_archive(store, folder, game.id)
    assert game.id not in store.logs()
    assert store.secrets(game.id) == {}
    assert (store.read(game.id), store.read(game.id, 5)) == (before, before[5:])
    assert (export(store, game.id), store.head(game.id)) == (lines, head)
    assert store.games() == [game.id]
    assert Referee(store).load(game.id).table == game.table


def test_its_file_holds_what_mensch_log_prints(store: Store, folder: ArchiveFolder) -> None:
    game = played(store)
    before = store.read(game.id)
    move_to_archive(store, folder, game.id)
    content = ZstdDecompressor().decompress(folder.file(game.id).read_bytes())
    assert content == b"".join(record + b"\n" for record in before)
    assert list(folder.games()) == [game.id]


def test_it_can_be_audited_and_forked(store: Store, folder: ArchiveFolder) -> None:
    game = played(store)
    move_to_archive(store, folder, game.id)
    assert audit_stored(store, game.id).verdict is Verdict.SOUND
    for dice in ("same", "fresh"):
        child = fork(Referee(store), game.id, 10, dice)
        assert child.fork is not None
        assert child.fork.parent == game.id
        assert audit_stored(store, child.id).verdict is Verdict.SOUND


def test_nothing_more_can_happen_in_it(store: Store, folder: ArchiveFolder) -> None:
    game = played(store)
    move_to_archive(store, folder, game.id)
    with pytest.raises(GameOverError, match="is archived"):
        Referee(store).act(Referee(store).load(game.id), [c.OpenDispute(0, 5, "00" * 32)])
    assert game.id not in store.logs()


def test_it_is_archived_once(store: Store, folder: ArchiveFolder) -> None:
    game = played(store)
    assert [move_to_archive(store, folder, game.id) for _ in range(2)] == [True, False]


def test_a_game_that_runs_or_is_disputed_or_still_hides_something_is_not_archived(
    store: Store, folder: ArchiveFolder
) -> None:
    referee = Referee(store)
    runs = running(store)
    secret = referee.new_game(classic(2), [Player("anna"), Player("ben")], dispute_window=10**9)
    secret = referee.act(secret, [c.AbortGame()])
    disputed = referee.act(played(store), [c.OpenDispute(0, 5, "00" * 32)])
    sealed = referee.act(running(store), [c.AbortGame()])
    for game, why in (
        (runs, "not over"),
        (secret, "not public"),
        (disputed, "dispute"),
        (sealed, "not public"),
    ):
        with pytest.raises(TurnError, match=why):
            move_to_archive(store, folder, game.id)
        assert store.read(game.id)
    assert list(folder.games()) == []


def test_texts_stay_where_they_can_be_erased(store: Store, folder: ArchiveFolder) -> None:
    referee = Referee(store)
    game = referee.publish_reasons(referee.act(running(store), [c.AbortGame()]))
    texts = store.texts(game.id)
    move_to_archive(store, folder, game.id)
    assert store.texts(game.id) == texts != {}
    assert b"hello" not in b"".join(folder.read(game.id) or [])


def test_a_game_that_goes_on_meanwhile_stays_where_it_is(store: Store) -> None:
    game = played(store)
    assert not store.entomb(game.id, Head(game.seq - 1, "0" * 64, "finished", game.at))
    assert store.read(game.id)


def test_killed_before_the_store_lets_go_it_is_archived_the_next_time(
    store: Store, folder: ArchiveFolder
) -> None:
    game = played(store)
    before = store.read(game.id)
    folder.write(game.id, before[:-1])  # the file of a run that was killed, from when the game was shorter
    assert store.read(game.id) == before
    assert move_to_archive(store, folder, game.id)
    assert folder.read(game.id) == before


def test_what_is_not_read_back_as_it_was_is_not_let_go(store: Store, folder: ArchiveFolder) -> None:
    class Forgetful(ArchiveFolder):
        def read(self, game: str) -> list[bytes] | None:
            records = super().read(game)
            return records[:-1] if records else None

    game = played(store)
    with pytest.raises(CorruptLogError, match="does not give"):
        move_to_archive(store, Forgetful(folder.path), game.id)
    assert game.id in store.logs()


def test_a_folder_that_cannot_be_written_loses_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    game = played(store)
    with pytest.raises(MenschError, match="cannot be written"):
        move_to_archive(store, ArchiveFolder(tmp_path / "file"), game.id)
    assert game.id in store.logs()


@pytest.mark.parametrize("content", [b"", b"junk", ZstdCompressor().compress(b"cut short")])
def test_a_damaged_file_is_said_to_be_damaged(folder: ArchiveFolder, content: bytes) -> None:
    folder.write("game000001", [b"{}"])
    folder.file("game000001").write_bytes(content)
    with pytest.raises(CorruptLogError, match="damaged"):
        folder.read("game000001")


def test_a_file_that_would_unpack_to_a_giant_is_refused(folder: ArchiveFolder) -> None:
    folder.write("game000001", [b"0" * (64 * 1024 * 1024)])
    with pytest.raises(CorruptLogError, match="damaged"):
        folder.read("game000001")


def test_where_its_file_is_missing_that_is_a_fault_and_no_empty_game(
    store: Store, folder: ArchiveFolder
) -> None:
    game = played(store)
    move_to_archive(store, folder, game.id)
    folder.file(game.id).unlink()
    assert store.games() == [game.id]
    with pytest.raises((CorruptLogError, MenschError)):
        Referee(store).load(game.id)


def test_a_rebuild_keeps_tombstones_and_makes_lost_ones_anew(store: Store, folder: ArchiveFolder) -> None:
    game = played(store)
    move_to_archive(store, folder, game.id)
    head = store.head(game.id)
    assert rebuild(store).broken == {}
    assert (store.games(), store.head(game.id)) == ([game.id], head)
    store.prune(Index([game.id], []))
    rebuild(store)
    assert (store.games(), store.head(game.id)) == ([game.id], head)
    with pytest.raises(GameOverError, match="is archived"):
        Referee(store).act(Referee(store).load(game.id), [c.OpenDispute(0, 5, "00" * 32)])
