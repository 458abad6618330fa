"""Playing moves: whose turn, which turn, legality, and the end; and messages beside them."""

from random import Random

import pytest

from mensch.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    ImpossibleMoveError,
    MenschError,
    TurnError,
    UsageError,
)
from mensch.core.outcome import places
from mensch.core.rules import classic
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.cause import TABLE
from mensch.events.decide import decide
from mensch.events.game import Status, fold, initial
from tests.events.table import GAME, Table, created, join, player, refused, salt, started


def test_the_seat_to_move_plays_a_legal_move_and_the_next_seat_is_to_move() -> None:
    table = started()
    move = table.game.table.legal_moves()[0].text
    (played,) = table.plays(move)
    assert isinstance(played, t.MovePlayed)
    assert (played.move, table.log[-1].record.by, table.turn) == (move, "seat:0", 1)


def test_who_is_not_to_move_is_told_who_is_and_no_die_at_all() -> None:
    table = started()
    move = c.PlayMove(1, "N1", table.game.turn_began, TABLE.envelope, salt(0))
    table.refuses(move, TurnError, 4, "^it is not the turn of seat 1, but of seat 0$")


def test_a_seat_that_is_not_there_does_not_play() -> None:
    table = started()
    move = c.PlayMove(2, "N1", table.game.turn_began, TABLE.envelope, salt(0))
    table.refuses(move, UsageError, 2, "nobody has seat 2")


def test_a_move_that_was_meant_for_an_earlier_turn_is_refused_even_if_it_is_legal_now() -> None:
    table = started()
    began = table.game.turn_began
    table.plays()
    table.plays()
    late = c.PlayMove(0, table.game.table.legal_moves()[0].text, began, TABLE.envelope, salt(0))
    table.refuses(late, TurnError, 4, f"moved on since record {began}: it is at {table.game.turn_began}")


def test_a_die_that_is_not_in_the_hand_is_refused_with_what_is_legal() -> None:
    table = started()
    missing = next(die for die in range(1, 7) if die not in table.game.table.hand(0))
    table.refuses(table.move(f"N{missing}"), IllegalMoveError, 3, f"“N{missing}” is not legal.*Legal: N")


def test_a_pass_is_refused_while_a_play_exists() -> None:
    table = started()
    die = table.game.table.hand(0)[0]
    table.refuses(table.move(f"P{die}"), IllegalMoveError, 3, "only be passed when none can be played")


@pytest.mark.parametrize("text", ["", "N", "N7", "D+1", "A+1+2", "n1", " N1", "N2+1", "A+1@4A", "P1@0A"])
def test_a_text_that_is_no_canonical_move_is_refused(text: str) -> None:
    table = started()
    table.refuses(table.move(text), ImpossibleMoveError, 3, "is no move.*Legal: ")


def with_choice(seats: int) -> tuple[Table, str]:
    """A table at which the seat to move must say which row a figure comes from, and the text without it."""
    for number in range(50):
        table = started(seats, seed=bytes([number]) * 32)
        random = Random(number)
        while not table.game.over:
            legal = table.game.table.legal_moves()
            for move in legal:
                if move.source:
                    return table, move.text.partition("@")[0]
            table.plays(random.choice(legal).text)
    raise AssertionError("no such position in 50 games")


@pytest.mark.parametrize("seats", [3, 4])
def test_a_move_without_the_row_where_there_is_a_choice_is_ambiguous(seats: int) -> None:
    table, text = with_choice(seats)
    table.refuses(table.move(text), AmbiguousMoveError, 3, "leaves a choice of rows: .*@.* or ")


def test_a_row_where_there_is_no_choice_is_refused() -> None:
    table = started()
    text = f"{table.game.table.legal_moves()[0].text}@1A"
    table.refuses(table.move(text), IllegalMoveError, 3, "does not come from row 1A")


def test_without_the_seed_no_move_can_be_decided() -> None:
    table = started()
    public = fold(initial(GAME), table.log)
    with pytest.raises(ValueError, match="lie face down"):
        decide(public, table.move())


# The end


def on_the_last_move(seats: int) -> Table:
    """A table that the next move can win."""
    table = started(rules=classic(seats, 1))
    random = Random(seats)
    while True:
        for move in table.game.table.legal_moves():
            if table.game.table.effect(move).points:
                return table
        table.plays(random.choice(table.game.table.legal_moves()).text)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_winning_move_the_end_and_the_deck_come_in_one_append(seats: int) -> None:
    table = on_the_last_move(seats)
    table.does(c.LeaveMessage(0, salt(0)))
    position = table.game.table
    winning = next(move for move in position.legal_moves() if position.effect(move).points)
    mover = table.turn
    move, finished, revealed = table.plays(winning.text)
    scores = table.game.table.scores
    assert isinstance(move, t.MovePlayed)
    assert finished == t.GameFinished("target", list(places(scores, mover)), list(scores), mover)
    assert revealed == t.DeckRevealed(table.seed.hex())
    records = [entry.record for entry in table.log[-3:]]
    assert [record.by for record in records] == [f"seat:{mover}", "operator", "operator"]
    assert len({record.cmd for record in records}) == 1
    assert (table.game.status, table.game.revealed) == (Status.FINISHED, table.seed)


def test_a_game_goes_on_below_the_target() -> None:
    table = on_the_last_move(2)
    richer = started(rules=classic(2, 200))
    random = Random(2)
    while len(richer.log) < len(table.log):
        richer.plays(random.choice(richer.game.table.legal_moves()).text)
    position = richer.game.table
    scoring = next(move for move in position.legal_moves() if position.effect(move).points)
    assert len(richer.plays(scoring.text)) == 1
    assert (richer.game.status, sum(richer.game.table.scores) > 0) == (Status.RUNNING, True)


def test_the_end_cannot_be_written_without_the_seed() -> None:
    table = started()
    public = fold(initial(GAME), table.log)
    with refused(MenschError, 1, "without its seed"):
        decide(public, c.AbortGame())


# Messages


def test_a_message_holds_a_digest_only_and_outdates_no_move() -> None:
    table = started()
    meant = table.move()
    assert table.does(c.LeaveMessage(1, salt(5))) == [t.MessageLeft(salt(5))]
    assert table.log[-1].record.by == "seat:1"
    table.does(meant)
    assert table.turn == 1


def test_a_move_outdates_the_move_that_was_meant_for_the_same_turn() -> None:
    table = started()
    meant = table.move()
    table.plays()
    table.refuses(meant, TurnError, 4, "has moved on")


def test_messages_are_left_before_the_start_and_by_who_has_left_the_table() -> None:
    opening = created()
    opening.does(join(opening, 0))
    opening.does(c.LeaveMessage(0, salt(1)))
    opening.refuses(c.LeaveMessage(1, salt(1)), UsageError, 2, "nobody has seat 1")
    table = started(3)
    table.does(c.Resign(2))
    table.does(c.LeaveMessage(2, salt(1)))


def test_a_message_of_a_bot_says_so() -> None:
    table = started(bots=[1])
    table.does(c.LeaveMessage(1, salt(1)))
    assert table.log[-1].record.by == "bot:1"
    assert table.game.holder(1).player == player(1)
