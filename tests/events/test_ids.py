"""Ids of games, players and commands, and what people type of them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mensch.events.ids import ALPHABET, LENGTH, derived_id, is_id, new_command, new_id, prefix_of


def test_an_id_is_ten_characters_without_those_that_look_alike() -> None:
    ids = {new_id() for _ in range(200)}
    assert len(ids) == 200
    assert all(re.fullmatch("[0-9a-hjkmnp-tv-z]{10}", one) and is_id(one) for one in ids)
    assert set("".join(ids)) == set(ALPHABET)


def test_a_command_id_is_32_hex_digits_and_another_each_time() -> None:
    commands = {new_command() for _ in range(200)}
    assert len(commands) == 200
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in commands)


@pytest.mark.parametrize(
    "text",
    ["", "k7m0", "k7m0000000\n", " k7m0000000", "K7M0000000", "k7m00000000", "k7mo000000", "k7mü000000"],
)
def test_nothing_else_is_an_id(text: str) -> None:
    assert not is_id(text)


@pytest.mark.parametrize(
    ("typed", "prefix"),
    [("K7", "k7"), (" k7m0 ", "k7m0"), ("OIL", "011"), ("lo", "10"), ("0123456789", "0123456789")],
)
def test_people_type_the_beginning_of_an_id_generously(typed: str, prefix: str) -> None:
    assert prefix_of(typed) == prefix


@pytest.mark.parametrize("typed", ["", " ", "u", "k-7", "k7m00000000", "*", "é", "k 7"])
def test_what_no_id_can_begin_with_is_no_prefix(typed: str) -> None:
    assert prefix_of(typed) is None


@given(st.text(alphabet=ALPHABET, min_size=LENGTH, max_size=LENGTH), st.integers(1, LENGTH))
def test_every_beginning_of_an_id_is_its_own_prefix(game: str, length: int) -> None:
    assert prefix_of(game[:length].upper()) == game[:length]


@given(st.text())
def test_whatever_is_typed_gives_the_beginning_of_an_id_or_nothing(typed: str) -> None:
    prefix = prefix_of(typed)
    assert prefix is None or is_id(prefix.ljust(LENGTH, "0"))


def test_a_derived_id_follows_from_key_and_cause_alone() -> None:
    keys, causes = (bytes(32), bytes(31) + b"\x01"), ("fork:7:5", "fork:7:6", "fork:75:")
    ids = {derived_id(key, cause) for key in keys for cause in causes}
    assert len(ids) == 6
    assert all(map(is_id, ids))
    assert derived_id(bytes(32), "fork:7:5") == "552z1f8wb0"
