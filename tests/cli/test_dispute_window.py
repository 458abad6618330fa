"""A whole window from new to reveal, by real programs whose clocks stand before and behind it."""

from __future__ import annotations

from mensch.events.clock import OFFSET
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch, installed
from tests.cli.disputing import kinds

HOUR = 3600


def sweep_and_work(url: str, seconds: int) -> str:
    """Let a sweeper look once and a worker empty its queue, so much later; what the worker logs."""
    later = {OFFSET: str(seconds), "MENSCH_QUEUE_URL": None}
    assert installed(["sweep", "--once"], url, env=later).code == 0
    worked = installed(["worker", "--burst"], url, env=later)
    assert worked.code == 0, worked.err
    return worked.err


def test_workers_reveal_a_deck_when_its_window_has_passed_and_not_before(
    mensch: Mensch, referee: Referee, url: str
) -> None:
    words = (
        "--seat",
        "bot:random",
        "--seat",
        "bot:greedy",
        "--target",
        "5",
        "--dispute-window",
        "1d",
        "--json",
    )
    game = referee.load(mensch("new", *words).document["game"])
    assert game.over
    assert game.revealed is None
    assert game.id not in sweep_and_work(url, 23 * HOUR)
    assert referee.load(game.id).revealed is None
    assert game.id in sweep_and_work(url, 25 * HOUR)
    assert kinds(referee, game, 2) == ["deck_revealed", "reasons_published"]
    before = referee.load(game.id).seq
    sweep_and_work(url, 26 * HOUR)
    assert referee.load(game.id).seq == before


def test_workers_leave_a_disputed_deck_alone(mensch: Mensch, referee: Referee, url: str) -> None:
    words = ("--seat", "bot:random", "--seat", "anna", "--dispute-window", "1d", "--json")
    game = referee.load(mensch("new", *words).document["game"])
    mensch("abort", game.id, "--operator").ok()
    mensch("dispute", game.id, "--as", "anna", "--record", "6", "Why does it end?").ok()
    assert game.id not in sweep_and_work(url, 25 * HOUR)
    assert referee.load(game.id).revealed is None
