"""Playing at a distance: a user who can read logs, add to an inbox, and nothing else.

Redis before 7 cannot tell reading a key from writing it, so here the log itself is not protected from such a
user; tests/events/redis/test_access.py has the whole rules on a newer server.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from mensch.cli import distance
from mensch.core.rules import classic
from mensch.events.bodies import Bot
from mensch.events.commands import AbortGame
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.redis import keys as names
from mensch.events.referee import Player, Referee
from mensch.events.server.address import URL_VARIABLE
from tests.cli.command_line import Mensch, installed
from tests.cli.games import PEOPLE
from tests.cli.keys import Keys, keys
from tests.servers import RedisServer
from tests.workers.programs import Program, Programs

__all__ = ["keys"]

PASSWORD = "only-for-this-test"
ALLOWED = ["+ping", "+select", "+client|setname", "+hmget", "+hget", "+xrange", "+xadd", "+xread"]
"""The commands that playing at a distance takes; with +zrangebylex a game may be named by its beginning."""


@pytest.fixture
def game(referee: Referee, keys: Keys) -> Game:
    players = [Player(PEOPLE[seat], key=keys.public[seat]) for seat in (0, 1)]
    return referee.new_game(classic(2), players)


@pytest.fixture(scope="module")
def referees(redis_server: RedisServer) -> Iterator[Programs]:
    """Where `mensch inbox` is started."""
    with Programs(redis_server.url) as programs:
        yield programs


@pytest.fixture(scope="module")
def program(referees: Programs) -> Program:
    """`mensch inbox`, which goes on from test to test."""
    return referees.start("inbox")


@pytest.fixture
def at_work(game: Game, program: Program) -> Program:
    """A referee who takes lines up."""
    return program


class Distance:
    """Makes this process a user who may use one inbox only.

    Args:
        client: of the operator.
    """

    def __init__(self, client: redis.Redis, url: str, patch: pytest.MonkeyPatch) -> None:
        self._commands: Any = client  # Any: redis-py's commands are typed as sync or async in one
        self._url = url
        self._patch = patch

    def is_that_of(self, game: Game, seat: int, *more: str) -> None:
        """From here on `mensch` runs with the rights of that player, and more if so said."""
        player = game.holder(seat).player
        public = (names.META, "mensch:{*}:log:*", "mensch:{*}:head:*", "mensch:{*}:games")
        own = (names.inbox(player), names.answers(player))
        rules = ["reset", "on", f">{PASSWORD}", *(f"~{key}" for key in public + own), *ALLOWED, *more]
        self._commands.execute_command("ACL", "SETUSER", "distant", *rules)
        self._patch.setenv(URL_VARIABLE, f"{self._url}?username=distant&password={PASSWORD}")


@pytest.fixture
def distant(
    redis_client: redis.Redis, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Distance]:
    yield Distance(redis_client, redis_server.url, monkeypatch)
    commands: Any = redis_client  # Any: as above
    commands.execute_command("ACL", "DELUSER", "distant")


def test_where_nobody_answers_the_line_waits_and_counts_when_somebody_does(
    mensch: Mensch,
    referee: Referee,
    game: Game,
    keys: Keys,
    distant: Distance,
    redis_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The first of these tests, since `program` runs from the next one on.
    distant.is_that_of(game, 0)
    monkeypatch.setattr(distance.command_at, "__defaults__", (0.05,))
    move = game.table.legal_moves()[0].text
    mensch("play", game.id, move, "--key", keys.file(0)).refused(
        7, "nobody has answered", "waits in your inbox"
    )
    with Programs(redis_server.url) as referees:
        referees.start("inbox").says("inbox", game=game.id, outcome="done", seq=game.seq + 1)
    assert referee.load(game.id).table.turn == 1


def test_a_player_sees_own_dice_plays_and_sees_the_new_ones(
    mensch: Mensch, referee: Referee, game: Game, keys: Keys, distant: Distance, at_work: Program
) -> None:
    distant.is_that_of(game, 0)
    own = mensch("show", game.id, "--key", keys.file(0), "--json").document
    assert own["own"]["dice"] == list(game.table.hand(0))
    assert own["own"]["moves"] == [move.text for move in game.table.legal_moves()]
    assert [seat["dice"] for seat in own["seats"]] == [[0, 0], [0, 0]]
    move = own["own"]["moves"][0]
    accepted = mensch("play", game.id, move.lower(), "--key", keys.file(0), "--json").document
    after = referee.load(game.id)
    assert after.table.turn == 1
    assert accepted == {
        "dice": list(after.table.hand(0)), "game": game.id, "hash": after.head, "seat": 0, "seq": after.seq
    }  # fmt: skip


def test_what_a_person_sees_at_a_distance_is_the_table_the_dice_and_the_moves(
    mensch: Mensch, game: Game, keys: Keys, distant: Distance, at_work: Program
) -> None:
    distant.is_that_of(game, 0)
    dice = " ".join(map(str, game.table.hand(0)))
    out = mensch("show", game.id, "--key", keys.file(0)).ok().out
    for text in ("as seat 0 sees it", "> seat 0   0  ? ?", f"seat 0: dice {dice}\n", "  1 N"):
        assert text in out
    out = mensch("play", game.id, game.table.legal_moves()[0].text, "--key", keys.file(0)).ok().out
    assert out.startswith(f"It counts, as record {game.seq + 1} with hash ")
    distant.is_that_of(game, 0, "+zrangebylex")
    assert "seat 1 is to move." in mensch("show", game.id[:7], "--key", keys.file(0)).ok().out


def test_bots_are_left_to_the_workers(
    mensch: Mensch, referee: Referee, keys: Keys, distant: Distance, at_work: Program
) -> None:
    players = [Player("anna", key=keys.public[0]), Player("greedy", Bot("greedy", 1))]
    game = referee.new_game(classic(2), players)
    distant.is_that_of(game, 0)
    mensch("play", game.id, game.table.legal_moves()[0].text, "--key", keys.file(0)).ok()
    assert [item.kind for item in referee.store.due(1 << 52)] == ["turn"]


def test_each_refusal_is_one_clear_line_with_its_exit_code(
    mensch: Mensch, referee: Referee, game: Game, keys: Keys, distant: Distance, at_work: Program
) -> None:
    distant.is_that_of(game, 0)
    missing = next(die for die in range(1, 7) if die not in game.table.hand(0))
    own = ("--key", keys.file(0))
    mensch("play", game.id, f"N{missing}", *own).refused(3, "is not legal", "Legal: ")
    mensch("play", game.id, "A+1", *own).refused(3, "whatever your dice are")
    mensch("play", game.id, "N1", "--key", keys.file(3)).refused(2, "no seat of game")
    mensch("play", game.id, "N1", *own, "--say", "hello").refused(2, "does not go through an inbox")
    mensch("show", game.id, *own, "--at", "1").refused(2, "does not go through an inbox")
    mensch("play", "0000000000", "N1", *own).refused(5, "there is no game")
    referee.act(game, [AbortGame()])
    mensch("play", game.id, "N1", *own).refused(6, "is aborted")
    assert len(entries(referee.store, game.id)) == game.seq + 2


def test_a_refusal_is_said_in_the_players_language(
    referee: Referee, game: Game, keys: Keys, distant: Distance, at_work: Program
) -> None:
    distant.is_that_of(game, 0)
    german = installed(
        ["--lang", "de", "play", game.id, "A+1", "--key", keys.file(0)], os.environ[URL_VARIABLE]
    )
    english = installed(
        ["--lang", "en", "play", game.id, "A+1", "--key", keys.file(0)], os.environ[URL_VARIABLE]
    )
    assert (german.code, english.code) == (3, 3)
    assert "whatever your dice are" in english.err
    assert "welche Würfel du auch hast" in german.err


def test_somebody_elses_inbox_is_closed(
    mensch: Mensch, referee: Referee, game: Game, keys: Keys, distant: Distance
) -> None:
    distant.is_that_of(game, 1)
    mensch("play", game.id, "N1", "--key", keys.file(0)).refused(7, "does not allow this user that command")
    assert len(entries(referee.store, game.id)) == game.seq


def test_the_operator_can_choose_the_inbox_too(
    mensch: Mensch, referee: Referee, game: Game, keys: Keys, at_work: Program
) -> None:
    move = game.table.legal_moves()[0].text
    assert mensch("play", game.id, move, "--key", keys.file(0), "--inbox").ok().out.startswith("It counts")
    assert "as bert sees it" in mensch("show", game.id, "--key", keys.file(1), "--inbox").ok().out
