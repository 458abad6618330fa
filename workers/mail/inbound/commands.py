"""What the first lines of a reply ask for: lines in, commands out. Nothing is looked up or done here."""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Sequence

import msgspec

from mensch.core.notation import is_written_move
from mensch.events.signing import VERSION


class Verb(enum.Enum):
    """What can be asked for."""

    MOVE = "move"
    """Play a move, or the one with a number in the list of the mail."""

    SIGNED = "signed"
    """Let count what a signed line says."""

    ORDERS = "orders"
    SAY = "say"
    SHOW = "show"
    HELP = "help"
    RESIGN = "resign"
    AWAY = "away"
    BACK = "back"
    PAUSE = "pause"
    RESUME = "resume"
    ABORT = "abort"
    DIGEST = "digest"
    LANGUAGE = "language"
    STOP = "stop"
    JOIN = "join"
    DECLINE = "decline"


class Command(msgspec.Struct, frozen=True):
    """One command.

    Attributes:
        argument: what stands behind the verb; for a move the move or the number, for a signed line all of it.
    """

    verb: Verb
    argument: str = ""


class Reading(msgspec.Struct, frozen=True):
    """What some lines say.

    Attributes:
        commands: in their order.
        left: the line that ended them without an empty one before it, so that it may have been meant as one
            too; empty for none.
        typed: the line that each command begins with, as it stands in the mail.
    """

    commands: tuple[Command, ...] = ()
    left: str = ""
    typed: tuple[str, ...] = ()


_WORDS = {
    Verb.MOVE: "move play zug ziehe",
    Verb.ORDERS: "orders order auftrag aufträge auftraege befehl befehle",
    Verb.SAY: "say sag sage sagen nachricht",
    Verb.SHOW: "show status zeig zeige zeigen stand",
    Verb.HELP: "help hilfe",
    Verb.RESIGN: "resign aufgeben aufgabe",
    Verb.AWAY: "away weg abwesend urlaub",
    Verb.BACK: "back zurück zurueck",
    Verb.PAUSE: "pause",
    Verb.RESUME: "resume weiter",
    Verb.ABORT: "abort abbrechen abbruch",
    Verb.DIGEST: "digest sammelmail",
    Verb.LANGUAGE: "language sprache",
    Verb.STOP: "stop stopp unsubscribe abmelden",
    Verb.JOIN: "join yes accept ja dabei mitspielen",
    Verb.DECLINE: "decline no nein ablehnen",
}
"""The words for each verb, in English and German."""

_VERBS = {word: verb for verb, words in _WORDS.items() for word in words.split()}
_SENTENCES = {
    "?": Verb.HELP,
    "i resign": Verb.RESIGN,
    "ich gebe auf": Verb.RESIGN,
    "ich bin dabei": Verb.JOIN,
    "nein danke": Verb.DECLINE,
    "no thank you": Verb.DECLINE,
    "no thanks": Verb.DECLINE,
}
"""What people say in more than a word, without commas."""

_WITH_ARGUMENT = frozenset(
    {Verb.MOVE, Verb.ORDERS, Verb.SAY, Verb.AWAY, Verb.DIGEST, Verb.LANGUAGE, Verb.JOIN}
)
_ALSO_ALONE = frozenset({Verb.ORDERS, Verb.JOIN})
"""Verbs that may have an argument and need none."""

_FREE = frozenset({Verb.SAY, Verb.JOIN})
"""Verbs whose argument is a person's own text, which stays as it was typed."""

_PLAINLY = "join"
"""The word that means that a seat is taken, whatever follows. After another one, such as “ja”, many go on
with why they can't."""

_AFTER_ALL_NOT = re.compile(
    r"\b(?:aber|but|can[’']?t|cannot|kann|kein\w*|leider|nicht|not|sorry|unfortunately|won[’']t)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:#|(?:nr|no|num|nummer|number)\b\.?)?\s*(\d{1,3})\s*[.):!]?", re.IGNORECASE)
# Wider than what is a move, so that a wrong one is answered with what would be right.
_MOVE_LIKE = re.compile(
    r"(?:[A-Z]\s*\+\s*\d{1,2}|[NP]\s*\d{1,2}(?:\s*\+\s*\d{1,2})?)(?:\s*[@=].{1,60})?", re.IGNORECASE
)
_FIRST_WORD = re.compile(r"(?P<word>[^\W\d_]+)\s*[:,]?\s*(?P<rest>.*)", re.DOTALL)
_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|hallo|moin|servus|grüezi|liebe[rs]?|guten (?:tag|morgen|abend))\b[^+\d]{0,40}",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"(?:[,;+]|\b(?:else|sonst|or|oder|for|für|unless|außer))$", re.IGNORECASE)
_AROUND = "*_`\"'“”„‘’«»"
_SIGNED_WORDS = 8


def read_commands(lines: Sequence[str]) -> Reading:
    """Read commands up to the first line that is none. A greeting before them is passed over.

    A message, orders and a signed line go on in the next lines up to an empty one, since programs break long
    lines.

    Args:
        lines: without space around them, as `mensch.workers.mail.inbound.replies.own_lines` makes them.
    """
    commands: list[Command] = []
    typed: list[str] = []
    index = _behind_greeting(lines)
    blank = True
    while index < len(lines):
        line = lines[index]
        index += 1
        if not line:
            blank = True
            continue
        command = _command(line)
        if command is None:
            return Reading(tuple(commands), "" if blank and commands else line, tuple(typed))
        while index < len(lines) and lines[index] and _continues(command, lines[index]):
            glue = "" if command.verb is Verb.ORDERS and not command.argument else " "
            command = Command(command.verb, f"{command.argument}{glue}{lines[index]}")
            index += 1
        commands.append(command)
        typed.append(line)
        blank = False
    return Reading(tuple(commands), typed=tuple(typed))


def _behind_greeting(lines: Sequence[str]) -> int:
    """How many lines are a greeting; none where nothing follows."""
    return 1 if len(lines) > 1 and _GREETING.fullmatch(lines[0]) else 0


def _continues(command: Command, following: str) -> bool:
    match command.verb:
        case Verb.SIGNED:
            return len(command.argument.split()) < _SIGNED_WORDS
        case Verb.ORDERS:
            return _GOES_ON.search(command.argument) is not None or _command(following) is None
        case Verb.SAY | Verb.JOIN:
            return _command(following) is None
    return False


def _command(line: str) -> Command | None:
    """The command that a line begins; None for a line that is none."""
    if line.startswith(VERSION):
        return Command(Verb.SIGNED, line)
    plain = unicodedata.normalize("NFKC", line).strip().strip(_AROUND).strip()
    if (number := _NUMBER.fullmatch(plain)) is not None:
        return Command(Verb.MOVE, number[1])
    bare = plain.rstrip(".!").rstrip()
    if _MOVE_LIKE.fullmatch(bare) or is_written_move(bare):
        return Command(Verb.MOVE, bare)
    if (verb := _SENTENCES.get(bare.casefold().replace(",", ""))) is not None:
        return Command(verb)
    found = _FIRST_WORD.fullmatch(plain)
    verb = _VERBS.get(found["word"].casefold()) if found else None
    if found is None or verb is None:
        return None
    rest = found["rest"].strip()
    if verb in _FREE:
        rest = _own_text(line)
    if verb is Verb.JOIN and found["word"].casefold() != _PLAINLY and _AFTER_ALL_NOT.search(rest):
        return None
    if verb not in _WITH_ARGUMENT:
        return Command(verb) if not rest.strip(".!,") else None
    if verb is Verb.MOVE:
        moved = _command(rest)
        return moved if moved is not None and moved.verb is Verb.MOVE else None
    if not rest and verb not in _ALSO_ALONE:
        return None
    return Command(verb, rest)


def _own_text(line: str) -> str:
    """What stands behind the verb, as it was typed, without marks that stand around all of the line."""
    inner = line.strip(_AROUND) if line[0] in _AROUND else line
    found = _FIRST_WORD.fullmatch(inner.strip())
    return found["rest"].strip() if found else ""
