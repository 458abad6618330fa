"""The pictures of the documents are there, small, and show what the program shows."""

from __future__ import annotations

import re

import pytest

from tests.docs.examples import ROOT
from tests.docs.screens import FOLDER, Shot, shots, text_in
from tests.docs.test_documents import DOCUMENTS, text_of

LARGEST = 60_000
"""Bytes of a picture."""

_IMAGE = re.compile(r"!\[([^]]*)\]\(([^)]+)\)")
_REFERENCE = re.compile(r"""(?:href|src)=["']?([^"'>]*)|url\(([^)]*)\)|(@import)""")


@pytest.fixture(scope="module")
def taken() -> list[Shot]:
    """The pictures of the terminal, as they would be now."""
    return list(shots())


def test_every_picture_of_the_terminal_shows_what_the_program_shows(taken: list[Shot]) -> None:
    for shot in taken:
        kept = text_in((FOLDER / f"{shot.name}.svg").read_text("utf-8"))
        assert kept == shot.text, f"{shot.name}.svg is another one now: python -m tests.docs.screens"


def test_every_picture_is_small_and_shown_in_some_document_with_a_word_for_who_cannot_see_it() -> None:
    shown = {
        (ROOT / document).parent.joinpath(target).resolve(): words
        for document in DOCUMENTS
        for words, target in _IMAGE.findall(text_of(document))
    }
    pictures = {path.resolve() for path in FOLDER.iterdir()}
    assert set(shown) == pictures
    assert all(len(words) > 10 for words in shown.values())
    assert {path.name: path.stat().st_size for path in pictures if path.stat().st_size > LARGEST} == {}


def test_no_picture_asks_for_anything_elsewhere() -> None:
    for path in FOLDER.glob("*.svg"):
        asked = {"".join(found) for found in _REFERENCE.findall(path.read_text("utf-8"))}
        assert asked
        assert {reference for reference in asked if not reference.startswith("#")} == set(), path.name
