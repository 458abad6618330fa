"""The deck, and the table that it is played on.

Written from docs/event-log.md and docs/rules.md alone, in plain Python that imports nothing of this project.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field


class ViolationError(Exception):
    """A record that may not stand where it stands."""


def require(right: object, otherwise: str) -> None:
    if not right:
        raise ViolationError(otherwise)


def sha(prefix: str, content: bytes) -> str:
    return hashlib.sha256(prefix.encode() + b"\n" + content).hexdigest()


# The deck

BOX = [pips for pips, cards in ((1, 22), (2, 22), (3, 22), (4, 22), (5, 21), (6, 21)) for _ in range(cards)]
Shuffle = Callable[[int, list[int]], list[int]]


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def entropy(commitment: str, context: str, joined: Sequence[str]) -> bytes:
    parts = [bytes.fromhex(commitment), context.encode(), u32(len(joined)), *map(bytes.fromhex, joined)]
    content = b"".join(u32(len(part)) + part for part in parts)
    return bytes.fromhex(sha("mensch/entropy/v1", content))


def mac(seed: bytes, purpose: str, content: bytes) -> bytes:
    return hmac.new(seed, f"mensch/{purpose}/v1\n".encode() + content, hashlib.sha256).digest()


def shuffle(seed: bytes, public: bytes) -> Shuffle:
    """The order of deck k: its cards, ascending, to the pile in drawing order."""

    def words(deck: int) -> Iterator[int]:
        counter = 0
        while True:
            block = mac(seed, "deck", public + u32(deck) + u32(counter))
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
            counter += 1

    def shuffled(deck: int, cards: list[int]) -> list[int]:
        pile, source = sorted(cards), words(deck)
        for last in range(len(pile) - 1, 0, -1):
            word = next(word for word in source if word < 2**32 - 2**32 % (last + 1))
            chosen = word % (last + 1)
            pile[last], pile[chosen] = pile[chosen], pile[last]
        return pile

    return shuffled


def unknown(deck: int, cards: list[int]) -> list[int]:
    """A pile of which nobody knows anything; an unknown die is a 0."""
    return [0] * len(cards)


# Replaying: the rules


@dataclass
class Board:
    """What lies on the table."""

    seats: int
    target: int
    stars: dict[str, int]
    shuffle: Shuffle
    rows: list[list[list[int]]] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    discards: list[int] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    deck: int = 0
    turn: int = 0
    winner: int | None = None
    ending: str = ""

    def __post_init__(self) -> None:
        self.rows = [[[], [], []] for _ in range(self.seats)]
        self.scores = [0] * self.seats
        self.centre = [*range(1, 41), *(range(1, 11) if self.seats > 2 else ())]
        self.deal(self.shuffle)

    def deal(self, order: Shuffle) -> None:
        """Shuffle all cards but the discards as deck 0, and deal."""
        cards = BOX[:]
        for die in self.discards:
            cards.remove(die)
        self.shuffle, self.deck = order, 0
        self.pile = order(0, cards)
        self.hands = [[self.pile.pop(0), self.pile.pop(0)] for _ in range(self.seats)]

    def needed(self, move: str) -> tuple[int, int] | None:
        """The slot and the figure of a move that is no pass; None where rows do not allow it."""
        rows, pips = self.rows[self.turn], sum(map(int, re.findall("[1-6]", move.partition("@")[0])))
        if move[0] == "N":
            return (rows.index([]), pips) if [] in rows else None
        slot = "ABC".index(move[0])
        fits = rows[slot] and rows[slot][-1] + pips <= 40
        return (slot, rows[slot][-1] + pips) if fits else None

    def places(self, figure: int) -> list[tuple[int, int]]:
        """The rows that come into question for a figure; none if it comes from the centre."""
        if figure in self.centre:
            return []
        found = [(s, r) for s in range(self.seats) for r in range(3) if figure in self.rows[s][r]]
        return [place for place in found if place[0] == self.turn] or found

    def play(self, move: str) -> None:
        """Play a move, which must be legal as far as the dice are known."""
        what, _, where = move.partition("@")
        dice = sorted(map(int, re.findall("[1-6]", what)))
        hand = self.hands[self.turn]
        for die in dice:
            require(die in hand or 0 in hand, f"the die {die} was not in the hand {hand}")
        if move[0] == "P":
            known = {die for die in (*hand, *dice) if die}
            texts = [f"{slot}+{die}" for slot in "ABC" for die in known] + ["N1"]
            require(not any(map(self.needed, texts)), "there was a play")
        for die in dice:
            require(die in hand or 0 in hand, f"both dice {dice} were not in the hand")
            hand.remove(die if die in hand else 0)
            self.discards.append(die)
            require(self.discards.count(die) <= BOX.count(die), f"there are not so many dice of {die}")
        if move[0] != "P" and self.place(move, where):
            return
        for _ in dice:
            if not self.pile:
                self.deck += 1
                self.pile, self.discards = self.shuffle(self.deck, self.discards), []
            hand.append(self.pile.pop(0))
        self.next_seat()

    def place(self, move: str, where: str) -> bool:
        """Take the figure and put it in place; whether that wins."""
        step = self.needed(move)
        if step is None:
            raise ViolationError(f"{move} has no row")
        slot, figure = step
        places = self.places(figure)
        if places:
            names = [f"{seat}{'ABC'[row]}" for seat, row in places]
            require(where in names if len(names) > 1 else not where, f"{move}: it lies in {names}")
            seat, row = places[names.index(where)] if where else places[0]
            self.rows[seat][row].remove(figure)
        else:
            require(not where, f"{move}: it lies in the centre")
            self.centre.remove(figure)
        target = self.rows[self.turn][slot]
        target.append(figure)
        if figure == 40:
            self.scores[self.turn] += len(target) + sum(self.stars.get(str(card), 0) for card in target)
            self.centre += target
            target.clear()
            if self.scores[self.turn] >= self.target:
                self.winner, self.ending = self.turn, "target"
        return self.winner is not None

    def next_seat(self) -> None:
        self.turn = next(s for n in range(1, 5) if (s := (self.turn + n) % self.seats) not in self.gone)

    def leave(self, seat: int) -> None:
        require(seat < self.seats and seat not in self.gone, "that seat is not in")
        self.gone.add(seat)
        for row in self.rows[seat]:
            self.centre += row
            row.clear()
        left = [other for other in range(self.seats) if other not in self.gone]
        if len(left) == 1:
            self.winner = self.turn = left[0]
            self.ending = "last seat"
        elif seat == self.turn:
            self.next_seat()

    def ranking(self) -> list[int]:
        """The place of every seat."""
        keys = [(s != self.winner, s in self.gone, -self.scores[s]) for s in range(self.seats)]
        return [1 + sum(other < key for other in keys) for key in keys]

    def steps(self, history: Sequence[str]) -> None:
        for step in history:
            self.leave(int(step[1])) if step[0] == "L" else self.play(step)
            require(self.winner is None, "the history ends the game")
