"""The Python bots and the C trainer agree: on the rules, on every after-state's value and on the chosen move.

games.jsonl holds whole games printed by the trainer with the shipped weights (`train.py games`), one in four
moves at random. The trainer's engine was written from the rules alone.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from mensch.core.bots import sharp, steady
from mensch.core.bots.after_state import after_state
from mensch.core.bots.network import network
from mensch.core.deck import Deal
from mensch.core.dice import by_pips, size_of
from mensch.core.moves import MOVES
from mensch.core.position import Position
from mensch.core.rules import classic

CHOOSE = {"steady": steady.choose, "sharp": sharp.choose}


class Turn(msgspec.Struct, frozen=True):
    best: str
    move: str
    value: int | None = None
    drawn: str = ""


class Game(msgspec.Struct, frozen=True):
    level: str
    seats: int
    hands: str
    turns: list[Turn]


def read_games() -> list[Game]:
    lines = Path(__file__).with_name("games.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Game) for line in lines]


def deal_of(game: Game) -> Deal:
    """The deal that brings the dice of a recorded game in the order they were drawn."""
    queue = [int(die) for die in game.hands + "".join(turn.drawn for turn in game.turns)]

    def deal(deck: int, counts: int) -> bytes:
        known = queue[: size_of(counts)]
        del queue[: len(known)]
        rest = list(by_pips(counts))
        for die in known:
            rest[die] -= 1
        assert min(rest) >= 0, "the trainer drew a die that was not in the pile"
        return bytes(known) + b"".join(bytes([pips]) * number for pips, number in enumerate(rest))

    return deal


def positions(game: Game) -> Iterator[tuple[Position, Turn]]:
    position = Position(classic(game.seats), deal_of(game))
    for turn in game.turns:
        yield position, turn
        position.play(MOVES[turn.move])
    assert position.outcome is not None, "the trainer ended a game that goes on"


@pytest.mark.parametrize("game", read_games(), ids=lambda game: f"{game.level}-{game.seats}")
def test_every_after_state_has_the_trainers_value(game: Game) -> None:
    net = network(game.level, game.seats)
    for position, turn in positions(game):
        view = position.view(position.turn)
        after = after_state(view, MOVES[turn.move], view.hand(view.turn), view.unseen)
        assert (None if after.won else net.value(after)) == turn.value


@pytest.mark.parametrize("game", read_games(), ids=lambda game: f"{game.level}-{game.seats}")
def test_the_bot_chooses_the_trainers_move(game: Game) -> None:
    for position, turn in positions(game):
        assert CHOOSE[game.level](position.view(position.turn), b"").text == turn.best


def test_games_of_every_level_and_number_of_seats_were_recorded() -> None:
    recorded = {(game.level, game.seats) for game in read_games()}
    assert recorded == {(level, seats) for level in CHOOSE for seats in (2, 3, 4)}
