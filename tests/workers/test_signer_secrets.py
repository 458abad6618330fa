"""What no list of processes and no log tells: passwords, keys, seeds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mensch.core.rules import classic
from mensch.events.bodies import Bot
from mensch.events.game import Game
from mensch.events.keyfile import create_key, read_private_key
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED, Player, Referee
from mensch.events.server.folder import DATA_VARIABLE
from mensch.events.server.meta import open_meta
from mensch.workers.signer_folder import signer_folder
from tests.events.redis.access import PASSWORD, let_in
from tests.servers import RedisServer, eventually
from tests.workers.bots_game import bots_game, is_over
from tests.workers.programs import Programs, descendants


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with RedisServer() as running:
        yield running


def command_lines(pid: int) -> set[bytes]:
    """What a list of processes shows of a process and of all that it has started."""
    found = set()
    for process in (pid, *descendants(pid)):
        try:
            found.add(Path(f"/proc/{process}/cmdline").read_bytes())
        except (FileNotFoundError, ProcessLookupError):
            continue  # a worker's child that has done its job
    return found


def spellings(secret: bytes) -> set[bytes]:
    """How bytes may be written where somebody prints them."""
    return {secret, secret.hex().encode(), repr(secret).encode(), repr(secret)[2:-1].encode()}


def signed_game(store: RedisStore, key: str) -> Game:
    return Referee(store).new_game(classic(2), [Player("anna", key=key), Player("greedy", Bot("greedy", 1))])


def test_neither_process_list_nor_log_tells_a_secret(server: RedisServer, tmp_path: Path) -> None:
    operator = server.client()
    store = RedisStore(operator, open_meta(operator).shards)
    key = create_key(tmp_path / "key")
    url = let_in(server, "mensch")
    seen: set[bytes] = set()
    data = {DATA_VARIABLE: str(tmp_path / "data")}
    with Programs(url, changes=data) as programs:
        up = programs.start("up", "--count", "1")
        eventually(lambda: "listens at" in up.output, f"the signer to listen; {up.output}")
        game = bots_game(store, target=3)
        while not is_over(store, game.id):
            seen |= command_lines(up.pid)
        signed = signed_game(store, key)
        play = programs.start("play", signed.id, "1", "--key", str(tmp_path / "key"))
        seen |= command_lines(play.pid)
        assert play.ended() == 0
        assert "mensch-receipt1" in play.output
        refused = programs.run("receipt", "0000000000", code=5)
        assert PASSWORD not in refused.output
        assert up.terminate() == 0
    assert len(seen) >= 4, "the parts of up were looked at"

    private = read_private_key(signer_folder(tmp_path / "data").key)
    secrets = {PASSWORD.encode(), *spellings(private), *spellings(read_private_key(tmp_path / "key"))}
    for played in (game, signed):
        secrets |= spellings(store.secrets(played.id)[SEED])
    written = programs.output.encode() + server.log().encode()
    for told in (*seen, written):
        for secret in secrets:
            assert secret not in told


def test_a_password_that_is_refused_is_not_told_either(server: RedisServer) -> None:
    let_in(server, "mensch")
    url = f"{server.url}?username=mensch&password={PASSWORD}-but-wrong"
    with Programs(url) as programs:
        for words in (("up",), ("signer",), ("worker",), ("sweep",)):
            refused = programs.run(*words, code=7)
            assert "refuses the user name or password" in refused.output
            assert PASSWORD not in refused.output
