"""Whatever mail program somebody uses, what they have typed is read, and nothing of what they answer to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mensch.workers.mail.inbound.commands import Command, Verb, read_commands
from mensch.workers.mail.inbound.reading import read
from mensch.workers.mail.inbound.replies import own_lines
from tests.workers.mail_in.styles import STYLES, Typed

QUOTED = """It is your turn, anna.
Your dice: 1 4

  1 N1=1      2 N4=4      3 N1+4=5

resign"""


@pytest.mark.parametrize("style", STYLES)
def test_a_move_and_a_message_are_read_whichever_program_wrote_them(style: Callable[[Typed], bytes]) -> None:
    message = "Schöne Grüße, ich bin ab morgen wieder öfter da & freue mich auf deinen nächsten Zug"
    typed = Typed("Anna Müller <anna@example.com>", "mensch@example.org", ["N1+4", f"say {message}"], QUOTED)
    reading = read_commands(own_lines(read(style(typed)).text))
    assert reading.commands == (Command(Verb.MOVE, "N1+4"), Command(Verb.SAY, message))
    assert reading.left == ""


@pytest.mark.parametrize("style", STYLES)
def test_a_reply_that_says_nothing_does_nothing(style: Callable[[Typed], bytes]) -> None:
    typed = Typed("anna@example.com", "mensch@example.org", [""], QUOTED)
    assert read_commands(own_lines(read(style(typed)).text)).commands == ()


@pytest.mark.parametrize("style", STYLES)
def test_the_headers_are_those_of_the_program(style: Callable[[Typed], bytes]) -> None:
    incoming = read(style(Typed("anna@example.com", "mensch@example.org", ["3"], QUOTED, number=7)))
    assert incoming.message_id == "<7.reply@client.example>"
    assert incoming.all("to") == ["mensch@example.org"]
