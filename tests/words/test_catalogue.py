"""The German catalogue has everything that a person reads, and nothing else."""

from __future__ import annotations

import re

from babel.messages.mofile import read_mo

from tests.words.catalogue import MO, catalogue, click_messages, messages, parts

TRANSLATIONS = {parts(message.id): parts(message.string) for message in catalogue() if message.id}
NEEDED = {**messages(), **click_messages()}

_PLACEHOLDER = re.compile(r"(?<!\{)\{[^{}]*\}|%\(\w+\)s")


def _placeholders(text: str) -> list[str]:
    return sorted(_PLACEHOLDER.findall(text))


def test_every_text_is_translated() -> None:
    done = {text for text, german in TRANSLATIONS.items() if all(german)}
    missing = {text: files for text, files in NEEDED.items() if text not in done}
    assert missing == {}, "make texts adds them to the catalogue, where they have to be translated"


def test_the_catalogue_has_no_text_that_is_gone() -> None:
    if click_messages():  # else another version of click is here, with other texts
        assert set(TRANSLATIONS) == set(NEEDED)


def test_nothing_is_translated_by_guess() -> None:
    assert [message.id for message in catalogue() if message.id and message.fuzzy] == []


def test_each_translation_has_the_placeholders_of_its_text() -> None:
    differ = [
        english
        for text, german in TRANSLATIONS.items()
        for english, said in zip(text, german, strict=True)
        if said and _placeholders(said) != _placeholders(english)
    ]
    assert differ == []


def test_the_compiled_catalogue_says_the_same() -> None:
    with MO.open("rb") as file:
        compiled = {parts(message.id): parts(message.string) for message in read_mo(file) if message.id}
    assert compiled == {text: german for text, german in TRANSLATIONS.items() if all(german)}, "make texts"


def test_german_is_quoted_as_in_german() -> None:
    said = [text for german in TRANSLATIONS.values() for text in german]
    assert [text for text in said if "”" in text] == []
