"""Which language this process speaks: `--lang`, else MENSCH_LANG, else the locale.

It is decided before the first text is read, since the texts of the screen and of help are made when their
module is imported. So this looks at the words of the command line itself, before click does, which says what
is wrong with them. Where the language asked for is none of ours, the next one counts.
"""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Mapping, Sequence

from mensch.events.words import DOMAIN, LANGUAGES, LOCALE, Words, words

OPTION = "--lang"
"""The option of the whole program."""

VARIABLE = "MENSCH_LANG"
"""Environment variable with the language."""

_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that tell the locale of messages; the first that is set counts."""


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that a command line and its environment ask for.

    >>> language_of(["--lang", "de", "games"], {"LANG": "C"}), language_of(["games"], {"LANG": "de_AT.UTF-8"})
    ('de', 'de')

    Args:
        arguments: the words after the program's name; what comes after a command is not looked at.
        environment: the variables.

    Returns:
        One of `mensch.events.words.LANGUAGES`: English for whatever else is asked for.
    """
    locale = next((environment[name] for name in _LOCALE if environment.get(name)), "")
    for asked in (_option(arguments), environment.get(VARIABLE), locale):
        language = (asked or "")[:2].lower()
        if language in LANGUAGES and asked and not asked[2:3].isalpha():
            return language
    return "en"


def _option(arguments: Sequence[str]) -> str | None:
    found = None
    rest = iter(arguments)
    for word in rest:
        if word == OPTION:
            found = next(rest, None)
        elif word.startswith(f"{OPTION}="):
            found = word.partition("=")[2]
        elif not word.startswith("-"):
            break
    return found


def _speak(language: str) -> Words:
    """The words of a language, which click speaks from now on too."""
    if language != "en":
        gettext.bindtextdomain(DOMAIN, LOCALE)
        gettext.textdomain(DOMAIN)
        # What gettext asks first; a locale of that name need not be installed.
        os.environ["LANGUAGE"] = language
    return words(language)


WORDS = _speak(language_of(sys.argv[1:], os.environ))
"""The words of this process."""
