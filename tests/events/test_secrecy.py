"""What a running game tells: nothing hidden, however closely one looks.

The strongest form of it is the comparison of twins: two games with other hidden dice in which the same was
played. Whatever differs between them in public is what could tell a die, so it must be nothing but values
that are hashes of the secret seed.
"""

import json
from random import Random

import pytest

from mensch.core.errors import MenschError, UsageError
from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.bodies import Bot, MovePlayed
from mensch.events.cause import TABLE, Cause
from mensch.events.decide import decide
from mensch.events.due import due
from mensch.events.fork import fork
from mensch.events.game import Game, fold, initial
from mensch.events.loading import public_game
from mensch.events.memory import MemoryStore
from mensch.events.record import Entry, canonical, decode, verify
from mensch.events.referee import Player, Referee
from mensch.workers.turns import take_turn
from tests.events.table import GAME, GREEDY, Table, player, salt, started, state
from tests.golden.generate import repeatable

MOVES = 5
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def with_these_dice(seats: int, number: int) -> Table:
    """A game of people, and a bot at seat 1, with a secret seed of its own."""
    return started(seats, seed=Random(number).randbytes(32), bots=[1])


def move(table: Table, text: str) -> c.PlayMove:
    """The command of whoever is to move, with the cause that is theirs."""
    bot = table.game.holder(table.turn).bot
    return table.move(text, Cause("bot", bot.level, bot.version) if bot else TABLE)


def twins(seats: int) -> tuple[Table, Table]:
    """Two tables at which the same was played and said, though the dice in every hand and pile differ."""
    first = with_these_dice(seats, 0)
    played = []
    for _ in range(MOVES):
        played.append(first.game.table.legal_moves()[0].text)
        first.does(c.LeaveMessage(0, salt(9)), move(first, played[-1]))
    for number in range(1, 20_000):
        second = with_these_dice(seats, number)
        for text in played:
            if text not in [legal.text for legal in second.game.table.legal_moves()]:
                break
            second.does(c.LeaveMessage(0, salt(9)), move(second, text))
        else:
            hands = [[table.game.table.hand(seat) for seat in range(seats)] for table in (first, second)]
            if all(one != other for one, other in zip(*hands, strict=True)):
                return first, second
    raise AssertionError("no twin")


@pytest.fixture(scope="module", params=[2, 3, 4], ids=lambda seats: f"{seats} seats")
def two(request: pytest.FixtureRequest) -> tuple[Table, Table]:
    seats: int = request.param
    return twins(seats)


def without_hashes_of_the_seed(log: list[Entry]) -> list[dict[str, object]]:
    """Records without commitment, the bot's bytes, and the chain, which goes over both."""
    shown = []
    for entry in log:
        fields = json.loads(entry.raw)
        del fields["prev"]
        if "deck" in fields["body"]:
            del fields["body"]["deck"]["commitment"]
        if "bot" in fields["body"]:
            del fields["body"]["entropy"]
        shown.append(fields)
    return shown


def test_the_records_of_twins_differ_only_in_hashes_of_the_seed(two: tuple[Table, Table]) -> None:
    one, other = two
    assert one.raws != other.raws
    assert without_hashes_of_the_seed(one.log) == without_hashes_of_the_seed(other.log)
    assert [len(raw) for raw in one.raws] == [len(raw) for raw in other.raws]


def test_the_public_folds_of_twins_are_the_same(two: tuple[Table, Table]) -> None:
    one, other = (state(fold(initial(GAME), table.log)) for table in two)
    for of_the_seed in ("deck", "head", "seats"):
        assert one.pop(of_the_seed) != other.pop(of_the_seed)
    assert one == other


def test_what_everybody_and_each_other_seat_sees_of_twins_is_the_same(two: tuple[Table, Table]) -> None:
    one, other = (table.game.table for table in two)
    assert one.view(None) == other.view(None)
    shown = public_game(GAME, two[0].log).table
    assert shown.view(None) == one.view(None)


def test_what_is_due_in_twins_is_the_same(two: tuple[Table, Table]) -> None:
    one, other = two
    assert due(one.game) == due(other.game)


def refusal(game: Game, command: c.Command) -> str:
    try:
        decide(game, command)
    except MenschError as error:
        return f"{type(error).__name__}: {error}"
    return "no error"


def test_errors_of_whoever_is_not_to_move_are_the_same_in_twins(two: tuple[Table, Table]) -> None:
    one, other = two
    seats = range(len(one.game.seats))
    commands: list[c.Command] = [
        c.PlayMove(seat, f"N{die}", turn, TABLE.envelope, salt(0))
        for seat in (-1, *seats, 4)
        for die in range(1, 7)
        for turn in (one.game.turn_began - 1, one.game.turn_began)
        if (seat, turn) != (one.turn, one.game.turn_began)
    ]
    commands += [
        c.StartGame(),
        c.JoinGame(0, player(9), salt(0)),
        c.TakeOverSeat(0, player(1)),
        c.PublishReasons([], []),
        c.Resign(4),
        c.OfferAbort(4),
    ]
    refusals = [(refusal(one.game, command), refusal(other.game, command)) for command in commands]
    assert all(left == right for left, right in refusals)
    assert "no error" not in {left for left, _ in refusals}


def test_a_late_move_is_refused_before_its_dice_are_looked_at(two: tuple[Table, Table]) -> None:
    late = c.PlayMove(two[0].turn, "N1", 1, TABLE.envelope, salt(0))
    assert refusal(two[0].game, late) == refusal(two[1].game, late)


# Forks


def twin_referees(seats: int) -> list[tuple[Referee, Game]]:
    """Two running games with other dice, in which the same few moves were played."""
    moves: list[str] = []
    kept: list[tuple[Referee, Game]] = []
    for number in range(20_000):
        referee = Referee(MemoryStore(), now=lambda: 1)
        with repeatable(Random(1)):
            people = [Player(f"seat {n}", GREEDY if n == 1 else None) for n in range(seats)]
            seed = Random(number).randbytes(32)
            game = referee.new_game(classic(seats), people, seed=seed)
            for step in range(4):
                legal = [one.text for one in game.table.legal_moves()]
                if not kept:
                    moves.append(legal[0])
                if moves[step] not in legal:
                    break
                game = referee.play(game, game.table.turn, moves[step], TABLE)
            else:
                kept.append((referee, game))
                if len(kept) == 2:
                    return kept
    raise AssertionError("no twin")


@SEATS
def test_a_fresh_fork_of_a_running_game_tells_nothing_of_its_dice(seats: int) -> None:
    forks = []
    for referee, parent in twin_referees(seats):
        with repeatable(Random(2)):
            child = fork(referee, parent.id, parent.seq, "fresh")
        forks.append((parent, [decode(raw) for raw in referee.store.read(child.id)], child))
    (one, first, left), (other, second, right) = forks
    assert [one.table.hand(seat) for seat in range(seats)] != [
        other.table.hand(seat) for seat in range(seats)
    ]
    assert one.head != other.head
    marked = [json.loads(canonical(log[0].body)) for log in (first, second)]
    assert [mark["fork"].pop("hash") for mark in marked] == [one.head, other.head]
    assert marked[0] == marked[1]
    assert [record.body for record in first[1:]] == [record.body for record in second[1:]]
    assert left.table == right.table  # also the hidden dice: they come from the fork's own seed


@SEATS
def test_the_same_dice_of_a_running_game_are_refused(seats: int) -> None:
    referee = Referee(MemoryStore())
    game = referee.new_game(classic(seats), [Player(f"seat {n}") for n in range(seats)])
    with pytest.raises(UsageError, match="still secret, so a fork needs fresh ones"):
        fork(referee, game.id, game.seq, "same")
    assert referee.store.games() == [game.id]


# What the store shows


def played_with_bots(seats: int, moves: int) -> tuple[Referee, Game]:
    referee = Referee(MemoryStore())
    people = [Player(f"seat {n}", Bot("random", 1) if n % 2 else None) for n in range(seats)]
    game = referee.new_game(classic(seats), people)
    for _ in range(moves):
        if game.holder(game.table.turn).bot:
            game = take_turn(referee, game)
        else:
            game = referee.play(game, game.table.turn, game.table.legal_moves()[0].text, TABLE, say="hm")
    return referee, game


@SEATS
def test_neither_seed_nor_salt_nor_envelope_is_anywhere_outside_of_the_secrets(seats: int) -> None:
    referee, game = played_with_bots(seats, 12)
    store = referee.store
    public = b"".join(store.read(game.id))
    public += repr((store.head(game.id), store.due(2**53), store.feed(), store.index())).encode()
    public += repr(state(fold(initial(game.id), verify(store.read(game.id), game=game.id)))).encode()
    secrets = store.secrets(game.id)
    assert len(secrets) == 1 + 12
    for secret in secrets.values():
        for part in (secret[:32], secret[32:]):
            assert not part or part not in public
            assert not part or part.hex().encode() not in public


@SEATS
def test_moves_of_people_and_bots_have_the_same_fields(seats: int) -> None:
    referee, game = played_with_bots(seats, 12)
    records = [json.loads(raw) for raw in referee.store.read(game.id)]
    moves = [record for record in records if record["type"] == "move_played"]
    assert {record["by"][:4] for record in moves} == {"seat", "bot:"}
    assert {(*record, *record["body"]) for record in moves} == {(*moves[0], "auth", "move")}
    assert {len(record["cmd"]) for record in moves} == {32}
    assert {len(record["body"]["auth"]) for record in moves} == {64}


def test_a_forced_move_looks_like_a_free_one() -> None:
    shapes: dict[bool, set[tuple[str, ...]]] = {True: set(), False: set()}
    number = 0
    while not all(shapes.values()):
        number += 1
        table = started(seed=bytes([number]) * 32)
        while not table.game.over:
            legal = table.game.table.legal_moves()
            seq = len(table.log)
            table.plays(legal[0].text)
            record = json.loads(table.raws[seq])
            shapes[len(legal) == 1].add((record["by"][:5], *record, *record["body"]))
    assert shapes[True] == shapes[False]


def test_the_same_cause_is_sealed_differently_each_time() -> None:
    referee = Referee(MemoryStore())
    auths = set()
    for _ in range(20):
        game = referee.new_game(classic(), [Player("one"), Player("two")], seed=bytes(32))
        referee.play(game, 0, game.table.legal_moves()[0].text, TABLE)
        body = decode(referee.store.read(game.id)[-1]).body
        assert isinstance(body, MovePlayed)
        auths.add(body.auth)
    assert len(auths) == 20


def test_what_people_add_to_the_deck_does_not_follow_from_the_seed() -> None:
    referee = Referee(MemoryStore())
    games = [
        referee.new_game(classic(), [Player("one"), Player("two", GREEDY)], seed=bytes(32)) for _ in range(2)
    ]
    people = {game.holder(0).entropy for game in games}
    bots = {game.holder(1).entropy for game in games}
    assert (len(people), len(bots)) == (2, 1)


def test_players_stand_in_the_log_under_random_ids_and_nothing_personal_does() -> None:
    referee = Referee(MemoryStore())
    game = referee.new_game(classic(), [Player("anna-lena"), Player("bartholomew")])
    game = referee.say(game, 0, "see you in Wanne-Eickel")
    public = b"".join(referee.store.read(game.id))
    for personal in (b"anna", b"bartholomew", b"Wanne"):
        assert personal not in public
