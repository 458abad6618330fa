"""Setting up a position by hand, for puzzles, documents and tests; a game's own positions come from playing.

Beside `mensch.core.position` this is the one module that knows how a position is kept.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from mensch.core.deck import Deal, face_down
from mensch.core.dice import CARDS, DECK_SIZE, HAND_SIZE, JOIN, counts_of
from mensch.core.errors import UsageError
from mensch.core.figures import FIGURES, HIGHEST, copies, mask_of
from mensch.core.moves import SLOTS
from mensch.core.position import Position
from mensch.core.rules import RuleSet
from mensch.core.said import said


def set_up(
    rules: RuleSet,
    *,
    rows: Sequence[Sequence[Sequence[int]]] = (),
    hands: Sequence[Sequence[int]] = (),
    scores: Sequence[int] = (),
    turn: int = 0,
    departed: Collection[int] = (),
    pile: Sequence[int] | None = None,
    discards: Sequence[int] | None = None,
    deal: Deal = face_down,
) -> Position:
    """A position of a running game; what is not given is as at the beginning, the centre is what is left.

    Args:
        rows: by seat, the rows in slots A, B, C; an empty one is a free slot.
        hands: by seat, two dice; a 0, as every die not given, is dealt from the top of the pile.
        scores: by seat.
        turn: the seat to move.
        departed: the seats that have left the table.
        pile: pips in drawing order; None for all dice that lie nowhere else, shuffled by `deal`.
        discards: number of dice by pips, index 0 unused; None for all that lie nowhere else if there is a
            `pile`, and for no dice if there is none.
        deal: shuffles the pile where it is not given, and every later one.

    Raises:
        UsageError: when no running game can come to this position.
    """
    _check_rows(rules, rows)
    _check_seats(rules, rows, scores, turn, departed)
    if len(hands) > rules.seats or any(len(hand) > HAND_SIZE for hand in hands):
        raise UsageError(
            said(
                "there are {seats} seats with {hand_size} dice each, not {hands}",
                seats=rules.seats,
                hand_size=HAND_SIZE,
                hands=list(hands),
            )
        )
    held = [die for hand in hands for die in hand if die]
    if discards is None:
        discards = _left_over([*held, *pile], ()) if pile is not None else ()
    rest = _left_over(held, discards)
    if pile is None:
        pile = deal(0, counts_of(rest))
    elif len(pile) != sum(rest) or any(_left_over([*held, *pile], discards)):
        raise UsageError(
            said("a pile of {count} dice does not hold what hands and discards leave over", count=len(pile))
        )
    if len(pile) < HAND_SIZE * rules.seats - len(held):
        raise UsageError(
            said("a pile of {count} dice is too small for the hands that are not given", count=len(pile))
        )

    position = Position(rules, face_down)
    position._deal = deal
    position._pile = bytes(pile)
    position._next = 0
    position._discards = counts_of(discards)
    for seat in range(rules.seats):
        given = [die for die in (hands[seat] if seat < len(hands) else ()) if die]
        one, other = given + [position._draw() for _ in range(HAND_SIZE - len(given))]
        position._hands[seat] = JOIN[one][other]
    for seat, of_seat in enumerate(rows):
        for slot, row in enumerate(of_seat):
            mask = mask_of(row)
            position._rows[SLOTS * seat + slot] = mask
            second = position._spare & mask  # a figure's second copy is the first to go, as in play
            position._spare ^= second
            position._centre ^= mask ^ second
    position._scores[: len(scores)] = scores
    position._turn = turn
    position._departed = mask_of(departed)
    return position


def _check_rows(rules: RuleSet, rows: Sequence[Sequence[Sequence[int]]]) -> None:
    if len(rows) > rules.seats or any(len(of_seat) > SLOTS for of_seat in rows):
        raise UsageError(
            said(
                "there are {seats} seats with at most {slots} rows each, not {rows}",
                seats=rules.seats,
                slots=SLOTS,
                rows=list(rows),
            )
        )
    held = Counter(figure for of_seat in rows for row in of_seat for figure in row)
    for figure, number in held.items():
        if figure not in FIGURES or number > copies(figure, rules.seats):
            raise UsageError(
                said(
                    "figure {figure} is in rows {number} times, more often than it exists",
                    figure=figure,
                    number=number,
                )
            )
    if held[HIGHEST]:
        raise UsageError(
            said("a row with the {highest} is complete and has returned to the centre", highest=HIGHEST)
        )
    for row in (row for of_seat in rows for row in of_seat):
        if list(row) != sorted(set(row)):
            raise UsageError(said("row {row} is not ascending", row=list(row)))


def _check_seats(
    rules: RuleSet,
    rows: Sequence[Sequence[Sequence[int]]],
    scores: Sequence[int],
    turn: int,
    departed: Collection[int],
) -> None:
    still_in = set(range(rules.seats)) - set(departed)
    if not still_in.issuperset({turn}) or len(still_in) < 2 or not set(departed) <= set(range(rules.seats)):
        raise UsageError(
            said(
                "seat {turn} is not to move in a game of {seats} that {departed} have left",
                turn=turn,
                seats=rules.seats,
                departed=list(departed),
            )
        )
    if len(scores) > rules.seats or not all(0 <= score < rules.target for score in scores):
        raise UsageError(
            said(
                "scores {scores} are not those of a game that runs to {target}",
                scores=list(scores),
                target=rules.target,
            )
        )
    if any(any(rows[seat]) for seat in departed if seat < len(rows)):
        raise UsageError(said("the rows of who has left are in the centre"))


def _left_over(dice: Sequence[int], discards: Sequence[int]) -> list[int]:
    """How many dice of each number of pips lie neither here nor in the discard pile; index 0 unused."""
    lying = Counter(dice)
    lying.update(dict(enumerate(discards)))
    rest = [cards - lying.pop(pips, 0) for pips, cards in enumerate(CARDS)]
    if lying or not all(0 <= left <= cards for left, cards in zip(rest, CARDS, strict=True)):
        raise UsageError(
            said(
                "there are {deck_size} dice, by pips {counts}, and more are said to lie somewhere",
                deck_size=DECK_SIZE,
                counts=CARDS[1:],
            )
        )
    return rest
