"""While a game runs, no public door of the command tells a die that has not been played.

The same log is shown with one seed after another in the secrets: all hidden dice differ, yet everything that
the public can see must stay the same to the byte.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest

from mensch.core.rules import classic
from mensch.events import referee as referee_module
from mensch.events.game import Game
from mensch.events.redis.keys import shard_of
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED, Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played

PUBLIC_DOORS = [
    ["show", "{game}"],
    ["show", "{game}", "--json"],
    ["show", "{game}", "--at", "12"],
    ["show", "{game}", "--at", "5", "--json"],
    ["replay", "{game}"],
    ["replay", "{game}", "--json"],
    ["replay", "{game}", "--as", "bert"],
    ["replay", "{game}", "--as", "1", "--json"],
    ["replay", "{game}", "--at", "12"],
    ["replay", "{game}", "--at", "12", "--as", "anna", "--json"],
    ["replay", "{game}", "--from", "9", "--to", "11"],
    ["report", "{game}"],
    ["report", "{game}", "--json"],
    ["log", "{game}"],
    ["games"],
    ["games", "--json"],
    ["fork", "{game}", "--at", "12", "--dice", "same"],
    ["fork", "{game}", "--at", "2"],
    ["play", "{game}", "1", "--as", "{waiting}"],
    ["play", "{game}", "N9", "--as", "{waiting}"],
    ["play", "{game}", "A+6", "--as", "nobody"],
    ["resign", "{game}", "--as", "nobody"],
    ["rebuild", "--json"],
]
"""Every way in which somebody who must not see dice can look at a running game, or fail to act in it."""


@pytest.fixture
def running(referee: Referee) -> Game:
    """A game in its midst, of people with real entropy."""
    return played(referee, begun(referee, PEOPLE[:3], rules=classic(3, 200), insecure=False), 30)


def with_another_seed(referee: Referee, game: Game, seed: bytes) -> Game:
    """Put another seed into the secrets of a game: the public log is the same, the hidden dice are not."""
    store = referee.store
    assert isinstance(store, RedisStore)
    store.client.hset(shard_of(game.id, 1).secret(game.id), SEED, seed)
    return referee.load(game.id)


def looks(mensch: Mensch, game: Game) -> dict[str, tuple[int, str, str]]:
    """What each public door says."""
    waiting = PEOPLE[(game.table.turn + 1) % 3]
    said = {}
    for door in PUBLIC_DOORS:
        words = [word.format(game=game.id, waiting=waiting) for word in door]
        answer = mensch(*words)
        said[" ".join(words)] = (answer.code, answer.out, answer.err)
    return said


def test_what_the_public_sees_does_not_depend_on_hidden_dice(
    mensch: Mensch, referee: Referee, running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = running.deck
    assert deck is not None
    # The referee refuses a seed that the log does not commit to; here every seed counts as the right one.
    monkeypatch.setattr(referee_module, "commitment", lambda seed: bytes.fromhex(deck.commitment))
    before = looks(mensch, running)
    hands = [running.table.hand(seat) for seat in range(3)]
    for number in range(3):
        other = with_another_seed(referee, running, bytes([number]) * 32)
        assert [other.table.hand(seat) for seat in range(3)] != hands, "or the test would show nothing"
        assert looks(mensch, running) == before
        mine = mensch("show", running.id, "--as", "anna", "--json").document["seats"][0]["dice"]
        assert mine == list(other.table.hand(0)), "the one door that is not public does depend on them"


def test_no_die_lies_open_in_any_public_document(mensch: Mensch, running: Game) -> None:
    for words in (
        ["show", running.id],
        ["show", running.id, "--at", "9"],
        ["replay", running.id],
        ["replay", running.id, "--as", "anna"],
        ["replay", running.id, "--at", "9"],
        ["games"],
        ["fork", running.id, "--at", "20"],
    ):
        for document in mensch(*words, "--json").documents:
            assert all(set(seat.get("dice", [])) <= {0} for seat in document["seats"])


def test_after_a_move_only_the_player_sees_what_was_drawn(
    mensch: Mensch, referee: Referee, running: Game
) -> None:
    mover = running.table.turn
    told = mensch("play", running.id, "1", "--json").ok().document
    hands = [tuple(seat["dice"]) for seat in told["seats"]]
    expected: list[tuple[int, ...]] = [(0, 0)] * 3
    expected[mover] = referee.load(running.id).table.hand(mover)
    assert hands == expected


def test_the_seed_is_told_nowhere_before_it_is_revealed(
    mensch: Mensch, referee: Referee, running: Game
) -> None:
    seed = referee.seed(running.id).hex()
    public = [*looks(mensch, running).values()]
    private = [mensch("moves", running.id), mensch("show", running.id, "--as", "anna", "--json")]
    everything = str(public) + "".join(answer.out + answer.err for answer in private)
    assert seed[:16] not in everything
    mensch("abort", running.id, "--operator").ok()
    assert seed in mensch("log", running.id).ok().out


def test_a_fork_with_fresh_dice_does_not_even_need_the_parents_secrets(
    mensch: Mensch, referee: Referee, running: Game
) -> None:
    assert isinstance(referee.store, RedisStore)
    referee.store.client.delete(shard_of(running.id, 1).secret(running.id))
    fork = mensch("fork", running.id, "--at", "20", "--json").document["game"]
    assert mensch("moves", fork, "--json").document["dice"] != [0, 0]


def test_records_do_not_tell_how_a_move_came(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1], rules=classic(2, 200))
    for _ in range(4):
        mensch("play", game.id, "1", "--say", "hm").ok()
    moves = [record for record in mensch("replay", game.id, "--json").documents if "played" in record]
    assert len(moves) == 8
    assert {tuple(record["body"]) for record in moves} == {("auth", "move")}
    assert "table" not in mensch("log", game.id).ok().out


@pytest.mark.parametrize("spoil", [lambda: "1", lambda: secrets.token_hex(8)])
def test_illegal_moves_of_others_are_refused_before_they_are_read(
    mensch: Mensch, running: Game, spoil: Callable[[], str]
) -> None:
    waiting = PEOPLE[(running.table.turn + 1) % 3]
    mover = PEOPLE[running.table.turn]
    answer = mensch("play", running.id, spoil(), "--as", waiting)
    answer.refused(4)
    assert answer.err == f"mensch: it is not {waiting}'s turn but {mover}'s\n"


def test_after_the_end_everybody_sees_every_die(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    assert "?" not in mensch("replay", game.id).ok().out
    assert "?" not in mensch("show", game.id, "--at", "4").ok().out
