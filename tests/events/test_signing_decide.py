"""Which signed lines count, and how keys are registered and changed."""

import msgspec
import pytest

from mensch.core.errors import GameOverError, IllegalMoveError, MenschError, TurnError, UsageError
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.cause import Cause
from mensch.events.decide import decide
from mensch.events.ed25519 import public_key
from mensch.events.game import fold, initial
from mensch.events.signing import SignedLine, sign
from tests.events.table import GREEDY, Table, created, join, player, salt, started

PRIVATE = {seat: bytes([seat + 1]) * 32 for seat in range(4)}
KEYS = {seat: public_key(private) for seat, private in PRIVATE.items()}
STRANGER = b"\xee" * 32


def with_keys(seats: int = 2, keyed: tuple[int, ...] = (0, 1)) -> Table:
    """A running game in which some seats have keys."""
    table = created(started(seats).game.rules)
    for seat in range(seats):
        key = KEYS[seat] if seat in keyed else None
        table.does(msgspec.structs.replace(join(table, seat), key=key))
    table.does(c.StartGame())
    return table


def line_at(
    table: Table,
    move: str,
    *,
    seat: int | None = None,
    seq: int | None = None,
    private: bytes | None = None,
    **other: str,
) -> SignedLine:
    """A line of the seat to move over the head, unless said otherwise."""
    seat = table.turn if seat is None else seat
    seq = table.game.seq if seq is None else seq
    signed = {"game": table.game.id, "head": table.log[seq - 1].hash, **other}
    return sign(private or PRIVATE[seat], seat=seat, seq=seq, move=move, **signed)


def playing(table: Table, line: SignedLine, **changes: object) -> c.PlayMove:
    """The command that a line leads to."""
    seen = table.log[line.seq - 1].hash if line.seq <= len(table.log) else ""
    cause = Cause("signed", line=line.text)
    command = c.PlayMove(
        line.seat, line.move, table.game.turn_began, cause.envelope, salt(table.game.seq), seen
    )
    return msgspec.structs.replace(command, **changes)


def legal(table: Table) -> str:
    return table.game.table.legal_moves()[0].text


# Registration


def test_a_key_is_registered_with_who_joins_and_absent_for_who_has_none() -> None:
    table = with_keys(keyed=(1,))
    assert [table.game.holder(seat).key for seat in (0, 1)] == [None, KEYS[1]]
    joined = [entry for entry in table.log if isinstance(entry.record.body, t.PlayerJoined)]
    assert [b'"key":' in entry.raw for entry in joined] == [False, True]


def test_a_bot_has_no_key() -> None:
    table = created()
    command = msgspec.structs.replace(join(table, 0, GREEDY), key=KEYS[0])
    table.refuses(command, UsageError, 2, "bots sign nothing")


def test_no_two_seats_have_the_same_key() -> None:
    table = created()
    table.does(msgspec.structs.replace(join(table, 0), key=KEYS[0]))
    again = msgspec.structs.replace(join(table, 1), key=KEYS[0])
    table.refuses(again, UsageError, 2, "seat 0 has this key already")


def test_a_key_is_written_in_one_way() -> None:
    table = created()
    command = msgspec.structs.replace(join(table, 0), key=KEYS[0].upper())
    table.refuses(command, UsageError, 2, "lower case")


# Moves


def test_a_signed_move_is_played_and_its_record_is_like_any_other() -> None:
    table, plain = with_keys(), with_keys()
    move = legal(table)
    (signed,) = table.does(playing(table, line_at(table, move)))
    (unsigned,) = plain.plays(move)
    assert isinstance(signed, t.MovePlayed)
    assert isinstance(unsigned, t.MovePlayed)
    assert signed.move == unsigned.move == move
    assert table.log[-1].record.by == plain.log[-1].record.by
    assert len(table.log[-1].raw) == len(plain.log[-1].raw)
    assert b"mensch1" not in table.log[-1].raw


def test_a_seat_with_a_key_can_still_be_played_for_by_the_operator() -> None:
    table = with_keys()
    table.plays()
    assert table.turn == 1


def test_a_line_may_be_older_than_the_head_as_long_as_the_turn_has_not_begun_since() -> None:
    table = with_keys()
    table.plays()
    began = table.game.seq
    table.does(c.LeaveMessage(0, salt(1)))
    table.does(playing(table, line_at(table, legal(table), seq=began)))
    assert table.turn == 0


def test_a_line_from_before_the_turn_is_refused_even_if_its_move_is_legal() -> None:
    table = with_keys()
    line = line_at(table, legal(table))
    table.plays()
    table.plays()
    late = playing(table, line)
    table.refuses(late, TurnError, 4, f"moved on since .* record {line.seq}: the turn began with record")


def test_a_line_is_refused_after_its_own_move() -> None:
    table = with_keys()
    command = playing(table, line_at(table, legal(table)))
    table.does(command)
    again = msgspec.structs.replace(command, turn=table.game.turn_began)
    table.refuses(again, TurnError, 4, "moved on since")


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"private": STRANGER}, UsageError, "not signed with the key of seat 0"),
        ({"private": PRIVATE[1]}, UsageError, "not signed with the key of seat 0"),
        ({"game": "0ther00000"}, UsageError, "is for game 0ther00000, not for"),
        ({"head": "00" * 32}, UsageError, "over another history: record 4"),
        ({"seat": 1}, UsageError, "says something else"),
        ({"seat": 3}, UsageError, "nobody has seat 3"),
    ],
)
def test_a_line_that_does_not_belong_here_is_refused(
    change: dict[str, object], error: type[MenschError], says: str
) -> None:
    table = with_keys()
    line = line_at(table, legal(table), **change)  # type: ignore[arg-type]  # each goes to its own parameter
    table.refuses(playing(table, line, seat=0), error, error.exit_code, says)


def test_a_line_after_a_record_that_is_not_there_is_refused() -> None:
    table = with_keys()
    line = sign(PRIVATE[0], game=table.game.id, seat=0, seq=99, head="00" * 32, move=legal(table))
    table.refuses(playing(table, line), UsageError, 2, "signed after record 99, and game .* has 4 records")


def test_a_line_for_another_move_does_not_carry_this_one() -> None:
    table = with_keys()
    moves = [move.text for move in table.game.table.legal_moves()]
    command = playing(table, line_at(table, moves[0]), move=moves[1])
    table.refuses(command, UsageError, 2, "says something else")


def test_a_seat_without_a_key_signs_nothing() -> None:
    table = with_keys(keyed=(1,))
    table.refuses(playing(table, line_at(table, legal(table))), UsageError, 2, "has no key")


def test_an_illegal_move_is_refused_with_what_is_legal_only_to_who_holds_the_key() -> None:
    table = with_keys()
    missing = next(die for die in range(1, 7) if die not in table.game.table.hand(0))
    own = playing(table, line_at(table, f"N{missing}"))
    table.refuses(own, IllegalMoveError, 3, "Legal: ")
    with pytest.raises(UsageError) as refused:
        decide(table.game, playing(table, line_at(table, f"N{missing}", private=STRANGER)))
    assert "Legal" not in str(refused.value)
    assert "dice" not in str(refused.value)


# Leaving


def test_a_signed_resignation_stands_openly_in_its_record() -> None:
    table = with_keys(3)
    line = line_at(table, "resign")
    (body,) = table.does(c.Resign(0, line.text, table.game.head))
    assert body == t.PlayerResigned(0, line.text)
    assert b"mensch1" in table.log[-1].raw


def test_a_resignation_does_not_carry_a_move_nor_a_move_a_resignation() -> None:
    table = with_keys()
    move = line_at(table, legal(table))
    table.refuses(c.Resign(0, move.text, table.game.head), UsageError, 2, "says something else")
    resign = playing(table, line_at(table, "resign"), move=legal(table))
    table.refuses(resign, UsageError, 2, "says something else")


# Other keys


def changing(table: Table, seat: int, new: str, private: bytes | None = None) -> c.ChangeKey:
    line = line_at(table, f"key={new}", seat=seat, private=private)
    return c.ChangeKey(seat, new, line.text, table.log[line.seq - 1].hash)


NEW = public_key(STRANGER)


def test_the_old_key_signs_for_the_new_one_and_what_follows_is_signed_with_that() -> None:
    table = with_keys()
    old = playing(table, line_at(table, legal(table)))
    (body,) = table.does(changing(table, 0, NEW))
    assert isinstance(body, t.KeyChanged)
    assert (table.log[-1].record.by, body.key, body.line is None) == ("seat:0", NEW, False)
    assert table.game.rotated_by_operator == frozenset()
    table.refuses(old, UsageError, 2, "not signed with the key of seat 0")
    table.does(playing(table, line_at(table, legal(table), private=STRANGER)))
    assert table.turn == 1


def test_the_operator_can_change_a_key_alone_and_the_log_says_so() -> None:
    table = with_keys()
    (body,) = table.does(c.ChangeKey(0, NEW))
    assert (table.log[-1].record.by, body) == ("operator", t.KeyChanged(NEW, 0))
    assert table.game.rotated_by_operator == {0}
    table.does(changing(table, 0, KEYS[3], STRANGER))
    assert table.game.rotated_by_operator == {0}, "a key that leads back to the operator's is one"


def test_a_player_who_had_no_key_gets_one_from_the_operator() -> None:
    table = with_keys(keyed=())
    table.does(c.ChangeKey(1, NEW))
    assert table.game.holder(1).key == NEW
    assert table.game.rotated_by_operator == {1}


def test_another_key_outdates_no_move_and_takes_back_no_offer() -> None:
    table = with_keys()
    table.does(c.OfferAbort(1))
    meant = table.move()
    table.does(c.ChangeKey(1, NEW))
    assert table.game.offers == {1}
    table.does(meant)
    assert table.turn == 1


@pytest.mark.parametrize(
    ("command", "error", "says"),
    [
        (c.ChangeKey(0, KEYS[0]), UsageError, "has this key already"),
        (c.ChangeKey(0, KEYS[1]), UsageError, "seat 1 has this key already"),
        (c.ChangeKey(0, "00" * 32), UsageError, "small order"),
        (c.ChangeKey(2, NEW), UsageError, "nobody has seat 2"),
        (c.ChangeKey(-1, NEW), UsageError, "nobody has seat -1"),
    ],
)
def test_a_key_that_may_not_be_there_is_refused(
    command: c.ChangeKey, error: type[MenschError], says: str
) -> None:
    with_keys().refuses(command, error, error.exit_code, says)


def test_a_key_is_changed_by_no_other_key_and_by_no_line_for_another_key() -> None:
    table = with_keys()
    foreign = changing(table, 0, NEW, PRIVATE[1])
    table.refuses(foreign, UsageError, 2, "not signed with the key of seat 0")
    other = msgspec.structs.replace(changing(table, 0, NEW), key=KEYS[2])
    table.refuses(other, UsageError, 2, "says something else")


def test_a_bot_gets_no_key_and_neither_does_who_has_left_or_a_game_that_is_over() -> None:
    started(bots=[1]).refuses(c.ChangeKey(1, NEW), UsageError, 2, "bots sign nothing")
    table = with_keys(3)
    table.does(c.Resign(2))
    table.refuses(c.ChangeKey(2, NEW), GameOverError, 6, "has left")
    table.does(c.AbortGame())
    table.refuses(c.ChangeKey(0, NEW), GameOverError, 6, "is aborted")


def test_who_takes_a_seat_over_brings_a_key_or_none_and_the_old_one_counts_no_more() -> None:
    table = with_keys()
    table.does(c.ChangeKey(0, NEW))
    line = line_at(table, legal(table), private=STRANGER)
    table.does(c.TakeOverSeat(0, player(9), key=KEYS[3]))
    assert (table.game.holder(0).key, table.game.rotated_by_operator) == (KEYS[3], frozenset())
    table.refuses(playing(table, line), UsageError, 2, "not signed with the key of seat 0")
    table.does(c.TakeOverSeat(0, player(8)))
    assert table.game.holder(0).key is None


def test_everybody_can_fold_keys_without_the_seed() -> None:
    table = with_keys()
    table.does(c.ChangeKey(1, NEW))
    public = fold(initial(table.game.id), table.log)
    assert [public.holder(seat).key for seat in (0, 1)] == [KEYS[0], NEW]
