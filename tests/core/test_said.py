"""Sentences that know what they were made of."""

from __future__ import annotations

import pickle

import pytest

from mensch.core.errors import TurnError
from mensch.core.said import Said, all_of, any_of, counted, in_a_row, message_of, said


def test_a_sentence_is_the_string_that_it_reads_as() -> None:
    sentence = said("seat {seat} is taken", seat=2)
    assert sentence == "seat 2 is taken"
    assert hash(sentence) == hash("seat 2 is taken")


def test_a_sentence_remembers_its_template_and_values() -> None:
    sentence = said("seat {seat} is taken", seat=2)
    assert (sentence.template, sentence.values) == ("seat {seat} is taken", {"seat": 2})


def test_braces_are_a_sentences_own_where_nothing_is_filled_in() -> None:
    assert said('{"a":1}') == '{"a":1}'


def test_braces_in_a_value_are_not_read_as_names() -> None:
    assert said("{name} joins", name="{seat}") == "{seat} joins"


def test_an_error_keeps_what_it_was_raised_with() -> None:
    error = TurnError(said("it is not {name}'s turn", name="anna"))
    assert str(error) == "it is not anna's turn"
    message = message_of(error)
    assert isinstance(message, Said)
    assert message.values == {"name": "anna"}


def test_the_message_of_any_other_error_is_its_text() -> None:
    assert message_of(ValueError(17)) == "17"
    assert message_of(ValueError()) == ""


def test_a_sentence_survives_the_way_to_another_process() -> None:
    sentence = pickle.loads(pickle.dumps(said("seat {seat} is taken", seat=2)))
    assert (sentence, sentence.template) == ("seat 2 is taken", "seat {seat} is taken")


@pytest.mark.parametrize(("n", "text"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_a_number_of_things_is_counted(n: int, text: str) -> None:
    assert counted("{n} move", "{n} moves", n) == text


def test_things_are_listed_in_one_phrase() -> None:
    assert any_of(["A+4@1A", "A+4@2A", "A+4@2B"]) == "A+4@1A or A+4@2A or A+4@2B"
    assert all_of((3, 4)) == "3 and 4"
    assert in_a_row(["provisional"]) == "provisional"
