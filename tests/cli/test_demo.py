"""`mensch demo`: a whole game into a real Redis and back."""

from __future__ import annotations

from tests.cli.command_line import Mensch


def test_a_game_of_bots_is_played_and_shown_again(mensch: Mensch, url: str) -> None:
    lines = mensch("demo").ok().lines
    assert lines[0] == f"A new game, bot:greedy against bot:random, is played into {url}:"
    (only,) = mensch("games", "--json").documents
    assert only["status"] == "finished"
    assert lines[-1] == f"Show it once more: mensch replay {only['game']}"
    assert lines[2:-1] == mensch("replay", only["game"]).ok().lines
    records = mensch("replay", only["game"], "--json").documents
    moves = sum(record["type"] == "move_played" for record in records)
    assert lines[1] == f"{moves} moves, {len(records)} events. Here it is again from its events:"
    assert lines[-2].startswith("1st ")
