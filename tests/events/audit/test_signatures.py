"""Signed lines and receipts: whose they are, over which history."""

from __future__ import annotations

from mensch.events import commands as c
from mensch.events.audit import Given, audit
from mensch.events.audit.report import Code, Standing, Verdict
from mensch.events.cause import Cause, seal_cause
from mensch.events.ed25519 import public_key
from mensch.events.receipts import Receipt
from mensch.events.receipts import sign as sign_receipt
from mensch.events.record import canonical
from mensch.events.signing import RESIGN, SignedLine, sign
from tests.events.audit.logs import codes, number_of, open_questions, refuted, rewritten, sound
from tests.events.table import GAME, Table, created, join, player, salt, started

ANNA, BEN, SERVICE = (bytes([n]) * 32 for n in (1, 2, 3))
ANNAS, BENS, SERVICES = map(public_key, (ANNA, BEN, SERVICE))
PINNED = Given(keys={"seat:0": ANNAS, "seat:1": BENS})


def signing_table() -> Table:
    """A running game of anna and ben, who both have keys."""
    table = created()
    for seat, key in enumerate((ANNAS, BENS)):
        table.does(c.JoinGame(seat, player(seat), join(table, seat).entropy, key=key))
    table.does(c.StartGame())
    return table


def line(table: Table, move: str, private: bytes, nonce: str | None = None) -> SignedLine:
    """A line that whoever is to move signs over all there is."""
    game = table.game
    return sign(private, game=game.id, seat=table.turn, seq=game.seq, head=game.head, move=move, nonce=nonce)


def plays_signed(table: Table, private: bytes) -> SignedLine:
    """Let whoever is to move play the first legal move by a signed line."""
    move = table.game.table.legal_moves()[0].text
    signed = line(table, move, private)
    cause = Cause("signed", line=signed.text)
    command = c.PlayMove(
        table.turn, move, table.game.turn_began, cause.envelope, salt(table.game.seq), signed.hash
    )
    table.does(command)
    return signed


def played() -> Table:
    """A game of three signed moves and an unsigned one, ended by a signed resignation; all causes open."""
    table = signing_table()
    for private in (ANNA, BEN, ANNA):
        plays_signed(table, private)
    table.plays()
    resigned = line(table, RESIGN, ANNA)
    table.does(c.Resign(table.turn, resigned.text, resigned.hash))
    table.does(table.publishes(0, 1, 2, 3))
    return table


TABLE = played()
RAWS = TABLE.raws
FIRST = number_of(RAWS, "move_played")
PUBLISHED = number_of(RAWS, "reasons_published")


def forged(move: SignedLine) -> list[bytes]:
    """The log in which the first move came with another line, sealed and opened as it should be."""
    envelope = Cause("signed", line=move.text).envelope
    auth = seal_cause(envelope, bytes.fromhex(TABLE.played[0].salt))
    raws = rewritten(RAWS, FIRST, lambda fields: fields["body"].update(auth=auth))
    return rewritten(raws, PUBLISHED, lambda f: f["body"]["reasons"][0].update(envelope=envelope))


def first_line(**changes: object) -> SignedLine:
    """The line of the first move, signed by anna, but for the changes."""
    head = TABLE.log[FIRST - 2]
    fields = {
        "private": ANNA,
        "game": GAME,
        "seat": 0,
        "seq": head.seq,
        "head": head.hash,
        "move": TABLE.played[0].move,
    }
    return sign(**{**fields, **changes})  # type: ignore[arg-type]  # each test changes what it knows


def test_with_pinned_keys_it_is_proven_who_played() -> None:
    report = sound(RAWS, PINNED)
    signed = {(f.party, f.standing) for f in report.findings if f.code is Code.SIGNED}
    assert signed == {("seat:0", Standing.PROVEN), ("seat:1", Standing.PROVEN)}


def test_with_keys_that_only_the_log_has_it_is_the_operators_word_whose_they_are() -> None:
    report = sound(RAWS)
    assert {f.standing for f in report.findings if f.code is Code.SIGNED} == {Standing.ATTESTED}
    assert "no key was pinned" in open_questions(report)


def test_a_move_that_a_seat_with_a_key_did_not_sign_is_listed() -> None:
    (found,) = [f for f in sound(RAWS, PINNED).findings if f.code is Code.UNSIGNED]
    assert (found.party, found.first, found.last) == ("seat:1", FIRST + 3, FIRST + 3)


def test_a_key_that_the_operator_exchanged_is_not_the_pinned_one() -> None:
    refuted(RAWS, Verdict.VIOLATION, Code.KEY_DIFFERS, 2, Given(keys={"seat:0": BENS}))


def test_a_line_that_another_seat_has_signed_is_told() -> None:
    refuted(forged(first_line(private=BEN)), Verdict.VIOLATION, Code.SIGNATURE_DIFFERS, FIRST)


def test_a_line_over_a_hash_that_is_not_in_the_chain_is_told() -> None:
    raws = forged(first_line(head="ab" * 32))
    refuted(raws, Verdict.VIOLATION, Code.SIGNATURE_DIFFERS, FIRST)


def test_a_line_for_another_game_is_told() -> None:
    refuted(forged(first_line(game="game000002")), Verdict.VIOLATION, Code.SIGNATURE_DIFFERS, FIRST)


def test_a_line_that_says_another_move_is_told() -> None:
    other = next(text for text in ("N1", "N2", "N3") if text != TABLE.played[0].move)
    assert audit(forged(first_line(move=other))).verdict is Verdict.VIOLATION


def test_a_line_that_is_damaged_is_told() -> None:
    envelope = canonical({"kind": "signed", "line": "mensch1 a b c d e f g"}).decode()
    auth = seal_cause(envelope, bytes.fromhex(TABLE.played[0].salt))
    raws = rewritten(RAWS, FIRST, lambda fields: fields["body"].update(auth=auth))
    raws = rewritten(raws, PUBLISHED, lambda f: f["body"]["reasons"][0].update(envelope=envelope))
    refuted(raws, Verdict.VIOLATION, Code.SIGNATURE_DIFFERS, FIRST)


def test_a_key_of_small_order_verifies_nothing() -> None:
    raws = rewritten(RAWS, 2, lambda fields: fields["body"].update(key="01" + "00" * 31))
    refuted(raws, Verdict.VIOLATION, Code.SIGNATURE_DIFFERS, FIRST)


def test_a_nonce_that_is_used_twice_is_told() -> None:
    table = signing_table()
    nonce = "0" * 32
    for private in (ANNA, BEN):
        move = table.game.table.legal_moves()[0].text
        signed = line(table, move, private, nonce)
        cause = Cause("signed", line=signed.text)
        seat, began = table.turn, table.game.turn_began
        table.does(c.PlayMove(seat, move, began, cause.envelope, salt(table.game.seq), signed.hash))
    table.does(c.AbortGame())
    table.does(table.publishes(0, 1))
    refuted(table.raws, Verdict.VIOLATION, Code.LINE_AGAIN, FIRST + 1)


def test_what_is_signed_with_a_key_from_the_operator_proves_no_more_than_its_word() -> None:
    table = signing_table()
    table.does(c.ChangeKey(0, SERVICES))
    plays_signed(table, SERVICE)
    table.does(c.AbortGame())
    table.does(table.publishes(0))
    report = sound(table.raws, PINNED)
    assert Code.KEY_BY_OPERATOR in codes(report)
    assert [f.standing for f in report.findings if f.code is Code.SIGNED] == [Standing.ATTESTED]


def receipt(seq: int, *, head: str | None = None, provisional: bool = False) -> Receipt:
    """A receipt of the service for a record of the table."""
    return sign_receipt(
        SERVICE,
        game=GAME,
        seq=seq,
        hash=head or TABLE.log[seq - 1].hash,
        at=0,
        provisional=provisional,
        epoch=1,
    )


class TestAReceipt:
    KEYS = {"service": SERVICES}  # noqa: RUF012  # nothing changes it

    def test_proves_the_history_up_to_it_with_the_pinned_key(self) -> None:
        report = sound(RAWS, Given(keys=self.KEYS, receipts=[receipt(7)]))
        assert [f.standing for f in report.findings if f.code is Code.HEAD_OK] == [Standing.PROVEN]

    def test_is_what_its_holder_says_without_one(self) -> None:
        report = sound(RAWS, Given(receipts=[receipt(7)]))
        assert [f.standing for f in report.findings if f.code is Code.HEAD_OK] == [Standing.ATTESTED]
        assert "the service's key was not pinned" in open_questions(report)

    def test_proves_that_the_end_was_cut_off(self) -> None:
        given = Given(keys=self.KEYS, receipts=[receipt(len(RAWS))])
        finding = refuted(RAWS[:-1], Verdict.CUT, Code.CUT, len(RAWS), given)
        assert finding.standing is Standing.PROVEN

    def test_says_so_when_it_is_provisional(self) -> None:
        given = Given(keys=self.KEYS, receipts=[receipt(len(RAWS), provisional=True)])
        assert "provisional" in refuted(RAWS[:-1], Verdict.CUT, Code.CUT, len(RAWS), given).says

    def test_proves_two_histories_when_all_was_rewritten(self) -> None:
        raws = rewritten(RAWS, 2, lambda fields: fields.update(at=fields["at"] + 1))
        given = Given(keys=self.KEYS, receipts=[receipt(7)])
        finding = refuted(raws, Verdict.TWO_HISTORIES, Code.TWO_HISTORIES, 7, given)
        assert finding.standing is Standing.PROVEN

    def test_that_the_service_did_not_sign_counts_for_nothing(self) -> None:
        report = sound(RAWS, Given(keys={"service": ANNAS}, receipts=[receipt(7, head="00" * 32)]))
        assert "was not signed by the pinned key" in open_questions(report)

    def test_of_another_game_counts_for_nothing(self) -> None:
        other = started(game="game000002").raws
        report = sound(other, Given(keys=self.KEYS, receipts=[receipt(3)]))
        assert f"receipt 1 is of game {GAME}" in open_questions(report)
