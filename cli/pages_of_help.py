"""What `mensch help rules` and `mensch help moves` say: short pages, whose numbers come from the game itself.

docs/rules.md has the rules word for word.
"""

from __future__ import annotations

from mensch.cli.language import WORDS
from mensch.core.dice import CARDS, DECK_SIZE
from mensch.core.figures import CLASSIC_STARS, HIGHEST, TWICE
from mensch.core.moves import SLOT_NAMES
from mensch.core.rules import TARGETS

_ = WORDS.text

RULES = {
    _("What it is about"): [
        _(
            "You build rows of figures with dice cards, and steal what you need from the rows of the others. "
            "A row that reaches the {highest} scores. Whoever reaches the target first wins."
        ),
    ],
    _("On the table"): [
        _(
            "Figures: the cards 1 to {highest}, face up in the centre. With three or four players those "
            "from 1 to {twice} are there twice."
        ),
        _("Dice: {dice} cards with 1 to {pips} pips. Everybody has two in hand, which nobody else sees."),
        _("Rows: everybody has at most {rows}, called {slots}. A row is ascending."),
    ],
    _("Your turn"): [
        _("Extend a row with one die: you take the figure that is so many pips above its last one."),
        _(
            "Or start a row with one die, or with both together: you take the figure with that number. "
            "Only with fewer than {rows} rows."
        ),
        _("Pass only where neither is possible: you discard a die."),
        _("Then the dice that you played are discarded, and you draw back up to two."),
    ],
    _("Where the figure comes from"): [
        _(
            "From the centre, if it is there; else from one of your own rows; else you steal it from "
            "somebody else's."
        ),
        _(
            "It can be taken from anywhere in a row; the gap closes, and whoever was robbed gets nothing "
            "for it. Where several rows could give it, you choose."
        ),
    ],
    _("Scoring"): [
        _(
            "A row that receives the {highest} scores at once: a point for each figure in it, and one for "
            "each star on them. Then its figures go back to the centre."
        ),
        _("Stars: {stars}."),
        _("Target: {targets}. Reaching it ends the game at once."),
    ],
}
"""The rules, for somebody who wants to play: paragraphs by heading, with names of `FACTS` in braces."""

MOVES = {
    _("How to write a move"): [
        _("B+5: extend row B with a 5. The figure you need is the last one of the row plus 5."),
        _("N4: start a new row with the figure 4."),
        _("N3+4: start a new row with both dice, with the figure 7."),
        _("P5: pass and discard the 5. Only where nothing else is possible."),
        _(
            "B+5@1A: as B+5, and take the figure from row A of seat 1. Needed only where several rows "
            "could give it; a name does as well as a seat, B+5@anna."
        ),
    ],
    _("What stands behind it"): [
        _("B+5=20: it takes the figure 20."),
        _("B+5=20x anna: it steals the 20 from anna."),
        _("B+5=20 from C: it takes the 20 out of your own row C."),
        _("B+5=40 scores 9: it completes the row, which scores 9 points."),
        _("You need not write any of that; where you do it has to be right."),
    ],
    _("Writing it"): [
        _("Capitals, spaces and the order of two dice do not matter."),
        _("mensch moves GAME lists what is legal; a number from that list is a move as well."),
    ],
}
"""How a move is written, likewise."""


def _stars() -> str:
    """Which figures have stars, those with most first."""
    numbers = sorted(set(CLASSIC_STARS) - {0}, reverse=True)
    return "; ".join(
        _("{stars} on {figures}").format(
            stars=number,
            figures=", ".join(str(figure) for figure, stars in enumerate(CLASSIC_STARS) if stars == number),
        )
        for number in numbers
    )


def _targets() -> str:
    return ", ".join(
        _("{target} points with {seats} players").format(target=target, seats=seats)
        for seats, target in TARGETS.items()
    )


FACTS = {
    "dice": DECK_SIZE,
    "highest": HIGHEST,
    "pips": len(CARDS) - 1,
    "rows": len(SLOT_NAMES),
    "slots": ", ".join(SLOT_NAMES),
    "stars": _stars(),
    "targets": _targets(),
    "twice": TWICE,
}
"""What the pages name of the game."""

PAGES = {"moves": MOVES, "rules": RULES}
"""The pages by their names."""
