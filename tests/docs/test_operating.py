"""What docs/operate.md promises to whoever looks after a server."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from redis.exceptions import NoPermissionError

from mensch.core.rules import classic
from mensch.events.beside import DEAD
from mensch.events.cause import TABLE
from mensch.events.due import Due
from mensch.events.loading import names_of, said_in
from mensch.events.rebuild import rebuild
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Player, Referee
from mensch.events.server.connection import connect
from mensch.events.server.meta import open_meta
from mensch.events.server.probe import ask
from mensch.events.store import LONGEST_SILENCE
from tests.docs.examples import ROOT
from tests.servers import RedisServer

if TYPE_CHECKING:
    import redis

    from mensch.events.game import Game

OPERATE = (ROOT / "docs/operate.md").read_text(encoding="utf-8")


def keys_in_table() -> dict[str, bool]:
    """Patterns of keys in the table of what a backup holds, with whether it has to hold them."""
    rows = re.findall(r"^\| (`mensch:.*?) \| .*? \| (yes|not needed)", OPERATE, re.MULTILINE)
    return {
        key.replace("<id>", "*"): kept == "yes" for keys, kept in rows for key in re.findall("`(.*?)`", keys)
    }


def referee_of(client: "redis.Redis") -> Referee:
    return Referee(RedisStore(client, open_meta(client).shards))


def first_legal(referee: Referee, game: "Game", say: str | None = None) -> "Game":
    turn = game.table.turn
    move = game.table.view(turn).legal_moves()[0]
    return referee.play(game, turn, move.text, TABLE, say=say)


def played_game(referee: Referee) -> "Game":
    """A running game of two people, in which each has moved and one has said something."""
    game = referee.new_game(classic(2), [Player("anna"), Player("bert")])
    return first_legal(referee, first_legal(referee, game, say="Good luck!"))


def name_of(key: bytes, patterns: dict[str, bool]) -> str | None:
    return next((pattern for pattern in patterns if fnmatchcase(key.decode(), pattern)), None)


def keep_one_of_each(store: RedisStore, game: "Game") -> None:
    """Something of all that play by mail keeps."""
    store.save_address("anna@example.org", game.holder(0).player)
    store.attach(game.id, "0" * 64, b"From: anna@example.org")
    store.keep(game.id, {"token:0:4": b"k7m2"})
    for name in ("turn:0", f"{DEAD}turn:1"):
        store.mark_sent(Due("mail", game.id, game.seq, 1), name, 1, last=True)
    store.beat(0)
    store.beat(LONGEST_SILENCE + 1)


def test_the_table_of_backups_lists_every_key(redis_client: "redis.Redis") -> None:
    keep_one_of_each(RedisStore(redis_client), played_game(referee_of(redis_client)))
    patterns = keys_in_table()
    assert [key for key in redis_client.scan_iter() if name_of(key, patterns) is None] == []


def test_what_a_backup_must_hold_is_enough_to_go_on_from(redis_client: "redis.Redis") -> None:
    game = played_game(referee_of(redis_client))
    keep_one_of_each(RedisStore(redis_client), game)
    patterns = keys_in_table()
    with RedisServer() as other:
        restored = other.client()
        for key in redis_client.scan_iter():
            if patterns[name_of(key, patterns) or ""]:
                dumped = redis_client.dump(key)
                assert dumped is not None
                restored.restore(key, 0, dumped)
        referee = referee_of(restored)
        assert rebuild(referee.store).games == 1
        again = referee.load(game.id)
        assert (again.seq, again.head) == (game.seq, game.head)
        assert names_of(referee.store, again) == ["anna", "bert"]
        assert list(said_in(referee.store, game.id).values()) == ["Good luck!"]
        store = referee.store
        assert store.find_player("anna@example.org") == game.holder(0).player
        assert store.attachment(game.id, "0" * 64) == b"From: anna@example.org"
        assert (set(store.sent(game.id)), len(store.dead_letters(0))) == ({"turn:0", f"{DEAD}turn:1"}, 1)
        assert store.downtimes(0) == [(0, LONGEST_SILENCE + 1)]
        assert first_legal(referee, again).seq == game.seq + 1


def test_a_copy_of_the_append_only_file_is_a_backup() -> None:
    with RedisServer() as server:
        game = played_game(referee_of(server.client()))
        restored = RedisServer()
        for path in server.folder.glob("appendonly*"):
            copy = shutil.copytree if path.is_dir() else shutil.copy2
            copy(path, restored.folder / path.name)
    with restored:
        assert referee_of(restored.client()).load(game.id).head == game.head


def test_the_user_that_is_made_there_may_run_the_commands_and_no_more(tmp_path: Path) -> None:
    [rule] = re.findall(r"^ +(ACL SETUSER mensch .*)$", OPERATE, re.MULTILINE)
    mensch = Path(sys.executable).parent / "mensch"
    with RedisServer() as server:
        ask(server.socket, *rule.split())
        url = f"{server.url}?username=mensch&password=PASSWORD"
        environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "MENSCH_REDIS_URL": url}
        for command in ("doctor", "new --seat bot:greedy --seat anna", "games", "rebuild"):
            done = subprocess.run(
                [mensch, *command.split()], env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stdout + done.stderr
        with contextlib.closing(connect(url)) as client, pytest.raises(NoPermissionError):
            client.flushall()
