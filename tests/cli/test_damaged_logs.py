"""Logs that somebody wrote into, that lost records, or that a newer program wrote: exit code 8."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
import redis

from mensch.events.game import Game
from mensch.events.record import canonical, digest
from mensch.events.redis.keys import player, shard_of
from mensch.events.referee import SEED, Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, played
from tests.events.redis.live import all_keys

READING = [["show"], ["replay"], ["replay", "--json"], ["replay", "--at", "2"]]
ACTING = [
    ["moves"],
    ["play"],
    ["play", "1"],
    ["resign", "--as", "anna"],
    ["abort", "--operator"],
    ["fork", "--at", "1"],
]


def written(client: redis.Redis, game: Game, records: list[bytes]) -> None:
    """Let the log of a game hold these records, and its head point at the last."""
    shard = shard_of(game.id, 1)
    client.delete(shard.log(game.id))
    for seq, raw in enumerate(records, 1):
        client.xadd(shard.log(game.id), {"r": raw}, id=f"{seq}-0")
    client.hset(shard.head(game.id), mapping={"seq": str(len(records)), "hash": digest(records[-1])})


def changed(raw: bytes, **fields: object) -> bytes:
    """A record with other fields, again in canonical form."""
    return canonical(msgspec.json.decode(raw) | fields)


def flipped(log: list[bytes]) -> list[bytes]:
    return [*log[:4], log[4].replace(b'"N', b'"P'), *log[5:]]


def not_json(log: list[bytes]) -> list[bytes]:
    return [*log[:4], b"\xff\x1b[2J", *log[5:]]


def swapped(log: list[bytes]) -> list[bytes]:
    return [*log[:4], log[5], log[4], *log[6:]]


def of_another_game(log: list[bytes]) -> list[bytes]:
    return [*log[:-1], changed(log[-1], game="0" * 10)]


def out_of_turn(log: list[bytes]) -> list[bytes]:
    """A last record that stands in its place but contradicts those before it."""
    body = {"auth": "0" * 64, "move": "A+1"}
    return [*log[:4], changed(log[4], body=body, prev=digest(log[3]), type="move_played")]


def newer_type(log: list[bytes]) -> list[bytes]:
    return [*log[:-1], changed(log[-1], type="dice_polished")]


def newer_version(log: list[bytes]) -> list[bytes]:
    return [*log[:-1], changed(log[-1], v=2)]


def newer_field(log: list[bytes]) -> list[bytes]:
    return [*log[:-1], changed(log[-1], body={**msgspec.json.decode(log[-1])["body"], "zeal": 3})]


def newer_rules(log: list[bytes]) -> list[bytes]:
    body = msgspec.json.decode(log[0])["body"]
    return [changed(log[0], body={**body, "rules": {**body["rules"], "version": 2}})]


DAMAGE: dict[Callable[[list[bytes]], list[bytes]], str] = {
    flipped: "record 6 of {game} does not follow the one before it",
    not_json: "record 5 of {game}: it is not JSON",
    swapped: "record 5 of {game} says that it is number 6",
    of_another_game: "record 8 of {game} belongs to another log",
    out_of_turn: "record 5 of {game} contradicts those before it",
    newer_type: "record 8 of {game}: written by a newer version of this program: type 'dice_polished'",
    newer_version: "record 8 of {game}: written by a newer version of this program: type 'move_played' ver",
    newer_field: "record 8 of {game}: written by a newer version of this program",
    newer_rules: "rule set classic version 2 is not known to this program, which plays classic 1",
}


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
def test_a_log_that_cannot_be_used_is_refused_by_every_command_and_left_alone(
    mensch: Mensch,
    referee: Referee,
    redis_client: redis.Redis,
    damage: Callable[[list[bytes]], list[bytes]],
) -> None:
    game = played(referee, begun(referee), 4)
    sound = begun(referee, PEOPLE[:3])
    records = damage(referee.store.read(game.id))
    written(redis_client, game, records)
    before = all_keys(redis_client)
    complaint = DAMAGE[damage].format(game=game.id)
    for command, *rest in READING + ACTING:
        if damage is not newer_rules or "--at" not in rest:  # that log is one record long
            mensch(command, game.id, *rest).refused(8, complaint)

    listed = mensch("games")
    assert listed.code == 8
    assert listed.lines == [f"{sound.id}  running      5  >anna 0  bert 0  carla 0"]
    listed.complained(complaint)
    assert all_keys(redis_client) == before

    rebuilt = mensch("rebuild")
    assert (rebuilt.code, rebuilt.out) == (8, "Games indexed: 1. Stale entries removed from the index: 0.\n")
    rebuilt.complained("not indexed: ", complaint)


@pytest.mark.parametrize("damage", [flipped, newer_type, newer_field], ids=lambda damage: damage.__name__)
def test_the_records_of_such_a_log_are_printed_before_it_is_told(
    mensch: Mensch,
    referee: Referee,
    redis_client: redis.Redis,
    damage: Callable[[list[bytes]], list[bytes]],
) -> None:
    game = played(referee, begun(referee), 4)
    records = damage(referee.store.read(game.id))
    written(redis_client, game, records)
    answer = mensch("log", game.id)
    assert answer.code == 8
    assert answer.out.encode() == b"".join(raw + b"\n" for raw in records)
    answer.complained(DAMAGE[damage].format(game=game.id))


def test_a_log_that_lost_records_is_refused(
    mensch: Mensch, referee: Referee, redis_client: redis.Redis
) -> None:
    game = played(referee, begun(referee), 4)
    redis_client.xdel(shard_of(game.id, 1).log(game.id), "5-0")
    for command, *rest in [*READING, *ACTING, ["log"]]:
        mensch(command, game.id, *rest).refused(8, f"the log of {game.id} ")


def test_a_log_with_foreign_fields_is_refused(
    mensch: Mensch, referee: Referee, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    shard = shard_of(game.id, 1)
    redis_client.xadd(shard.log(game.id), {"bread": "and butter"}, id="5-0")
    redis_client.hset(shard.head(game.id), "seq", "5")
    for command, *rest in [*READING, ["play", "1"], ["log"]]:
        mensch(command, game.id, *rest).refused(8, f"the log of {game.id} holds something else than record 5")


def test_a_log_that_somebody_else_wrote_on_takes_no_move(
    mensch: Mensch, referee: Referee, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    redis_client.xadd(shard_of(game.id, 1).log(game.id), {"r": "bread"}, id="9-0")
    before = all_keys(redis_client)
    mensch("play", game.id, "1").refused(8, f"the log of {game.id} goes on behind record 4")
    assert all_keys(redis_client) == before
    mensch("show", game.id).ok()


def test_a_head_that_is_damaged_is_refused_with_the_remedy(
    mensch: Mensch, referee: Referee, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    redis_client.hset(shard_of(game.id, 1).head(game.id), "seq", "four")
    for command, *rest in [*READING, *ACTING, ["log"]]:
        mensch(command, game.id, *rest).refused(8, f"the head of {game.id} is damaged; `mensch rebuild`")
    mensch("rebuild").ok()
    mensch("show", game.id).ok()


@pytest.mark.parametrize("what", ["log", "head", "secret"])
def test_a_key_that_is_of_another_kind_is_one_clear_line(
    mensch: Mensch, referee: Referee, redis_client: redis.Redis, what: str
) -> None:
    game = begun(referee)
    name: str = getattr(shard_of(game.id, 1), what)(game.id)
    redis_client.delete(name)
    redis_client.set(name, "bread")
    before = all_keys(redis_client)
    refused = mensch("play", game.id, "1")
    refused.refused(refused.code, "")
    assert refused.code in (7, 8)
    assert all_keys(redis_client) == before


class TestASeedThatIsLost:
    @pytest.fixture
    def game(self, referee: Referee, redis_client: redis.Redis) -> Game:
        """A game of which a backup held the log alone."""
        game = played(referee, begun(referee), 4)
        redis_client.hdel(shard_of(game.id, 1).secret(game.id), SEED)
        return game

    @pytest.mark.parametrize("words", [*ACTING[:-1], ["show", "--as", "anna"]])
    def test_stops_what_needs_it(
        self, mensch: Mensch, redis_client: redis.Redis, game: Game, words: list[str]
    ) -> None:
        before = all_keys(redis_client)
        answer = mensch(words[0], game.id, *words[1:])
        answer.refused(1, f"the seed of game {game.id} is missing; it is part of a backup, not of the log")
        assert all_keys(redis_client) == before

    @pytest.mark.parametrize("words", [*READING, ["log"], ["fork", "--at", "6"]])
    def test_does_not_stop_the_public(self, mensch: Mensch, game: Game, words: list[str]) -> None:
        mensch(words[0], game.id, *words[1:]).ok()


class TestHostileText:
    """Names and messages that somebody wrote straight into the store."""

    NAME = b"\x1b[31m\xe2\x80\xaeanna\x07\n\xff"
    SHOWN = "�[31m�anna���"

    @pytest.fixture
    def game(self, referee: Referee, redis_client: redis.Redis) -> Game:
        """A game with a hostile name and a hostile message."""
        game = referee.say(begun(referee), 1, "\x1b]0;owned\x07 \u2066hello\nMensch: all is well \u202e")
        redis_client.hset(player(game.holder(0).player), "name", self.NAME)
        return game

    @pytest.mark.parametrize(
        "words", [["show", "{0}"], ["replay", "{0}"], ["games"], ["moves", "{0}"], ["play", "{0}", "1"]]
    )
    def test_is_escaped_wherever_it_is_shown(self, mensch: Mensch, game: Game, words: list[str]) -> None:
        answer = mensch(*(word.format(game.id) for word in words)).ok()
        assert self.SHOWN in answer.out or self.SHOWN[:11] in answer.out
        assert all(line.isprintable() for line in answer.lines)

    def test_is_escaped_in_messages(self, mensch: Mensch, game: Game) -> None:
        mensch("play", game.id, "1", "--as", "bert").refused(4, f"but {self.SHOWN}'s")
        mensch("show", game.id, "--as", "nobody").refused(5, f"0 {self.SHOWN}, 1 bert")

    def test_is_escaped_when_a_message_is_told(self, mensch: Mensch, game: Game) -> None:
        told = mensch("replay", game.id).ok().lines
        assert "   5  bert  says: �]0;owned� �hello�Mensch: all is well �" in told

    def test_is_json_text_for_programs(self, mensch: Mensch, game: Game) -> None:
        told = mensch("replay", game.id, "--at", "5", "--json").document
        assert told["text"] == "\x1b]0;owned\x07 \u2066hello\nMensch: all is well \u202e"
        assert told["seats"][0]["name"] == self.SHOWN
