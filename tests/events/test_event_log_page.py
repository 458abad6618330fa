"""docs/event-log.md and docs/rules.md say what the program does: vectors, worked bytes, tables of fields."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any  # what JSON holds

import msgspec
import pytest

from mensch.core import dice
from mensch.core.deck import bot_key, commitment, entropy, joiner_bytes, seeded_deal
from mensch.core.figures import CLASSIC_STARS, FIGURES, copies
from mensch.core.moves import MOVES
from mensch.core.rules import LARGEST_TARGET, TARGETS, classic
from mensch.core.setup import set_up
from mensch.events.bodies import TYPES, Fork, MessageLeft, Rules
from mensch.events.cause import seal_cause
from mensch.events.game import Status, fold, initial
from mensch.events.loading import public_game
from mensch.events.record import DEEPEST, LARGEST, canonical, decode, digest, genesis, verify
from mensch.events.redis import keys
from mensch.events.referee import derived_command
from mensch.events.tournament.bodies import TYPES as TOURNAMENT_TYPES
from tests.events import verifier
from tests.events.verifier_table import entropy as outsiders_entropy
from tests.events.verifier_table import shuffle as outsiders_shuffle

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "event-log.md").read_text()
RULES = (DOCS / "rules.md").read_text()


def block(language: str, number: int = 0) -> str:
    """A fenced block of the page."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return found[number]


VECTORS: dict[str, Any] = json.loads(block("json", 1))
LOG = block("jsonl").encode().splitlines()
HASHES = block("text").split()
SEED = bytes.fromhex(VECTORS["seed"])


def pips(pile: bytes) -> str:
    return "".join(map(str, pile))


def counts(cards: str) -> int:
    return dice.counts_of([cards.count(str(number)) for number in range(7)])


# Vectors


def test_commitment_and_entropy_are_those_of_the_page() -> None:
    joined = [bytes.fromhex(one) for one in VECTORS["joined"]]
    assert commitment(SEED).hex() == VECTORS["commitment"]
    assert entropy(commitment(SEED), VECTORS["context"], joined).hex() == VECTORS["entropy"]


def test_decks_are_those_of_the_page() -> None:
    deal = seeded_deal(SEED, bytes.fromhex(VECTORS["entropy"]))
    box = dice.counts_of(dice.CARDS)
    number = VECTORS["number_of_a_deck_with_a_word_passed_over"]
    assert pips(deal(0, box)) == VECTORS["deck_0"]
    assert pips(deal(1, counts(VECTORS["discards"]))) == VECTORS["deck_1"]
    assert pips(deal(number, box)) == VECTORS["that_deck"]
    assert sorted(VECTORS["deck_1"]) == sorted(VECTORS["discards"])


def test_the_outsider_makes_the_same_decks() -> None:
    public = outsiders_entropy(VECTORS["commitment"], VECTORS["context"], VECTORS["joined"])
    shuffled = outsiders_shuffle(SEED, public)
    box = [int(one) for one in sorted(VECTORS["deck_0"])]
    assert "".join(map(str, shuffled(0, box))) == VECTORS["deck_0"]
    assert "".join(map(str, shuffled(1, [int(one) for one in VECTORS["discards"]]))) == VECTORS["deck_1"]
    number = VECTORS["number_of_a_deck_with_a_word_passed_over"]
    assert "".join(map(str, shuffled(number, box))) == VECTORS["that_deck"]


def test_blocks_of_words_are_those_of_the_page() -> None:
    def words(deck: int, counter: int) -> str:
        numbers = deck.to_bytes(4, "big") + counter.to_bytes(4, "big")
        message = b"mensch/deck/v1\n" + bytes.fromhex(VECTORS["entropy"]) + numbers
        return hmac.digest(SEED, message, "sha256").hex()

    number = VECTORS["number_of_a_deck_with_a_word_passed_over"]
    assert words(0, 0) == VECTORS["block_0_of_deck_0"]
    assert words(number, 6) == VECTORS["block_6_of_that_deck"]


def test_one_word_of_the_page_is_really_passed_over() -> None:
    word = int(VECTORS["block_6_of_that_deck"][-8:], 16)
    taken = 6 * 8 + 8  # it is the last word of its block
    last = 130 - taken
    limit = 2**32 - 2**32 % (last + 1)
    assert word >= limit
    assert f"`{limit:08x}`" in PAGE
    assert f"`{word:08x}`" in PAGE
    assert f"*last* = {last}," in PAGE


def test_bytes_and_randomness_of_bots_are_those_of_the_page() -> None:
    assert joiner_bytes(SEED, 0).hex() == VECTORS["bytes_of_a_bot_that_joins_first"]
    assert joiner_bytes(SEED, 1).hex() == VECTORS["bytes_of_a_bot_that_joins_second"]
    assert bot_key(SEED, 7, 1).hex() == VECTORS["randomness_of_a_bot_at_record_7_seat_1"]


def test_commands_seals_and_digests_are_those_of_the_page() -> None:
    assert derived_command(SEED, "reasons:6") == VECTORS["command_for_reasons_6"]
    assert seal_cause(VECTORS["envelope"], bytes.fromhex(VECTORS["salt"])) == VECTORS["auth"]
    salted = bytes.fromhex(VECTORS["salt_of_text"]) + VECTORS["text"].encode()
    assert hashlib.sha256(b"mensch/text/v1\n" + salted).hexdigest() == VECTORS["digest"]
    assert genesis(VECTORS["context"]) == VECTORS["genesis"]


# The worked log


def test_the_worked_log_is_read_and_written_again_with_the_same_bytes_and_hashes() -> None:
    assert [canonical(decode(raw)) for raw in LOG] == LOG
    assert [digest(raw) for raw in LOG] == HASHES
    assert [entry.raw for entry in verify(LOG, game="game000001")] == LOG


def test_the_worked_log_is_right_for_the_outsider_and_comes_to_the_state_that_the_page_tells() -> None:
    log = list(verify(LOG, game="game000001"))
    game = public_game("game000001", log)
    assert verifier.verify(LOG).status == "over"
    assert (game.status, game.sealed) == (Status.FINISHED, 0)
    assert fold(initial("game000001", SEED), log).table == game.table
    table = game.table
    assert (
        f"The dice are {' '.join(map(str, public_game('game000001', log, 4).table.hand(0)))} and 5 5"
        in flat()
    )
    assert table.rows(1) == ((5,), (), ())
    assert (table.hand(0), table.hand(1), table.scores) == ((4, 6), (5, 5), (0, 0))
    assert (table.discards[5], sum(table.discards)) == (2, 2)
    assert table.departed == {0}
    assert f"the draw pile {table.pile_size} cards" in flat()


def test_the_worked_log_uses_the_vectors() -> None:
    text = b"\n".join(LOG).decode()
    for name in ("seed", "commitment", "bytes_of_a_bot_that_joins_second", "digest", "genesis"):
        assert VECTORS[name] in text
    assert any(isinstance(decode(raw).body, MessageLeft) for raw in LOG)


def flat() -> str:
    """The page without its line breaks."""
    return " ".join(PAGE.split())


# Fields


def section(kind: str) -> str:
    """What the page says of an event type."""
    return re.split(r"^#+ ", PAGE.partition(f"\n### `{kind}`\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def test_the_page_describes_every_event_type_and_no_other() -> None:
    described = re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE)
    assert sorted(described) == sorted(kind for kind, _ in (*TYPES, *TOURNAMENT_TYPES))
    assert {version for _, version in (*TYPES, *TOURNAMENT_TYPES)} == {1}


KINDS: dict[type[msgspec.Struct], str] = {
    body: kind for types in (TYPES, TOURNAMENT_TYPES) for (kind, _), body in types.items()
}


@pytest.mark.parametrize("body", KINDS, ids=lambda body: KINDS[body])
def test_the_page_describes_every_field_of_a_type_and_no_other(body: type[msgspec.Struct]) -> None:
    described = re.findall(r"^\| `([\w.\[\]]+)` \|", section(KINDS[body]), re.MULTILINE)
    tops = {name.split(".")[0].removesuffix("[]") for name in described}
    assert tops == set(body.__struct_fields__)


@pytest.mark.parametrize(("part", "body"), [("fork", Fork), ("rules", Rules)])
def test_the_page_describes_every_field_of_the_creation(part: str, body: type[msgspec.Struct]) -> None:
    described = re.findall(rf"^\| `{part}\.(\w+)` \|", section("game_created"), re.MULTILINE)
    assert sorted(described) == sorted(body.__struct_fields__)


def test_the_page_states_the_limits() -> None:
    assert f"At most {LARGEST:,} bytes, and at most {DEEPEST} levels" in flat()


def test_the_page_names_the_keys_of_the_store() -> None:
    shard = keys.Shard(0)
    named = [shard.log("<id>"), shard.head("<id>"), shard.commands("<id>"), shard.secret("<id>")]
    named += [
        shard.text("<id>"),
        shard.games,
        shard.tournaments,
        shard.due,
        shard.feed,
        keys.player("<id>"),
        keys.META,
    ]
    for name in named:
        assert f"`{name.replace('{0}', '{s}')}`" in PAGE


def test_every_link_of_both_pages_leads_somewhere() -> None:
    headings = {
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    }
    links = re.findall(r"\]\(([^)]+)\)", PAGE + RULES)
    assert links
    for link in links:
        assert link[1:] in headings if link[0] == "#" else (DOCS / link).exists()


# The rules


def test_the_stars_of_the_rules_are_those_of_the_program() -> None:
    table = RULES.partition("## Stars")[2].partition("Owners")[0]
    told = dict.fromkeys(FIGURES, 0)
    for figures, stars in re.findall(r"^\| ([\d, ]+) \| (\d) \|", table, re.MULTILINE):
        told |= dict.fromkeys(map(int, figures.split(",")), int(stars))
    assert told == {figure: CLASSIC_STARS[figure] for figure in FIGURES}


def test_cards_and_targets_of_the_rules_are_those_of_the_program() -> None:
    rules = " ".join(RULES.split())
    assert f"{TARGETS[2]} points with 2 players, {TARGETS[3]} with 3, {TARGETS[4]} with 4" in rules
    assert (
        f"{dice.DECK_SIZE} cards: {dice.CARDS[1]} each of 1, 2, 3 and 4 pips, {dice.CARDS[5]} each" in rules
    )
    assert f"there are {sum(copies(figure, 3) for figure in FIGURES)}:" in rules
    assert f"which leaves {sum(copies(figure, 2) for figure in FIGURES)}." in rules
    assert f"the target (1 to {LARGEST_TARGET})" in rules


def test_every_move_that_the_rules_show_is_a_move() -> None:
    shown = re.findall(r"`((?:[A-C]\+|N|P)[^`]*)`", RULES)
    assert len(shown) > 30
    assert set(shown) <= MOVES.keys()


POSITIONS = re.findall(r"^\| (.*) \|$", RULES.partition("## Worked positions")[2], re.MULTILINE)[1:]


def test_there_are_twelve_worked_positions() -> None:
    assert [line.split(" | ")[0] for line in POSITIONS] == [str(number) for number in range(1, 13)]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7, 8, 9, 11])
def test_what_a_worked_position_says_is_legal_is_legal(number: int) -> None:
    _, seats, position, hand, told = POSITIONS[number - 1].split(" | ")
    rows = [
        [[int(figure) for figure in row.split()] for row in re.findall(r"\[([\d ]+)\]", of_seat)]
        for of_seat in position.split("P")[1:]
    ]
    table = set_up(classic(int(seats)), rows=rows, hands=[[int(die) for die in hand.split()]])
    legal = {move.text for move in table.legal_moves()}
    shown = set(re.findall(r"`((?:[A-C]\+|N|P)[^`]*)`", told)) - ({"A+4"} if number in (7, 11) else set())
    assert shown <= legal
    assert shown == legal or number > 5
