"""A sentence that travels as JSON and is said in another language where it arrives."""

from __future__ import annotations

import msgspec
import pytest

from mensch.core.errors import TurnError, UsageError
from mensch.core.said import counted, said
from mensch.events.record import canonical
from mensch.events.words import words
from mensch.events.words.sentence import Sentence, sentence_of, told

GERMAN, ENGLISH = words("de"), words("en")


def arrived(error: BaseException) -> Sentence:
    """What arrives of an error's sentence."""
    sent = sentence_of(error)
    assert sent is not None
    return msgspec.json.decode(canonical(sent), type=Sentence)


def test_it_is_said_in_the_language_of_who_gets_it() -> None:
    error = TurnError(said("the roster of game {game} is closed", game="k7m2abcdef"))
    here = told(arrived(error), str(error), GERMAN)
    assert GERMAN.of(here) == GERMAN.of_error(error) != str(error)
    assert told(arrived(error), str(error), ENGLISH) == str(error)


def test_so_are_the_sentences_within_it() -> None:
    inner = said("the roster of game {game} is closed", game="k7m2abcdef")
    error = UsageError(said("{one} and {other}", one=inner, other=3))
    assert GERMAN.of(told(arrived(error), str(error), GERMAN)) == GERMAN.of_error(error)


@pytest.mark.parametrize(
    "sentence",
    [
        Sentence("{x.__class__}", values={"x": 1}),
        Sentence("{x:9999999999}", values={"x": 1}),
        Sentence("the roster of game {game} is closed"),
        Sentence("the roster of game {game} is closed", values={"name": "k7m2"}),
        Sentence("{one} and {other}", values={"one": Sentence("{x:9999999999}", values={"x": 1})}),
    ],
)
def test_what_is_not_ours_stays_as_it_came(sentence: Sentence) -> None:
    assert told(sentence, "as it came", GERMAN) == "as it came"


def test_a_plain_text_and_one_with_a_fraction_do_not_travel() -> None:
    assert sentence_of(ValueError("plain")) is None
    assert sentence_of(UsageError(said("after {seconds:g} s", seconds=0.5))) is None
    assert sentence_of(UsageError(counted("{n} move", "{n} moves", 2))) is None
