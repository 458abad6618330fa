"""The position: who holds which figures and dice, what may be played, and playing it.

Rows and the centre are sets of figures as bit masks, hands are codes of `mensch.core.dice`; both stay
inside. A die that lies face down is a 0: a position that was dealt by `mensch.core.deck.face_down` is what
a spectator may know, and the same code folds it. Playing checks nothing: ask `legal_moves()` first.
"""

from __future__ import annotations

import msgspec

from mensch.core import dice as die_cards
from mensch.core.deck import Deal, face_down
from mensch.core.dice import HANDS, JOIN, ONE
from mensch.core.errors import GameOverError
from mensch.core.figures import ALL, DOUBLED, HIGHEST, figures_in
from mensch.core.legality import moves_of
from mensch.core.moves import SLOTS, SOURCES, Kind, Move, Source
from mensch.core.outcome import Ending, Outcome
from mensch.core.rules import RuleSet
from mensch.core.said import said
from mensch.core.view import SeatView

_CENTRE = -1

_Past = tuple[list[int], int, int, int, int, int, bytes, int, int, int, int]
"""All that a move or a departure can change, as `_remember` writes and `undo` reads it."""


class HiddenDiceError(ValueError):
    """The dice that are asked for lie face down in this position."""


class Effect(msgspec.Struct, frozen=True):
    """What a move does at the table, beyond using up dice.

    Attributes:
        figure: the figure that is taken; None for a pass.
        source: the row it is taken from; None for the centre.
        points: what the completed row scores; 0 where no row is completed.
    """

    figure: int | None
    source: Source | None
    points: int


class Position:
    """A position in a game.

    Args:
        rules: the rule set of the game.
        deal: where the order of the dice comes from; the core has no randomness of its own.
    """

    __slots__ = (
        "_centre",
        "_deal",
        "_deck",
        "_departed",
        "_discards",
        "_hands",
        "_next",
        "_outcome",
        "_past",
        "_pile",
        "_rows",
        "_scores",
        "_seats",
        "_spare",
        "_turn",
        "rules",
    )

    def __init__(self, rules: RuleSet, deal: Deal) -> None:
        self.rules = rules
        self._seats = rules.seats
        self._deal = deal
        self._rows = [0] * (SLOTS * rules.seats)
        self._centre = ALL  # figures with a copy in the centre
        self._spare = DOUBLED if rules.seats > 2 else 0  # those with a second copy there
        self._scores = [0] * rules.seats
        self._turn = 0  # seat 0 begins (R; who sits there is for the people at the table)
        self._departed = 0
        self._outcome: Outcome | None = None
        self._past: list[_Past] | None = []
        self._discards = 0
        self._hands: list[int] = []
        self.redeal(deal)

    def redeal(self, deal: Deal) -> None:
        """Shuffle all dice but the discards as deck 0, deal two to every seat, and forget the past.

        The first two dice go to seat 0, the next two to seat 1, … (R); a departed seat gets its two too,
        out of play (design.md, "Forks").
        """
        self._deal = deal
        self._deck = 0
        self._pile = deal(0, die_cards.counts_of(die_cards.CARDS) - self._discards)
        self._hands = [JOIN[self._pile[2 * seat]][self._pile[2 * seat + 1]] for seat in range(self._seats)]
        self._next = die_cards.HAND_SIZE * self._seats
        if self._past is not None:
            self._past.clear()

    # What lies on the table

    @property
    def turn(self) -> int:
        """The seat to move; the winner's once the game is won."""
        return self._turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game was won; None while it runs."""
        return self._outcome

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return tuple(self._scores)

    @property
    def departed(self) -> frozenset[int]:
        """The seats that have left the table."""
        return frozenset(seat for seat in range(self._seats) if self._departed >> seat & 1)

    def rows(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """The rows of a seat in slots A, B, C, each ascending; an empty tuple is a free slot."""
        return tuple(figures_in(row) for row in self._rows[SLOTS * seat : SLOTS * seat + SLOTS])

    def row_masks(self) -> tuple[int, ...]:
        """Every row as a bit mask, at index ``3 * seat + slot``."""
        return tuple(self._rows)

    @property
    def centre(self) -> tuple[int, ...]:
        """The figures that nobody holds, ascending, a figure twice where both copies lie there."""
        return tuple(sorted(figures_in(self._centre) + figures_in(self._spare)))

    def hand(self, seat: int) -> tuple[int, ...]:
        """The dice of a seat, the smaller first, 0 for one that lies face down.

        Whoever wins by reaching the target draws no die for the last one played, so holds one (rules.md,
        order within one turn).
        """
        low, high = HANDS[self._hands[seat]]
        won = self._outcome
        if won is not None and won.ending is Ending.TARGET and won.winner == seat:
            return (high,)
        return (low, high)

    @property
    def pile_size(self) -> int:
        """How many dice the draw pile holds."""
        return len(self._pile) - self._next

    @property
    def discards(self) -> tuple[int, ...]:
        """The discard pile: number of dice by pips, index 0 for dice whose pips are unknown."""
        return die_cards.by_pips(self._discards)

    @property
    def reshuffles(self) -> int:
        """How often the discard pile has become the draw pile; also the number of the deck in use."""
        return self._deck

    def view(self, seat: int | None) -> SeatView:
        """What a seat may know, or with None what everybody may: all other dice lie face down in it."""
        masked = self.copy()
        masked._hands = [code if index == seat else 0 for index, code in enumerate(self._hands)]
        masked._pile = bytes(len(self._pile))
        masked._deal = face_down
        return SeatView(masked, seat)

    def revealed(self) -> SeatView:
        """The table with every hand face up, for a game whose deck is public; the pile stays face down."""
        masked = self.view(None)._table
        masked._hands = self._hands[:]
        return SeatView(masked, None)

    # What may be played

    def legal_moves(self) -> list[Move]:
        """Every legal move of the seat to move: extensions by row, then starts; passes only when there is
        nothing else (D, with its proof in rules.md). Empty once the game is won.

        Raises:
            HiddenDiceError: when the hand of the seat to move lies face down.
        """
        if self._outcome is not None:
            return []
        hand = self._hands[self._turn]
        if hand < 7:  # the lower die is a 0
            raise HiddenDiceError(f"the dice of seat {self._turn} lie face down")
        return self.moves_with(hand)

    def moves_with(self, hand: int) -> list[Move]:
        """The moves the seat to move would have with these dice.

        Args:
            hand: a hand code of `mensch.core.dice`.
        """
        return moves_of(self._rows, self._turn, self._centre, hand)

    def effect(self, move: Move) -> Effect:
        """What a legal move would do, without playing it."""
        if move.kind is Kind.PASS:
            return Effect(None, None, 0)
        needed = self._needed(move)
        index = self._source(move, 1 << needed)
        points = 0
        if needed == HIGHEST:
            points = self.rules.points(self._rows[SLOTS * self._turn + move.slot] | 1 << HIGHEST)
        return Effect(needed, None if index == _CENTRE else SOURCES[index], points)

    def _needed(self, move: Move) -> int:
        if move.slot < 0:
            return move.pips
        return self._rows[SLOTS * self._turn + move.slot].bit_length() - 1 + move.pips

    def _source(self, move: Move, bit: int) -> int:
        """The index of the row that a figure comes from: the centre before own rows before others' (R)."""
        if self._centre & bit:
            return _CENTRE
        if move.source is not None:
            return SLOTS * move.source.seat + move.source.slot
        rows = self._rows
        first = SLOTS * self._turn
        for index in range(first, first + SLOTS):
            if rows[index] & bit:
                return index
        for index, row in enumerate(rows):
            if row & bit:
                return index
        raise ValueError(f"no figure for {move} anywhere")

    # Playing

    def play(self, move: Move) -> None:
        """Play a legal move, in the order of rules.md: discard, take, place, score, end check, refill, next.

        A die that was played becomes known, also where the hand lay face down.

        Raises:
            GameOverError: when the game is won already.
        """
        if self._outcome is not None:
            raise GameOverError(said("the game is won, nothing more can be played"))
        turn = self._turn
        rows = self._rows
        hand = self._hands[turn]
        self._remember(hand)
        dice = move.dice
        for die in dice:
            self._discards += ONE[die]
        if move.kind is not Kind.PASS:
            first = SLOTS * turn
            if move.slot >= 0:
                target = first + move.slot
                needed = rows[target].bit_length() - 1 + move.pips
            else:  # the first free slot, counted before the figure is taken (D)
                target = first if not rows[first] else first + 1 if not rows[first + 1] else first + 2
                needed = move.pips
            bit = 1 << needed
            source = self._source(move, bit)
            if source != _CENTRE:
                rows[source] ^= bit
            elif self._spare & bit:
                self._spare ^= bit
            else:
                self._centre ^= bit
            rows[target] |= bit
            if needed == HIGHEST and self._complete(target):
                low, high = HANDS[hand]
                self._hands[turn] = JOIN[0][low if dice[0] == high else high]
                return
        if len(dice) == 1:
            low, high = HANDS[hand]
            kept = low if dice[0] == high else high
        else:
            kept = self._draw()
        self._hands[turn] = JOIN[kept][self._draw()]
        self._pass_turn()

    def _complete(self, index: int) -> bool:
        """Score and return a row that has received the 40; whether that wins the game (R)."""
        row = self._rows[index]
        self._rows[index] = 0
        self._return(row)
        score = self._scores[self._turn] + self.rules.points(row)
        self._scores[self._turn] = score
        if score < self.rules.target:
            return False
        self._outcome = Outcome(self._turn, Ending.TARGET)
        return True

    def _return(self, row: int) -> None:
        self._spare |= self._centre & row
        self._centre |= row

    def _draw(self) -> int:
        if self._next == len(self._pile):  # reshuffle when a draw is needed, also between two draws (D)
            self._deck += 1
            self._pile = self._deal(self._deck, self._discards)
            self._discards = 0
            self._next = 0
        die = self._pile[self._next]
        self._next += 1
        return die

    def _pass_turn(self) -> None:
        turn = self._turn
        while True:
            turn = turn + 1 if turn + 1 < self._seats else 0
            if not self._departed >> turn & 1:
                self._turn = turn
                return

    def leave(self, seat: int) -> None:
        """A seat leaves the table: its rows return to the centre, its dice are out of play, its score stays.

        When one player is left, that player wins (D, rules.md, "Leaving").

        Raises:
            GameOverError: when the game is won already.
            ValueError: when the seat has left before.
        """
        if self._outcome is not None:
            raise GameOverError(said("the game is won, nobody can leave it any more"))
        if self._departed >> seat & 1:
            raise ValueError(f"seat {seat} has left already")
        self._remember(self._hands[self._turn])
        for index in range(SLOTS * seat, SLOTS * seat + SLOTS):
            self._return(self._rows[index])
            self._rows[index] = 0
        self._departed |= 1 << seat
        left = [other for other in range(self._seats) if not self._departed >> other & 1]
        if len(left) == 1:
            self._turn = left[0]
            self._outcome = Outcome(left[0], Ending.LAST_SEAT)
        elif seat == self._turn:
            self._pass_turn()

    # Going back, second copies, comparing

    def play_for_good(self) -> None:
        """From here on nothing can be undone, and playing is a fifth faster: for folding long logs."""
        self._past = None

    def _remember(self, hand: int) -> None:
        if self._past is None:
            return
        turn = self._turn
        self._past.append(
            (
                self._rows[:],
                self._centre,
                self._spare,
                turn,
                hand,
                self._scores[turn],
                self._pile,
                self._next,
                self._discards,
                self._deck,
                self._departed,
            )
        )

    def undo(self) -> None:
        """Take back the last move or departure, completely.

        Raises:
            IndexError: when nothing was played in this position since it was made, copied or dealt anew, or
                it is played for good.
        """
        if self._past is None:
            raise IndexError("this position is played for good")
        (
            self._rows,
            self._centre,
            self._spare,
            turn,
            self._hands[turn],
            self._scores[turn],
            self._pile,
            self._next,
            self._discards,
            self._deck,
            self._departed,
        ) = self._past.pop()
        self._turn = turn
        self._outcome = None

    def copy(self) -> Position:
        """A second position that is played on its own. It does not take over what could be undone."""
        twin = Position.__new__(Position)
        twin.rules = self.rules
        twin._seats = self._seats
        twin._deal = self._deal
        twin._rows = self._rows[:]
        twin._centre = self._centre
        twin._spare = self._spare
        twin._scores = self._scores[:]
        twin._turn = self._turn
        twin._departed = self._departed
        twin._outcome = self._outcome
        twin._past = []
        twin._discards = self._discards
        twin._hands = self._hands[:]
        twin._deck = self._deck
        twin._pile = self._pile
        twin._next = self._next
        return twin

    def _state(self) -> tuple[object, ...]:
        return (
            self.rules,
            self._rows,
            self._centre,
            self._spare,
            self._scores,
            self._turn,
            self._departed,
            self._outcome,
            self._discards,
            self._hands,
            self._deck,
            self._pile[self._next :],
        )

    def __eq__(self, other: object) -> bool:
        """Whether table, hands and piles are the same, whatever was played to get there."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # a position changes
