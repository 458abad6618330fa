"""The deck derivation against published vectors (docs/event-log.md) and against a second derivation."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mensch.core.deck import bot_key, commitment, entropy, face_down, joiner_bytes, seeded_deal
from mensch.core.dice import CARDS, HAND_SIZE, by_pips, cards_of, counts_of
from mensch.core.position import Position
from mensch.core.rules import classic
from tests.core.games import thorough

SEED = bytes(range(0x20))
CONTEXT = "0123456789"
JOINERS = [bytes(range(0x20, 0x40)), bytes(range(0x40, 0x60))]

COMMITMENT = "08c21ab1a8c703c4ed3e71a55309c2b713a89b36ab5ce98eba54fda32a104469"
ENTROPY = "09782ee257818060ab18c5bbafb40acd374ea8f78d39e222d3d4a0cd285d1b94"
ENTROPY_WITHOUT_JOINERS = "d4555f0dfedb1ec3c134dbae891cea6a400d91a3516ad5a362990e3c37c8d8b9"

DECKS: dict[str, tuple[int, tuple[int, ...], str]] = {
    "the first deck": (
        0,
        (0, 22, 22, 22, 22, 21, 21),
        (
            "52611511251515113264226621643456621231634665546535614313624325452"
            "13424541413362452653225362654331233144634663215534436423141542215"
        ),
    ),
    "a reshuffle of 117 discards": (
        1,
        (0, 20, 21, 19, 22, 18, 17),
        (
            "53146546444632122321613121154234541162455432466234634662526253262"
            "3563263121244565631133444551534144252512131155126334"
        ),
    ),
    "six different dice": (7, (0, 1, 1, 1, 1, 1, 1), "145623"),
    "a deck whose 17th word is passed over": (
        2129582,
        (0, 22, 22, 22, 22, 21, 21),
        (
            "61553463233114124562461413415256634545553433413355611226456462641"
            "11536336135152424522612143216314351322413445223526566624426231265"
        ),
    ),
}

JOINER_BYTES = {
    0: "55b44fba32c3fa45c831f1123d7275f27ad640a5f41520c95fc6835615825de4",
    1: "154a1a2068a17784e82f93b954e20b3c0de612d4d53ee4b9345c3082303f05b6",
}
BOT_KEYS = {
    (17, 1): "186dfa6354ee2ce1f41a8f09c9eba2cf6f4108c48ac48015d01c241c0d9e8bad",
    (0, 0): "55ce02e1a545da14637c3e085f17759e293b528bff645a1b96b4487adf03d3cd",
}

# The same derivation a second time, as a stranger would write it down from docs/event-log.md


def u32(number: int) -> bytes:
    return bytes([number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255])


def derived_commitment(seed: bytes) -> bytes:
    return hashlib.sha256(b"mensch/commitment/v1\n" + seed).digest()


def derived_entropy(seed: bytes, context: str, joiners: list[bytes]) -> bytes:
    text = b"mensch/entropy/v1\n"
    text += u32(32) + derived_commitment(seed)
    text += u32(len(context)) + context.encode("ascii")
    text += u32(4) + u32(len(joiners))
    for joiner in joiners:
        text += u32(32) + joiner
    return hashlib.sha256(text).digest()


def derived_pile(seed: bytes, entropy: bytes, deck: int, dice: list[int]) -> tuple[list[int], list[int]]:
    """The pile, and the numbers of the words that were passed over."""
    pile = sorted(dice)
    passed_over = []
    used = 0
    last = len(pile) - 1
    while last > 0:
        block, place = divmod(used, 8)
        message = b"mensch/deck/v1\n" + entropy + u32(deck) + u32(block)
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        word = int.from_bytes(digest[4 * place : 4 * place + 4], "big")
        used += 1
        if word >= 2**32 // (last + 1) * (last + 1):
            passed_over.append(used)
            continue
        chosen = word % (last + 1)
        pile[last], pile[chosen] = pile[chosen], pile[last]
        last -= 1
    return pile, passed_over


# Vectors


def test_the_commitment_of_the_vector_seed() -> None:
    assert commitment(SEED).hex() == derived_commitment(SEED).hex() == COMMITMENT


def test_the_entropy_of_the_vector_context_and_players() -> None:
    assert entropy(commitment(SEED), CONTEXT, JOINERS).hex() == ENTROPY
    assert derived_entropy(SEED, CONTEXT, JOINERS).hex() == ENTROPY


def test_the_entropy_without_players() -> None:
    assert entropy(commitment(SEED), CONTEXT, []).hex() == ENTROPY_WITHOUT_JOINERS
    assert derived_entropy(SEED, CONTEXT, []).hex() == ENTROPY_WITHOUT_JOINERS


@pytest.mark.parametrize(("deck", "by_pips", "pile"), DECKS.values(), ids=list(DECKS))
def test_the_decks_of_the_vector_seed(deck: int, by_pips: tuple[int, ...], pile: str) -> None:
    dealt = seeded_deal(SEED, bytes.fromhex(ENTROPY))(deck, counts_of(by_pips))
    assert "".join(map(str, dealt)) == pile
    dice = [pips for pips in range(7) for _ in range(by_pips[pips])]
    assert "".join(map(str, derived_pile(SEED, bytes.fromhex(ENTROPY), deck, dice)[0])) == pile


def test_one_vector_passes_over_a_word_that_would_favour_low_numbers() -> None:
    deck, by_pips, _ = DECKS["a deck whose 17th word is passed over"]
    dice = [pips for pips in range(7) for _ in range(by_pips[pips])]
    assert derived_pile(SEED, bytes.fromhex(ENTROPY), deck, dice)[1] == [17]


def test_the_bytes_bots_add_when_they_join() -> None:
    for index, expected in JOINER_BYTES.items():
        message = b"mensch/joiner/v1\n" + u32(index)
        assert joiner_bytes(SEED, index).hex() == expected
        assert hmac.new(SEED, message, hashlib.sha256).hexdigest() == expected


def test_the_keys_of_bots_decisions() -> None:
    for (seq, seat), expected in BOT_KEYS.items():
        message = b"mensch/bot/v1\n" + u32(seq) + u32(seat)
        assert bot_key(SEED, seq, seat).hex() == expected
        assert hmac.new(SEED, message, hashlib.sha256).hexdigest() == expected


def test_the_first_dice_of_the_first_deck_are_the_hands_of_the_first_seats() -> None:
    position = Position(classic(2), seeded_deal(SEED, bytes.fromhex(ENTROPY)))
    pile = DECKS["the first deck"][2]
    for seat in range(2):
        dealt = pile[HAND_SIZE * seat : HAND_SIZE * seat + HAND_SIZE]
        assert position.hand(seat) == tuple(sorted(map(int, dealt)))


# Beyond the vectors


@thorough
@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.binary(min_size=32, max_size=32), max_size=4),
    st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=10, max_size=10),
    st.integers(0, 2**32 - 1),
    st.tuples(*(st.integers(0, cards) for cards in CARDS[1:])),
)
def test_both_derivations_agree_for_any_seed(
    seed: bytes, joiners: list[bytes], context: str, deck: int, number: tuple[int, ...]
) -> None:
    public = entropy(commitment(seed), context, joiners)
    assert public == derived_entropy(seed, context, joiners)
    dice = [pips for pips, many in enumerate(number, start=1) for _ in range(many)]
    dealt = seeded_deal(seed, public)(deck, counts_of((0, *number)))
    assert list(dealt) == derived_pile(seed, public, deck, dice)[0]


@thorough
@given(st.tuples(*(st.integers(0, cards) for cards in CARDS[1:])))
def test_a_shuffle_neither_loses_nor_adds_a_die(number: tuple[int, ...]) -> None:
    counts = counts_of((0, *number))
    assert by_pips(counts) == (0, *number)
    assert sorted(seeded_deal(SEED, bytes(32))(3, counts)) == list(cards_of(counts))
    assert face_down(3, counts) == bytes(sum(number))


def test_every_part_of_the_entropy_counts() -> None:
    committed = commitment(SEED)
    other = bytes(32)
    made = {
        entropy(committed, CONTEXT, JOINERS),
        entropy(commitment(other), CONTEXT, JOINERS),
        entropy(committed, "0123456788", JOINERS),
        entropy(committed, CONTEXT, JOINERS[::-1]),
        entropy(committed, CONTEXT, JOINERS[:1]),
        entropy(committed, CONTEXT, [JOINERS[0], other]),
        entropy(committed, CONTEXT, [JOINERS[0] + JOINERS[1]]),
        entropy(committed, CONTEXT + "a", JOINERS),
    }
    assert len(made) == 8


def test_seed_entropy_and_number_of_the_deck_each_change_the_pile() -> None:
    full = counts_of(CARDS)
    public = bytes.fromhex(ENTROPY)
    piles = {
        seeded_deal(SEED, public)(0, full),
        seeded_deal(bytes(32), public)(0, full),
        seeded_deal(SEED, bytes(32))(0, full),
        seeded_deal(SEED, public)(1, full),
    }
    assert len(piles) == 4
    assert seeded_deal(SEED, public)(0, full) in piles
