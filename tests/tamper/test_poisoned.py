"""A stream in which somebody has put what blocks appends: it is told, and nothing that was there changes."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from mensch.core.errors import CorruptLogError
from mensch.core.rules import classic
from mensch.events.archive import export
from mensch.events.audit import Given, audit
from mensch.events.audit.report import Verdict
from mensch.events.audit.stored import audit_stored
from mensch.events.cause import TABLE
from mensch.events.game import Game
from mensch.events.redis.keys import Shard
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Player, Referee
from mensch.events.server.meta import open_meta
from tests.cli.command_line import SCRIPT, environment
from tests.servers import RedisServer
from tests.tamper.case import safe

if TYPE_CHECKING:
    import redis

NEXT, LATER, LAST = "6-0", "1764440400000-0", "18446744073709551615-18446744073709551615"
STEERING = b"\x1b[2J\xe2\x80\xae=HYPERLINK(1)"


@pytest.fixture
def referee(redis_client: redis.Redis) -> Referee:
    """A referee of the shared server, which the command finds in order."""
    return Referee(RedisStore(redis_client, open_meta(redis_client).shards))


@pytest.fixture
def game(referee: Referee) -> Game:
    """A running game of five records."""
    begun = referee.new_game(classic(), [Player("anna"), Player("ben")])
    return referee.play(begun, 0, begun.table.legal_moves()[0].text, TABLE)


def log_of(game: Game) -> str:
    return Shard(0).log(game.id)


def everything(client: redis.Redis) -> dict[bytes, object]:
    """The bytes of all keys."""
    return {key: client.dump(key) for key in client.scan_iter()}


def plays(referee: Referee, game: Game) -> Game:
    return referee.play(game, game.table.turn, game.table.legal_moves()[0].text, TABLE)


@pytest.mark.parametrize("entry_id", [NEXT, LATER, LAST], ids=["next", "later", "last"])
@pytest.mark.parametrize("content", ["noise", "a record that was there before"])
def test_a_poisoned_log_takes_no_record_and_is_malformed_or_torn_but_never_sound(
    redis_client: redis.Redis, referee: Referee, game: Game, entry_id: str, content: str
) -> None:
    before = export(referee.store, game.id)
    foreign = STEERING if content == "noise" else before[-3]
    redis_client.xadd(log_of(game), {"r": foreign}, id=entry_id)
    stored = everything(redis_client)
    with pytest.raises(CorruptLogError, match=rf"goes on behind record {game.seq}"):
        plays(referee, game)
    assert everything(redis_client) == stored
    report = audit_stored(referee.store, game.id)
    assert report.verdict in (Verdict.MALFORMED, Verdict.VIOLATION)
    safe(report)
    given = Given(copies=[before])
    assert audit_stored(referee.store, game.id, given).verdict is report.verdict
    assert audit(before).verdict is Verdict.SOUND


@pytest.mark.parametrize("entry_id", [NEXT, LATER, LAST], ids=["next", "later", "last"])
def test_ids_that_are_used_up_without_an_entry_block_the_log_and_leave_it_sound(
    redis_client: redis.Redis, referee: Referee, game: Game, entry_id: str
) -> None:
    before = export(referee.store, game.id)
    redis_client.xadd(log_of(game), {"r": STEERING}, id=entry_id)
    redis_client.xdel(log_of(game), entry_id)
    stored = everything(redis_client)
    with pytest.raises(CorruptLogError, match=r"`mensch rebuild` tells"):
        plays(referee, game)
    assert everything(redis_client) == stored
    assert export(referee.store, game.id) == before
    assert audit(before).head == game.head


def test_the_command_says_so_with_its_verdict_and_the_referee_with_its_own_code(
    redis_client: redis.Redis, redis_server: RedisServer, referee: Referee, game: Game
) -> None:
    redis_client.xadd(log_of(game), {"r": STEERING}, id=LAST)

    def code(*words: str) -> int:
        ended = subprocess.run(
            [SCRIPT, *words], capture_output=True, text=True, env=environment(redis_server.url), check=False
        )
        assert all(line.isprintable() for line in (ended.stdout + ended.stderr).splitlines())
        return ended.returncode

    assert code("audit", game.id) == Verdict.MALFORMED
    assert code("play", game.id, game.table.legal_moves()[0].text) == 8
