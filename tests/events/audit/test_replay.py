"""What only an operator can write, who has the log and can chain it anew: the replay tells."""

from __future__ import annotations

import pytest

from mensch.core.dice import CARDS
from mensch.core.moves import MOVES
from mensch.core.rules import classic
from mensch.core.setup import set_up
from mensch.events import commands as c
from mensch.events.audit import audit
from mensch.events.audit.possible import allowing_hand
from mensch.events.audit.report import OPERATOR, Code, Verdict
from tests.events.audit.logs import (
    Change,
    fields_of,
    number_of,
    play_on,
    rechained,
    refuted,
    rewritten,
    sound,
    whole,
)
from tests.events.table import GAME, SEED, started

RAWS = whole(bots=[1]).raws
FIRST = number_of(RAWS, "move_played")
END = number_of(RAWS, "game_finished")


def changed(number: int, change: Change) -> list[bytes]:
    return rewritten(RAWS, number, change)


def test_a_die_that_was_not_in_hand_is_told_with_the_hand() -> None:
    played = fields_of(RAWS[FIRST - 1])["body"]["move"]
    legal = {move.text for move in started(bots=[1], rules=classic(2, 6)).game.table.legal_moves()}
    other = next(text for text in MOVES if text.startswith("N") and "@" not in text and text not in legal)
    assert other != played
    finding = refuted(
        changed(FIRST, lambda fields: fields["body"].update(move=other)),
        Verdict.VIOLATION,
        Code.ILLEGAL_MOVE,
        FIRST,
    )
    assert "the dice are" in finding.says
    assert finding.party == OPERATOR


def test_a_move_by_a_seat_that_is_not_to_move_is_out_of_turn() -> None:
    raws = changed(FIRST, lambda fields: fields.update(by="bot:1"))
    refuted(raws, Verdict.VIOLATION, Code.OUT_OF_TURN, FIRST)


@pytest.mark.parametrize("by", ["operator", "clock", "seat:3", "arbiter:aaaaaaaaaa"])
def test_a_move_by_nobody_who_has_a_seat_is_told(by: str) -> None:
    refuted(changed(FIRST, lambda fields: fields.update(by=by)), Verdict.VIOLATION, Code.NOT_ALLOWED, FIRST)


def test_a_move_of_a_person_where_a_bot_plays_is_not_what_happened() -> None:
    second = FIRST + 1
    refuted(changed(second, lambda f: f.update(by="seat:1")), Verdict.VIOLATION, Code.EVENT_DIFFERS, second)


@pytest.mark.parametrize(
    ("field", "value"),
    [("scores", [40, 40]), ("winner", None), ("places", [2, 2]), ("ending", "last seat")],
)
def test_a_result_that_does_not_follow_is_told(field: str, value: object) -> None:
    def change(fields: dict[str, object]) -> None:
        body = fields["body"]
        assert isinstance(body, dict)
        body[field] = 1 - body["winner"] if field == "winner" else value

    refuted(changed(END, change), Verdict.VIOLATION, Code.EVENT_DIFFERS, END)


def test_a_game_that_goes_on_behind_its_end_is_told() -> None:
    records = [fields_of(raw) for raw in RAWS]
    late = {**records[FIRST - 1], "at": records[-1]["at"], "cmd": "f" * 32}
    refuted(rechained([*records, late]), Verdict.VIOLATION, Code.AFTER_THE_END, len(RAWS) + 1)


def test_an_end_that_nothing_led_to_is_told() -> None:
    records = [fields_of(raw) for raw in RAWS]
    refuted(
        rechained([*records[: FIRST + 3], *records[END - 1 :]]),
        Verdict.VIOLATION,
        Code.NOT_ALLOWED,
        FIRST + 4,
    )


def test_a_player_who_sits_at_two_seats_is_told() -> None:
    one = fields_of(RAWS[1])["body"]["player"]
    raws = changed(3, lambda fields: fields["body"].update(player=one))
    refuted(raws, Verdict.VIOLATION, Code.NOT_ALLOWED, 3)


def test_a_start_before_everybody_has_joined_is_told() -> None:
    records = [fields_of(raw) for raw in RAWS]
    refuted(rechained([records[0], records[1], records[3]]), Verdict.VIOLATION, Code.OUT_OF_TURN, 3)


def test_a_log_that_does_not_begin_with_a_game_is_told() -> None:
    records = [fields_of(raw) for raw in RAWS]
    refuted(rechained(records[1:]), Verdict.VIOLATION, Code.NOT_ALLOWED, 1)


def test_a_second_game_in_the_same_log_is_told() -> None:
    records = [fields_of(raw) for raw in RAWS]
    again = {**records[0], "cmd": "f" * 32, "at": records[3]["at"]}
    refuted(rechained([*records[:4], again, *records[4:]]), Verdict.VIOLATION, Code.NOT_ALLOWED, 5)


def test_what_belongs_together_but_stands_under_two_commands_is_told() -> None:
    raws = changed(END, lambda fields: fields.update(cmd="e" * 32))
    refuted(raws, Verdict.VIOLATION, Code.EVENT_DIFFERS, END)


def test_an_end_without_what_is_written_with_it_is_cut() -> None:
    refuted(RAWS[: END - 1], Verdict.CUT, Code.CUT, END - 1)
    refuted(RAWS[:END], Verdict.CUT, Code.CUT, END)


class TestWithoutTheSeed:
    """A running game, of which only what everybody sees can be checked."""

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_all_that_was_played_is_possible(self, seats: int) -> None:
        table = whole(seats, target=30)
        running = table.raws[: number_of(table.raws, "game_finished") - 2]
        sound(running)

    def test_a_move_that_no_dice_allow_is_illegal(self) -> None:
        table = started()
        table.plays()
        table.plays()
        raws = rewritten(table.raws, 5, lambda fields: fields["body"].update(move="A+5"))
        finding = refuted(raws, Verdict.VIOLATION, Code.ILLEGAL_MOVE, 5)
        assert "no two dice" in finding.says

    def test_a_pass_where_something_can_always_be_played_is_illegal(self) -> None:
        table = started()
        table.plays()
        raws = rewritten(table.raws, 5, lambda fields: fields["body"].update(move="P5"))
        refuted(raws, Verdict.VIOLATION, Code.ILLEGAL_MOVE, 5)

    def test_a_die_of_which_all_are_discarded_can_be_in_no_hand(self) -> None:
        gone = [0, 0, 0, 0, 0, 0, CARDS[6]]
        position = set_up(classic(2), discards=gone)
        assert allowing_hand(position, MOVES["N6"]) is None
        assert allowing_hand(position, MOVES["N5"]) is not None

    def test_two_dice_of_a_kind_are_needed_for_a_start_with_both(self) -> None:
        position = set_up(classic(2), discards=[0, 0, 0, 0, 0, 0, CARDS[6] - 1])
        assert allowing_hand(position, MOVES["N6"]) is not None
        assert allowing_hand(position, MOVES["N6+6"]) is None

    def test_an_aborted_game_reveals_its_deck_or_is_cut(self) -> None:
        table = started()
        table.plays()
        table.does(c.AbortGame())
        sound(table.raws)
        refuted(table.raws[:-1], Verdict.CUT, Code.CUT, len(table.raws) - 1)


def test_everything_else_that_can_happen_in_a_game_is_replayed_too() -> None:
    table = started(3, bots=[2])
    play_on(table, 6)
    table.does(c.LeaveMessage(0, "ab" * 32))
    table.does(c.TakeOverSeat(2, "mensch0009"))
    play_on(table, 6)
    table.does(c.OfferAbort(1))
    table.does(c.Resign(0))
    play_on(table, 3)
    table.does(c.OfferAbort(1))
    table.does(c.OfferAbort(2))
    assert table.game.over
    report = sound(table.raws)
    assert (report.game, report.records) == (GAME, len(table.raws))
    assert bytes.fromhex(fields_of(table.raws[-1])["body"]["seed"]) == SEED
    assert audit(table.raws) == report
