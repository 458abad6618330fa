"""When a deck becomes public: with the end, or after the dispute window and every ruling."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory, StepTickTimeFactory, TickingDateTimeFactory

from mensch.core.errors import GameOverError, TurnError
from mensch.core.rules import classic
from mensch.events import clock
from mensch.events import commands as c
from mensch.events.arbitration import open_dispute
from mensch.events.bodies import DeckRevealed, GameFinished, ReasonsPublished
from mensch.events.cause import TABLE
from mensch.events.due import REVEAL
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.referee import Player, Referee
from mensch.workers.turns import take_turns
from tests.events.dispute_table import DAY, disputes, ruling, windowed
from tests.events.table import GREEDY, started

BEGAN = datetime(2026, 3, 14, 12, tzinfo=UTC)


# Decided


def test_without_a_window_the_deck_is_revealed_by_the_end_itself() -> None:
    table = started()
    table.plays_to_the_end()
    assert [type(entry.record.body) for entry in table.log[-2:]] == [GameFinished, DeckRevealed]
    table.refuses(c.RevealDeck(table.game.at), GameOverError, 6, "is public already")


@pytest.mark.parametrize("end", [c.AbortGame(), c.Resign(0)])
def test_with_a_window_no_end_reveals_the_deck(end: c.Command) -> None:
    table = windowed()
    table.does(end)
    assert table.game.over
    assert table.game.revealed is None


def test_the_deck_is_revealed_from_the_moment_on_at_which_the_window_has_passed() -> None:
    table = windowed(5000)
    table.plays_to_the_end()
    ended = table.game.at
    table.refuses(
        c.RevealDeck(ended + 4999), TurnError, 4, "the dispute window of game game000001 is still open"
    )
    assert table.does(c.RevealDeck(ended + 5000)) == [DeckRevealed(table.seed.hex())]


def test_a_game_that_goes_on_reveals_nothing() -> None:
    table = windowed()
    table.plays()
    table.refuses(c.RevealDeck(table.game.at + 2 * DAY), TurnError, 4, "stays secret until the end")


def test_a_dispute_holds_the_deck_back_although_the_window_has_passed() -> None:
    table = windowed(5000)
    table.plays_to_the_end()
    dispute = disputes(table)
    table.refuses(c.RevealDeck(table.game.at + DAY), TurnError, 4, "waits for a ruling")
    table.does(ruling(table, "stands", dispute))
    assert table.game.revealed is None
    table.does(c.RevealDeck(table.game.at + DAY))


def test_of_two_disputes_the_last_ruling_lets_the_deck_go() -> None:
    table = started()
    table.plays()
    first, second = disputes(table, 5), disputes(table, 5)
    table.does(ruling(table, "annulled", first))
    assert table.game.revealed is None
    table.does(ruling(table, "stands", second))
    assert table.game.revealed is not None


def test_the_window_of_an_annulled_game_begins_with_the_ruling_unless_it_was_over_before() -> None:
    table = windowed(5000)
    table.plays()
    table.does(ruling(table, "annulled", disputes(table)))
    assert table.game.ended_at == table.game.at
    table = windowed(5000)
    table.plays_to_the_end()
    ended = table.game.at
    table.does(ruling(table, "annulled", disputes(table)))
    assert table.game.ended_at == ended < table.game.at


# By the referee, as the clock goes


@pytest.fixture
def referee() -> Referee:
    return Referee(MemoryStore())


def over(referee: Referee, window: int | None = DAY) -> Game:
    """A finished game of a person and a bot."""
    players = [Player("anna"), Player("greedy", GREEDY)]
    game = referee.new_game(classic(2, 3), players, dispute_window=window)
    while not game.over:
        if game.table.turn == 0:
            game = referee.play(game, 0, game.table.legal_moves()[0].text, TABLE)
        game = take_turns(referee, game)
    return game


def kinds(referee: Referee, game: Game) -> list[str]:
    """The types of the last records."""
    return [entry.record.type for entry in entries(referee.store, game.id)[-2:]]


Frozen = FrozenDateTimeFactory | StepTickTimeFactory | TickingDateTimeFactory


def passes(time: Frozen, span: int) -> None:
    time.tick(timedelta(milliseconds=span))


def test_a_game_waits_out_its_window_and_then_tells_deck_and_causes(referee: Referee) -> None:
    with freeze_time(BEGAN) as time:
        game = over(referee)
        passes(time, DAY - 1)
        assert referee.store.due(clock.now()) == []
        assert referee.reveal_deck(game).seq == game.seq
        passes(time, 1)
        [item] = referee.store.due(clock.now())
        assert (item.kind, item.game) == (REVEAL, game.id)
        game = referee.reveal_deck(game)
        assert kinds(referee, game) == ["deck_revealed", "reasons_published"]
        assert game.sealed == 0
        assert referee.store.due(clock.now()) == []


def test_who_looks_after_bots_reveals_what_is_due_too(referee: Referee) -> None:
    with freeze_time(BEGAN) as time:
        game = over(referee)
        passes(time, DAY - 1)
        assert take_turns(referee, game).revealed is None
        passes(time, 1)
        assert take_turns(referee, game).revealed is not None


def test_a_second_run_reveals_nothing_twice_also_from_an_old_reading(referee: Referee) -> None:
    with freeze_time(BEGAN) as time:
        old = over(referee)
        passes(time, DAY)
        first = referee.reveal_deck(old)
        passes(time, 1)
        assert referee.reveal_deck(old).seq == referee.reveal_deck(first).seq == first.seq
        bodies = [entry.record.body for entry in entries(referee.store, old.id)]
        assert sum(isinstance(body, DeckRevealed) for body in bodies) == 1
        assert sum(isinstance(body, ReasonsPublished) for body in bodies) == 1


def test_a_dispute_that_comes_in_between_is_respected(referee: Referee) -> None:
    with freeze_time(BEGAN) as time:
        old = over(referee)
        passes(time, DAY - 1)
        open_dispute(referee, old, 0, old.seq, "One moment!")
        passes(time, 2)
        after = referee.reveal_deck(old)
        assert after.disputes
        assert after.revealed is None


def test_a_dispute_can_be_opened_until_the_deck_is_public_and_after(referee: Referee) -> None:
    with freeze_time(BEGAN) as time:
        game = over(referee)
        passes(time, 2 * DAY)
        game = referee.reveal_deck(game)
        game = open_dispute(referee, game, 0, 5, "The second move was not mine.")
        assert list(game.disputes.values()) == [5]
