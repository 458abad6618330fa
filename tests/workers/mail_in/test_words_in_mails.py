"""What mails tell players to write is what is understood, in every language that mails are written in."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from mensch.events.words import LANGUAGES, words
from mensch.workers.mail import texts as sent
from mensch.workers.mail.inbound import texts as answers
from mensch.workers.mail.inbound.commands import read_commands

_QUOTED = re.compile(r"“([^“”{}]+)”|„([^„“{}]+)“")
_TITLE = "Kartenspiel"


def told(module: ModuleType, language: str) -> list[str]:
    """All texts of a module in a language."""
    return [words(language).text(text) for text in vars(module).values() if isinstance(text, str)]


def understood(word: str) -> bool:
    """Whether a word is a command, by itself or with something behind it."""
    return any(read_commands([line]).commands for line in (word, f"{word} 1"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", [sent, answers])
def test_every_quoted_word_is_a_command(module: ModuleType, language: str) -> None:
    quoted = [one or other for text in told(module, language) for one, other in _QUOTED.findall(text)]
    commands = [word for word in quoted if _TITLE not in word]
    assert commands
    assert [word for word in commands if not understood(word)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_help_begins_with_what_is_understood(language: str) -> None:
    _, *lines = words(language).text(answers.HELP).splitlines()
    commands = [command for line in lines for command in line.partition(" – ")[0].split(" · ")]
    assert len(commands) > 15
    assert [command for command in commands if not understood(command)] == []
