"""Forks: a new game that goes on from a record of another."""

from collections.abc import Iterator
from random import Random

import pytest

from mensch.core.errors import GameOverError, NotFoundError, UsageError
from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.bodies import Bot, Fork, GameCreated, GameStarted, MessageLeft, MovePlayed, PlayerJoined
from mensch.events.cause import TABLE
from mensch.events.fork import Dice, fork, steps
from mensch.events.game import Game, Status, fold, initial
from mensch.events.loading import entries, names_of, public_game
from mensch.events.memory import MemoryStore
from mensch.events.record import Entry, verify
from mensch.events.referee import Player, Referee
from tests.events.table import GREEDY, player
from tests.events.verifier import verify_fork
from tests.golden.generate import repeatable

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
DICE = pytest.mark.parametrize("dice", ["fresh", "same"])


@pytest.fixture
def referee() -> Iterator[Referee]:
    """A referee whose ids, salts and seeds are the same each time."""
    with repeatable(Random(0)):
        yield Referee(MemoryStore())


def new(referee: Referee, seats: int = 2, bots: dict[int, Bot] | None = None) -> Game:
    """A running game of people called anna, ben, carla and dora, and bots."""
    names = ["anna", "ben", "carla", "dora"][:seats]
    return referee.new_game(
        classic(seats), [Player(name, (bots or {}).get(seat)) for seat, name in enumerate(names)]
    )


def play(referee: Referee, game: Game, moves: int = 10_000, seed: int = 0) -> Game:
    """Play up to so many random moves."""
    random = Random(seed)
    for _ in range(moves):
        if game.over:
            break
        move = random.choice(game.table.legal_moves())
        game = referee.play(game, game.table.turn, move.text, TABLE)
    return game


def finished(referee: Referee, seats: int = 2, bots: dict[int, Bot] | None = None) -> Game:
    return play(referee, new(referee, seats, bots))


def log_of(referee: Referee, game: Game) -> list[Entry]:
    return entries(referee.store, game.id)


def marked(game: Game) -> Fork:
    assert game.fork is not None
    return game.fork


# What a fork is


@SEATS
@DICE
def test_a_fork_is_a_running_game_with_the_table_of_that_record(
    referee: Referee, seats: int, dice: Dice
) -> None:
    parent = finished(referee, seats)
    log = log_of(referee, parent)
    child = fork(referee, parent.id, 25, dice)
    there = fold(initial(parent.id), log[:25]).table
    assert child.status is Status.RUNNING
    assert child.table.turn == there.turn
    assert [child.table.rows(seat) for seat in range(seats)] == [there.rows(seat) for seat in range(seats)]
    assert (child.table.scores, child.table.discards) == (there.scores, there.discards)
    assert child.table.pile_size == there.pile_size
    assert play(referee, child, 3).seq == child.seq + 3


@DICE
def test_a_fork_is_bound_to_the_record_of_its_parent(referee: Referee, dice: Dice) -> None:
    parent = finished(referee)
    log = log_of(referee, parent)
    mark = marked(fork(referee, parent.id, 30, dice))
    assert (mark.parent, mark.seq, mark.hash, mark.dice) == (parent.id, 30, log[29].hash, dice)
    assert mark.history == [
        entry.record.body.move for entry in log[:30] if isinstance(entry.record.body, MovePlayed)
    ]


@SEATS
@DICE
def test_what_a_fork_says_of_its_parent_can_be_checked_by_outsiders(
    referee: Referee, seats: int, dice: Dice
) -> None:
    parent = finished(referee, seats, {1: GREEDY})
    child = play(referee, fork(referee, parent.id, 25, dice), 10)
    verify_fork(referee.store.read(child.id), referee.store.read(parent.id))


def test_a_fork_can_go_on_from_any_record_of_the_running_game(referee: Referee) -> None:
    game = new(referee)
    game = referee.say(game, 1, "hello")
    game = referee.act(play(referee, game, 2), [c.OfferAbort(0)])
    for at in range(4, game.seq + 1):
        child = fork(referee, game.id, at, "fresh")
        assert marked(child).history == steps(log_of(referee, game)[:at])


def test_messages_and_offers_are_not_copied(referee: Referee) -> None:
    game = referee.act(referee.say(new(referee), 1, "hello"), [c.OfferAbort(0)])
    child = fork(referee, game.id, game.seq, "fresh")
    assert child.offers == set()
    assert not any(isinstance(entry.record.body, MessageLeft) for entry in log_of(referee, child))


def test_a_fork_is_one_append_of_creation_players_and_start(referee: Referee) -> None:
    game = new(referee)
    child = fork(referee, game.id, game.seq, "fresh")
    log = log_of(referee, child)
    bodies = [type(entry.record.body) for entry in log]
    assert bodies == [GameCreated, PlayerJoined, PlayerJoined, GameStarted]
    assert len({entry.record.cmd for entry in log}) == 1


def test_a_fork_folds_when_its_parent_is_gone(referee: Referee) -> None:
    parent = play(referee, new(referee, 3), 20)
    child = play(referee, fork(referee, parent.id, parent.seq, "fresh"), 10)
    alone = MemoryStore()
    raws, seed = referee.store.read(child.id), referee.store.secrets(child.id)["seed"]
    assert parent.id not in alone.games()
    again = fold(initial(child.id, seed), verify(raws, game=child.id))
    assert again.table == child.table


# Who plays in it


def test_players_of_a_fork_have_new_ids_the_same_names_and_bots_stay_bots(referee: Referee) -> None:
    parent = new(referee, 3, {1: GREEDY})
    child = fork(referee, parent.id, parent.seq, "fresh")
    assert names_of(referee.store, child) == ["anna", "ben", "carla"]
    assert [child.holder(seat).bot for seat in range(3)] == [None, GREEDY, None]
    ids = {game.holder(seat).player for game in (parent, child) for seat in range(3)}
    assert len(ids) == 6


def test_a_seat_that_a_bot_had_taken_over_is_a_bots_in_the_fork(referee: Referee) -> None:
    parent = referee.act(new(referee), [c.TakeOverSeat(0, player(7), GREEDY)])
    child = fork(referee, parent.id, parent.seq, "fresh")
    assert child.holder(0).bot == GREEDY
    assert fork(referee, parent.id, parent.seq - 1, "fresh").holder(0).bot is None


def test_a_seat_that_has_left_stays_away_in_the_fork(referee: Referee) -> None:
    parent = play(referee, new(referee, 4), 13)
    parent = play(referee, referee.act(parent, [c.Resign(2)]), 4)
    child = fork(referee, parent.id, parent.seq, "fresh")
    assert "L2" in marked(child).history
    assert child.table.departed == {2}
    assert child.table.rows(2) == ((), (), ())
    assert play(referee, child, 10).table.departed == {2}


# Its dice


@SEATS
def test_with_the_same_dice_the_same_moves_draw_the_same_and_end_the_same(
    referee: Referee, seats: int
) -> None:
    parent = finished(referee, seats)
    log = log_of(referee, parent)
    child = fork(referee, parent.id, 40, "same")
    for step in steps(log[40:]):
        assert child.table.hand(child.table.turn) == public_game(
            parent.id, log, 40 + child.seq - (seats + 2)
        ).table.hand(child.table.turn)
        child = referee.play(child, child.table.turn, step, TABLE)
    assert child.status is Status.FINISHED
    assert child.table == parent.table


def test_the_same_dice_are_marked_as_open(referee: Referee) -> None:
    parent = finished(referee)
    assert fork(referee, parent.id, 30, "same").open_dice
    assert not fork(referee, parent.id, 30, "fresh").open_dice
    assert not parent.open_dice


def test_the_same_dice_share_the_deck_block_and_the_bytes_in_joining_order(referee: Referee) -> None:
    parent = finished(referee, 3)
    child = fork(referee, parent.id, 30, "same")
    assert (child.deck, child.joined) == (parent.deck, parent.joined)
    assert [child.holder(seat).entropy for seat in child.joined] == [
        parent.holder(seat).entropy for seat in parent.joined
    ]


def test_fresh_dice_have_a_block_bytes_and_a_seed_of_their_own(referee: Referee) -> None:
    parent = new(referee, 3, {1: GREEDY})
    child = fork(referee, parent.id, parent.seq, "fresh")
    assert child.deck is not None
    assert parent.deck is not None
    assert child.deck.context == child.id
    assert child.deck.commitment != parent.deck.commitment
    assert child.seed != parent.seed
    assert not {child.holder(s).entropy for s in range(3)} & {parent.holder(s).entropy for s in range(3)}


@SEATS
def test_fresh_dice_are_all_but_the_discards_shuffled_anew(referee: Referee, seats: int) -> None:
    parent = play(referee, new(referee, seats), 30)
    child = fork(referee, parent.id, parent.seq, "fresh")
    view = child.table.revealed()
    assert marked(child).dealt == 30
    assert view.discards == parent.table.discards
    assert view.pile_size == 130 - 2 * seats - sum(view.discards)
    assert child.table.reshuffles == 0
    assert min(view.unseen) >= 0
    assert sum(view.unseen) == view.pile_size


def test_departed_seats_of_a_fresh_fork_get_dice_out_of_play(referee: Referee) -> None:
    parent = referee.act(play(referee, new(referee, 3), 7), [c.Resign(1)])
    child = fork(referee, parent.id, parent.seq, "fresh")
    hand = child.table.hand(1)
    assert all(hand)
    assert play(referee, child, 30).table.hand(1) == hand


def test_a_fresh_fork_of_the_very_start_is_dealt_at_the_start(referee: Referee) -> None:
    game = new(referee)
    mark = marked(fork(referee, game.id, game.seq, "fresh"))
    assert (mark.history, mark.dealt) == ([], None)


# Forks of forks


def test_a_fresh_fork_of_a_fork_deals_after_both_histories(referee: Referee) -> None:
    first = play(referee, new(referee), 12)
    second = play(referee, fork(referee, first.id, first.seq, "fresh"), 9)
    third = fork(referee, second.id, second.seq, "fresh")
    assert marked(third).dealt == len(marked(third).history) == 21
    assert marked(third).history[:12] == marked(second).history
    verify_fork(referee.store.read(third.id), referee.store.read(second.id))


def test_a_fork_with_the_same_dice_as_a_fresh_fork_deals_where_that_one_did(referee: Referee) -> None:
    first = play(referee, new(referee), 12)
    second = play(referee, fork(referee, first.id, first.seq, "fresh"))
    third = fork(referee, second.id, second.seq // 2, "same")
    assert marked(third).dealt == 12
    log = log_of(referee, second)
    there = public_game(second.id, log, second.seq // 2)
    assert third.table == there.table
    for step in steps(log[second.seq // 2 :]):
        third = referee.play(third, third.table.turn, step, TABLE)
    assert third.table == second.table
    verify_fork(referee.store.read(third.id), referee.store.read(second.id))


def test_the_same_dice_go_on_through_forks_of_forks(referee: Referee) -> None:
    game = finished(referee, 3)
    moves, end = steps(log_of(referee, game)), game.table
    for generation in range(3):  # each is forked five moves further on, plays ten, and is aborted
        began = marked(game).history if game.fork else []
        game = fork(referee, game.id, 5 + 5, "same")
        assert marked(game).history == moves[: 5 * (generation + 1)] == began + moves[len(began) :][:5]
        game = play_steps(referee, game, moves[5 * (generation + 1) :][:10])
        if generation < 2:
            game = referee.act(game, [c.AbortGame()])
    assert play_steps(referee, game, moves[25:]).table == end


def play_steps(referee: Referee, game: Game, moves: list[str]) -> Game:
    for move in moves:
        game = referee.play(game, game.table.turn, move, TABLE)
    return game


# Refusals


def test_there_is_nothing_to_fork_at_a_record_that_is_not_there(referee: Referee) -> None:
    game = new(referee)
    for at in (-1, 0, game.seq + 1):
        with pytest.raises(UsageError, match=f"has the records 1 to {game.seq}, so there is none .* {at}$"):
            fork(referee, game.id, at, "fresh")


def test_before_the_start_there_is_nothing_to_go_on_from(referee: Referee) -> None:
    game = new(referee)
    for at in range(1, game.seq):
        with pytest.raises(UsageError, match=f"has not started at record {at}"):
            fork(referee, game.id, at, "fresh")


@DICE
def test_at_or_after_the_end_there_is_nothing_to_go_on_from(referee: Referee, dice: Dice) -> None:
    game = referee.publish_reasons(finished(referee))
    kinds = [entry.record.type for entry in log_of(referee, game)[-4:]]
    assert kinds == ["move_played", "game_finished", "deck_revealed", "reasons_published"]
    for at in range(game.seq - 3, game.seq + 1):
        with pytest.raises(GameOverError, match=f"is over at record {at}"):
            fork(referee, game.id, at, dice)
    assert fork(referee, game.id, game.seq - 4, dice).status is Status.RUNNING


def test_a_game_that_a_resignation_won_cannot_be_forked_behind_it(referee: Referee) -> None:
    game = referee.act(new(referee), [c.Resign(0)])
    for at in range(game.seq - 2, game.seq + 1):
        with pytest.raises(GameOverError, match="is over"):
            fork(referee, game.id, at, "same")


def test_an_aborted_game_can_be_forked_before_its_abort_and_not_at_it(referee: Referee) -> None:
    game = referee.act(play(referee, new(referee), 6), [c.AbortGame()])
    with pytest.raises(GameOverError, match="is over"):
        fork(referee, game.id, game.seq - 1, "same")
    assert fork(referee, game.id, game.seq - 2, "same").status is Status.RUNNING


def test_the_same_dice_are_refused_while_they_are_secret(referee: Referee) -> None:
    game = play(referee, new(referee), 6)
    with pytest.raises(UsageError, match="are still secret"):
        fork(referee, game.id, game.seq, "same")


def test_a_game_that_does_not_exist_cannot_be_forked(referee: Referee) -> None:
    with pytest.raises(NotFoundError, match="no game 0000000000"):
        fork(referee, "0000000000", 1, "fresh")


def test_a_refused_fork_writes_nothing(referee: Referee) -> None:
    game = finished(referee)
    with pytest.raises(GameOverError):
        fork(referee, game.id, game.seq, "same")
    assert referee.store.games() == [game.id]
