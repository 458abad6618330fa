"""Saying things in a person's language."""

from __future__ import annotations

import pytest

from mensch.core.errors import IllegalMoveError
from mensch.core.said import all_of, any_of, counted, said
from mensch.events.words import words

GERMAN = words("de")
ENGLISH = words("en")


def test_a_text_is_looked_up() -> None:
    assert GERMAN.text("leaves the table") == "verlässt den Tisch"
    assert ENGLISH.text("leaves the table") == "leaves the table"


def test_a_text_that_nobody_translated_stays_english() -> None:
    assert GERMAN.text("xyzzy") == "xyzzy"


def test_no_text_is_no_text() -> None:
    assert GERMAN.text("") == ""  # under which catalogues keep their header


def test_a_sentence_is_filled_in_its_own_order() -> None:
    text = "steals {figure} from {name}, row {row}"
    assert GERMAN.say(text, figure=15, name="anna", row="C") == "klaut die 15 von anna, Reihe C"


def test_what_somebody_is_called_is_never_translated() -> None:
    assert (
        GERMAN.say("{name} joins at seat {seat}", name="anna {seat}", seat=1) == "anna {seat} nimmt Platz 1"
    )


@pytest.mark.parametrize(("n", "text"), [(0, "0 Züge"), (1, "1 Zug"), (2, "2 Züge")])
def test_a_number_of_things_has_its_form(n: int, text: str) -> None:
    assert GERMAN.many("{n} move", "{n} moves", n) == text
    assert GERMAN.of(counted("{n} move", "{n} moves", n)) == text


def test_a_sentence_within_a_sentence_is_translated_too() -> None:
    sentence = said(
        "“{move}” is not legal: {reason}. {legal}",
        move="N5",
        reason=said("the dice are {dice}", dice=all_of((3, 6))),
        legal=said("Legal: {moves}", moves="A+3, A+6"),
    )
    assert GERMAN.of(sentence) == "„N5“ ist nicht erlaubt: die Würfel sind 3 und 6. Erlaubt: A+3, A+6"
    assert ENGLISH.of(sentence) == sentence


def test_an_error_is_said_in_german() -> None:
    error = IllegalMoveError(
        said("“{move}” leaves a choice of rows: {choices}", move="A+4", choices=any_of("xy"))
    )
    assert GERMAN.of_error(error) == "„A+4“ lässt die Wahl zwischen Reihen: x oder y"
    assert ENGLISH.of_error(error) == str(error)


def test_an_error_within_an_error_is_translated_too() -> None:
    inner = IllegalMoveError(said("a fourth row cannot be started"))
    sentence = said("record {record}: {error}", record=7, error=inner)
    assert GERMAN.of(sentence) == "Eintrag 7: eine vierte Reihe kann nicht begonnen werden"


def test_an_error_of_somebody_elses_stays_as_it_is() -> None:
    assert GERMAN.of_error(ValueError("as it is")) == "as it is"


def test_a_fraction_has_a_decimal_comma() -> None:
    text = "{expected:.1f} ({low:.1f} to {high:.1f})"
    assert GERMAN.say(text, expected=1.25, low=0.5, high=2.0) == "1,2 (0,5 bis 2,0)"
    assert ENGLISH.say(text, expected=1.25, low=0.5, high=2.0) == "1.2 (0.5 to 2.0)"
    assert f"{GERMAN.number(33.33):5.1f}" == " 33,3"


def test_there_is_no_other_language() -> None:
    with pytest.raises(ValueError, match="'fr'"):
        words("fr")


def test_a_language_is_read_once() -> None:
    assert words("de") is GERMAN
