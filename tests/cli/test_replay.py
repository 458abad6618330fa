"""`mensch replay`: a game shown again from its events."""

from __future__ import annotations

import pytest

from mensch.core.errors import CorruptLogError
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.events.cause import TABLE
from mensch.events.commands import AbortGame, TakeOverSeat
from mensch.events.ids import new_id
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played
from tests.cli.golden_game import ID, REPLAY, golden_game


def test_the_golden_game_is_shown_as_it_was_recorded(mensch: Mensch, referee: Referee) -> None:
    game = golden_game(referee)
    told = mensch("replay", game.id).ok().out.replace(game.id, ID)
    recorded = REPLAY.read_text("utf-8")
    for number, (now, then) in enumerate(zip(told.splitlines(), recorded.splitlines(), strict=False), 1):
        assert now == then, f"line {number}"
    assert told == recorded


def test_the_golden_game_holds_all_that_can_be_shown() -> None:
    recorded = REPLAY.read_text("utf-8")
    for part in ("[x14]", "39***", "  left\n", "starts row C", "from row ", "@", "become the draw pile"):
        assert part in recorded
    for part in ("scores 24  completes row C", "says: Here we go!", "leaves the table", "1st Bert 62"):
        assert part in recorded
    assert max(map(len, recorded.splitlines())) <= 80


def test_a_running_game_is_shown_without_its_dice(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    low, _ = game.table.hand(0)
    mensch("play", game.id, f"N{low}").ok()
    assert mensch("replay", game.id).ok().lines == [
        f"Game {game.id} · record 5 · running · target 40 · as everybody sees it",
        "Its seed was chosen openly: for tests only",
        "   1  game created: classic 1, 2 seats, target 40",
        "   2  anna joins at seat 0",
        "   3  bert joins at seat 1",
        "   4  the dice are dealt, anna begins",
        f"   5  anna  N{low}={low}  takes {low} from the centre, starts row A",
        f"  anna   0  ? ?   A[{low}{'*' * (low == 5)}]",
        "> bert   0  ? ?",
        "  Draw pile 125",
    ]


def test_a_part_can_be_shown(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    whole = mensch("replay", game.id).ok().lines
    part = mensch("replay", game.id, "--from", "6", "--to", "8").ok().lines
    numbers = [line.split()[0] for line in part if line[:4].strip().isdecimal()]
    assert numbers == ["6", "7", "8"]
    first = whole.index(part[2])
    assert part[2:] == whole[first : first + len(part) - 2]
    assert mensch("replay", game.id, "--to", "3").ok().lines[-1] == "   3  bert joins at seat 1"
    last = mensch("replay", game.id, "--from", str(game.seq)).ok().lines
    assert last[-2:] == whole[-2:], "the end of the log brings the result"


def test_one_record_is_shown_with_the_centre(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    lines = mensch("replay", game.id, "--at", "6").ok().lines
    assert lines[2].startswith("   6  bert  ")
    assert lines[5].startswith("Centre    ")
    assert lines[-1].startswith("Draw pile ")
    assert mensch("replay", game.id, "--at", "6", "--json").document["seq"] == 6


def test_a_seat_of_a_revealed_game_sees_what_it_saw(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    answer = mensch("replay", game.id, "--as", "bert", "--json").ok()
    for record in answer.documents[3:]:
        assert record["seats"][0]["dice"] == [0, 0]
        assert record["seats"][1]["dice"] != [0, 0]
    assert mensch("replay", game.id, "--as", "bert").ok().lines[0].endswith("as bert sees it")


def test_a_seat_of_a_running_game_sees_only_what_is_public(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee), 4)
    public = mensch("replay", game.id).ok()
    asked = mensch("replay", game.id, "--as", "bert")
    assert (asked.code, asked.out) == (0, public.out)
    assert asked.err == "The dice of this game are secret, so only what is public is shown.\n"


def test_as_json_each_record_is_told_with_the_table_after_it(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    records = mensch("replay", game.id, "--json").documents
    assert [record["seq"] for record in records] == list(range(1, game.seq + 1))
    assert {record["game"] for record in records} == {game.id}
    assert [record["status"] for record in records[:4]] == ["open", "open", "open", "running"]
    move = next(record for record in records if record["type"] == "move_played")
    assert move["played"]["seat"] == 0
    assert move["played"]["move"] == move["body"]["move"]
    assert move["seats"][0]["rows"]["A"] == [move["played"]["figure"]]
    assert all(0 not in record["seats"][1]["dice"] for record in records[4:])
    assert records[-1]["winner"] in (0, 1)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--at", "2", "--from", "1"], "--at shows one record, so it does not go with --from and --to"),
        (["--at", "2", "--to", "1"], "--at shows one record"),
        (["--from", "4", "--to", "3"], "record 4 comes after record 3"),
        (["--from", "0"], "there is no record 0: the game has the records 1 to 4"),
        (["--to", "0"], "there is no record 0"),
        (["--from", "5"], "there is no record 5"),
        (["--to", "5"], "there is no record 5"),
        (["--to", "-2"], "there is no record -2"),
        (["--speed", "0"], "0.0 is not in the range x>0"),
        (["--speed", "-1"], "-1.0 is not in the range"),
        (["--speed", "nan"], "--speed must be a number"),
        (["--speed", "inf"], "--speed must be a number"),
        (["--speed", "fast"], "'fast' is not a valid float range"),
        (["--speed", "1", "--step"], "only one of --speed, --step, --json and --html"),
        (["--step", "--json"], "only one of --speed, --step, --json and --html"),
        (["--speed", "1", "--json"], "only one of --speed, --step, --json and --html"),
    ],
)
def test_bad_options_are_refused(mensch: Mensch, referee: Referee, words: list[str], complaint: str) -> None:
    mensch("replay", begun(referee).id, *words).refused(2, complaint)


def test_a_pass_is_told(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, rules=classic(2, 200))

    def stuck(position: Position) -> bool:
        return any(move.text[0] == "P" for move in position.legal_moves())

    while not stuck(game.table):  # whoever never completes a row ends with three that are too high
        table = game.table
        move = max(table.legal_moves(), key=lambda move: ((table.effect(move).figure or 0) % 40, move.text))
        game = referee.play(game, table.turn, move.text, TABLE)
    move = game.table.legal_moves()[0]
    name = PEOPLE[game.table.turn]
    lines = mensch("play", game.id, move.text).ok().lines
    assert lines[0].endswith(f"  {name}  {move}  can play nothing and discards a die")
    played_then = mensch("replay", game.id, "--json").documents[-1]["played"]
    assert (played_then["figure"], played_then["row"], played_then["points"]) == (None, None, 0)


def test_a_seat_that_was_taken_over_is_told_by_its_new_name(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    player = new_id()
    referee.store.save_player(player, {"name": b"carla"})
    referee.act(game, [TakeOverSeat(1, player)])
    lines = mensch("replay", game.id).ok().lines
    assert lines[-1] == "   5  seat 1 is played by carla now"


def test_an_aborted_game_says_so_at_its_end(mensch: Mensch, referee: Referee) -> None:
    game = referee.act(begun(referee), [AbortGame()])
    lines = mensch("replay", game.id).ok().lines
    assert "· aborted ·" in lines[0]
    assert lines[-2] == "   5  the game is ended by the operator, without a winner"


def test_a_player_whom_nobody_knows_any_more_has_the_number_of_the_seat(
    mensch: Mensch, referee: Referee
) -> None:
    from mensch.events.redis import keys
    from mensch.events.redis.store import RedisStore

    game = begun(referee)
    assert isinstance(referee.store, RedisStore)
    referee.store.client.delete(keys.player(game.holder(0).player))
    assert "   2  seat 0 joins at seat 0" in mensch("replay", game.id).ok().lines


def test_a_message_that_no_seat_can_have_left_is_no_record(mensch: Mensch, referee: Referee) -> None:
    from mensch.cli.story import tell
    from mensch.events.bodies import Event, MessageLeft
    from mensch.events.game import initial
    from mensch.events.record import seal
    from mensch.events.story import scenes

    game = begun(referee)
    start = initial(game.id)
    for by in ("operator", "seat:3"):
        log = seal([Event(by, MessageLeft("0" * 64))], game=game.id, after=0, head=start.head, cmd="", at=0)
        (scene,) = scenes(start, log)
        with pytest.raises(CorruptLogError, match=f"record 1 of {game.id} contradicts"):
            tell(scene, PEOPLE[:2], None)
