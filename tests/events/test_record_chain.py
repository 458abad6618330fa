"""Records in their place: hashes, the chain, numbers and times; and sealing."""

import hashlib
import json
from collections.abc import Sequence

import pytest

from mensch.core.errors import CorruptLogError, NewerLogError
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.bodies import Event
from mensch.events.record import digest, genesis, seal, verify
from tests.events.raw import RIGHT, ZERO, of_type
from tests.events.table import GAME, Table, player, started


def test_hash_and_genesis_are_sha_256_under_their_prefixes() -> None:
    assert digest(RIGHT) == hashlib.sha256(b"mensch/event/v1\n" + RIGHT).hexdigest()
    assert genesis(GAME) == hashlib.sha256(b"mensch/genesis/v1\ngame000001").hexdigest()


def short_log() -> Table:
    table = started(bots=[1])
    table.plays()
    table.does(c.OfferAbort(0))
    return table


def test_every_record_is_bound_to_the_one_before_it_and_the_first_to_the_id() -> None:
    log = short_log().log
    assert [entry.record.prev for entry in log] == [genesis(GAME), *(entry.hash for entry in log[:-1])]
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    assert list(verify([entry.raw for entry in log], game=GAME)) == log


def test_the_rest_of_a_log_is_verified_from_a_record_on() -> None:
    log = short_log().log
    rest = [entry.raw for entry in log[3:]]
    assert list(verify(rest, game=GAME, after=3, head=log[2].hash)) == log[3:]


def resealed(table: Table, number: int, **changes: object) -> list[bytes]:
    """A log with the fields of one record changed, and its hash right again in all that follow."""
    log: list[bytes] = []
    prev = genesis(GAME)
    for entry in table.log:
        fields = json.loads(entry.raw) | {"prev": prev} | (changes if entry.seq == number else {})
        log.append(json.dumps(fields, sort_keys=True, separators=(",", ":")).encode())
        prev = digest(log[-1])
    return log


def corrupt(raws: Sequence[bytes], match: str) -> None:
    with pytest.raises(CorruptLogError, match=match):
        list(verify(raws, game=GAME))


def test_a_record_of_another_log_is_refused() -> None:
    corrupt(resealed(short_log(), 3, game="game000002"), f"^record 3 of {GAME} belongs to another log$")


def test_a_record_with_another_number_is_refused() -> None:
    corrupt(resealed(short_log(), 3, seq=4), "^record 3 of .* says that it is number 4$")


def test_a_record_that_was_changed_afterwards_breaks_the_chain_at_the_next_one() -> None:
    log = short_log().raws
    log[2] = log[2].replace(player(1).encode(), player(9).encode())
    corrupt(log, "^record 4 of .* does not follow the one before it")


def test_a_record_earlier_than_the_one_before_it_is_refused() -> None:
    table = short_log()
    corrupt(resealed(table, 4, at=table.log[2].record.at - 1), "^record 4 of .* was written before the one")


@pytest.mark.parametrize("lost", [0, 2, 4])
def test_a_lost_record_is_noticed(lost: int) -> None:
    log = short_log().raws
    corrupt(log[:lost] + log[lost + 1 :], f"^record {lost + 1} of .* says that it is number {lost + 2}$")


def test_two_records_that_changed_places_are_noticed() -> None:
    log = short_log().raws
    log[2], log[3] = log[3], log[2]
    corrupt(log, "^record 3 of")


def test_errors_of_a_record_say_which_one_it_is() -> None:
    log = short_log().raws
    corrupt([*log[:4], b"{}", *log[5:]], f"^record 5 of {GAME}: ")
    with pytest.raises(NewerLogError, match=f"^record 5 of {GAME}: written by a newer version"):
        list(verify([*log[:4], of_type("clock_started", {})], game=GAME))


def test_records_before_the_faulty_one_are_yielded() -> None:
    log = short_log().raws
    verified = verify([*log[:4], b"{}"], game=GAME)
    assert [next(verified).seq for _ in range(4)] == [1, 2, 3, 4]


def test_a_record_larger_than_the_largest_is_not_even_sealed() -> None:
    reasons = [t.Reason("x" * 4000, ZERO, seq) for seq in range(1, 20)]
    event = Event("operator", t.ReasonsPublished(reasons))
    with pytest.raises(ValueError, match="a reasons_published record of 7"):
        seal([event], game=GAME, after=0, head=genesis(GAME), cmd="0" * 32, at=0)


def test_sealing_several_events_chains_them_under_one_command() -> None:
    events = [Event("seat:0", t.AbortOffered(0)), Event("operator", t.GameAborted("agreed"))]
    one, two = seal(events, game=GAME, after=4, head=ZERO, cmd="1" * 32, at=7)
    assert (one.seq, two.seq) == (5, 6)
    assert (one.record.prev, two.record.prev) == (ZERO, one.hash)
    assert {one.record.cmd, two.record.cmd} == {"1" * 32}
