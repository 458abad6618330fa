"""Moves as people type and read them (design.md, "Moves as text").

Input is generous: case, spaces, the order of two dice, a player's name for a row that is the only one in
question, and the outcome behind the move, which is refused when it is wrong. Output is canonical, followed
by the outcome.
"""

import re
from collections.abc import Sequence
from typing import NoReturn

from mensch.core.errors import AmbiguousMoveError, IllegalMoveError, ImpossibleMoveError
from mensch.core.figures import HIGHEST
from mensch.core.moves import MOVES, SLOT_NAMES, SOURCES, Kind, Move, Source
from mensch.core.position import Effect
from mensch.core.quoting import printable
from mensch.core.said import all_of, any_of, said
from mensch.core.view import SeatView

LONGEST = 120
"""Characters of a text that are looked at; a longer one is no move."""

_MOVE = re.compile(
    r"""\s*
    (?: (?P<row>[ABC]) \s*\+\s* (?P<die>[1-6])
      | N \s* (?P<one>[1-6]) (?: \s*\+\s* (?P<other>[1-6]) )?
      | P \s* (?P<passed>[1-6]) )
    (?: \s*@\s* (?P<source>.+?) )?
    (?: \s*=\s* (?P<figure>\d{1,2})
        (?: \s*x\s* (?P<victim>.+?) | \s+from\s+ (?P<own>[ABC]) | \s+scores\s+ (?P<points>\d{1,3}) )? )?
    \s*""",
    re.IGNORECASE | re.VERBOSE,
)
_SEAT_AND_SLOT = re.compile(r"(?P<who>.*?)[\s:.]*(?P<slot>[ABC])", re.IGNORECASE)

SHAPES = said("B+5 extends row B, N4 or N3+4 starts a row, P5 passes")


def read_move(text: str, view: SeatView, names: Sequence[str] = ()) -> Move:
    """The legal move that a text means.

    Args:
        text: what a person typed.
        view: the position as the seat to move sees it.
        names: how people call the players, by seat; seat numbers always work.

    Raises:
        ImpossibleMoveError: the text is no move in any position.
        IllegalMoveError: the rules do not allow it here, or the outcome that it states is wrong.
        AmbiguousMoveError: the figure can come from several rows and the text does not say which.
    """
    found = _MOVE.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise _no_move(text, view)
    base = _base(found)
    legal = [move for move in view.legal_moves() if move.text.partition("@")[0] == base]
    if not legal:
        refuse(MOVES[base], view)
    if found["source"]:
        wanted = _sources(found["source"], view, names, text)
        legal = [move for move in legal if (move.source or view.effect(move).source) in wanted]
        if not legal:
            raise IllegalMoveError(
                said(
                    "“{text}”: the figure does not come from there. {legal}",
                    text=printable(text),
                    legal=legal_list(view),
                )
            )
    if len(legal) > 1:
        choices = any_of(move.text for move in legal)
        raise AmbiguousMoveError(
            said("“{move}” leaves a choice of rows: {choices}", move=printable(text), choices=choices)
        )
    _check_outcome(found, legal[0], view, names, text)
    return legal[0]


def read_choice(typed: str, view: SeatView, names: Sequence[str] = ()) -> Move:
    """The legal move that a person means by its number in the list of all, or by a text.

    Args:
        typed: `1` for the first of `SeatView.legal_moves`, or what `read_move` reads.

    Raises:
        mensch.core.errors.MoveError: as `read_move`.
    """
    numbered = {str(number): move for number, move in enumerate(view.legal_moves(), 1)}
    return numbered.get(typed.strip()) or read_move(typed.strip(), view, names)


def is_written_move(text: str) -> bool:
    """Whether a text is a move in some position, whatever is legal now."""
    return len(text) <= LONGEST and _MOVE.fullmatch(text) is not None


def require_legal(text: str, view: SeatView) -> Move:
    """The move of a canonical text, which must be legal.

    Raises:
        ImpossibleMoveError: the text is not the canonical one of any move.
        IllegalMoveError: the rules do not allow it here.
    """
    move = MOVES.get(text)
    if move is None:
        raise _no_move(text, view)
    if move not in view.legal_moves():
        refuse(move, view)
    return move


def _no_move(text: str, view: SeatView) -> ImpossibleMoveError:
    return ImpossibleMoveError(
        said(
            "“{text}” is no move: {shapes}. {legal}",
            text=printable(text),
            shapes=SHAPES,
            legal=legal_list(view),
        )
    )


def write_move(move: Move, effect: Effect, mover: int, names: Sequence[str] = ()) -> str:
    """A move with its outcome: `B+5=20x anna`, `A+4=14 from C`, `A+2=40 scores 9`.

    Args:
        effect: what the position says the move does.
        mover: the seat that plays it.
        names: how to call the players, by seat; seat numbers without.
    """
    if effect.figure is None:
        return move.text
    text = f"{move.text}={effect.figure}"
    source = effect.source
    if source is not None and source.seat == mover:
        text += f" from {SLOT_NAMES[source.slot]}"
    elif source is not None:
        text += f"x {names[source.seat] if names else source.seat}"
    return f"{text} scores {effect.points}" if effect.points else text


def legal_list(view: SeatView) -> str:
    """One sentence that says what would be legal."""
    moves = view.legal_moves()
    if not moves:
        return said("Legal: nothing, the game is won")
    return said("Legal: {moves}", moves=", ".join(move.text for move in moves))


def refuse(move: Move, view: SeatView) -> NoReturn:
    """Say why a move is not legal here, and what would be.

    Raises:
        IllegalMoveError: always, or AmbiguousMoveError where only the row to take from is missing.
    """
    choices = [other.text for other in view.legal_moves() if other.text.startswith(f"{move.text}@")]
    if choices:
        raise AmbiguousMoveError(
            said("“{move}” leaves a choice of rows: {choices}", move=move, choices=any_of(choices))
        )
    raise IllegalMoveError(
        said(
            "“{move}” is not legal: {reason}. {legal}",
            move=move,
            reason=_reason(move, view),
            legal=legal_list(view),
        )
    )


def _reason(move: Move, view: SeatView) -> str:
    hand = list(view.hand(view.turn))
    rows = view.rows(view.turn)
    for die in move.dice:
        if die not in hand:
            return said("the dice are {dice}", dice=all_of(view.hand(view.turn)))
        hand.remove(die)
    if move.kind is Kind.PASS:
        return said("a die can only be passed when none can be played")
    if move.kind is Kind.START:
        if all(rows):
            return said("a fourth row cannot be started")
    elif not rows[move.slot]:
        return said("there is no row {row}", row=SLOT_NAMES[move.slot])
    elif rows[move.slot][-1] + move.pips > HIGHEST:
        return said(
            "{tail} + {pips} is past {highest}", tail=rows[move.slot][-1], pips=move.pips, highest=HIGHEST
        )
    return said("the figure does not come from row {row}", row=move.source)


def _base(found: re.Match[str]) -> str:
    if found["row"]:
        return f"{found['row'].upper()}+{found['die']}"
    if found["passed"]:
        return f"P{found['passed']}"
    dice = sorted(die for die in (found["one"], found["other"]) if die)
    return "N" + "+".join(dice)


def _sources(who: str, view: SeatView, names: Sequence[str], text: str) -> set[Source]:
    """The rows that `1A`, `anna`, `anna A` or, for one's own, `B` can mean."""
    for source in SOURCES[: len(SLOT_NAMES) * view.rules.seats]:
        if who.upper() == str(source):  # before names: somebody may be called 1A
            return {source}
    whole = _seats(who, view, names)
    if whole:
        return {Source(seat, slot) for seat in whole for slot in range(len(SLOT_NAMES))}
    parts = _SEAT_AND_SLOT.fullmatch(who)
    if parts is not None:
        slot = SLOT_NAMES.index(parts["slot"].upper())
        seats = _seats(parts["who"], view, names) if parts["who"] else {view.turn}
        if seats:
            return {Source(seat, slot) for seat in seats}
    raise ImpossibleMoveError(
        said(
            "“{text}”: there is no row “{who}”. {legal}",
            text=printable(text),
            who=printable(who),
            legal=legal_list(view),
        )
    )


def _seats(who: str, view: SeatView, names: Sequence[str]) -> set[int]:
    named = {seat for seat, name in enumerate(names) if name.strip().casefold() == who.strip().casefold()}
    numbered = {int(who)} if who.isdecimal() and len(who) == 1 else set()
    return named | numbered & set(range(view.rules.seats))


def _check_outcome(found: re.Match[str], move: Move, view: SeatView, names: Sequence[str], text: str) -> None:
    if not found["figure"]:
        return
    effect = view.effect(move)
    source = effect.source
    right = effect.figure == int(found["figure"])
    if found["victim"]:
        right &= source is not None and source.seat in _seats(found["victim"], view, names) - {view.turn}
    if found["own"]:
        right &= source == Source(view.turn, SLOT_NAMES.index(found["own"].upper()))
    if found["points"]:
        right &= effect.points == int(found["points"])
    if not right:
        raise IllegalMoveError(
            said(
                "“{text}” states a wrong outcome; it would be {right}",
                text=printable(text),
                right=printable(write_move(move, effect, view.turn, names), LONGEST),
            )
        )
