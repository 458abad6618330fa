"""Exports: header, records, and names and texts beside the chain."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any  # what JSON holds

import pytest

from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.archive import annex_digest, export, header_digest
from mensch.events.audit import audit
from mensch.events.audit.report import Code, Standing, Verdict
from mensch.events.cause import TABLE
from mensch.events.memory import MemoryStore
from mensch.events.record import canonical
from mensch.events.referee import Player, Referee
from tests.events.audit.logs import codes, fields_of, open_questions, refuted, sound
from tests.golden.generate import repeatable

HOSTILE = "=HYPERLINK(1) \x1b[31m \u202e\n\u0000"


@pytest.fixture
def referee() -> Iterator[Referee]:
    """A referee whose ids, salts and seeds are the same each time."""
    with repeatable(Random(0)):
        yield Referee(MemoryStore())


@pytest.fixture
def game(referee: Referee) -> str:
    """A running game with two messages."""
    begun = referee.new_game(classic(), [Player("anna"), Player("ben")])
    move = begun.table.legal_moves()[0].text
    played = referee.play(begun, 0, move, TABLE, say="Grüß Gott")
    referee.say(played, 1, "Ja")
    return begun.id


@pytest.fixture
def lines(referee: Referee, game: str) -> list[bytes]:
    """Its export."""
    return export(referee.store, game)


def header(line: bytes, **changes: object) -> bytes:
    """A header with changes and its right digest."""
    fields = {**fields_of(line), **changes, "digest": ""}
    return canonical({**fields, "digest": header_digest(canonical(fields))})


def with_annex(lines: list[bytes], annex: list[dict[str, Any]]) -> list[bytes]:
    """The export with another annex and a header that fits."""
    raws = [canonical(line) for line in annex]
    records = [line for line in lines[1:] if not line.startswith(b'{"annex"')]
    return [header(lines[0], annex=len(raws), annex_digest=annex_digest(raws)), *records, *raws]


def annex_of(lines: list[bytes]) -> list[dict[str, Any]]:
    return [fields_of(line) for line in lines[1:] if line.startswith(b'{"annex"')]


def test_the_same_game_gives_the_same_bytes(referee: Referee, game: str, lines: list[bytes]) -> None:
    assert export(referee.store, game) == lines


def test_it_holds_the_exact_records_with_count_and_head(
    referee: Referee, game: str, lines: list[bytes]
) -> None:
    records = referee.store.read(game)
    assert lines[1 : 1 + len(records)] == records
    head = referee.store.head(game)
    assert head is not None
    stated = fields_of(lines[0])
    assert (stated["records"], stated["head"], stated["game"]) == (len(records), head.hash, game)


def test_of_a_running_game_it_holds_nothing_that_is_secret(
    referee: Referee, game: str, lines: list[bytes]
) -> None:
    content = b"\n".join(lines)
    for secret in referee.store.secrets(game).values():
        assert secret not in content
        assert secret[:32].hex().encode() not in content


def test_names_and_texts_stand_behind_the_records_and_texts_are_proven(lines: list[bytes]) -> None:
    assert [line.get("name", line.get("text")) for line in annex_of(lines)] == [
        "anna",
        "ben",
        "Grüß Gott",
        "Ja",
    ]
    standings = {f.standing for f in sound(lines).findings if f.code is Code.ANNEX_OK}
    assert standings == {Standing.PROVEN, Standing.ATTESTED}


def test_what_was_erased_is_missing_and_the_log_is_as_sound_as_before(lines: list[bytes]) -> None:
    report = sound(with_annex(lines, annex_of(lines)[:1]))
    assert "2 texts of the log not in the export" in open_questions(report)


def test_a_text_that_its_record_does_not_fit_is_not_exported(referee: Referee, game: str) -> None:
    store = referee.store
    kept = store.texts(game)
    assert isinstance(store, MemoryStore)
    digest = next(iter(kept))
    store._texts[game][digest] = kept[digest] + b"!"
    assert len([line for line in annex_of(export(store, game)) if line["annex"] == "text"]) == 1


@pytest.mark.parametrize("name", [HOSTILE, "x" * 40_000])
def test_hostile_names_are_exported_and_audited(referee: Referee, game: str, name: str) -> None:
    player = annex_of(export(referee.store, game))[0]["player"]
    referee.store.save_player(player, {"name": name.encode()})
    lines = export(referee.store, game)
    assert all(b"\n" not in line and b"\x1b" not in line for line in lines)
    assert annex_of(lines)[0]["name"] == name
    sound(lines)


class TestOfAnAlteredExport:
    def test_a_header_that_was_changed_is_malformed(self, lines: list[bytes]) -> None:
        changed = lines[0].replace(b'"records":', b'"records":1')
        refuted([changed, *lines[1:]], Verdict.MALFORMED, Code.MALFORMED)

    def test_a_header_of_a_newer_format_is_newer(self, lines: list[bytes]) -> None:
        newer = header(lines[0], export=2, mood="good")
        refuted([newer, *lines[1:]], Verdict.NEWER, Code.NEWER)

    def test_a_field_that_version_1_does_not_have_is_malformed(self, lines: list[bytes]) -> None:
        refuted([header(lines[0], mood="good"), *lines[1:]], Verdict.MALFORMED, Code.MALFORMED)

    def test_fewer_records_than_the_header_counts_are_cut(self, lines: list[bytes]) -> None:
        finding = refuted(lines[:4], Verdict.CUT, Code.CUT)
        assert "ends behind record 3" in finding.says

    def test_more_records_than_the_header_counts_are_told(self, lines: list[bytes]) -> None:
        fewer = header(lines[0], records=2)
        refuted([fewer, *lines[1:]], Verdict.VIOLATION, Code.COUNT_DIFFERS)

    def test_another_head_than_that_of_the_last_record_is_told(self, lines: list[bytes]) -> None:
        refuted([header(lines[0], head="00" * 32), *lines[1:]], Verdict.VIOLATION, Code.HEAD_DIFFERS)

    def test_the_header_of_another_game_is_told(self, lines: list[bytes]) -> None:
        other = header(lines[0], game="game000002")
        refuted([other, *lines[1:]], Verdict.VIOLATION, Code.OTHER_GAME)

    def test_lines_that_are_missing_at_its_end_are_cut(self, lines: list[bytes]) -> None:
        refuted(lines[:-1], Verdict.CUT, Code.CUT)

    def test_a_name_that_was_changed_is_told(self, lines: list[bytes]) -> None:
        changed = [line.replace(b'"anna"', b'"eve"') for line in lines]
        refuted(changed, Verdict.VIOLATION, Code.FALSE_ANNEX)

    def test_a_text_that_was_changed_is_told_even_if_all_digests_are_made_anew(
        self, lines: list[bytes]
    ) -> None:
        annex = annex_of(lines)
        annex[-1]["text"] = "Nein"
        refuted(with_annex(lines, annex), Verdict.VIOLATION, Code.FALSE_ANNEX)

    def test_a_name_for_nobody_or_twice_is_told(self, lines: list[bytes]) -> None:
        annex = annex_of(lines)
        refuted(with_annex(lines, [annex[0], *annex]), Verdict.VIOLATION, Code.FALSE_ANNEX)
        foreign = {**annex[0], "player": "n0b0dy0000"}
        refuted(with_annex(lines, [foreign, *annex]), Verdict.VIOLATION, Code.FALSE_ANNEX)

    def test_a_text_that_nobody_left_is_told(self, lines: list[bytes]) -> None:
        annex = annex_of(lines)
        foreign = {**annex[-1], "digest": "00" * 32}
        refuted(with_annex(lines, [*annex, foreign]), Verdict.VIOLATION, Code.FALSE_ANNEX)

    def test_an_annex_without_a_header_is_told(self, lines: list[bytes]) -> None:
        refuted(lines[1:], Verdict.VIOLATION, Code.FALSE_ANNEX)

    def test_no_bit_can_be_flipped_without_being_told(self, referee: Referee) -> None:
        begun = referee.new_game(classic(2), [Player("a"), Player("b")])
        referee.act(begun, [c.AbortGame()])
        content = b"".join(line + b"\n" for line in export(referee.store, begun.id))
        for at in range(0, len(content) * 8, 7):  # every bit of every position in a byte, in all parts
            changed = bytearray(content)
            changed[at // 8] ^= 1 << at % 8
            lines = bytes(changed).splitlines(keepends=True)
            assert audit(lines).verdict is not Verdict.SOUND, (at, changed[at // 8 - 40 : at // 8 + 40])


def test_of_an_export_the_annex_is_checked_and_of_bare_records_it_is_listed(lines: list[bytes]) -> None:
    assert Code.ANNEX_OK in codes(sound(lines))
    bare = [line for line in lines if line.startswith(b'{"at"')]
    assert "the records came alone" in open_questions(sound(bare))
