"""What was done for a seat with a key, without its signature, is said."""

from mensch.core.rules import classic
from mensch.events.audit import audit
from mensch.events.audit.report import Code, Report, Standing, Verdict
from mensch.events.commands import Resign
from mensch.events.ed25519 import new_private_key, public_key
from mensch.events.memory import MemoryStore
from mensch.events.referee import Player, Referee


def audited_after_resigning(key: str | None) -> Report:
    store = MemoryStore()
    referee = Referee(store)
    game = referee.new_game(classic(2), [Player("anna", key=key), Player("bert")])
    referee.act(game, [Resign(0)])
    return audit(store.read(game.id))


def test_a_resignation_that_the_operator_typed_for_a_key_is_attested_by_the_operator_alone() -> None:
    report = audited_after_resigning(public_key(new_private_key()))
    (found,) = [finding for finding in report.findings if finding.code is Code.UNSIGNED]
    assert found.says == "the resignation of seat 0, which has a key, without a signature"
    assert (found.standing, found.party) == (Standing.ATTESTED, "seat:0")
    assert report.verdict is Verdict.SOUND


def test_nothing_is_missed_from_a_seat_without_a_key() -> None:
    report = audited_after_resigning(None)
    assert Code.UNSIGNED not in [finding.code for finding in report.findings]
