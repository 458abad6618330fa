"""`mensch show`: the table of a game, as everybody sees it, a seat, or after an earlier record."""

from __future__ import annotations

import pytest

from mensch.events.commands import AbortGame, Resign
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played


def test_the_table_is_shown_with_centre_piles_and_who_is_to_move(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    assert mensch("show", game.id).ok().lines == [
        f"Game {game.id} · record 4 · running · target 40 · as everybody sees it",
        "Its seed was chosen openly: for tests only",
        "> anna   0  ? ?",
        "  bert   0  ? ?",
        "Centre    1 2 3 4 5* 6 7 8 9 10* 11 12 13 14 15* 16 17 18 19 20* 21 22 23 24 25*",
        "          26 27 28 29 30* 31 32 33 34 35* 36* 37** 38** 39*** 40",
        "Draw pile 126, discards none",
        "anna is to move.",
    ]


def test_rows_scores_and_discards_are_those_of_the_game(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee, PEOPLE[:3]), 30)
    shown = mensch("show", game.id, "--json").document
    for seat, told in enumerate(shown["seats"]):
        assert tuple(map(tuple, told["rows"].values())) == game.table.rows(seat)
        assert told["score"] == game.table.scores[seat]
    assert tuple(shown["centre"]) == game.table.centre
    assert shown["discards"] == list(game.table.discards[1:])
    assert shown["pile"] == game.table.pile_size
    assert (shown["turn"], shown["seq"], shown["hash"]) == (game.table.turn, game.seq, game.head)


@pytest.mark.parametrize("who", ["bert", "BERT", " bert ", "1"])
def test_a_seat_sees_its_own_dice_and_no_others(mensch: Mensch, referee: Referee, who: str) -> None:
    game = begun(referee)
    dice = game.table.hand(1)
    lines = mensch("show", game.id, "--as", who).ok().lines
    assert lines[0].endswith("· as bert sees it")
    assert lines[2:4] == ["> anna   0  ? ?", f"  bert   0  {dice[0]} {dice[1]}"]
    seats = mensch("show", game.id, "--as", who, "--json").document["seats"]
    assert [seat["dice"] for seat in seats] == [[0, 0], list(dice)]


@pytest.mark.parametrize("who", ["carla", "2", "-1", "01", "", "²", "\udcff", "\x1b[31m", "9" * 5000])
def test_whoever_has_no_seat_sees_nothing(mensch: Mensch, referee: Referee, who: str) -> None:
    game = begun(referee)
    for command in ("show", "replay", "resign", "abort"):
        mensch(command, game.id, f"--as={who}").refused(5, "in this game: 0 anna, 1 bert")
    mensch("play", game.id, "1", f"--as={who}").refused(5, "in this game: 0 anna, 1 bert")


def test_every_record_of_a_game_can_be_looked_at(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    for at in (1, 4, 5, game.seq // 2, game.seq):
        assert (
            mensch("show", game.id, "--at", str(at))
            .ok()
            .lines[0]
            .startswith(f"Game {game.id} · record {at} · ")
        )
        assert mensch("show", game.id, "--at", str(at), "--json").document["seq"] == at


def test_before_the_start_there_is_no_table(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    shown = mensch("show", game.id, "--at", "2", "--json").document
    assert (shown["status"], shown["turn"]) == ("open", None)
    assert "pile" not in shown
    assert mensch("show", game.id, "--at", "2").ok().lines == [
        f"Game {game.id} · record 2 · open · target 40 · as everybody sees it",
        "Its seed was chosen openly: for tests only",
    ]


@pytest.mark.parametrize("command", ["show", "replay"])
@pytest.mark.parametrize("at", ["0", "-1", "5", "9" * 30])
def test_a_record_that_is_not_there_is_refused(
    mensch: Mensch, referee: Referee, command: str, at: str
) -> None:
    game = begun(referee)
    mensch(command, game.id, f"--at={at}").refused(
        2, f"there is no record {at}: the game has the records 1 to 4"
    )


@pytest.mark.parametrize("at", ["four", "4.5", "", "0x4", "9" * 5000])
def test_what_is_no_number_is_no_record(mensch: Mensch, referee: Referee, at: str) -> None:
    game = begun(referee)
    for command in ("show", "replay", "fork"):
        mensch(command, game.id, f"--at={at}").refused(2, "'--at'")


def test_a_finished_game_is_shown_with_all_dice_and_the_result(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    lines = mensch("show", game.id).ok().lines
    assert lines[0] == f"Game {game.id} · record {game.seq} · finished · target 10 · all dice open"
    assert not any(line.startswith(">") or "?" in line for line in lines)
    winner = game.table.outcome.winner if game.table.outcome else None
    assert winner is not None
    names, scores = PEOPLE[:2], game.table.scores
    assert lines[-1] == (
        f"1st {names[winner]} {scores[winner]} · 2nd {names[1 - winner]} {scores[1 - winner]}"
    )
    shown = mensch("show", game.id, "--json").document
    assert (shown["status"], shown["winner"], shown["turn"]) == ("finished", winner, None)
    assert sorted(shown["places"]) == [1, 2]


def test_a_seat_of_a_finished_game_is_shown_as_it_was(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    lines = mensch("show", game.id, "--at", "4", "--as", "anna").ok().lines
    assert lines[0].endswith("running · target 10 · as anna sees it")
    assert "?" not in lines[2]
    assert lines[3] == "  bert   0  ? ?"


def test_nobody_is_to_move_in_an_aborted_game(mensch: Mensch, referee: Referee) -> None:
    game = referee.act(begun(referee), [AbortGame()])
    lines = mensch("show", game.id).ok().lines
    assert "· aborted ·" in lines[0]
    assert not any(line.startswith(">") for line in lines)
    assert not any("to move" in line for line in lines)
    assert mensch("show", game.id, "--json").document["status"] == "aborted"


def test_whoever_has_left_is_shown_as_gone(mensch: Mensch, referee: Referee) -> None:
    game = referee.act(begun(referee, PEOPLE[:3]), [Resign(1)])
    assert "  bert    0  left" in mensch("show", game.id).ok().lines
    assert [seat["left"] for seat in mensch("show", game.id, "--json").document["seats"]] == [
        False,
        True,
        False,
    ]


def test_help_says_that_as_protects_nothing(mensch: Mensch) -> None:
    for command in ("show", "replay"):
        said = " ".join(mensch(command, "--help").ok().out.split())
        assert "It only chooses what is drawn and protects nothing" in said
        assert "who can open this server can read every hand" in said


def test_of_two_players_with_one_name_a_seat_has_to_be_named(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    referee.store.save_player(game.holder(1).player, {"name": b"Anna"})
    mensch("show", game.id, "--as", "anna").refused(
        2, "several players are called “anna”, so name a seat: 0 anna, 1 Anna"
    )
    assert mensch("show", game.id, "--as", "1").ok().lines[0].endswith("as Anna sees it")
