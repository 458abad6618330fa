"""A second engine, explicit and slow: cards in lists, the rules in the order of rules.md.

It imports nothing of the engine it is compared with, so the two can only agree where both follow the page.
Moves are canonical texts (design.md, "Moves as text").
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Shuffle = Callable[[int, list[int]], list[int]]
"""From the number of a deck and its dice, ascending, to the pile in drawing order."""


@dataclass
class Player:
    """What lies in front of one player. A row without figures is a free slot."""

    rows: list[list[int]] = field(default_factory=lambda: [[], [], []])
    hand: list[int] = field(default_factory=list)
    points: int = 0
    gone: bool = False


@dataclass(frozen=True)
class Happening:
    """What a move did: the figure taken, the seat and slot it lay in (None for the centre), the points."""

    figure: int | None
    taken_from: tuple[int, int] | None
    points: int


class Oracle:
    """One game."""

    def __init__(self, seats: int, target: int, stars: Mapping[int, int], shuffle: Shuffle) -> None:
        self.target = target
        self.stars = stars
        self.shuffle = shuffle
        self.players = [Player() for _ in range(seats)]
        self.centre = list(range(1, 41))
        if seats > 2:
            self.centre += range(1, 11)
        box = [pips for pips in range(1, 7) for _ in range(22 if pips <= 4 else 21)]
        self.deck = 0
        self.pile = shuffle(0, box)
        self.discards: list[int] = []
        for player in self.players:
            player.hand = [self.pile.pop(0), self.pile.pop(0)]
        self.turn = 0
        self.winner: int | None = None
        self.won_by = ""
        self.met: Counter[str] = Counter()

    # A turn

    def legal(self) -> list[str]:
        """The texts of all legal moves."""
        if self.winner is not None:
            return []
        hand = self.players[self.turn].hand
        rows = self.players[self.turn].rows
        plays: list[str] = []
        for die in sorted(set(hand)):
            for slot, row in enumerate(rows):  # 1. Extend
                if row and row[-1] + die <= 40:
                    plays += self._from_every_row(f"{'ABC'[slot]}+{die}", row[-1] + die)
        if [] in rows:  # 2. Start
            for die in sorted(set(hand)):
                plays += self._from_every_row(f"N{die}", die)
            low, high = sorted(hand)
            plays += self._from_every_row(f"N{low}+{high}", low + high)
        if not plays:  # 3. Pass
            plays = [f"P{die}" for die in sorted(set(hand))]
        return plays

    def _from_every_row(self, text: str, figure: int) -> list[str]:
        places = self._places(figure)
        if len(places) < 2:
            return [text]
        return [f"{text}@{seat}{'ABC'[slot]}" for seat, slot in places]

    def _places(self, figure: int) -> list[tuple[int, int]]:
        """The rows that the figure must come from; none when it lies in the centre."""
        if figure in self.centre:
            return []
        own: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        for seat, player in enumerate(self.players):
            for slot, row in enumerate(player.rows):
                if figure in row:
                    (own if seat == self.turn else others).append((seat, slot))
        return own or others

    def play(self, text: str) -> Happening:
        """Play a legal move, in the order of the page."""
        what, _, where = text.partition("@")
        mover = self.players[self.turn]
        dice = [int(sign) for sign in what if sign.isdigit()]
        for die in dice:
            mover.hand.remove(die)
            self.discards.append(die)
        figure, place, points = None, None, 0
        if what[0] == "P":
            self.met["pass"] += 1
        else:
            slot = mover.rows.index([]) if what[0] == "N" else "ABC".index(what[0])
            row = mover.rows[slot]
            figure = sum(dice) if what[0] == "N" else row[-1] + dice[0]
            place = self._take(figure, where, start=what[0] == "N")
            row.append(figure)
            if figure == 40:
                points = self._complete(row)
        if self.winner is None:
            self._refill(len(dice))
            self._next_seat()
        return Happening(figure, place, points)

    def _take(self, figure: int, where: str, start: bool) -> tuple[int, int] | None:
        places = self._places(figure)
        if not places:
            self.centre.remove(figure)
            return None
        place = (int(where[0]), "ABC".index(where[1])) if where else places[0]
        seat, slot = place
        row = self.players[seat].rows[slot]
        row.remove(figure)
        if len(places) > 1:
            self.met["choice of own rows" if seat == self.turn else "choice of others' rows"] += 1
        if seat != self.turn:
            self.met["theft"] += 1
        elif start and not row:
            self.met["start that empties an own row"] += 1
        return place

    def _complete(self, row: list[int]) -> int:
        points = len(row) + sum(self.stars.get(figure, 0) for figure in row)
        self.centre += row
        row.clear()
        mover = self.players[self.turn]
        mover.points += points
        self.met["completion"] += 1
        if mover.points >= self.target:
            self.winner, self.won_by = self.turn, "target"
        return points

    def _refill(self, played: int) -> None:
        hand = self.players[self.turn].hand
        for drawn in range(played):
            if not self.pile:
                self.met["reshuffle between two draws" if drawn else "reshuffle"] += 1
                self.deck += 1
                self.pile = self.shuffle(self.deck, sorted(self.discards))
                self.discards = []
            hand.append(self.pile.pop(0))

    def _next_seat(self) -> None:
        self.turn = (self.turn + 1) % len(self.players)
        if self.players[self.turn].gone:
            self._next_seat()

    # Leaving

    def leave(self, seat: int) -> None:
        """A player resigns or forfeits; their dice stay where they are and are never drawn again."""
        self.met["departure"] += 1
        player = self.players[seat]
        for row in player.rows:
            self.centre += row
            row.clear()
        player.gone = True
        still_in = [seat for seat, player in enumerate(self.players) if not player.gone]
        if len(still_in) == 1:
            self.turn = self.winner = still_in[0]
            self.won_by = "last seat"
        elif seat == self.turn:
            self._next_seat()

    # Ranking

    def places(self) -> list[int]:
        """The place of every seat of a game that is won."""
        order: list[list[int]] = []  # groups of seats that share a place, best first
        stayed = [seat for seat, player in enumerate(self.players) if not player.gone and seat != self.winner]
        left = [seat for seat, player in enumerate(self.players) if player.gone]
        if self.winner is not None:
            order.append([self.winner])
        for group in (stayed, left):
            for score in sorted({self.players[seat].points for seat in group}, reverse=True):
                order.append([seat for seat in group if self.players[seat].points == score])
        found = [0] * len(self.players)
        place = 1
        for seats in order:
            for seat in seats:
                found[seat] = place
            place += len(seats)
        return found
