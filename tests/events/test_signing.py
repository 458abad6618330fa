"""Signed lines: one way to write one, and nothing that was changed on its way counts."""

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mensch.core.errors import UsageError
from mensch.core.moves import MOVES
from mensch.events import ed25519
from mensch.events.bodies import Line
from mensch.events.ids import ALPHABET
from mensch.events.signing import LONGEST, SignedLine, is_signable, read_line, sign, verifies

PRIVATE = bytes(range(32))
PUBLIC = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
"""Of `PRIVATE`."""

HASH = "8f" * 32
NONCE = "0123456789abcdef" * 2
LINE = sign(PRIVATE, game="game000001", seat=1, seq=12, head=HASH, move="B+5@0A", nonce=NONCE)

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "signing.md").read_text(encoding="utf-8")

hexes = st.binary(min_size=32, max_size=32).map(bytes.hex)
moves = st.sampled_from(sorted(MOVES)) | st.sampled_from(["resign", "show"]) | hexes.map("key={}".format)
lines = st.builds(
    lambda game, seat, seq, head, nonce, move: sign(
        PRIVATE, game=game, seat=seat, seq=seq, head=head, nonce=nonce[:32], move=move
    ),
    st.text(ALPHABET, min_size=10, max_size=10),
    st.integers(0, 3),
    st.integers(1, 10**15 - 1),
    hexes,
    hexes,
    moves,
)


def test_the_line_and_the_bytes_that_are_signed_are_those_of_the_document() -> None:
    assert ed25519.public_key(PRIVATE) == PUBLIC
    assert f"`{PUBLIC}`" in PAGE
    assert "".join(f"    {shown}\n" for shown in LINE.message.decode().split("\n")) in PAGE
    assert f"\n    {LINE.text}\n" in PAGE
    assert LINE.message.startswith(b'mensch/signed/v1\n{"game":"game000001","hash":"8f8f')
    assert LINE.text.startswith(f"mensch1 game000001 1 12 {HASH} {NONCE} B+5@0A ")


def test_every_link_of_the_document_leads_somewhere() -> None:
    for file, anchor in re.findall(r"\]\(([\w.-]*)#([\w-]+)\)", PAGE):
        linked = (DOCS / file).read_text() if file else PAGE
        headings = re.findall(r"^#+ (.*)$", linked, re.MULTILINE)
        assert anchor in [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]


@given(lines)
def test_every_line_is_read_as_it_was_written_and_verifies(line: SignedLine) -> None:
    assert read_line(line.text) == line
    assert verifies(line, PUBLIC)
    assert msgspec.convert(line.text, Line) == line.text
    assert len(line.text) < 350


@given(lines, st.data())
def test_a_line_with_one_other_character_does_not_count(line: SignedLine, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(line.text) - 1))
    sign_there = data.draw(st.characters(min_codepoint=33, max_codepoint=126).filter(line.text[at].__ne__))
    changed = line.text[:at] + sign_there + line.text[at + 1 :]
    try:
        read = read_line(changed)
    except UsageError:
        return
    assert not verifies(read, PUBLIC)


@given(lines, hexes)
def test_a_line_counts_for_no_other_key(line: SignedLine, private: str) -> None:
    other = ed25519.public_key(bytes.fromhex(private))
    assert verifies(line, other) == (other == PUBLIC)


@given(st.text(max_size=400) | st.binary(max_size=400).map(lambda raw: "mensch1 " + raw.decode("latin-1")))
def test_no_text_is_more_than_refused(text: str) -> None:
    with pytest.raises(UsageError, match="signed line"):
        read_line(text)


@pytest.mark.parametrize("gap", ["  ", "\t", "\n", "\r\n", "\n    "])
def test_mail_may_break_and_indent_a_line_between_its_words(gap: str) -> None:
    assert read_line(gap + LINE.text.replace(" ", gap) + gap) == LINE


def damaged(word: int, text: str) -> str:
    words = LINE.text.split()
    words[word] = text
    return " ".join(words)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (damaged(0, "mensch2"), "another version"),
        (damaged(0, "hello"), "begins with mensch1"),
        (damaged(1, "GAME000001"), "its game id is none"),
        (damaged(1, "game00000u"), "its game id is none"),
        (damaged(2, "4"), "its seat is none"),
        (damaged(2, "01"), "its seat is none"),
        (damaged(3, "0"), "its record number is none"),
        (damaged(3, "012"), "its record number is none"),
        (damaged(3, "9" * 5000), "begins with"),
        (damaged(4, "8F" * 32), "its hash is none"),
        (damaged(5, "0" * 31), "its nonce is none"),
        (damaged(6, "b+5"), "its move is none"),
        (damaged(6, "N4+3"), "its move is none"),
        (damaged(6, "abort"), "its move is none"),
        (damaged(6, "key=" + "A" * 64), "its move is none"),
        (damaged(7, "A" * 85), "its signature is none"),
        (damaged(7, "A" * 85 + "="), "its signature is none"),
        (damaged(7, "A" * 85 + "B"), "its signature is none"),  # a second way to write the same 64 bytes
        (LINE.text.rpartition(" ")[0], "7: was it cut"),
        (LINE.text + " B+5", "9: was it cut"),
        (LINE.text.replace(" ", "\u00a0"), "begins with"),
        (LINE.text + " " * LONGEST, "begins with"),
        ("", "begins with"),
    ],
)
def test_a_damaged_line_is_refused_with_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_line(text)


def test_what_can_be_signed_is_a_canonical_move_or_one_of_three_words() -> None:
    assert all(map(is_signable, [*MOVES, "resign", "show", f"key={PUBLIC}"]))
    assert not any(map(is_signable, ["", "n4", "N4 ", "Resign", "key=", f"key={PUBLIC.upper()}", "key"]))


def test_two_signatures_of_the_same_thing_have_two_nonces() -> None:
    one, other = (sign(PRIVATE, game="game000001", seat=0, seq=1, head=HASH, move="N1") for _ in range(2))
    assert one.nonce != other.nonce
    assert one.signature != other.signature
