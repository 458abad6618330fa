"""Lines in inboxes are taken up in order, count once, and are answered once, whoever ends when."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import pytest
import redis
from freezegun import freeze_time

from mensch.core.rules import classic
from mensch.events import clock
from mensch.events.commands import AbortGame, ChangeKey, TakeOverSeat
from mensch.events.ed25519 import public_key
from mensch.events.game import Game
from mensch.events.ids import new_id
from mensch.events.inbox import Answer, answer, send, wait_for_answer, waiting
from mensch.events.loading import entries
from mensch.events.record import Record, canonical, digest
from mensch.events.redis import keys
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED, Player, Referee
from mensch.events.signing import sign
from mensch.workers.inbox import UNEXPECTED, Inboxes
from mensch.workers.keyholders import ANEW, LATE, Keyholders
from tests.servers import RedisServer
from tests.workers.programs import Programs

PRIVATE = [bytes([seat + 1]) * 32 for seat in range(2)]
AT_ONCE = 1  # milliseconds to wait where something lies there already


@pytest.fixture
def referee(store: RedisStore) -> Referee:
    return Referee(store)


@pytest.fixture
def inboxes(referee: Referee, redis_client: redis.Redis) -> Inboxes:
    return Inboxes(referee, redis_client)


def begun(referee: Referee, keyed: tuple[int, ...] = (0, 1)) -> Game:
    players = [
        Player(f"p{seat}", key=public_key(PRIVATE[seat]) if seat in keyed else None) for seat in (0, 1)
    ]
    return referee.new_game(classic(2), players)


def signed(game: Game, move: str | None = None, seat: int = 0) -> str:
    word = move or game.table.legal_moves()[0].text
    return sign(PRIVATE[seat], game=game.id, seat=seat, seq=game.seq, head=game.head, move=word).text


def sent(client: redis.Redis, game: Game, line: str, seat: int = 0) -> str:
    return send(client, game.holder(seat).player, line)


def answered(client: redis.Redis, game: Game, entry: str, seat: int = 0) -> Answer:
    found = wait_for_answer(client, game.holder(seat).player, entry, 0.05)
    assert found is not None
    return found


def lengths(client: redis.Redis, game: Game, seat: int = 0) -> tuple[int, int]:
    """How many lines wait, and how many answers there are."""
    player = game.holder(seat).player
    commands: Any = client  # Any: redis-py's commands are typed as sync or async in one
    return commands.xlen(keys.inbox(player)), commands.xlen(keys.answers(player))


def test_a_line_is_taken_up_played_and_answered_with_record_hash_and_new_dice(
    referee: Referee, inboxes: Inboxes, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    entry = sent(redis_client, game, signed(game))
    assert inboxes.take_up(AT_ONCE)
    after = referee.load(game.id)
    assert after.table.turn == 1
    said = answered(redis_client, game, entry)
    assert said == Answer(dice=after.table.hand(0), game=game.id, hash=after.head, seq=after.seq)
    assert lengths(redis_client, game) == (0, 1)


def test_a_player_asks_for_the_dice_in_hand_and_nobody_elses_stream_tells_them(
    referee: Referee, inboxes: Inboxes, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    entry = sent(redis_client, game, signed(game, "show", 1), 1)
    inboxes.take_up(AT_ONCE)
    said = answered(redis_client, game, entry, 1)
    assert (said.dice, said.seq, said.hash) == (game.table.hand(1), game.seq, game.head)
    assert lengths(redis_client, game, 0) == (0, 0)
    assert len(entries(referee.store, game.id)) == game.seq


def test_a_line_that_does_not_count_is_answered_with_the_error_and_its_exit_code(
    referee: Referee, inboxes: Inboxes, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    foreign = sent(redis_client, game, signed(game, seat=0), seat=1)
    theirs = sent(redis_client, game, signed(game, "N1", seat=1), seat=1)
    torn = sent(redis_client, game, "mensch1 " + "x" * 50)
    for _ in range(2):
        inboxes.take_up(AT_ONCE)
    refusals = [
        answered(redis_client, game, foreign, 1),
        answered(redis_client, game, theirs, 1),
        answered(redis_client, game, torn),
    ]
    assert [said.code for said in refusals] == [2, 4, 2]
    for said, text in zip(
        refusals, ("another player's", "not the turn of seat 1", "2: was it cut"), strict=True
    ):
        assert text in (said.error or "")
        assert said.dice == ()
    assert len(entries(referee.store, game.id)) == game.seq


def test_the_lines_of_an_inbox_are_taken_up_in_their_order(
    referee: Referee, inboxes: Inboxes, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    first, second = (move.text for move in game.table.legal_moves()[:2])
    one, other = (sent(redis_client, game, signed(game, move)) for move in (first, second))
    for _ in range(2):
        inboxes.take_up(AT_ONCE)
    assert answered(redis_client, game, one).error is None
    assert answered(redis_client, game, other).code == 4


def test_a_line_that_is_sent_twice_counts_once_and_is_answered_alike(
    referee: Referee, inboxes: Inboxes, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    line = signed(game)
    one, other = (sent(redis_client, game, line) for _ in range(2))
    for _ in range(2):
        inboxes.take_up(AT_ONCE)
    assert answered(redis_client, game, one) == answered(redis_client, game, other)
    assert len(entries(referee.store, game.id)) == game.seq + 1


def test_who_ends_after_playing_and_before_answering_leaves_the_answer_to_the_next(
    referee: Referee, inboxes: Inboxes, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    entry = sent(redis_client, game, signed(game))
    (letter,) = waiting(redis_client, [game.holder(0).player], AT_ONCE)
    said = inboxes._answer_to(letter)  # played, and now this one is gone
    Inboxes(referee, redis_client).take_up(AT_ONCE)
    assert answered(redis_client, game, entry) == said
    assert len(entries(referee.store, game.id)) == game.seq + 1


def test_who_ends_between_the_answer_and_the_last_step_leaves_one_answer(
    referee: Referee, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    entry = sent(redis_client, game, signed(game))
    (letter,) = waiting(redis_client, [game.holder(0).player], AT_ONCE)
    said = Answer(error="the first answer", code=9)
    commands: Any = redis_client  # Any: redis-py's commands are typed as sync or async in one
    commands.xadd(keys.answers(letter.player), {"a": msgspec.json.encode(said)}, id=entry)
    Inboxes(referee, redis_client).take_up(AT_ONCE)
    assert answered(redis_client, game, entry) == said
    assert lengths(redis_client, game) == (0, 1)


def test_several_referees_have_one_effect(
    referee: Referee, redis_server: RedisServer, redis_client: redis.Redis
) -> None:
    games = [begun(referee) for _ in range(10)]
    asked = [(game, sent(redis_client, game, signed(game))) for game in games]
    clients = [redis_server.client() for _ in range(3)]

    def work(client: redis.Redis) -> None:
        several = Inboxes(Referee(RedisStore(client)), client)
        for _ in range(3):
            several.take_up(AT_ONCE)

    threads = [threading.Thread(target=work, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for game, entry in asked:
        assert answered(redis_client, game, entry).seq == game.seq + 1
        assert lengths(redis_client, game) == (0, 1)
        assert len(entries(referee.store, game.id)) == game.seq + 1


@pytest.mark.parametrize("fields", [{"x": "y"}, {"l": "show", "more": "y"}, {"l": b"\xff" * 2000}])
def test_an_entry_that_is_no_line_is_answered_and_keeps_nobody_from_being_heard(
    referee: Referee, inboxes: Inboxes, redis_client: redis.Redis, fields: dict[str, str]
) -> None:
    game = begun(referee)
    commands: Any = redis_client  # Any: redis-py's commands are typed as sync or async in one
    strange = commands.xadd(keys.inbox(game.holder(0).player), fields).decode()
    entry = sent(redis_client, game, signed(game))
    for _ in range(2):
        inboxes.take_up(AT_ONCE)
    assert answered(redis_client, game, strange).code == 2
    assert answered(redis_client, game, entry).error is None


def test_an_error_that_nobody_foresaw_is_answered_without_its_text(
    referee: Referee,
    inboxes: Inboxes,
    redis_client: redis.Redis,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = begun(referee)
    entry = sent(redis_client, game, signed(game))
    monkeypatch.setattr(Referee, "play", lambda *_, **__: 1 / 0)
    inboxes.take_up(AT_ONCE)
    assert answered(redis_client, game, entry) == Answer(1, error=UNEXPECTED)
    line = msgspec.json.decode(capsys.readouterr().err)
    assert (line["outcome"], line["error"]) == ("failed", "ZeroDivisionError")


def test_a_log_that_is_newer_leaves_its_lines_to_a_newer_referee_and_other_games_go_on(
    referee: Referee, inboxes: Inboxes, redis_client: redis.Redis
) -> None:
    newer, other = begun(referee, keyed=(0,)), begun(referee, keyed=(0,))
    write_newer_record(redis_client, newer)
    sent(redis_client, newer, signed(newer))
    inboxes.take_up(AT_ONCE)
    entry = sent(redis_client, other, signed(other))
    inboxes.take_up(AT_ONCE)
    assert lengths(redis_client, newer) == (1, 0)
    assert answered(redis_client, other, entry).error is None


def write_newer_record(client: redis.Redis, game: Game) -> None:
    """Append a record of a type that this version does not know, as a newer one would."""
    shard, seq = keys.shard_of(game.id, 1), game.seq + 1
    record = Record(
        game.at, {"sky": "grey"}, "operator", "ab" * 16, game.id, game.head, seq, "weather_changed", 1
    )
    raw = canonical(record)
    commands: Any = client  # Any: redis-py's commands are typed as sync or async in one
    commands.xadd(shard.log(game.id), {"r": raw}, id=f"{seq}-0")
    commands.xadd(shard.feed, {"g": game.id, "s": seq})
    commands.hset(shard.head(game.id), mapping={"seq": seq, "hash": digest(raw)})


# Whose inboxes


def test_only_players_with_a_key_have_an_inbox(referee: Referee) -> None:
    keyholders = Keyholders(referee.store)
    game = begun(referee, keyed=(1,))
    begun(referee, keyed=())
    keyholders.look()
    assert keyholders.players == [game.holder(1).player]


def test_new_games_new_keys_and_new_players_are_noticed_as_they_come(referee: Referee) -> None:
    keyholders = Keyholders(referee.store)
    keyholders.look()
    assert keyholders.players == []
    game = begun(referee, keyed=(0,))
    keyholders.look()
    assert keyholders.players == [game.holder(0).player]
    game = referee.act(game, [ChangeKey(1, public_key(PRIVATE[1]))])
    keyholders.look()
    assert sorted(keyholders.players) == sorted(game.holder(seat).player for seat in (0, 1))
    referee.act(game, [TakeOverSeat(0, new_id())])
    assert keyholders.look() == [game.holder(0).player]
    assert keyholders.players == [game.holder(1).player]


def test_a_feed_that_was_lost_only_delays(
    referee: Referee, redis_client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyholders = Keyholders(referee.store)
    keyholders.look()
    game = begun(referee, keyed=(0,))
    redis_client.delete(keys.Shard(0).feed)
    keyholders.look()
    assert keyholders.players == []
    monkeypatch.setattr("mensch.workers.keyholders.ANEW", -ANEW)
    keyholders.look()
    assert keyholders.players == [game.holder(0).player]


@pytest.mark.parametrize("damage", ["damaged", "lost"])
def test_a_game_whose_head_cannot_be_read_keeps_its_inboxes(
    referee: Referee, redis_client: redis.Redis, damage: str
) -> None:
    keyholders = Keyholders(referee.store)
    game = begun(referee, keyed=(0,))
    keyholders.look()
    head = keys.Shard(0).head(game.id)
    if damage == "damaged":
        redis_client.hset(head, "seq", "no number")
    else:
        redis_client.delete(head)
    redis_client.xadd(keys.Shard(0).feed, {b"g": game.id, b"s": game.seq})
    assert keyholders.look() == []
    assert keyholders.players == [game.holder(0).player]


def test_after_the_end_a_late_line_is_told_so_and_a_day_later_the_inbox_is_gone(
    referee: Referee, inboxes: Inboxes, redis_client: redis.Redis
) -> None:
    game = begun(referee)
    late = signed(game)
    inboxes.take_up(AT_ONCE)
    referee.act(game, [AbortGame()])
    entry = sent(redis_client, game, late)
    inboxes.take_up(AT_ONCE)
    assert answered(redis_client, game, entry).code == 6
    with freeze_time() as frozen:
        frozen.tick((LATE + 1000) / 1000)
        assert clock.now() > referee.load(game.id).at + LATE
        assert not inboxes.take_up(AT_ONCE)
        assert lengths(redis_client, game) == (0, 0)
        restarted = Keyholders(referee.store)
        restarted.look()
        assert restarted.players == []


# Answers


def test_an_answer_comes_by_the_id_of_its_line_and_not_by_another(redis_client: redis.Redis) -> None:
    player = new_id()
    lines = [send(redis_client, player, "line") for _ in range(3)]
    for number in range(3):
        (letter,) = waiting(redis_client, [player], AT_ONCE)
        answer(redis_client, letter, Answer(seq=number))
    found = [wait_for_answer(redis_client, player, entry, 0.05) for entry in lines]
    assert found == [Answer(seq=0), Answer(seq=1), Answer(seq=2)]
    assert wait_for_answer(redis_client, player, "1-0", 0.05) is None
    assert wait_for_answer(redis_client, new_id(), "1-0", 0.05) is None


# The program


def test_the_program_answers_survives_a_restart_of_the_server_and_logs_no_secret(
    programs: Programs, referee: Referee, redis_client: redis.Redis, redis_server: RedisServer
) -> None:
    inbox = programs.start("inbox")
    game = begun(referee)
    player = game.holder(0).player
    entry = send(redis_client, player, signed(game))
    said = wait_for_answer(redis_client, player, entry, 20)
    assert said is not None
    assert said.error is None
    redis_server.restart()
    client = redis_server.client()
    illegal = send(client, game.holder(1).player, signed(referee.load(game.id), "N1+1", 1))
    refused = wait_for_answer(client, game.holder(1).player, illegal, 20)
    assert refused is not None
    inbox.says("inbox", outcome="done" if refused.error is None else "refused")
    assert inbox.terminate() == 0
    seed = referee.store.secrets(game.id)[SEED].hex()
    for secret in (seed, "Legal", "dice", "mensch1"):
        assert secret not in inbox.output
