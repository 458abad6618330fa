"""A sentence that knows what it was made of, so that it can be said again in another language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce


class Said(str):
    """An English sentence together with the template and the values that it was filled with.

    It is an ordinary string wherever a string is wanted. Whoever shows it to a person may say the template in
    that person's language instead (`mensch.events.words`).

    Attributes:
        template: the sentence with names in braces; it is what catalogues are keyed by.
        values: what stands for each name; empty for a sentence without any, whose braces are its own.
        many: where the sentence depends on a number `n` among its values, the template for other numbers than
            one, and `template` is the one for one.
    """

    __slots__ = ("many", "template", "values")

    template: str
    values: Mapping[str, object]
    many: str | None


def said(template: str, /, **values: object) -> Said:
    """Fill a sentence and remember what of.

    >>> refused = said("seat {seat} is taken", seat=2)
    >>> refused, refused.template
    ('seat 2 is taken', 'seat {seat} is taken')

    Args:
        template: a literal, since it is collected from the source for the translators.
        values: another `said` among them, or an error that was raised with one, is translated with the whole.
    """
    sentence = Said(template.format(**values) if values else template)
    sentence.template = template
    sentence.values = values
    sentence.many = None
    return sentence


def counted(one: str, many: str, n: int) -> Said:
    """A number of things in words.

    >>> counted("{n} move", "{n} moves", 1), counted("{n} move", "{n} moves", 2)
    ('1 move', '2 moves')

    Args:
        one: the template for one; a literal, as the other.
        many: the template for all other numbers.
        n: the number.
    """
    sentence = Said((one if n == 1 else many).format(n=n))
    sentence.template, sentence.many = one, many
    sentence.values = {"n": n}
    return sentence


def any_of(choices: Iterable[object]) -> str:
    """Alternatives in one phrase: `A+4@1A or A+4@2A`; of one, that one.

    Raises:
        TypeError: there are none; so with the other two.
    """
    return reduce(lambda one, other: said("{one} or {other}", one=one, other=other), _parts(choices))


def all_of(parts: Iterable[object]) -> str:
    """Things in one phrase: `3 and 4`."""
    return reduce(lambda one, other: said("{one} and {other}", one=one, other=other), _parts(parts))


def in_a_row(parts: Iterable[object]) -> str:
    """Things with commas between them: `provisional, epoch 2`."""
    return reduce(lambda one, other: said("{one}, {other}", one=one, other=other), _parts(parts))


def _parts(parts: Iterable[object]) -> Iterable[str]:
    return (part if isinstance(part, str) else str(part) for part in parts)


def message_of(error: BaseException) -> str:
    """What an error says: the `said` that it was raised with, where it was, or else its text."""
    (first, *_) = error.args or ("",)
    return first if isinstance(first, Said) else str(error)
