"""`mensch disputes`: what waits for an arbiter, and decks that are to become public."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from freezegun import freeze_time

from mensch.core.rules import classic
from mensch.events.game import Game
from mensch.events.redis import keys
from mensch.events.referee import SEED, Player, Referee
from tests.cli.command_line import Mensch
from tests.cli.disputing import kinds, registered
from tests.cli.games import begun, finished, played

if TYPE_CHECKING:
    import redis

BEGAN = datetime(2026, 3, 14, 12, tzinfo=UTC)
HOUR = 3_600_000
NOTHING = "No dispute is open, and no deck waits to become public.\n"


def windowed(referee: Referee, hours: int = 24) -> Game:
    """A game of two that was played to its end, with a dispute window."""
    players = [Player("anna"), Player("bert")]
    return played(referee, referee.new_game(classic(2, 5), players, dispute_window=hours * HOUR))


def test_where_nothing_is_disputed_it_says_so(mensch: Mensch, referee: Referee) -> None:
    finished(referee)
    begun(referee)
    answer = mensch("disputes")
    assert (answer.code, answer.out, answer.err) == (0, "", NOTHING)
    assert mensch("disputes", "--json").document == {"disputes": [], "reveals": []}


def test_open_disputes_are_listed_the_oldest_first_with_who_says_what_and_since_when(
    mensch: Mensch, referee: Referee
) -> None:
    with freeze_time(BEGAN) as time:
        second, first = played(referee, begun(referee), 3), played(referee, begun(referee), 3)
        mensch("dispute", first.id, "--as", "bert", "--record", "6", "I said\x1b[2J nothing.").ok()
        time.tick(timedelta(hours=2))
        mensch("dispute", second.id, "--as", "anna", "--record", "7", "It was my turn.").ok()
        time.tick(timedelta(minutes=59))
        assert mensch("disputes").ok().lines == [
            f"{first.id}  bert disputes record 6 with record 8, 2 h ago",
            "  says: I said�[2J nothing.",
            f"{second.id}  anna disputes record 7 with record 8, 59 min ago",
            "  says: It was my turn.",
        ]
        told = mensch("disputes", "--json").document["disputes"]
        assert [dispute["game"] for dispute in told] == [first.id, second.id]
        assert told[1] == {
            "age_ms": 59 * 60_000,
            "at": int((BEGAN + timedelta(hours=2)).timestamp() * 1000),
            "claim": "It was my turn.",
            "dispute": 8,
            "game": second.id,
            "name": "anna",
            "record": 7,
            "seat": 0,
        }


def test_a_ruling_takes_a_dispute_off_the_list(mensch: Mensch, referee: Referee, tmp_path: Path) -> None:
    game = played(referee, begun(referee), 3)
    mensch("dispute", game.id, "--as", "anna", "--record", "6", "One.").ok()
    mensch("dispute", game.id, "--as", "bert", "--record", "6", "Two.").ok()
    judge = registered(mensch, tmp_path)
    mensch("rule", game.id, "--stands", "--dispute", "8", *judge.words).ok()
    assert [each["dispute"] for each in mensch("disputes", "--json").document["disputes"]] == [9]
    mensch("rule", game.id, "--stands", *judge.words).ok()
    assert mensch("disputes", "--json").document["disputes"] == []


def test_a_claim_that_was_erased_is_listed_as_such(
    mensch: Mensch, referee: Referee, redis_client: redis.Redis
) -> None:
    game = played(referee, begun(referee), 3)
    mensch("dispute", game.id, "--as", "anna", "--record", "6", "My name is Anna.").ok()
    redis_client.delete(keys.shard_of(game.id, 1).text(game.id))
    assert mensch("disputes").ok().lines[1] == "  said something that was erased"
    assert mensch("disputes", "--json").document["disputes"][0]["claim"] is None


# Decks


def test_a_deck_is_listed_until_its_window_has_passed_and_then_revealed_when_asked(
    mensch: Mensch, referee: Referee
) -> None:
    with freeze_time(BEGAN) as time:
        game = windowed(referee)
        at = referee.load(game.id).ended_at + 24 * HOUR
        assert mensch("disputes").ok().out == f"{game.id}  its deck becomes public in 1 d\n"
        time.tick(timedelta(hours=23, minutes=59))
        assert mensch("disputes", "--reveal").ok().out == f"{game.id}  its deck becomes public in 1 min\n"
        assert referee.load(game.id).revealed is None
        time.tick(timedelta(minutes=31))
        assert mensch("disputes").ok().out == (
            f"{game.id}  its deck should be public since 30 min: mensch up, or mensch disputes --reveal\n"
        )
        assert mensch("disputes", "--json").document["reveals"] == [{"at": at, "game": game.id}]
        assert mensch("disputes", "--reveal").err == NOTHING
        assert kinds(referee, game, 3) == ["game_finished", "deck_revealed", "reasons_published"]


def test_a_disputed_deck_is_not_revealed_however_long_its_window_has_passed(
    mensch: Mensch, referee: Referee
) -> None:
    with freeze_time(BEGAN) as time:
        game = windowed(referee)
        mensch("dispute", game.id, "--as", "anna", "--record", "6", "No!").ok()
        time.tick(timedelta(days=30))
        told = mensch("disputes", "--reveal", "--json").document
        assert told["reveals"] == []
        assert [each["game"] for each in told["disputes"]] == [game.id]
        assert referee.load(game.id).revealed is None


def test_hands_are_shown_only_after_the_reveal(mensch: Mensch, referee: Referee) -> None:
    with freeze_time(BEGAN) as time:
        game = windowed(referee)
        shown = mensch("show", game.id)
        assert "Its deck stays secret until 2026-03-15 12:00 UTC" in shown.ok().lines
        assert [seat["dice"] for seat in mensch("show", game.id, "--json").document["seats"]].count(
            [0, 0]
        ) >= 1
        time.tick(timedelta(days=1))
        mensch("disputes", "--reveal")
        dice = [seat["dice"] for seat in mensch("show", game.id, "--json").document["seats"]]
        assert not any(0 in hand for hand in dice)
        assert "stays secret" not in mensch("show", game.id).ok().out


def test_the_last_move_of_a_game_with_a_window_draws_nobodys_dice(mensch: Mensch) -> None:
    game = mensch(
        "new", "--seat", "anna", "--seat", "bert", "--target", "1", "--dispute-window", "1d", "--json"
    ).document["game"]
    answer = None
    for _ in range(500):
        answer = mensch("play", game, "1").ok()
        if "wins" in answer.out:
            break
    assert answer is not None
    assert "wins" in answer.out
    loser = next(line for line in answer.lines if line.startswith("  ") and line.split()[1] == "0")
    assert loser.split()[2:4] == ["?", "?"]


def test_a_game_that_cannot_be_read_or_revealed_hides_no_other(
    mensch: Mensch, referee: Referee, redis_client: redis.Redis
) -> None:
    with freeze_time(BEGAN) as time:
        lost, broken, good = windowed(referee), windowed(referee), windowed(referee)
        redis_client.hdel(keys.shard_of(lost.id, 1).secret(lost.id), SEED)
        redis_client.xdel(keys.shard_of(broken.id, 1).log(broken.id), "3-0")
        time.tick(timedelta(days=2))
        answer = mensch("disputes", "--reveal")
        assert answer.code in (1, 8)
        assert f"the seed of game {lost.id} is missing" in answer.err
        assert f"the log of {broken.id}" in answer.err
        assert referee.load(good.id).revealed is not None


# The window


def test_a_window_is_agreed_on_when_the_game_is_created(mensch: Mensch, referee: Referee) -> None:
    for typed, span in (("1d", 24 * HOUR), ("36h", 36 * HOUR), ("1d 12H", 36 * HOUR), ("90m", HOUR * 3 // 2)):
        told = mensch("new", "--seat", "anna", "--seat", "bert", "--dispute-window", typed, "--json").document
        assert referee.load(told["game"]).dispute_window == span
    told = mensch("new", "--seat", "anna", "--seat", "bert", "--json").document
    assert referee.load(told["game"]).dispute_window == 0


@pytest.mark.parametrize(
    "typed", ["", "0s", "1", "d", "-1d", "1.5h", "1h1d", "367d", "9999999999d", "1w", "１d"]
)
def test_a_window_that_is_no_span_of_time_is_refused(mensch: Mensch, referee: Referee, typed: str) -> None:
    complaint = "is no span of time from 1s to 366d, such as 90m, 36h or 1d12h"
    mensch("new", "--seat", "anna", "--seat", "bert", f"--dispute-window={typed}").refused(2, complaint)
    assert referee.store.games() == []
