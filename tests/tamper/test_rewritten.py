"""What the operator can make of a log, who can write everything behind a record anew with a right chain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from mensch.core.deck import Deal, commitment, seeded_deal
from mensch.core.rules import classic
from mensch.events.audit import Given, audit
from mensch.events.audit.chain import Noted
from mensch.events.audit.report import COPY, OPERATOR, Code, Standing, Verdict
from mensch.events.game import fold, initial
from mensch.events.record import digest
from tests.events.audit.logs import Change, fields_of, number_of, rechained, rewritten, whole
from tests.events.table import GAME, SEED, started
from tests.events.verifier_table import mac, u32
from tests.tamper.case import Case, Found, agree, by_operator, checked, sound
from tests.tamper.sample import BEN, EVE, PINNED, SERVICES, exported, played, receipt

TABLE = whole(bots=[1])
RAWS = TABLE.raws
SIGNED = played().raws
RECORDS = [fields_of(raw) for raw in RAWS]
REVEAL, PUBLISHED = number_of(RAWS, "deck_revealed"), number_of(RAWS, "reasons_published")
FINISHED = number_of(RAWS, "game_finished")
JOINED = number_of(RAWS, "player_joined")
BREACH = Verdict.VIOLATION


def broken(
    lines: Callable[[], list[bytes]],
    *found: Found | Code,
    verdict: Verdict = BREACH,
    given: Given | None = None,
) -> Case:
    """A case with findings that concern the operator, unless another party is named."""
    pairs = frozenset(one if isinstance(one, tuple) else (one, OPERATOR) for one in found)
    return Case(lines, verdict, pairs, given or Given())


def changed(number: int, change: Change) -> Callable[[], list[bytes]]:
    """The log with one record changed, chained anew, as an export with a right header."""
    return lambda: exported(rewritten(RAWS, number, change), [])


def body(number: int, **fields: object) -> Callable[[], list[bytes]]:
    return changed(number, lambda record: record["body"].update(fields))


def moved(number: int, to: int) -> Callable[[], list[bytes]]:
    """A record somewhere else, by a command of its own, and chained anew."""
    rest = [*RECORDS[: number - 1], *RECORDS[number:]]
    record = {**RECORDS[number - 1], "at": rest[to - 2]["at"], "cmd": "f" * 32}
    return lambda: rechained([*rest[: to - 1], record, *rest[to - 1 :]])


def rebuilt(change: Callable[[list[dict[str, object]]], object]) -> Callable[[], list[bytes]]:
    """The log with anything changed, and chained anew."""

    def lines() -> list[bytes]:
        records: list[dict[str, object]] = [fields_of(raw) for raw in RAWS]
        change(records)
        return rechained(records)

    return lines


# Dice of another deck


def cheating(deal: Callable[[bytes, bytes], Deal]) -> list[bytes]:
    """A game without signatures that was dealt otherwise than the seed says, and is right but for that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mensch.events.game.seeded_deal", deal)
        table = started(rules=classic(2, 9))
        table.plays_to_the_end(Random(1))
    return table.raws


def swaps(seed: bytes, public: bytes, pile: list[int], choose: Callable[[int, int], int]) -> bytes:
    """The swaps of a shuffle, by 32-bit words of the right source that are used in some way."""
    words = (
        int.from_bytes(block[at : at + 4], "big")
        for counter in range(1000)
        for block in [mac(seed, "deck", public + u32(0) + u32(counter))]
        for at in range(0, 32, 4)
    )
    for last in range(len(pile) - 1, 0, -1):
        chosen = choose(next(words), last)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return bytes(pile)


def shuffled_by(
    cards: Callable[[list[int]], list[int]], choose: Callable[[int, int], int]
) -> Callable[[bytes, bytes], Deal]:
    """A program that shuffles deck 0 in its own way."""

    def deal_of(seed: bytes, public: bytes) -> Deal:
        right = seeded_deal(seed, public)

        def deal(deck: int, counts: int) -> bytes:
            pile = right(deck, counts)
            return pile if deck else swaps(seed, public, cards(sorted(pile)), choose)

        return deal

    return deal_of


def by_the_book(word: int, last: int) -> int:
    return word % (last + 1)


def among_all_cards(word: int, last: int) -> int:
    return word % 130


def near_the_top(word: int, last: int) -> int:
    return word % (last // 2 + 1)


def backwards(cards: list[int]) -> list[int]:
    return cards[::-1]


def as_in_the_box(cards: list[int]) -> list[int]:
    return [die for die in range(1, 7) for _ in range(cards.count(die))]


def sixes_first(cards: list[int]) -> list[int]:
    return sorted(cards, key=lambda die: die != 6)


DEALS = {
    "an unsorted deck": shuffled_by(backwards, by_the_book),
    "a deck with the sixes first": shuffled_by(sixes_first, by_the_book),
    "a shuffle that swaps with any card": shuffled_by(list, among_all_cards),
    "a shuffle that favours one half": shuffled_by(list, near_the_top),
}


@pytest.mark.parametrize("deal", DEALS)
def test_dice_of_a_biased_or_unsorted_shuffle_are_told(deal: str) -> None:
    raws = cheating(DEALS[deal])
    report = checked(broken(lambda: raws, Code.ILLEGAL_MOVE))
    (finding,) = report.broken
    assert finding.standing is Standing.PROVEN


def test_a_shuffle_of_ones_own_that_is_right_is_sound() -> None:
    raws = cheating(shuffled_by(as_in_the_box, by_the_book))
    checked(sound(lambda: raws))


# The same game with other moves, by the same players, all of it signed anew


def test_a_game_that_was_written_and_signed_anew_is_right_by_itself_and_refuted_by_one_old_receipt() -> None:
    again = played(2).raws
    assert again[:6] == SIGNED[:6]
    checked(sound(lambda: exported(again), Given(keys=PINNED)))
    for seq in (7, 20, min(len(again), len(SIGNED))):
        given = Given(keys=PINNED, receipts=[receipt(SIGNED, seq), receipt(again, len(again))])
        case = by_operator(lambda: exported(again), Verdict.TWO_HISTORIES, Code.TWO_HISTORIES, given=given)
        (finding,) = checked(case).broken
        assert (finding.last, finding.standing) == (seq, Standing.PROVEN)


def test_a_game_that_was_written_anew_for_other_keys_is_refuted_by_one_old_receipt() -> None:
    given = Given(keys={"service": SERVICES}, receipts=[receipt(SIGNED, 12)])
    lines = exported(played(0, (EVE, BEN)).raws)
    checked(sound(lambda: lines))
    checked(by_operator(lambda: lines, Verdict.TWO_HISTORIES, Code.TWO_HISTORIES, given=given))


def test_a_receipt_for_what_both_histories_have_refutes_neither() -> None:
    given = Given(keys=PINNED, receipts=[receipt(SIGNED, 6)])
    checked(sound(lambda: played(2).raws, given))


# Dice


def not_in_hand(number: int) -> str | None:
    """A move that was possible for all that a spectator can tell, with a die that was not in the hand."""
    table = fold(initial(GAME, SEED), TABLE.log[: number - 1]).table
    for die in sorted({*range(1, 7)} - {*table.hand(table.turn)}):
        for text in (f"A+{die}", f"B+{die}", f"C+{die}", f"N{die}"):
            if agree(played_instead(RAWS[:number], number, text)) in (Verdict.SOUND, Verdict.CUT):
                return text
    return None


def played_instead(raws: Sequence[bytes], number: int, move: str) -> list[bytes]:
    return rewritten(raws, number, lambda record: record["body"].update(move=move))


MOVES = [n for n, record in enumerate(RECORDS, 1) if record["type"] == "move_played"]


def test_a_die_that_was_not_in_hand_is_told_by_the_reveal_and_not_before() -> None:
    tried = 0
    for number in MOVES:
        move = not_in_hand(number)
        if move is not None:
            tried += 1
            report = audit(played_instead(RAWS, number, move), bots=False)
            (finding,) = report.broken
            assert (finding.code, finding.last) == (Code.ILLEGAL_MOVE, number)
            assert agree(played_instead(RAWS, number, move)) == Verdict.VIOLATION
    assert tried > len(MOVES) / 2


HIDDEN = {"die": 6}
CASES: dict[str, Case] = {
    # The seed and what the players added
    "a seed that does not fit": broken(body(REVEAL, seed="00" * 32), Code.SEED_DIFFERS),
    "a seed that is one bit another": broken(
        body(REVEAL, seed=bytes([SEED[0] ^ 1, *SEED[1:]]).hex()), Code.SEED_DIFFERS
    ),
    "a commitment that does not fit": broken(
        changed(1, lambda record: record["body"]["deck"].update(commitment="00" * 32)),
        Code.SEED_DIFFERS,
    ),
    "a player's bytes changed": broken(body(JOINED, entropy="00" * 32), Code.ILLEGAL_MOVE),
    "a bot's bytes changed": broken(
        body(JOINED + 1, entropy="00" * 32), Code.BYTES_DIFFER, Code.ILLEGAL_MOVE
    ),
    "a player's bytes left out": broken(
        changed(JOINED, lambda record: record["body"].pop("entropy")),
        (Code.MALFORMED, COPY),
        verdict=Verdict.MALFORMED,
    ),
    "a player left out": broken(
        rebuilt(lambda records: records.pop(JOINED - 1)),
        Code.OUT_OF_TURN,
        Code.FALSE_CAUSE,
        Code.BYTES_DIFFER,
    ),
    "players in another order": broken(
        rebuilt(lambda records: records.insert(JOINED - 1, records.pop(JOINED))),
        Code.TIME_BACK,
        Code.BYTES_DIFFER,
        Code.ILLEGAL_MOVE,
    ),
    # Moves
    "a pass without need": broken(body(MOVES[-1], move="P1"), Code.ILLEGAL_MOVE),
    "a move left out": broken(
        rebuilt(lambda records: records.pop(MOVES[-2] - 1)), (Code.OUT_OF_TURN, OPERATOR), Code.FALSE_CAUSE
    ),
    "a move for another seat": broken(
        changed(MOVES[-1], lambda record: record.update(by="seat:0")), Code.OUT_OF_TURN
    ),
    "another result": broken(body(FINISHED, winner=0), Code.EVENT_DIFFERS),
    "another score": broken(body(FINISHED, scores=[9, 0, 9]), Code.EVENT_DIFFERS),
    "a command that happens again": broken(
        changed(20, lambda record: record.update(cmd=RECORDS[8]["cmd"])),
        Code.COMMAND_AGAIN,
    ),
    "a time that goes back": broken(changed(REVEAL + 1, lambda record: record.update(at=1)), Code.TIME_BACK),
    # What is told too early
    "the seed, while the game runs": broken(
        moved(REVEAL, 10), Code.EARLY, Code.FALSE_CAUSE, Code.OUT_OF_TURN
    ),
    "the causes of moves, before the reveal": broken(
        moved(PUBLISHED, REVEAL), Code.EARLY, Code.EVENT_DIFFERS, Code.COMMAND_AGAIN
    ),
    "the cause of a move, without a dispute": broken(
        changed(
            PUBLISHED,
            lambda record: record.update(type="reason_opened", body={"reason": record["body"]["reasons"][0]}),
        ),
        Code.EARLY,
        Code.OUT_OF_TURN,
    ),
    "a hidden die in the record of a move": broken(
        body(8, hand=[3, 6]), (Code.NEWER, OPERATOR), verdict=Verdict.NEWER
    ),
    "a hidden die in a type of its own": broken(
        changed(8, lambda record: record.update(type="hand_shown", body=HIDDEN)),
        (Code.NEWER, OPERATOR),
        verdict=Verdict.NEWER,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_the_operator_has_written_anew_is_told(case: str) -> None:
    checked(CASES[case])


def test_a_game_with_another_seed_throughout_is_another_game_and_refuted_by_a_receipt() -> None:
    other = bytes(32)
    raws = rewritten(
        RAWS, 1, lambda record: record["body"]["deck"].update(commitment=commitment(other).hex())
    )
    raws = rewritten(raws, REVEAL, lambda record: record["body"].update(seed=other.hex()))
    report = audit(raws, Given(heads=[Noted(5, digest(RAWS[4]), "anna")]))
    assert report.verdict is Verdict.TWO_HISTORIES
    assert Code.BYTES_DIFFER in {finding.code for finding in report.broken}
