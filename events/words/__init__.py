"""What a person reads, in their language: sentences are written in English and looked up in a catalogue.

English needs no catalogue. German lies beside this file as a gettext catalogue, which `make texts` collects
and compiles. JSON, records and logs of jobs are for programs and stay English.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from functools import lru_cache

from mensch.core.said import Said, message_of

LANGUAGES = ("en", "de")
"""The languages that everything can be said in."""

DOMAIN = "mensch"
"""The name of the catalogues."""

LOCALE = os.path.join(os.path.dirname(__file__), "locale")  # pathlib would be loaded for this alone
"""The folder of the catalogues, laid out as gettext wants it."""


def marked(text: str) -> str:
    """Mark a constant as one to be translated where it is said; it stays as it is.

    Args:
        text: a literal, since it is collected from the source.
    """
    return text


class Words:
    """One language.

    Args:
        language: one of `LANGUAGES`.

    Attributes:
        language: the same.

    Raises:
        ValueError: there is no such language.
    """

    __slots__ = ("_catalogue", "language")

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"{language!r} is none of {LANGUAGES}")
        self.language = language
        self._catalogue = None if language == "en" else gettext.translation(DOMAIN, LOCALE, [language])

    def text(self, msgid: str) -> str:
        """A text without anything to fill in, or a template as it is; English where nobody translated it."""
        return self._catalogue.gettext(msgid) if self._catalogue and msgid else msgid

    def knows(self, msgid: str) -> bool:
        """Whether a text is translated into this language; in English none is."""
        return self._catalogue is not None and self._catalogue.gettext(msgid) != msgid

    def say(self, msgid: str, /, **values: object) -> str:
        """A sentence with values filled in.

        >>> words("en").say("{name} is to move.", name="anna")
        'anna is to move.'

        Args:
            msgid: the English template.
            values: a `said` or an error among them is translated too, a fraction gets the language's
                decimal sign.
        """
        template = self.text(msgid)
        return template.format(**self._local(values)) if values else template

    def many(self, one: str, many: str, n: int, /, **values: object) -> str:
        """A sentence that depends on a number.

        Args:
            one: the English template for one.
            many: the English template for all other numbers.
            n: the number; it is filled in as `n` too.
        """
        template = one if n == 1 else many
        if self._catalogue:
            template = self._catalogue.ngettext(one, many, n)
        return template.format(**self._local({"n": n, **values}))

    def of(self, text: str) -> str:
        """Something said in English, said in this language; a string that nobody marked stays as it is."""
        match text:
            case Said(template=one, many=str(many), values={"n": int(n)}):
                return self.many(one, many, n)
            case Said(template=template, values=values):
                return self.say(template, **values)
            case _:
                return text

    def of_error(self, error: BaseException) -> str:
        """The message of an error in this language."""
        return self.of(message_of(error))

    def number(self, value: float) -> float:
        """A number that is formatted with this language's decimal sign."""
        return value if self.language == "en" else _WithComma(value)

    def _local(self, values: Mapping[str, object]) -> Mapping[str, object]:
        if self._catalogue is None:
            return values
        return {name: self._said_here(value) for name, value in values.items()}

    def _said_here(self, value: object) -> object:
        match value:
            case Said():
                return self.of(value)
            case BaseException():
                return self.of_error(value)
            case float():
                return self.number(value)
            case _:
                return value


class _WithComma(float):
    """A number with a decimal comma."""

    __slots__ = ()

    def __format__(self, spec: str, /) -> str:
        return super().__format__(spec).replace(".", ",")


@lru_cache
def words(language: str) -> Words:
    """The words of a language, read once.

    Raises:
        ValueError: there is no such language.
    """
    return Words(language)
