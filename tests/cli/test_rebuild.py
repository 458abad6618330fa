"""`mensch rebuild`: the index is a fold of the logs."""

from __future__ import annotations

import redis

from mensch.events.redis.keys import Shard, shard_of
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played


def test_an_index_that_was_wiped_comes_back(
    mensch: Mensch, referee: Referee, redis_client: redis.Redis
) -> None:
    games = [finished(referee), played(referee, begun(referee, PEOPLE[:3]), 5), begun(referee)]
    before = mensch("games", "--json").ok().out
    shard = Shard(0)
    redis_client.delete(shard.games, shard.due, *(shard.head(game.id) for game in games))
    assert mensch("games", "--json").ok().out == ""
    mensch("show", games[0].id).refused(5, f"there is no game “{games[0].id}”")

    assert mensch("rebuild").ok().out == "Games indexed: 3. Stale entries removed from the index: 0.\n"
    assert mensch("games", "--json").ok().out == before
    mensch("play", games[1].id, "1").ok()


def test_entries_without_a_log_go(mensch: Mensch, referee: Referee, redis_client: redis.Redis) -> None:
    gone, kept = begun(referee), begun(referee)
    redis_client.delete(shard_of(gone.id, 1).log(gone.id))
    told = mensch("rebuild", "--json").ok().document
    assert told == {"broken": {}, "games": 1, "pruned": 1}
    assert [game["game"] for game in mensch("games", "--json").documents] == [kept.id]


def test_an_empty_store_has_nothing_to_index(mensch: Mensch) -> None:
    assert mensch("rebuild").ok().out == "Games indexed: 0. Stale entries removed from the index: 0.\n"
