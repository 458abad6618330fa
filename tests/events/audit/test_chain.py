"""Records taken out, put in, moved, or changed: the chain tells."""

from __future__ import annotations

from mensch.events.audit import Given, audit
from mensch.events.audit.chain import Noted
from mensch.events.audit.report import COPY, Code, Standing, Verdict
from tests.events.audit.logs import codes, number_of, refuted, rewritten, sound, whole
from tests.events.table import started

TABLE = whole()
RAWS = TABLE.raws
OTHER = whole(seed=bytes(range(1, 33)))


def test_a_record_that_was_changed_no_longer_fits_the_next() -> None:
    move = number_of(RAWS, "move_played")
    changed = RAWS[move - 1].replace(b'"by":"seat:0"', b'"by":"seat:1"')
    finding = refuted([*RAWS[: move - 1], changed, *RAWS[move:]], Verdict.VIOLATION, Code.CHAIN_BROKEN)
    assert (finding.first, finding.last, finding.party) == (move, move + 1, COPY)
    assert finding.evidence["hash of the record before"] != finding.evidence["prev of this record"]


def test_a_record_that_was_taken_out_leaves_a_gap() -> None:
    refuted([*RAWS[:4], *RAWS[5:]], Verdict.VIOLATION, Code.WRONG_NUMBER, 5)


def test_a_record_that_was_doubled_has_the_wrong_number() -> None:
    refuted([*RAWS[:5], RAWS[4], *RAWS[5:]], Verdict.VIOLATION, Code.WRONG_NUMBER, 6)


def test_two_records_that_were_swapped_have_the_wrong_numbers() -> None:
    swapped = [*RAWS[:4], RAWS[5], RAWS[4], *RAWS[6:]]
    refuted(swapped, Verdict.VIOLATION, Code.WRONG_NUMBER, 5)


def test_a_record_of_another_game_is_foreign() -> None:
    other = started(game="game000002").raws
    refuted([*RAWS[:3], other[3], *RAWS[4:]], Verdict.VIOLATION, Code.OTHER_GAME, 4)


def test_a_record_of_another_history_of_the_same_game_does_not_follow() -> None:
    refuted([*RAWS[:3], *OTHER.raws[3:]], Verdict.VIOLATION, Code.CHAIN_BROKEN, 4)


def test_behind_a_broken_chain_nothing_is_checked() -> None:
    report = audit([*RAWS[:3], *OTHER.raws[3:]])
    assert codes(report) == {Code.CHAIN_BROKEN}
    assert len(report.unchecked) >= 9


def test_a_command_that_happens_twice_is_told() -> None:
    first = number_of(RAWS, "move_played")
    cmd = RAWS[first - 1].partition(b'"cmd":"')[2][:32].decode()
    raws = rewritten(RAWS, first + 2, lambda fields: fields.update(cmd=cmd))
    refuted(raws, Verdict.VIOLATION, Code.COMMAND_AGAIN, first + 2)


class TestAHeadThatSomebodyNoted:
    def test_confirms_the_history_up_to_it(self) -> None:
        head = Noted(6, TABLE.log[5].hash, "anna's mail")
        report = sound(RAWS, Given(heads=[head]))
        (found,) = [finding for finding in report.findings if finding.code is Code.HEAD_OK]
        assert (found.first, found.last, found.standing) == (1, 6, Standing.ATTESTED)

    def test_tells_that_the_end_was_cut_off(self) -> None:
        head = Noted(len(RAWS), TABLE.log[-1].hash, "anna's mail")
        finding = refuted(RAWS[:-1], Verdict.CUT, Code.CUT, len(RAWS), Given(heads=[head]))
        assert finding.standing is Standing.ATTESTED

    def test_tells_two_histories_even_if_everything_was_chained_anew(self) -> None:
        head = Noted(6, TABLE.log[5].hash, "anna's mail")
        raws = rewritten(RAWS, 2, lambda fields: fields.update(at=fields["at"] - 1))
        refuted(raws, Verdict.TWO_HISTORIES, Code.TWO_HISTORIES, 6, Given(heads=[head]))


class TestAnotherCopy:
    def test_that_is_the_same_confirms(self) -> None:
        assert Code.HEAD_OK in codes(sound(RAWS, Given(copies=[RAWS])))

    def test_that_is_shorter_confirms_as_far_as_it_goes(self) -> None:
        report = sound(RAWS, Given(copies=[RAWS[:7]]))
        assert [f.last for f in report.findings if f.code is Code.HEAD_OK] == [7]

    def test_that_goes_on_tells_that_this_one_was_cut(self) -> None:
        refuted(RAWS[:-1], Verdict.CUT, Code.CUT, len(RAWS), Given(copies=[RAWS]))

    def test_that_parts_is_another_history_with_both_records_as_evidence(self) -> None:
        finding = refuted(RAWS, Verdict.TWO_HISTORIES, Code.TWO_HISTORIES, 1, Given(copies=[OTHER.raws]))
        assert finding.evidence["record"] != finding.evidence["record in the copy"]

    def test_that_is_broken_itself_is_not_compared(self) -> None:
        report = sound(RAWS, Given(copies=[RAWS[1:]]))
        assert any("copy 1 cannot be compared" in left.why for left in report.unchecked)
