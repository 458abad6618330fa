"""A mail as HTML: no script, no image, nothing to be fetched; the template escapes what stands in it."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from mensch.events.words import Words
from mensch.workers.mail import texts
from mensch.workers.mail.letter import Letter, Section

_TEMPLATE = "letter.html.j2"


def html_text(letter: Letter, words: Words) -> str:
    """The HTML part of a mail."""
    return (
        _template().render(letter=letter, text=words.text, say=words.say, texts=texts, mailto=mailto) + "\n"
    )


def mailto(section: Section, body: str) -> str:
    """A link that opens a reply with something written in it already.

    >>> mailto(Section(reply="mensch@example.org", reply_subject="Re: [mensch k7m2]"), "3")
    'mailto:mensch@example.org?subject=Re%3A%20%5Bmensch%20k7m2%5D&body=3'
    """
    return (
        f"mailto:{quote(section.reply, safe='@+')}?subject={quote(section.reply_subject)}&body={quote(body)}"
    )


@lru_cache
def _template() -> Template:
    loader = PackageLoader("mensch.workers.mail")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template(_TEMPLATE)
