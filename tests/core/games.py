"""Rule sets, shuffles and played positions, drawn from seeds."""

from random import Random

from hypothesis import note, settings
from hypothesis import strategies as st

from mensch.core.deck import Deal
from mensch.core.dice import cards_of
from mensch.core.figures import CLASSIC_STARS, FIGURES
from mensch.core.position import Position
from mensch.core.rules import TARGETS, RuleSet, classic
from mensch.core.setup import set_up

thorough = settings(max_examples=150, deadline=None)
"""Examples for an invariant; without a deadline, because a busy machine is no failure."""

STAR_TABLES: dict[str, dict[int, int]] = {
    "classic": {figure: stars for figure, stars in enumerate(CLASSIC_STARS) if stars},
    "none": {},
    "five on every figure": dict.fromkeys(FIGURES, 5),
    "by remainder": {figure: figure % 6 for figure in FIGURES},
    "low figures only": {1: 5, 2: 4, 3: 3, 10: 1},
}


def shuffled(seed: int) -> Deal:
    """A deal that is quick to compute; the one of a real game is in `mensch.core.deck`."""

    def deal(deck: int, counts: int) -> bytes:
        pile = list(cards_of(counts))
        Random(f"{seed}/{deck}").shuffle(pile)
        return bytes(pile)

    return deal


def play_at_random(position: Position, random: Random, moves: int, departures: float = 0.0) -> None:
    """Play up to so many random moves, each followed by a departure with the given probability."""
    for _ in range(moves):
        if position.outcome is not None:
            return
        position.play(random.choice(position.legal_moves()))
        if random.random() < departures and position.legal_moves():
            position.leave(random.choice(sorted(set(range(position.rules.seats)) - position.departed)))


def legal_texts(position: Position) -> set[str]:
    """The canonical texts of the legal moves."""
    return {move.text for move in position.legal_moves()}


def apart(position: Position, random: Random) -> tuple[Position, Position]:
    """Two positions that the seat to move sees alike: hidden dice are dealt anew, in two ways."""
    seats = range(position.rules.seats)
    hands = [position.hand(seat) if seat == position.turn else () for seat in seats]
    one, other = (
        set_up(
            position.rules,
            rows=[position.rows(seat) for seat in seats],
            hands=hands,
            scores=position.scores,
            turn=position.turn,
            departed=position.departed,
            discards=position.discards,
            deal=shuffled(random.getrandbits(32)),
        )
        for _ in range(2)
    )
    return one, other


rule_sets: st.SearchStrategy[RuleSet] = st.integers(2, 4).flatmap(
    lambda seats: st.builds(
        classic,
        st.just(seats),
        st.sampled_from([1, TARGETS[seats], 200]),
        st.sampled_from(list(STAR_TABLES.values())),
    )
)

seeds = st.integers(0, 2**32)


@st.composite
def played_positions(draw: st.DrawFn) -> Position:
    """A position of a running game, after up to 250 random moves and a few departures."""
    rules, deck, seed, moves = draw(rule_sets), draw(seeds), draw(seeds), draw(st.integers(0, 250))
    note(f"{rules}, deck {deck}, played with seed {seed} for {moves} moves")
    position = Position(rules, shuffled(deck))
    play_at_random(position, Random(seed), moves, departures=0.005)
    if position.outcome is not None:
        position.undo()
    return position
