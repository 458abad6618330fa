"""`mensch new`: who sits where, by which rules, with which dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from mensch.events.referee import Referee
from tests.cli.command_line import Mensch


def test_a_new_game_says_how_to_go_on(mensch: Mensch) -> None:
    said = mensch("new", "--seat", "anna", "--seat", "bert").ok().out
    game = said.split()[1]
    assert said == f"Game {game} is on. Next: mensch play {game}\n"
    assert mensch("show", game).ok().lines[0].startswith(f"Game {game} · record 4 · running · target 40")


@pytest.mark.parametrize(("seats", "target"), [(2, 40), (3, 35), (4, 30)])
def test_the_printed_target_depends_on_the_number_of_seats(mensch: Mensch, seats: int, target: int) -> None:
    names = [word for name in "abcd"[:seats] for word in ("--seat", name)]
    game = mensch("new", *names, "--json").document
    assert game["rules"] == {"name": "classic", "target": target, "version": 1}
    assert [seat["name"] for seat in game["seats"]] == list("abcd"[:seats])
    assert (game["status"], game["turn"], game["seq"]) == ("running", 0, seats + 2)


def test_the_target_can_be_set(mensch: Mensch) -> None:
    assert (
        mensch("new", "--seat", "a", "--seat", "b", "--target", "7", "--json").document["rules"]["target"]
        == 7
    )


def test_bots_that_begin_have_moved_already(mensch: Mensch) -> None:
    game = mensch("new", "--seat", "bot:greedy", "--seat", "anna", "--json").document
    assert game["turn"] == 1
    assert game["seq"] == 5
    assert [seat["bot"] for seat in game["seats"]] == ["greedy", None]


def test_a_game_of_bots_is_played_at_once(mensch: Mensch) -> None:
    said = mensch("new", "--seat", "bot:greedy", "--seat", "bot:random", "--target", "5").ok().out
    game = said.split()[1]
    assert said == f"Game {game} is played. Next: mensch replay {game}\n"
    assert mensch("show", game, "--json").document["status"] == "finished"


def test_two_bots_of_a_level_are_numbered(mensch: Mensch) -> None:
    words = ("new", "--seat", "bot:random", "--seat", "Bot:Random", "--seat", "anna", "--json")
    assert [seat["name"] for seat in mensch(*words).document["seats"]] == ["random", "random 2", "anna"]


def test_a_bot_leaves_its_name_to_a_person_who_is_called_so(mensch: Mensch) -> None:
    words = ("new", "--seat", "bot:random", "--seat", "random", "--seat", "Random 2", "--json")
    assert [seat["name"] for seat in mensch(*words).document["seats"]] == ["random 3", "random", "Random 2"]


def test_an_own_star_table_is_played_by(mensch: Mensch, tmp_path: Path) -> None:
    table = tmp_path / "stars.json"
    table.write_text('{"1": 5, "40": 2}')
    game = mensch("new", "--seat", "a", "--seat", "b", "--stars", str(table), "--json").document["game"]
    centre = " ".join(line.strip() for line in mensch("show", game).ok().lines[3:5])
    assert centre.startswith("Centre    1***** 2 3 4 5 6")
    assert centre.endswith("38 39 40**")


class TestAnInsecureSeed:
    def test_gives_the_same_dice_again(self, mensch: Mensch) -> None:
        words = ("new", "--seat", "anna", "--seat", "bert", "--insecure-seed", "for a test", "--json")
        one, other = (mensch(*words).document["game"] for _ in range(2))
        assert one != other
        for _ in range(12):
            hands = [mensch("moves", game, "--json").document["dice"] for game in (one, other)]
            assert hands[0] == hands[1]
            for game in (one, other):
                mensch("play", game, "1").ok()

    def test_lets_bots_play_the_same_game_again(self, mensch: Mensch) -> None:
        words = ("new", "--seat", "bot:random", "--seat", "bot:greedy", "--insecure-seed", "1", "--json")
        moves = []
        for _ in range(2):
            replayed = mensch("replay", mensch(*words).document["game"], "--json").documents
            moves.append([record["body"]["move"] for record in replayed if record["type"] == "move_played"])
        assert moves[0] == moves[1]
        assert len(moves[0]) > 30

    def test_gives_other_dice_than_another_one(self, mensch: Mensch, referee: Referee) -> None:
        piles = []
        for seed in ("1", "2"):
            words = ("new", "--seat", "anna", "--seat", "bert", "--insecure-seed", seed, "--json")
            position = referee.load(mensch(*words).document["game"]).table
            piles.append([position.hand(seat) for seat in (0, 1)])
        assert piles[0] != piles[1]

    def test_is_told_wherever_the_game_is_shown(self, mensch: Mensch) -> None:
        words = ("new", "--seat", "anna", "--seat", "bert", "--insecure-seed", "1", "--json")
        game = mensch(*words).document["game"]
        told = "Its seed was chosen openly: for tests only"
        assert told in mensch("show", game).ok().lines
        assert told in mensch("replay", game).ok().lines
        assert '"insecure_seed":true' in mensch("log", game).ok().lines[0]

    def test_may_be_no_text(self, mensch: Mensch) -> None:
        assert mensch("new", "--seat", "a", "--seat", "b", "--insecure-seed", "\udcff").code == 0


class TestNothingIsCreated:
    @pytest.mark.parametrize(
        ("words", "complaint"),
        [
            (["--seat", "anna"], "a game has 2 to 4 seats, not 1"),
            (["--seat", "a", "--seat", "b", "--seat", "c", "--seat", "d", "--seat", "e"], "seats, not 5"),
            (["--seat", "anna", "--seat", "anna"], "two players are called “anna”"),
            (["--seat", "anna", "--seat", " ANNA "], "two players are called “ANNA”"),
            (["--seat", "anna", "--seat", ""], "must have 1 to 24 visible characters"),
            (["--seat", "anna", "--seat", "  "], "must have 1 to 24 visible characters"),
            (["--seat", "anna", "--seat", "b" * 25], "must have 1 to 24 visible characters"),
            (["--seat", "anna", "--seat", "\x1b[31mbert"], "“�[31mbert”"),
            (["--seat", "anna", "--seat", "be\u202ert"], "“be�rt”"),
            (["--seat", "anna", "--seat", "be\u200brt"], "“be�rt”"),
            (["--seat", "anna", "--seat", "be\x00rt"], "“be�rt”"),
            (["--seat", "anna", "--seat", "\udcff"], "“�”"),
            (["--seat", "anna", "--seat", "1"], "must not be a number"),
            (["--seat", "anna", "--seat", "٣"], "must not be a number"),
            (["--seat", "anna", "--seat", "b@c"], "hold any of @ = :"),
            (["--seat", "anna", "--seat", "bot:deep"], "there is no bot “deep”"),
            (["--seat", "anna", "--seat", "bot:"], "there is no bot “”"),
            (["--seat", "anna", "--seat", "bot:\x1b]0;x\x07"], "there is no bot “�]0;x�”"),
            (["--seat", "a", "--seat", "b", "--target", "0"], "target 0: it must be 1 to 200"),
            (["--seat", "a", "--seat", "b", "--target", "-3"], "target -3"),
            (["--seat", "a", "--seat", "b", "--target", "201"], "target 201"),
            (["--seat", "a", "--seat", "b", "--target", "9" * 40], "it must be 1 to 200"),
            (["--seat", "a", "--seat", "b", "--target", "forty"], "'forty' is not a valid integer"),
            (["--seat", "a", "--seat", "b", "--target", "1.5"], "'1.5' is not a valid integer"),
            (["--seat", "a", "--seat", "b", "c"], "unexpected extra argument (c)"),
            (["--seat", "a", "--seat", "b", "--colour"], "No such option '--colour'"),
            ([], "Missing option '--seat'"),
        ],
    )
    def test_for_bad_players_or_options(self, mensch: Mensch, words: list[str], complaint: str) -> None:
        mensch("new", *words).refused(2, complaint)
        assert mensch("games", "--json").out == ""
