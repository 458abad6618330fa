"""The one family of errors that the whole program raises for things a person can get wrong.

Every class carries the exit code of design.md's table, so that the command line needs no second list.
"""

from typing import ClassVar


class MenschError(Exception):
    """Something failed, and the message says in one line what, where, and what would be right."""

    exit_code: ClassVar[int] = 1


class UsageError(MenschError):
    """The request itself makes no sense: a bad option, an impossible target, an ambiguous id."""

    exit_code = 2


class MoveError(MenschError):
    """A move was refused. The message quotes it and says what would be legal."""

    exit_code = 3


class ImpossibleMoveError(MoveError):
    """The text is no move in any position: it cannot be read, or it names what does not exist."""


class IllegalMoveError(MoveError):
    """A move, but not one that the rules allow here."""


class AmbiguousMoveError(MoveError):
    """The figure can come from several rows, and the text does not say from which."""


class TurnError(MenschError):
    """Not your turn, too late, or the game has moved on since you looked."""

    exit_code = 4


class NotFoundError(MenschError):
    """No such game, player or file."""

    exit_code = 5


class GameOverError(MenschError):
    """The game is over or stopped and takes no more of this."""

    exit_code = 6


class ServerError(MenschError):
    """The server is missing, unfit or refused the request."""

    exit_code = 7


class LogError(MenschError):
    """A log cannot be used as it is."""

    exit_code = 8


class CorruptLogError(LogError):
    """A record is malformed, out of place, or contradicts those before it."""


class NewerLogError(LogError):
    """A record was written by a newer version, which this one must not guess at."""


_KINDS: dict[int, type[MenschError]] = {
    kind.exit_code: kind
    for kind in (UsageError, MoveError, TurnError, NotFoundError, GameOverError, ServerError, LogError)
}


def error_of(exit_code: int, message: str) -> MenschError:
    """The error that another process has met and told with its exit code, to be raised here too."""
    return _KINDS.get(exit_code, MenschError)(message)
