"""Sentences that travel: an error met in one process, said by another in its reader's language."""

from __future__ import annotations

from string import Formatter
from typing import TypeAlias

import msgspec

from mensch.core.said import Said, message_of, said
from mensch.events.words import Words


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a `mensch.core.said.Said` was made of.

    Attributes:
        template: the English template.
        values: what stands for each name in it.
    """

    template: str
    values: dict[str, _Value] = {}


_Value: TypeAlias = int | str | Sentence


def sentence_of(error: BaseException) -> Sentence | None:
    """What the message of an error was made of; None for one that is a plain text, that depends on a number,
    or has a fraction in it, which no canonical JSON has."""
    message = message_of(error)
    if not isinstance(message, Said) or message.many is not None:
        return None
    fractions = any(isinstance(value, float) for value in message.values.values())
    return None if fractions else _taken_apart(message)


def told(sentence: Sentence | None, plain: str, words: Words) -> str:
    """A sentence put together again, so that it can be translated.

    Args:
        plain: the same in English, for a sentence that these words do not know: whoever sent it chose its
            template, so only such as are ours are filled in.
    """
    if sentence is None:
        return plain
    try:
        return _put_together(sentence, words)
    except (LookupError, ValueError, TypeError, AttributeError):
        return plain


def _taken_apart(message: Said) -> Sentence:
    return Sentence(message.template, {name: _value(value) for name, value in message.values.items()})


def _value(value: object) -> _Value:
    if isinstance(value, BaseException):
        value = message_of(value)
    if isinstance(value, Said) and value.many is None:
        return _taken_apart(value)
    return value if isinstance(value, int) else str(value)


def _put_together(sentence: Sentence, words: Words) -> str:
    values = {
        name: _put_together(value, words) if isinstance(value, Sentence) else value
        for name, value in sentence.values.items()
    }
    names = {name for _, name, _, _ in Formatter().parse(sentence.template) if name is not None}
    if not words.knows(sentence.template) or names != set(values):
        raise ValueError("no sentence of ours")
    return said(sentence.template, **values)
