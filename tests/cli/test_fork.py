"""`mensch fork`: a new game that goes on from a point of another, marked as one wherever it is shown."""

from __future__ import annotations

import pytest

from mensch.events.record import verify
from mensch.events.redis.keys import shard_of
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from tests.cli.command_line import Document, Mensch
from tests.cli.games import PEOPLE, begun, finished, played


def on_the_table(shown: Document) -> list[object]:
    """Rows, scores and who has left, by seat."""
    return [(seat["rows"], seat["score"], seat["left"]) for seat in shown["seats"]]


class TestWithFreshDice:
    def test_it_stands_where_its_parent_stood(self, mensch: Mensch, referee: Referee) -> None:
        parent = played(referee, begun(referee, PEOPLE[:3]), 20)
        said = mensch("fork", parent.id, "--at", "19").ok().out
        fork = said.split()[1]
        assert said == f"Game {fork} goes on from record 19 of {parent.id}. Next: mensch play {fork}\n"
        then, now = mensch("show", parent.id, "--at", "19", "--json"), mensch("show", fork, "--json")
        assert on_the_table(now.document) == on_the_table(then.document)
        assert now.document["turn"] == then.document["turn"]
        assert now.document["discards"] == then.document["discards"]
        assert now.document["pile"] == then.document["pile"]
        assert [seat["name"] for seat in now.document["seats"]] == list(PEOPLE[:3])

    def test_it_is_playable_at_once(self, mensch: Mensch, referee: Referee) -> None:
        parent = played(referee, begun(referee), 10)
        fork = mensch("fork", parent.id, "--at", "9", "--json").document["game"]
        for _ in range(6):
            mensch("play", fork, "1").ok()
        assert referee.load(parent.id).seq == parent.seq

    def test_it_is_marked_wherever_it_is_shown(self, mensch: Mensch, referee: Referee) -> None:
        parent = played(referee, begun(referee), 10)
        fork = mensch("fork", parent.id, "--at", "9").ok().out.split()[1]
        mark = f"Fork of {parent.id} at record 9, fresh dice"
        assert mark in mensch("show", fork).ok().lines
        assert mark in mensch("replay", fork).ok().lines
        assert any(f"({mark})" in line for line in mensch("games").ok().lines)
        origin = {"dice": "fresh", "parent": parent.id, "seq": 9}
        for told in (
            mensch("show", fork, "--json").document,
            *mensch("replay", fork, "--json").documents,
            next(game for game in mensch("games", "--json").documents if game["game"] == fork),
        ):
            assert (told["fork"], told["open_dice"]) == (origin, False)

    def test_its_log_stands_alone(self, mensch: Mensch, referee: Referee) -> None:
        parent = played(referee, begun(referee), 10)
        fork = mensch("fork", parent.id, "--at", "9").ok().out.split()[1]
        before = mensch("show", fork).ok().out
        store = referee.store
        assert isinstance(store, RedisStore)
        shard = shard_of(parent.id, 1)
        store.client.delete(shard.log(parent.id), shard.head(parent.id), shard.secret(parent.id))
        store.client.zrem(shard.games, parent.id)
        assert mensch("show", fork).ok().out == before
        mensch("play", fork, "1").ok()

    def test_it_is_bound_to_its_parents_record(self, mensch: Mensch, referee: Referee) -> None:
        parent = played(referee, begun(referee), 10)
        fork = mensch("fork", parent.id, "--at", "9").ok().out.split()[1]
        *_, at_nine = verify(referee.store.read(parent.id)[:9], game=parent.id)
        created = mensch("replay", fork, "--at", "1", "--json").document["body"]
        assert created["fork"]["hash"] == at_nine.hash

    def test_it_can_be_forked_again(self, mensch: Mensch, referee: Referee) -> None:
        parent = played(referee, begun(referee), 10)
        child = mensch("fork", parent.id, "--at", "9").ok().out.split()[1]
        mensch("play", child, "1").ok()
        grandchild = mensch("fork", child, "--at", "5", "--json").document
        assert grandchild["fork"]["parent"] == child
        assert on_the_table(grandchild) == on_the_table(mensch("show", child, "--json").document)

    def test_bots_that_are_to_move_do(self, mensch: Mensch, referee: Referee) -> None:
        parent = begun(referee, ["anna", "greedy"], bots=[1])
        mensch("play", parent.id, "1").ok()
        fork = mensch("fork", parent.id, "--at", "5", "--json").document
        assert (fork["turn"], fork["seats"][1]["bot"]) == (0, "greedy")

    def test_a_fork_of_bots_is_played_at_once(self, mensch: Mensch) -> None:
        said = mensch("new", "--seat", "bot:greedy", "--seat", "bot:random", "--target", "5").ok().out
        parent = said.split()[1]
        said = mensch("fork", parent, "--at", "4").ok().out
        fork = said.split()[1]
        assert said == (
            f"Game {fork} went on from record 4 of {parent} and is played. Next: mensch replay {fork}\n"
        )

    def test_the_insecure_seed_is_not_passed_on(self, mensch: Mensch, referee: Referee) -> None:
        parent = begun(referee, insecure=True)
        fork = mensch("fork", parent.id, "--at", "4").ok().out.split()[1]
        assert "Its seed was chosen openly: for tests only" not in mensch("show", fork).ok().lines


class TestWithTheSameDice:
    def test_everybody_has_the_dice_they_had(self, mensch: Mensch, referee: Referee) -> None:
        parent = finished(referee)
        fork = mensch("fork", parent.id, "--at", "8", "--dice", "same").ok().out.split()[1]
        then = mensch("show", parent.id, "--at", "8", "--json").document
        for seat, name in enumerate(PEOPLE[:2]):
            mine = mensch("show", fork, "--as", name, "--json").document["seats"][seat]
            assert mine["dice"] == then["seats"][seat]["dice"]

    def test_the_same_moves_lead_to_the_same_end(self, mensch: Mensch, referee: Referee) -> None:
        parent = finished(referee)
        records = mensch("replay", parent.id, "--json").documents
        moves = [record["body"]["move"] for record in records if record["type"] == "move_played"]
        fork = mensch("fork", parent.id, "--at", "8", "--dice", "same").ok().out.split()[1]
        for move in moves[4:]:
            mensch("play", fork, move).ok()
        assert on_the_table(mensch("show", fork, "--json").document) == on_the_table(
            mensch("show", parent.id, "--json").document
        )

    def test_its_dice_are_marked_as_open(self, mensch: Mensch, referee: Referee) -> None:
        parent = finished(referee)
        fork = mensch("fork", parent.id, "--at", "8", "--dice", "same", "--json").document
        assert fork["open_dice"] is True
        mark = f"Fork of {parent.id} at record 8, same dice · open dice, never rated"
        assert mark in mensch("show", fork["game"]).ok().lines

    def test_a_game_that_still_hides_its_dice_is_refused(self, mensch: Mensch, referee: Referee) -> None:
        parent = begun(referee)
        mensch("fork", parent.id, "--at", "4", "--dice", "same").refused(
            2, f"the dice of game {parent.id} are still secret, so a fork needs fresh ones"
        )


class TestNothingIsForked:
    @pytest.mark.parametrize(
        ("at", "complaint"),
        [
            ("0", "has the records 1 to 4, so there is none to fork at 0"),
            ("-1", "none to fork at -1"),
            ("5", "none to fork at 5"),
            ("1", "has not started at record 1"),
            ("3", "has not started at record 3"),
        ],
    )
    def test_where_no_turn_is(self, mensch: Mensch, referee: Referee, at: str, complaint: str) -> None:
        parent = begun(referee)
        mensch("fork", parent.id, f"--at={at}").refused(2, complaint)
        assert [game["game"] for game in mensch("games", "--json").documents] == [parent.id]

    def test_at_or_after_the_end(self, mensch: Mensch, referee: Referee) -> None:
        parent = finished(referee)
        records = mensch("replay", parent.id, "--json").documents
        last_move = max(record["seq"] for record in records if record["type"] == "move_played")
        for at in range(last_move, parent.seq + 1):
            mensch("fork", parent.id, "--at", str(at)).refused(6, f"is over at record {at}")
        mensch("fork", parent.id, "--at", str(last_move - 1)).ok()

    def test_without_a_place_or_with_other_dice(self, mensch: Mensch, referee: Referee) -> None:
        parent = begun(referee)
        mensch("fork", parent.id).refused(2, "Missing option '--at'")
        mensch("fork", parent.id, "--at", "4", "--dice", "loaded").refused(
            2, "'loaded' is not one of 'same', 'fresh'"
        )
