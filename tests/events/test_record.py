"""Records: canonical bytes, what is malformed, what is newer, and their place in a chain."""

import json
import unicodedata
from typing import Any  # what JSON holds

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mensch.core.errors import CorruptLogError, NewerLogError
from mensch.core.moves import MOVES
from mensch.events import bodies as t
from mensch.events.bodies import TYPES
from mensch.events.record import LARGEST, canonical, decode
from tests.events.raw import RIGHT, ZERO, of_type, record
from tests.events.table import GAME
from tests.golden.recorded import names, raws

# Canonical form


def test_a_record_has_the_form_that_the_design_gives() -> None:
    assert RIGHT == (
        b'{"at":1764440400000,"body":{"auth":"%b","move":"B+5"},"by":"seat:1","cmd":"%b",'
        b'"game":"game000001","prev":"%b","seq":17,"type":"move_played","v":1}'
        % (b"0" * 64, b"0" * 32, b"0" * 64)
    )
    assert canonical(decode(RIGHT)) == RIGHT


@pytest.mark.parametrize("name", names())
def test_what_is_decoded_is_encoded_to_the_same_bytes(name: str) -> None:
    for raw in raws(name):
        assert canonical(decode(raw)) == raw


@pytest.mark.parametrize("body", TYPES.values(), ids=[kind for kind, _ in TYPES])
def test_the_fields_of_every_body_are_written_in_the_order_of_their_names(body: type[t.Body]) -> None:
    fields = json.loads(
        canonical(dict.fromkeys(body.__struct_fields__, 0)), object_pairs_hook=lambda pairs: pairs
    )
    assert [name for name, _ in fields] == sorted(body.__struct_fields__)


def test_strings_are_escaped_as_rfc_8785_says() -> None:
    signs = "".join(map(chr, range(0x20))) + '"\\/\x7f\u2028é€😀'
    assert canonical(signs) == json.dumps(signs, ensure_ascii=False).encode()
    assert canonical('\b\t\n\f\r\x0b\x1f"\\/') == rb'"\b\t\n\f\r\u000b\u001f\"\\/"'


@given(st.text())
def test_any_text_is_written_as_the_standard_library_writes_it(text: str) -> None:
    assert canonical(text) == json.dumps(text, ensure_ascii=False).encode()


@given(st.dictionaries(st.text(st.characters(min_codepoint=32, max_codepoint=126)), st.integers(0, 9)))
def test_keys_of_ascii_are_sorted_by_their_bytes(value: dict[str, int]) -> None:
    assert canonical(value) == json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def test_what_msgspec_calls_an_unknown_field_is_what_records_wait_for() -> None:
    class Known(msgspec.Struct, forbid_unknown_fields=True):
        known: int = 0

    with pytest.raises(msgspec.ValidationError, match="contains unknown field `other`"):
        msgspec.json.decode(b'{"other":1}', type=Known)


# Malformed

SMALL = record(type="game_started", body={})

CMD = b"0" * 32

MALFORMED: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"hello",
    "half a record": RIGHT[:-1],
    "no object": b"[]",
    "a number": b"1",
    "a field twice": RIGHT.replace(b'"v":1', b'"v":1,"v":1'),
    "a field of the body twice": RIGHT.replace(b'"move":"B+5"', b'"move":"B+5","move":"B+5"'),
    "an unknown field twice": SMALL.replace(b"{}", b'{"new":1,"new":1}'),
    "a fraction": RIGHT.replace(b'"seq":17', b'"seq":17.5'),
    "an integer with a fraction": RIGHT.replace(b'"seq":17', b'"seq":17.0'),
    "an exponent": RIGHT.replace(b'"v":1', b'"v":1e0'),
    "minus zero": RIGHT.replace(b'"at":1764440400000', b'"at":-0'),
    "a leading zero": RIGHT.replace(b'"seq":17', b'"seq":017'),
    "a plus": RIGHT.replace(b'"seq":17', b'"seq":+17'),
    "not a number": RIGHT.replace(b'"seq":17', b'"seq":NaN'),
    "infinity": RIGHT.replace(b'"seq":17', b'"seq":1e999'),
    "null": of_type("player_joined", {"bot": None, "entropy": ZERO, "player": GAME, "seat": 0}),
    "null in what is unknown": record(type="game_started", body={"new": None}),
    "a fraction in what is unknown": record(type="game_started", body={"new": 1.5}),
    "a space": RIGHT.replace(b'"seq":17', b'"seq": 17'),
    "a space before": b" " + RIGHT,
    "a line feed behind": RIGHT + b"\n",
    "bytes behind": RIGHT + b"x",
    "another record behind": RIGHT + RIGHT,
    "a zero byte behind": RIGHT + b"\0",
    "keys in another order": RIGHT.replace(
        b'"seq":17,"type":"move_played"', b'"type":"move_played","seq":17'
    ),
    "keys of the body in another order": RIGHT.replace(
        b'"auth":"%b","move":"B+5"' % ZERO.encode(), b'"move":"B+5","auth":"%b"' % ZERO.encode()
    ),
    "an escape that is not needed": RIGHT.replace(b"B+5", b"\\u0042+5"),
    "an escaped slash in what is unknown": SMALL.replace(b"{}", b'{"new":"\\/"}'),
    "an upper-case escape in what is unknown": SMALL.replace(b"{}", b'{"new":"\\u001F"}'),
    "text that is not NFC": record(type="game_started", body={"new": unicodedata.normalize("NFD", "é")}),
    "a key that is not NFC": record(type="game_started", body={unicodedata.normalize("NFD", "é"): 1}),
    "a number of 5,000 digits": RIGHT.replace(b'"seq":17', b'"seq":' + b"1" * 5000),
    "a number of 30 digits": RIGHT.replace(b'"seq":17', b'"seq":' + b"1" * 30),
    "a number of 5,000 digits in what is unknown": SMALL.replace(b"{}", b'{"new":' + b"1" * 5000 + b"}"),
    "2^53": record(at=2**53),
    "2^53 in what is unknown": record(type="game_started", body={"new": 2**53}),
    "−2^53 in what is unknown": record(type="game_started", body={"new": -(2**53)}),
    "100,000 levels": b"[" * 100_000,
    "30,000 levels": SMALL.replace(b"{}", b'{"new":' + b"[" * 30_000 + b"]" * 30_000 + b"}"),
    "17 levels": SMALL.replace(b"{}", b'{"new":' + b"[" * 15 + b"]" * 15 + b"}"),
    "brackets in a string that hide deep ones": SMALL.replace(
        b"{}", b'{"a":"' + b"]" * 99 + b'","b":' + b"[" * 99 + b"]" * 99 + b"}"
    ),
    "more than 64 KiB": record(type="game_started", body={"new": "x" * LARGEST}),
    "invalid UTF-8": SMALL.replace(b"{}", b'{"new":"\xff"}'),
    "UTF-8 that is cut": SMALL.replace(b"{}", b'{"new":"\xc3"}'),
    "UTF-8 longer than needed": SMALL.replace(b"{}", b'{"new":"\xc0\xaf"}'),
    "a surrogate in UTF-8": SMALL.replace(b"{}", b'{"new":"\xed\xa0\x80"}'),
    "a lone surrogate": SMALL.replace(b"{}", b'{"new":"\\ud800"}'),
    "a lone low surrogate": SMALL.replace(b"{}", b'{"new":"\\udc00x"}'),
    "a lone surrogate for a type": RIGHT.replace(b"move_played", b"\\ud800move_played"),
    "a byte order mark": b"\xef\xbb\xbf" + RIGHT,
    "UTF-16": RIGHT.decode().encode("utf-16-le"),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_bytes_in_another_form_are_malformed(kind: str) -> None:
    assert MALFORMED[kind] != RIGHT
    with pytest.raises(CorruptLogError):
        decode(MALFORMED[kind])


IMPOSSIBLE: dict[str, bytes] = {
    **{f"without {name}": record(**{name: ...}) for name in json.loads(RIGHT)},
    "a time before 1970": record(at=-1),
    "a time as text": record(at="1"),
    "a number of true": record(v=True),
    "seq 0": record(seq=0),
    "seq 2^53": record(seq=2**53),
    "version 0": record(v=0),
    "a fifth seat": record(by="seat:4"),
    "an actor that is nobody": record(by="somebody"),
    "an arbiter without id": record(by="arbiter:x"),
    "a command id in capitals": record(cmd="A" * 32),
    "a command id cut short": record(cmd="0" * 31),
    "a game id with an l": record(game="game00000l"),
    "a hash in capitals": record(prev="A" * 64),
    "a type in capitals": record(type="MOVE"),
    "an empty type": record(type=""),
    "an auth that is no hash": record(body={"auth": "0", "move": "B+5"}),
    "an auth with a line feed": record(body={"auth": ZERO + "\n", "move": "B+5"}),
    "a body that is a list": record(body=[]),
    "a body without a field": record(body={"move": "B+5"}),
    "a fifth player": of_type("player_resigned", {"seat": 4}),
    "a player before the first": of_type("player_resigned", {"seat": -1}),
    "a seed that is open but not": of_type(
        "game_created",
        {
            "deck": {"commitment": ZERO, "context": GAME},
            "insecure_seed": False,
            "rules": {"name": "classic", "seats": 2, "stars": {}, "target": 40, "version": 1},
        },
    ),
    "no reasons": of_type("reasons_published", {"reasons": []}),
    "an unknown cause of an abort": of_type("game_aborted", {"cause": "boredom"}),
    "one place": of_type("game_finished", {"ending": "target", "places": [1], "scores": [9, 1], "winner": 0}),
    "five scores": of_type(
        "game_finished", {"ending": "target", "places": [1, 2], "scores": [9, 1, 1, 1, 1], "winner": 0}
    ),
}


@pytest.mark.parametrize("kind", IMPOSSIBLE)
def test_values_that_no_version_can_write_are_malformed(kind: str) -> None:
    with pytest.raises(CorruptLogError):
        decode(IMPOSSIBLE[kind])


def rules(**changes: object) -> bytes:
    """A creation whose rules are right, but for the changes."""
    whole = {"name": "classic", "seats": 2, "stars": {"5": 1}, "target": 40, "version": 1} | changes
    return of_type("game_created", {"deck": {"commitment": ZERO, "context": GAME}, "rules": whole})


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 1},
        {"seats": 5},
        {"target": 0},
        {"target": 201},
        {"stars": {"0": 1}},
        {"stars": {"41": 1}},
        {"stars": {"05": 1}},
        {"stars": {"5": 0}},
        {"stars": {"5": 6}},
        {"name": "Classic"},
        {"version": 0},
        {"version": 1001},
    ],
    ids=str,
)
def test_rules_out_of_range_are_malformed(changes: dict[str, object]) -> None:
    assert decode(rules()).type == "game_created"
    with pytest.raises(CorruptLogError, match="malformed"):
        decode(rules(**changes))


def fork(**changes: object) -> bytes:
    """A creation whose fork is right, but for the changes."""
    whole = {"dice": "same", "hash": ZERO, "history": ["N4+4", "L0"], "parent": GAME, "seq": 7} | changes
    whole = {name: value for name, value in whole.items() if value is not ...}
    body = {
        "deck": {"commitment": ZERO, "context": GAME},
        "fork": whole,
        "rules": {"name": "classic", "seats": 2, "stars": {}, "target": 40, "version": 1},
    }
    return of_type("game_created", body)


@pytest.mark.parametrize(
    "changes",
    [
        {"dice": "loaded"},
        {"seq": 0},
        {"dealt": 0},
        {"history": ["L4"]},
        {"history": ["N4+3"]},
        {"history": ""},
    ],
    ids=str,
)
def test_a_fork_out_of_range_is_malformed(changes: dict[str, object]) -> None:
    assert decode(fork()).type == "game_created"
    assert decode(fork(dealt=2)).type == "game_created"
    with pytest.raises(CorruptLogError, match="malformed"):
        decode(fork(**changes))


def test_the_moves_that_a_record_can_hold_are_those_that_there_are() -> None:
    for text in MOVES:
        assert decode(record(body={"auth": ZERO, "move": text})).type == "move_played"
        assert decode(fork(history=[text])).type == "game_created"


@given(st.from_regex(r"[A-DNPL]?[+]?[0-7]?([+][0-7])?(@[0-4][A-D])?", fullmatch=True))
def test_no_other_text_is_a_move(text: str) -> None:
    if text not in MOVES:
        with pytest.raises(CorruptLogError, match="malformed"):
            decode(record(body={"auth": ZERO, "move": text}))


# Written by a newer version

NEWER: dict[str, bytes] = {
    "a type": of_type("clock_started", {}),
    "a version of a type": record(v=2),
    "an author with a new type": record(type="mail_sent", by="postman:7", body={}),
    "a field of the record": record(signature="x"),
    "a field of a body": record(body={"auth": ZERO, "move": "B+5", "new": 1}),
    "a field within a body": fork(why="to learn"),
    "a field in a list within a body": of_type(
        "reasons_published", {"reasons": [{"envelope": "", "salt": ZERO, "seq": 1, "when": 1}]}
    ),
    "a new type with anything in it": of_type("photo_taken", {"x": {"y": [1, "é", True, {"z": -5}]}}),
    "16 levels": SMALL.replace(b"{}", b'{"new":' + b"[" * 14 + b"]" * 14 + b"}"),
    "brackets in a string": record(type="game_started", body={"new": "[" * 99 + "{" * 99}),
}


def test_the_name_of_an_unknown_field_cannot_write_to_a_terminal() -> None:
    with pytest.raises(NewerLogError, match="unknown field `a�\\[31m") as raised:
        decode(record(type="game_started", body={"a\x1b[31m" + "x" * 9000: 1}))
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize("kind", NEWER)
def test_what_only_a_newer_version_knows_is_newer_and_not_corrupt(kind: str) -> None:
    with pytest.raises(NewerLogError, match="newer version of this program"):
        decode(NEWER[kind])


ALSO_MALFORMED: dict[str, bytes] = {
    "a new field, and an object where an optional number stands": of_type(
        "ruling_given", {"aside": 1, "dispute": 1, "ruling": "stands", "seat": {}, "signature": ZERO * 2}
    ),
    "a new field within a body, and one that is missing there": fork(why="to learn", parent=...),
    "a new field within a body, and one that is impossible": rules(author="x", seats=9),
    "a new field in a list, and one that is missing there": of_type(
        "reasons_published", {"reasons": [{"envelope": "", "salt": ZERO, "when": 1}]}
    ),
    "a new type, not canonical": of_type("clock_started", {}) + b" ",
    "a new type and an impossible time": record(type="clock_started", at=-1),
    "a new type and no body": record(type="clock_started", body=...),
    "a new type and a body that is text": record(type="clock_started", body="x"),
    "a new type and an author that cannot be": record(type="clock_started", by="No One"),
    "a new version and no game": record(v=2, game=""),
    "a new field of the record, and no move": record(signature="x", body={"auth": ZERO}),
    "a new field of the body, and an impossible move": record(body={"a": 1, "auth": ZERO, "move": "Z"}),
    "a new field, and an author that cannot be": record(
        body={"auth": ZERO, "move": "P1", "z": 1}, by="No One"
    ),
}


@pytest.mark.parametrize("kind", ALSO_MALFORMED)
def test_what_is_malformed_besides_is_corrupt_and_not_newer(kind: str) -> None:
    with pytest.raises(CorruptLogError):
        decode(ALSO_MALFORMED[kind])


# Anything at all

JSON: st.SearchStrategy[Any] = st.recursive(  # Any: JSON
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)


def decodes_or_says_why_not(raw: bytes) -> None:
    """Decode; only the two errors are allowed, each with one line that can be shown."""
    said = ""
    try:
        assert canonical(decode(raw)) == raw
    except (CorruptLogError, NewerLogError) as error:
        said = str(error)
    assert said.isprintable()


@given(st.binary(max_size=200))
@example(b"\xff" * 8)
def test_any_bytes_are_a_record_or_one_of_two_errors(raw: bytes) -> None:
    decodes_or_says_why_not(raw)


@given(JSON)
def test_any_json_is_a_record_or_one_of_two_errors(value: object) -> None:
    decodes_or_says_why_not(json.dumps(value).encode())


@given(
    st.dictionaries(st.sampled_from([*json.loads(RIGHT), "new"]), JSON, max_size=3),
    st.sampled_from([*(kind for kind, _ in TYPES), "other"]),
)
def test_any_change_of_a_record_is_a_record_or_one_of_two_errors(
    changes: dict[str, object], kind: str
) -> None:
    text = json.dumps(
        {**json.loads(RIGHT), "type": kind, **changes},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )
    decodes_or_says_why_not(text.encode("utf-8", "surrogatepass"))


@settings(max_examples=300)
@given(st.data())
def test_a_changed_byte_is_a_record_or_one_of_two_errors(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(raws("resignations"))))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    decodes_or_says_why_not(bytes(raw))
