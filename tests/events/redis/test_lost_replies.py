"""A command whose reply is lost happens once, and whoever sent it comes back with the right game."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from mensch.core.errors import ServerError, TurnError
from mensch.events.cause import TABLE
from mensch.events.commands import LeaveMessage
from mensch.events.game import Game
from mensch.events.ids import new_command
from mensch.events.loading import entries
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.connection import connect
from mensch.events.store import UnknownOutcomeError
from tests.events.redis.live import one_line, play, say, started
from tests.events.table import state
from tests.servers import Proxy, RedisServer

APPEND = b"EVALSHA"

MESSAGE = LeaveMessage(0, "a" * 64)


@pytest.fixture
def proxy(redis_server: RedisServer) -> Iterator[Proxy]:
    with Proxy(redis_server.url) as between:
        yield between


@pytest.fixture
def far(redis_store: RedisStore, proxy: Proxy) -> Iterator[RedisStore]:
    """The shared store, seen from behind the proxy."""
    with connect(proxy.url) as client:
        yield RedisStore(client)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pause between two tries."""
    monkeypatch.setattr("mensch.events.referee._PAUSES", (0.0, 0.0, 0.0))


def assert_same(game: Game, store: RedisStore) -> None:
    """Check that a game is the one that its log holds, with its hidden dice."""
    assert state(game) == state(Referee(store).load(game.id))


@pytest.mark.parametrize("lose", [Proxy.lose_reply, Proxy.lose_request])
def test_a_move_happens_once(
    redis_store: RedisStore, far: RedisStore, proxy: Proxy, lose: Callable[[Proxy, bytes], None]
) -> None:
    game = started(redis_store)
    lose(proxy, APPEND)
    after = play(far, game)
    assert proxy.struck == 1
    assert after.seq == game.seq + 1
    assert_same(after, redis_store)


@pytest.mark.parametrize("lose", [Proxy.lose_reply, Proxy.lose_request])
def test_a_game_is_created_once(
    redis_store: RedisStore, far: RedisStore, proxy: Proxy, lose: Callable[[Proxy, bytes], None]
) -> None:
    lose(proxy, APPEND)
    game = started(far, seats=3, bots=[1])
    assert proxy.struck == 1
    assert redis_store.games() == [game.id]
    assert_same(game, redis_store)


@pytest.mark.usefixtures("at_once")
def test_fifty_losses_at_random_points_of_a_game_double_nothing(
    redis_store: RedisStore, far: RedisStore, proxy: Proxy
) -> None:
    random = Random(50)
    game = started(far, seats=3, target=200)
    written, faults = game.seq, 0
    while faults < 50:
        for _ in range(random.choice([0, 0, 1, 1, 2, 3])):
            random.choice([proxy.lose_reply, proxy.lose_request])(APPEND)
            faults += 1
        game = say(far, game) if random.random() < 0.3 else play(far, game, random=random)
        written += 1
        assert game.seq == written
    assert proxy.struck == faults
    assert_same(game, redis_store)
    log = entries(redis_store, game.id)
    commands = [entry.record.cmd for entry in log[4:]]
    assert len(set(commands)) == len(commands)
    assert [pointer.seq for pointer in redis_store.feed()] == list(range(1, written + 1))


@pytest.mark.parametrize("lost", ["reply", "request"])
def test_another_command_in_between_is_neither_lost_nor_overtaken(
    redis_store: RedisStore, far: RedisStore, proxy: Proxy, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    game = started(redis_store)

    def interrupt(_: float) -> None:
        say(redis_store, Referee(redis_store).load(game.id), "meanwhile")

    monkeypatch.setattr("mensch.events.referee.time.sleep", interrupt)
    (proxy.lose_reply if lost == "reply" else proxy.lose_request)(APPEND)
    after = play(far, game)
    types = [entry.record.type for entry in entries(redis_store, game.id)[game.seq :]]
    assert types == (["move_played", "message_left"] if lost == "reply" else ["message_left", "move_played"])
    assert after.seq == game.seq + 2
    assert_same(after, redis_store)


def test_a_move_that_was_lost_on_its_way_is_not_played_into_another_turn(
    redis_store: RedisStore, far: RedisStore, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(redis_store)
    monkeypatch.setattr("mensch.events.referee.time.sleep", lambda _: play(redis_store, game))
    proxy.lose_request(APPEND)
    with pytest.raises(TurnError, match="has moved on"):
        play(far, game)
    assert len(redis_store.read(game.id)) == game.seq + 1


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("written", [True, False])
def test_a_server_that_stays_away_leaves_the_outcome_unknown_and_the_command_can_be_sent_again(
    redis_store: RedisStore, far: RedisStore, proxy: Proxy, written: bool
) -> None:
    game = started(redis_store)
    cmd = new_command()
    (proxy.lose_reply if written else proxy.lose_request)(APPEND)
    for _ in range(3):
        proxy.lose_request(APPEND)
    with pytest.raises(UnknownOutcomeError, match="whether the command was written is not known") as caught:
        Referee(far).act(game, [MESSAGE], cmd=cmd)
    assert proxy.struck == 4
    assert one_line(caught.value).startswith("the server at redis://127.0.0.1:")
    assert caught.value.exit_code == 7
    assert len(redis_store.read(game.id)) == game.seq + written
    after = Referee(far).act(game, [MESSAGE], cmd=cmd)
    assert after.seq == game.seq + 1
    assert_same(after, redis_store)


@pytest.mark.usefixtures("at_once")
def test_a_server_that_is_gone_is_one_clear_line_and_what_was_played_is_still_there() -> None:
    with RedisServer() as server:
        store = RedisStore(server.client())
        game = play(store, started(store))
        server.stop()
        with pytest.raises(UnknownOutcomeError, match="cannot be reached") as caught:
            play(store, game)
        assert one_line(caught.value)
        assert caught.value.exit_code == 7
        server.start()
        after = play(store, game)
        assert after.seq == game.seq + 1
        assert_same(after, store)


def test_a_reading_whose_reply_is_lost_fails_plainly(
    redis_store: RedisStore, far: RedisStore, proxy: Proxy
) -> None:
    game = started(redis_store)
    proxy.lose_reply(b"XRANGE")
    with pytest.raises(ServerError, match="cannot be reached") as caught:
        far.read(game.id)
    assert one_line(caught.value)
    assert len(far.read(game.id)) == game.seq


def test_a_repeated_turn_of_a_bot_plays_once(redis_store: RedisStore, far: RedisStore, proxy: Proxy) -> None:
    """A command id that follows from its cause stops a second run that knows nothing of the first."""
    game = started(redis_store)
    cmd = new_command()
    seat, move = game.table.turn, game.table.legal_moves()[0].text
    first = Referee(far).play(game, seat, move, TABLE, cmd=cmd)
    proxy.lose_reply(APPEND)
    second = Referee(far).play(game, seat, move, TABLE, cmd=cmd)
    assert second.seq == first.seq
    assert_same(second, redis_store)
