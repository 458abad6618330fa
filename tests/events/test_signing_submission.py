"""A line that comes in counts once, however often and by whichever way it comes."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
import redis

from mensch.core.errors import GameOverError, MenschError, NotFoundError, TurnError, UsageError
from mensch.core.rules import classic
from mensch.events.bodies import KeyChanged, MovePlayed, PlayerResigned, ReasonsPublished
from mensch.events.cause import TABLE, Cause, seal_cause
from mensch.events.commands import AbortGame
from mensch.events.ed25519 import public_key
from mensch.events.game import Game
from mensch.events.loading import entries, public_game
from mensch.events.memory import MemoryStore
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Player, Referee
from mensch.events.signing import SignedLine, read_line, sign, verifies
from mensch.events.store import Store
from mensch.events.submission import take_line
from tests.servers import RedisServer

PRIVATE = [bytes([seat + 1]) * 32 for seat in range(3)]


@pytest.fixture(params=["memory", "redis"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
    else:
        yield RedisStore(request.getfixturevalue("redis_client"))


def begun(referee: Referee, seats: int = 2, target: int | None = None) -> Game:
    players = [Player(f"player {seat}", key=public_key(PRIVATE[seat])) for seat in range(seats)]
    return referee.new_game(classic(seats, target), players, seed=bytes(32), insecure=True)


def line_of(
    game: Game, move: str | None = None, seat: int | None = None, nonce: str | None = None
) -> SignedLine:
    seat = game.table.turn if seat is None else seat
    move = move or game.table.legal_moves()[0].text
    return sign(PRIVATE[seat], game=game.id, seat=seat, seq=game.seq, head=game.head, move=move, nonce=nonce)


def test_a_second_arrival_changes_nothing_and_is_answered_like_the_first(store: Store) -> None:
    referee = Referee(store)
    line = line_of(begun(referee))
    first = take_line(referee, line.text)
    moved = referee.load(line.game)
    referee.play(moved, 1, moved.table.legal_moves()[0].text, TABLE)
    again = take_line(referee, f"\n {line.text.replace(' ', chr(10))} ")
    assert len(entries(store, line.game)) == first.game.seq + 1
    assert (again.game.seq, again.game.head, again.dice) == (first.game.seq, first.game.head, first.dice)
    assert first.dice == first.game.table.hand(0)


def test_a_message_that_goes_with_a_move_does_not_come_twice_either(store: Store) -> None:
    referee = Referee(store)
    line = line_of(begun(referee))
    first = take_line(referee, line.text, say="hello")
    assert take_line(referee, line.text, say="hello").game.seq == first.game.seq
    assert [entry.record.type for entry in entries(store, line.game)[-2:]] == ["message_left", "move_played"]


def test_a_message_and_its_move_count_once_also_when_both_arrivals_were_decided_at_once(store: Store) -> None:
    referee = Referee(store)
    game = begun(referee)
    move = game.table.legal_moves()[0].text
    first, second = (referee.play(game, 0, move, TABLE, say="hello", cmd="0" * 32) for _ in range(2))
    assert (first.seq, first.head) == (second.seq, second.head)
    assert [entry.record.type for entry in entries(store, game.id)[game.seq :]] == [
        "message_left",
        "move_played",
    ]


def test_the_same_nonce_for_something_else_is_refused(store: Store) -> None:
    referee = Referee(store)
    game = begun(referee)
    line = line_of(game)
    take_line(referee, line.text)
    other = line_of(referee.load(game.id), seat=1, nonce=line.nonce)
    with pytest.raises(TurnError, match=f"used before, for record {game.seq + 1}"):
        take_line(referee, other.text)
    take_line(referee, line_of(referee.load(game.id), seat=1).text)


@pytest.mark.parametrize("move", ["resign", f"key={public_key(b'new' + bytes(29))}"])
def test_resignations_and_new_keys_count_once_too(store: Store, move: str) -> None:
    referee = Referee(store)
    game = begun(referee, seats=3)
    line = line_of(game, move, seat=1 if move != "resign" else 0)
    first = take_line(referee, line.text)
    body = entries(store, game.id)[-1].record.body
    assert isinstance(body, PlayerResigned | KeyChanged)
    assert body.line == line.text
    assert take_line(referee, line.text).game.seq == first.game.seq == game.seq + 1
    other = line_of(referee.load(game.id), seat=2, move="resign", nonce=line.nonce)
    with pytest.raises(TurnError, match="used before"):
        take_line(referee, other.text)


def test_a_winning_line_is_answered_with_the_end_and_opened_with_all_causes(store: Store) -> None:
    referee = Referee(store)
    game = begun(referee, target=1)
    lines: dict[int, SignedLine] = {}
    line, taken = None, None
    while not game.over:
        scoring = [move for move in game.table.legal_moves() if game.table.effect(move).points]
        longest = max(game.table.legal_moves(), key=lambda move: move.pips)
        line = line_of(game, (scoring or [longest])[0].text)
        lines[game.seq + 1] = line
        taken = take_line(referee, line.text)
        game = taken.game
    assert line is not None
    assert taken is not None
    assert taken.dice == ()
    assert take_line(referee, line.text).game.head == game.head
    referee.publish_reasons(game)
    log = entries(store, game.id)
    opened = {
        reason.seq: reason
        for entry in log
        if isinstance(entry.record.body, ReasonsPublished)
        for reason in entry.record.body.reasons
    }
    assert opened.keys() == lines.keys()
    for seq, reason in opened.items():
        text = msgspec.json.decode(reason.envelope, type=Cause).line
        assert text == lines[seq].text
        read = read_line(text)
        assert verifies(read, public_key(PRIVATE[read.seat]))
        assert read.hash == log[read.seq - 1].hash
        body = log[seq - 1].record.body
        assert isinstance(body, MovePlayed)
        assert (body.move, body.auth) == (read.move, seal_cause(reason.envelope, bytes.fromhex(reason.salt)))


def test_nobody_without_the_seed_can_tell_a_signed_move_from_one_at_the_table(store: Store) -> None:
    referee = Referee(store)
    line = line_of(begun(referee))
    take_line(referee, line.text)
    for secret in (line.nonce, line.text, line.signature, line.text.split()[-1]):
        assert secret.encode() not in b"".join(store.read(line.game))


def test_showing_tells_the_dice_in_hand_and_changes_nothing(store: Store) -> None:
    referee = Referee(store)
    game = begun(referee)
    for seat in (0, 1):
        taken = take_line(referee, line_of(game, "show", seat=seat).text)
        assert (taken.dice, taken.game.seq) == (game.table.hand(seat), game.seq)
    assert len(entries(store, game.id)) == game.seq


def test_dice_are_shown_to_the_key_of_their_seat_alone(store: Store) -> None:
    referee = Referee(store)
    game = begun(referee)
    foreign = sign(PRIVATE[0], game=game.id, seat=1, seq=game.seq, head=game.head, move="show")
    with pytest.raises(UsageError, match="not signed with the key of seat 1"):
        take_line(referee, foreign.text)


def test_a_line_comes_through_its_own_players_inbox_only(store: Store) -> None:
    referee = Referee(store)
    game = begun(referee)
    line = line_of(game)
    with pytest.raises(UsageError, match=r"seat 0 .* is another player's"):
        take_line(referee, line.text, player=game.holder(1).player)
    take_line(referee, line.text, player=game.holder(0).player)


@pytest.mark.parametrize("move", [None, "show", "resign"])
def test_a_game_that_is_over_takes_no_line(store: Store, move: str | None) -> None:
    referee = Referee(store)
    game = begun(referee)
    late = line_of(game, move)
    referee.act(game, [AbortGame()])
    with pytest.raises(GameOverError, match="is aborted"):
        take_line(referee, late.text)


def test_a_line_for_no_game_is_told_so(store: Store) -> None:
    line = sign(PRIVATE[0], game="0000000000", seat=0, seq=1, head="00" * 32, move="N1")
    with pytest.raises(NotFoundError, match="there is no game 0000000000"):
        take_line(Referee(store), line.text)


def test_a_message_goes_with_a_move_only(store: Store) -> None:
    referee = Referee(store)
    with pytest.raises(UsageError, match="goes with a move"):
        take_line(referee, line_of(begun(referee), "resign").text, say="farewell")


def test_a_line_that_arrives_many_times_at_once_counts_once(
    redis_server: RedisServer, redis_client: redis.Redis
) -> None:
    referee = Referee(RedisStore(redis_client))
    game = begun(referee)
    line = line_of(game)
    others = [line_of(game, move.text) for move in game.table.legal_moves()[1:]]

    def arrive(text: str) -> int | type[MenschError]:
        try:
            return take_line(Referee(RedisStore(redis_server.client())), text).game.seq
        except MenschError as error:
            return type(error)

    with ThreadPoolExecutor(8) as threads:
        outcomes = list(threads.map(arrive, [line.text, *(other.text for other in others)] * 8))
    log = entries(referee.store, game.id)
    assert len(log) == game.seq + 1
    assert set(outcomes) == {game.seq + 1, TurnError}
    assert public_game(game.id, log).table.turn == 1
