"""Appending, command ids, conflicts and reading."""

from __future__ import annotations

from msgspec.structs import replace

from mensch.events.compliance.requests import (
    GAME,
    OTHER,
    TIME,
    everything,
    following,
    item,
    outcome,
    raws,
    under,
    write,
)
from mensch.events.store import Head, Store, Verdict


class AppendCompliance:
    """Appending, command ids, conflicts and reading."""

    def test_what_was_appended_is_read_back_as_the_same_bytes(self, store: Store) -> None:
        log = write(store, 1, 3, 1)
        assert store.read(GAME) == raws(log)

    def test_bytes_are_kept_as_they_are(self, store: Store) -> None:
        request = following()
        raw = bytes(range(256)) * 256
        store.append(replace(request, entries=[replace(request.last, raw=raw)]))
        assert store.read(GAME) == [raw]

    def test_an_append_says_which_record_was_its_last(self, store: Store) -> None:
        assert outcome(store.append(following(count=3))) == (Verdict.OK, 3, [])

    def test_the_head_tells_number_hash_status_and_time_of_the_last_record(self, store: Store) -> None:
        log = write(store, 2)
        last = replace(following(log, 2), status="finished")
        store.append(last)
        assert store.head(GAME) == Head(4, last.entries[-1].hash, "finished", TIME + 2)

    def test_a_log_that_is_not_there_has_no_head_and_no_records(self, store: Store) -> None:
        assert store.head(GAME) is None
        assert store.read(GAME) == []
        assert store.read_all(GAME) == []

    def test_heads_come_in_the_order_in_which_they_were_asked_for(self, store: Store) -> None:
        write(store, 1)
        write(store, 2, game=OTHER)
        seqs = [head and head.seq for head in store.heads([OTHER, "game000003", GAME, OTHER])]
        assert seqs == [2, None, 1, 2]
        assert store.heads([]) == []

    def test_reading_after_a_record_gives_the_later_ones(self, store: Store) -> None:
        log = write(store, 1, 1, 1)
        assert store.read(GAME, after=1) == raws(log[1:])
        assert store.read(GAME, after=3) == []
        assert store.read(GAME, after=9) == []

    def test_a_long_log_is_read_whole(self, store: Store) -> None:
        log = write(store, 1_000, 1_000, 501)
        assert store.read(GAME) == raws(log)
        assert store.read(GAME, after=1_499) == raws(log[1_499:])
        assert store.read_all(GAME) == raws(log)

    def test_logs_do_not_touch_one_another(self, store: Store) -> None:
        log, other = write(store, 1, 1), write(store, 2, 1, game=OTHER)
        assert store.read(GAME) == raws(log)
        assert store.read(OTHER) == raws(other)

    def test_a_known_command_is_a_duplicate_and_changes_nothing(self, store: Store) -> None:
        request = following(count=2)
        store.append(request)
        before = everything(store)
        again = replace(request, due=[item("turn", 2)], secrets={"a": b"b"}, texts={"a": b"b"}, status="open")
        assert outcome(store.append(again)) == (Verdict.DUPLICATE, 2, [])
        assert everything(store) == before

    def test_a_command_is_a_duplicate_also_when_it_was_decided_again_elsewhere(self, store: Store) -> None:
        log = write(store, 2, 1)
        first = following(count=2)
        decided_again = replace(following(log, 2), digest=first.digest)
        decided_again = replace(decided_again, entries=under(first.command, decided_again.entries))
        assert outcome(store.append(decided_again)) == (Verdict.DUPLICATE, 2, [])
        assert store.read(GAME) == raws(log)

    def test_a_known_command_comes_before_a_stale_expectation(self, store: Store) -> None:
        write(store, 2, 3)
        assert outcome(store.append(following(count=2))) == (Verdict.DUPLICATE, 2, [])
        assert outcome(store.append(replace(following(count=2), digest="f" * 64))) == (
            Verdict.MISMATCH,
            2,
            [],
        )

    def test_another_command_under_a_known_id_is_a_mismatch_and_changes_nothing(self, store: Store) -> None:
        log = write(store, 1)
        before = everything(store)
        other = following(log)
        taken = replace(other, entries=under(log[0].record.cmd, other.entries))
        assert outcome(store.append(taken)) == (Verdict.MISMATCH, 1, [])
        assert everything(store) == before

    def test_a_command_id_belongs_to_one_log(self, store: Store) -> None:
        assert store.append(following()).verdict is Verdict.OK
        assert store.append(following(game=OTHER)).verdict is Verdict.OK

    def test_commands_are_still_known_when_the_deck_has_just_been_revealed(self, store: Store) -> None:
        store.append(replace(following(), revealed=True))
        assert store.append(following()).verdict is Verdict.DUPLICATE

    def test_a_conflict_brings_exactly_the_records_that_were_missed(self, store: Store) -> None:
        log = write(store, 1, 2, 1)
        request = following(log[:1])
        stale = replace(request, entries=under("f" * 32, request.entries))
        assert outcome(store.append(stale)) == (Verdict.CONFLICT, 4, raws(log[1:]))

    def test_a_conflict_changes_nothing(self, store: Store) -> None:
        write(store, 1, 1)
        before = everything(store)
        fields = {"a": b"b"}
        new = replace(following(), due=[item("turn", 1)], secrets=fields, texts=fields)
        late = replace(new, entries=under("f" * 32, new.entries))
        assert store.append(late).verdict is Verdict.CONFLICT
        assert everything(store) == before

    def test_a_log_is_not_begun_twice(self, store: Store) -> None:
        log = write(store, 3)
        second = replace(following(), entries=under("f" * 32, following().entries))
        assert outcome(store.append(second)) == (Verdict.CONFLICT, 3, raws(log))

    def test_a_gap_is_a_conflict_in_which_nothing_was_missed(self, store: Store) -> None:
        log = write(store, 2)
        beyond = following([*log, *following(log).entries])
        assert outcome(store.append(beyond)) == (Verdict.CONFLICT, 2, [])
        assert outcome(store.append(replace(beyond, game=OTHER))) == (Verdict.CONFLICT, 0, [])
        assert store.read(GAME) == raws(log)
        assert store.head(OTHER) is None
