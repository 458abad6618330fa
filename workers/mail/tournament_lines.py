"""What mails say of the tournament that a game belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from mensch.events.bodies import GameAborted
from mensch.events.tournament.adjudication import closing_command, no_shows, standing
from mensch.events.words import Words
from mensch.events.words.times import write_time
from mensch.workers.mail import texts
from mensch.workers.mail.tale import Tale


def introduction(tale: Tale, seat: int, words: Words) -> Iterator[str]:
    """What a player's first mail about a game says: tournament, round, opponents, and what its end brings."""
    fixture = tale.fixture
    if fixture is None:
        return
    yield words.say(
        texts.ROUND_AGAINST,
        tournament=fixture.tournament,
        round=fixture.round,
        names=", ".join(_opponents(tale, seat, words)),
    )
    if tale.closes is not None:
        until = words.say(texts.ROUND_UNTIL, time=write_time(tale.closes))
        yield f"{until} {words.text(texts.ROUND_NO_SHOW)}"


def _opponents(tale: Tale, seat: int, words: Words) -> Iterator[str]:
    for other, name in enumerate(tale.names):
        bot = tale.game.holder(other).bot
        if other != seat:
            yield name if bot is None else words.say(texts.BOT_NAMED, name=name, level=bot.level)


def of_round(tale: Tale, words: Words) -> Iterator[str]:
    """Which game of which tournament it is that has ended."""
    if (fixture := tale.fixture) is not None:
        yield words.say(texts.ROUND_GAME, tournament=fixture.tournament, round=fixture.round)


def last_told(tale: Tale, seq: int) -> int:
    """The last record that a mail tells which goes up to another one. That a game ends without a winner is
    not told where the end of its round has ended it, since the scores decide it then."""
    return seq - 1 if seq == tale.game.ended and is_ended_by_round(tale) else seq


def is_ended_by_round(tale: Tale) -> bool:
    """Whether the end of its round has ended a game, and not its players."""
    seed = tale.game.seed
    if tale.fixture is None or seed is None or not tale.game.over:
        return False
    ended = tale.log[tale.game.ended - 1].record
    if not isinstance(ended.body, GameAborted):
        return False
    return ended.cmd == closing_command(seed)


def adjudicated(tale: Tale) -> tuple[int, ...] | None:
    """The places of a game that the end of its round has ended; None where too few came."""
    absent = _absent(tale)
    return standing(tale.game, absent) if len(tale.names) - len(absent) >= 2 else None


def round_ended(tale: Tale, words: Words) -> str:
    """That the round has ended, and what that made of a game."""
    if adjudicated(tale) is not None:
        return words.text(texts.ROUND_BY_SCORES)
    names = ", ".join(tale.names[seat] for seat in sorted(_absent(tale)))
    text = texts.ROUND_FORFEIT if len(tale.names) == 2 else texts.ROUND_NO_RESULT
    return words.say(text, names=names)


def _absent(tale: Tale) -> frozenset[int]:
    assert tale.fixture is not None
    return no_shows(tale.log, tale.fixture.paired)
