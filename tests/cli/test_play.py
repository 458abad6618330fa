"""`mensch play GAME MOVE`: one move, by its text or its number, with a message or without."""

from __future__ import annotations

import pytest

from mensch.events.referee import LONGEST_MESSAGE, Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, choice_of_rows, played, theft


def test_a_move_is_told_with_the_table_as_the_player_sees_it(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    low, high = game.table.hand(0)
    lines = mensch("play", game.id, f"N{low}").ok().lines
    after = referee.load(game.id).table
    mine = " ".join(map(str, after.hand(0)))
    assert high in after.hand(0)
    star = "*" if low % 5 == 0 else ""
    assert lines == [
        f"   5  anna  N{low}={low}  takes {low} from the centre, starts row A",
        f"  anna   0  {mine}   A[{low}{star}]",
        "> bert   0  ? ?",
        "bert is to move.",
    ]


def test_a_move_can_be_named_by_its_number(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee, PEOPLE[:3]), 20)
    moves = game.table.legal_moves()
    assert len(moves) > 2
    mensch("play", game.id, f" {len(moves)} ").ok()
    assert mensch("replay", game.id, "--json").documents[-1]["body"]["move"] == moves[-1].text


@pytest.mark.parametrize("write", ["n{high}+{low}", "N {low} + {high}", "N{low}+{high}={sum}"])
def test_moves_are_read_generously(mensch: Mensch, referee: Referee, write: str) -> None:
    game = begun(referee)
    low, high = game.table.hand(0)
    mensch("play", game.id, write.format(low=low, high=high, sum=low + high)).ok()
    assert mensch("replay", game.id, "--json").documents[-1]["body"]["move"] == f"N{low}+{high}"


def test_a_figure_is_taken_from_the_row_that_is_named(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee, PEOPLE[:3], seed="rows"), until=choice_of_rows)
    move = next(move for move in game.table.legal_moves() if move.source is not None)
    assert move.source is not None
    bare, victim = move.text.partition("@")[0], PEOPLE[move.source.seat]
    mensch("play", game.id, bare).refused(3, f"“{bare}” leaves a choice of rows: ", move.text)
    row = "ABC"[move.source.slot]
    lines = mensch("play", game.id, f"{bare}@{victim.upper()} {row}").ok().lines
    assert f"{move.text}=" in lines[0]
    assert f"from {victim}, row {row}" in lines[0] or f"from row {row}" in lines[0]


def test_a_theft_may_be_typed_with_its_outcome(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee), until=lambda position: theft(position) is not None)
    move = theft(game.table)
    assert move is not None
    figure, victim = game.table.effect(move).figure, PEOPLE[1 - game.table.turn]
    wrong = f"{move}={figure}x {PEOPLE[game.table.turn]}"
    mensch("play", game.id, wrong).refused(3, f"“{wrong}” states a wrong outcome", f"{figure}x {victim}")
    told = mensch("play", game.id, f"{move.text.lower()} = {figure} x {victim}").ok().lines
    assert f"{move}={figure}x {victim}  steals {figure} from {victim}" in told[0]
    mine = told[1 + (victim == PEOPLE[0])]
    assert f"[x{figure}" in mine, "the figure that was stolen is marked"


def test_bots_answer_at_once(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1])
    lines = mensch("play", game.id, "1").ok().lines
    assert lines[0].startswith("   5  anna  N")
    assert lines[1].startswith("   6  greedy  N")
    assert lines[-1] == "anna is to move."


def test_as_json_it_is_the_table_after_all_that_happened(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1])
    told = mensch("play", game.id, "1", "--json").ok().document
    assert (told["game"], told["status"], told["seq"], told["turn"]) == (game.id, "running", 6, 0)
    assert [seat["dice"] for seat in told["seats"]] == [list(referee.load(game.id).table.hand(0)), [0, 0]]


def test_the_winning_move_ends_the_game_and_shows_the_result(mensch: Mensch, referee: Referee) -> None:
    def wins(move_points: int) -> bool:
        return move_points > 0

    from mensch.core.rules import classic

    game = played(
        referee,
        begun(referee, rules=classic(2, 1)),
        until=lambda position: any(wins(position.effect(move).points) for move in position.legal_moves()),
    )
    move = next(move for move in game.table.legal_moves() if game.table.effect(move).points)
    name, points = PEOPLE[game.table.turn], game.table.effect(move).points
    lines = mensch("play", game.id, move.text).ok().lines
    assert f"{name}  {move}=40 scores {points}  completes row " in lines[0]
    assert lines[1].endswith(f"{name} wins with {points} points")
    assert "the deck is revealed: " in lines[2]
    assert lines[-2].startswith(f"1st {name} {points} · 2nd ")
    assert lines[-1] == f"The game is over: mensch replay {game.id}"


class TestAMessage:
    def test_goes_with_the_move_and_is_shown_in_replay(self, mensch: Mensch, referee: Referee) -> None:
        game = begun(referee)
        lines = mensch("play", game.id, "1", "--say", "Na warte, Ärger folgt!").ok().lines
        assert lines[0] == "   5  anna  says: Na warte, Ärger folgt!"
        assert "   5  anna  says: Na warte, Ärger folgt!" in mensch("replay", game.id).ok().lines
        told = mensch("replay", game.id, "--at", "5", "--json").document
        assert (told["type"], told["text"]) == ("message_left", "Na warte, Ärger folgt!")

    def test_does_not_stand_in_the_log(self, mensch: Mensch, referee: Referee) -> None:
        game = begun(referee)
        mensch("play", game.id, "1", "--say", "only beside the log").ok()
        assert "only beside the log" not in mensch("log", game.id).ok().out

    def test_that_was_erased_is_told_as_such(self, mensch: Mensch, referee: Referee) -> None:
        from mensch.events.redis.keys import shard_of
        from mensch.events.redis.store import RedisStore

        game = begun(referee)
        mensch("play", game.id, "1", "--say", "gone tomorrow").ok()
        assert isinstance(referee.store, RedisStore)
        referee.store.client.delete(shard_of(game.id, 1).text(game.id))
        assert "   5  anna  said something that was erased" in mensch("replay", game.id).ok().lines

    @pytest.mark.parametrize("words", [1, LONGEST_MESSAGE])
    def test_may_be_this_long(self, mensch: Mensch, referee: Referee, words: int) -> None:
        game = begun(referee)
        mensch("play", game.id, "1", "--say", "x" * words).ok()
        assert mensch("replay", game.id, "--at", "5", "--json").document["text"] == "x" * words
        assert max(map(len, mensch("replay", game.id).ok().lines)) <= 80

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("", "the message has 0 bytes: it must have 1 to 2000"),
            ("x" * 2001, "the message has 2001 bytes"),
            ("ä" * 1001, "the message has 2002 bytes"),
            ("a\udcff", "the message “a�” is not in UTF-8"),
        ],
    )
    def test_that_cannot_be_kept_stops_the_move(
        self, mensch: Mensch, referee: Referee, text: str, complaint: str
    ) -> None:
        game = begun(referee)
        mensch("play", game.id, "1", f"--say={text}").refused(2, complaint)
        assert referee.load(game.id).seq == game.seq

    @pytest.mark.parametrize("words", [["--say", "hello"], ["--json"]])
    def test_and_json_go_with_a_move(self, mensch: Mensch, referee: Referee, words: list[str]) -> None:
        game = begun(referee)
        mensch("play", game.id, *words).refused(2, "--json and --say go with a move")
