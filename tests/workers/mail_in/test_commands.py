"""What the first lines of a reply mean."""

from __future__ import annotations

import pytest

from mensch.core.errors import UsageError
from mensch.workers.mail.inbound.commands import Command, Verb, read_commands
from mensch.workers.mail.inbound.replies import own_lines
from mensch.workers.mail.inbound.when import SOON, read_absence
from tests.workers.mail_in.by_mail import DAY

SIGNED = "mensch1 k7m2k7m2k7 1 17 " + "a" * 64 + " " + "b" * 32 + " B+5 " + "c" * 86


def commands(*lines: str) -> tuple[Command, ...]:
    return read_commands(own_lines("\n".join(lines))).commands


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("3", Command(Verb.MOVE, "3")),
        ("3.", Command(Verb.MOVE, "3")),
        ("3!", Command(Verb.MOVE, "3")),
        ("#12", Command(Verb.MOVE, "12")),
        ("**say hi**", Command(Verb.SAY, "hi")),
        ("Nr. 2", Command(Verb.MOVE, "2")),
        ("b + 5", Command(Verb.MOVE, "b + 5")),
        ("**B+5**", Command(Verb.MOVE, "B+5")),
        ("“N3+4”", Command(Verb.MOVE, "N3+4")),
        ("B+5.", Command(Verb.MOVE, "B+5")),
        ("B\uff0b5", Command(Verb.MOVE, "B+5")),
        ("B+5@1A", Command(Verb.MOVE, "B+5@1A")),
        ("B+5=20x anna", Command(Verb.MOVE, "B+5=20x anna")),
        ("B+9", Command(Verb.MOVE, "B+9")),
        ("Zug N4", Command(Verb.MOVE, "N4")),
        ("move: 2", Command(Verb.MOVE, "2")),
        ("Sag: hallo", Command(Verb.SAY, "hallo")),
        ("say", None),
        ("ZEIGE", Command(Verb.SHOW)),
        ("show!", Command(Verb.SHOW)),
        ("show me the table", None),
        ("?", Command(Verb.HELP)),
        ("Hilfe.", Command(Verb.HELP)),
        ("aufgeben", Command(Verb.RESIGN)),
        ("I resign.", Command(Verb.RESIGN)),
        ("resign from work?", None),
        ("weg 5 Tage", Command(Verb.AWAY, "5 Tage")),
        ("zurück", Command(Verb.BACK)),
        ("pause", Command(Verb.PAUSE)),
        ("weiter", Command(Verb.RESUME)),
        ("abbruch", Command(Verb.ABORT)),
        ("orders", Command(Verb.ORDERS)),
        ("Aufträge: A+5, sonst autopilot", Command(Verb.ORDERS, "A+5, sonst autopilot")),
        ("digest off", Command(Verb.DIGEST, "off")),
        ("Sprache deutsch", Command(Verb.LANGUAGE, "deutsch")),
        ("abmelden", Command(Verb.STOP)),
        ("ja", Command(Verb.JOIN)),
        ("join to be or not to be", Command(Verb.JOIN, "to be or not to be")),
        ("join the cat sat on the mat", Command(Verb.JOIN, "the cat sat on the mat")),
        ("Nein", Command(Verb.DECLINE)),
        ("Nein, danke!", Command(Verb.DECLINE)),
        ("No thank you.", Command(Verb.DECLINE)),
        ("no idea", None),
        ("Ich bin dabei!", Command(Verb.JOIN)),
        ("Hallo Anna,", None),
    ],
)
def test_a_line_is_a_command_or_none(line: str, command: Command | None) -> None:
    assert commands(line) == ((command,) if command else ())


@pytest.mark.parametrize("greeting", ["Hi,", "Hallo Anna!", "Liebe Leute,", "Guten Morgen"])
def test_a_greeting_is_passed_over(greeting: str) -> None:
    assert commands(greeting, "", "B+5") == (Command(Verb.MOVE, "B+5"),)
    assert commands(greeting, "B+5") == (Command(Verb.MOVE, "B+5"),)
    assert commands(greeting) == ()


def test_a_message_goes_on_until_an_empty_line_or_the_next_command() -> None:
    assert commands("say see you", "next week", "B+5", "", "Anna") == (
        Command(Verb.SAY, "see you next week"),
        Command(Verb.MOVE, "B+5"),
    )


def test_orders_go_on_where_a_line_cannot_be_their_end() -> None:
    assert commands("orders A+5, else", "N3+4, else", "autopilot", "show") == (
        Command(Verb.ORDERS, "A+5, else N3+4, else autopilot"),
        Command(Verb.SHOW),
    )


def test_a_signed_line_is_put_together_from_its_eight_words() -> None:
    first, second, third = SIGNED[:30], SIGNED[30:100], SIGNED[100:]
    (command,) = commands(first.strip(), second.strip(), third.strip())
    assert command.verb is Verb.SIGNED
    assert len(command.argument.split()) in (8, 9, 10)
    words = SIGNED.split()
    assert commands(" ".join(words[:4]), " ".join(words[4:]), "say hi") == (
        Command(Verb.SIGNED, SIGNED),
        Command(Verb.SAY, "hi"),
    )


@pytest.mark.parametrize(
    "foreign",
    [
        "> show",
        ">show",
        "-- ",
        "--",
        "On Mon, 30 Nov 2026 at 08:12, mensch <m@games.example> wrote:",
        "Am 30.11.2026 um 08:12 schrieb mensch:",
        "Am Mo., 30. Nov. 2026 um 08:12 Uhr schrieb mensch <\nm@games.example>:",
        "Le lun. 30 nov. 2026 à 08:12, mensch <m@games.example> a écrit :",
        "* mensch <m@games.example> [2026-11-30 08:12]:",
        "mensch@games.example wrote:",
        "30.11.26, 08:12, mensch <m@games.example>:\n> Your dice",
        "Zitat von mensch:\n\n> Your dice",
        "Outlook für iOS beziehen<https://aka.ms/o0ukef>",
        "-----Original Message-----",
        "-----Ursprüngliche Nachricht-----",
        "________________________________",
        "Von: mensch\nGesendet: heute\nAn: anna",
        "*From:* mensch\n*Sent:* today",
        "Sent from my telephone",
        "Von meinem Telefon gesendet",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
    ],
)
def test_nothing_counts_behind_what_begins_somebody_elses_text(foreign: str) -> None:
    assert commands("B+5", *foreign.split("\n"), "show") == (Command(Verb.MOVE, "B+5"),)
    assert commands("B+5", "", *foreign.split("\n"), "", "show") == (Command(Verb.MOVE, "B+5"),)


@pytest.mark.parametrize("line", ["say Bert wrote: that was mean", "say On we go, he wrote to me: bye"])
def test_a_message_may_tell_of_who_wrote(line: str) -> None:
    assert commands(line) == (Command(Verb.SAY, line.removeprefix("say ")),)


@pytest.mark.parametrize(
    "text", ['Das war "fies"', "„Na warte!“", "*grr*", "½ m² …", "it's Bert's'", "\uff01", "3."]
)
def test_a_message_and_the_words_for_the_dice_are_left_as_they_were_typed(text: str) -> None:
    assert commands(f"say {text}") == (Command(Verb.SAY, text),)
    assert commands(f"join {text}") == (Command(Verb.JOIN, text),)


def test_below_a_quote_what_counts_stands_behind_an_empty_line() -> None:
    quote = ("On Monday mensch wrote:", "> Your dice: 1 4", ">   1 N1=1      2 N4=4")
    assert commands(*quote, "", "2") == (Command(Verb.MOVE, "2"),)
    assert commands(*quote, "2 N4=4", "", "show") == (Command(Verb.SHOW),)
    assert commands(*quote, "resign") == ()
    assert commands(*quote, "", "1", "> more", "", "2") == (Command(Verb.MOVE, "2"),)


@pytest.mark.parametrize(
    ("typed", "since", "until"),
    [
        ("1970-02-01 to 1970-02-03", 31 * DAY, 33 * DAY),
        ("1970-02-01 1970-02-03", 31 * DAY, 33 * DAY),
        ("from 1970-02-01 until 1970-02-03.", 31 * DAY, 33 * DAY),
        ("1.2. bis 3.2.", 31 * DAY, 33 * DAY),
        ("vom 1.2.1970 bis zum 3.2.1970", 31 * DAY, 33 * DAY),
        ("1.2.-3.2.", 31 * DAY, 33 * DAY),
        ("1970-02-01T12:00 - 1970-02-03", 31 * DAY + DAY // 2, 33 * DAY),
        ("until 1970-02-03", 10 * DAY + SOON, 33 * DAY),
        ("bis zum 3.2.", 10 * DAY + SOON, 33 * DAY),
        ("5 days", 10 * DAY + SOON, 15 * DAY + SOON),
        ("for 2 weeks", 10 * DAY + SOON, 24 * DAY + SOON),
        ("1 Tag", 10 * DAY + SOON, 11 * DAY + SOON),
        ("5.1. bis 6.1.", 369 * DAY, 370 * DAY),
    ],
)
def test_an_absence_is_read_as_people_write_it(typed: str, since: int, until: int) -> None:
    assert read_absence(typed, 10 * DAY) == (since, until)


@pytest.mark.parametrize("typed", ["", "tomorrow", "31.2.", "2026-13-01", "1.1. 2.1. 3.1.", "bis bald"])
def test_what_says_no_time_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="does not say how long"):
        read_absence(typed, 10 * DAY)
