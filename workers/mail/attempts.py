"""Attempts to send a mail: one at a time, and with longer and longer pauses between them.

Two jobs about one game may run at the same time, since every record makes a due item of its own. Before it
sends a mail, a job writes down that it does (`Store.keep_new`: one of them is first), and the others leave
that mail alone. A job that was killed leaves its note behind, and `LEASE` later somebody tries again.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import msgspec

from mensch.events.clock import DAY, HOUR, MINUTE, SECOND
from mensch.events.store import Store
from mensch.workers.queues import JOB_SECONDS

LEASE = (JOB_SECONDS + 30) * SECOND
"""Milliseconds for which an attempt that says nothing more counts as under way; no job runs for so long."""

FIRST_PAUSE = MINUTE
"""Milliseconds between the first attempt and the second; then twice as long each time."""

LONGEST_PAUSE = 6 * HOUR
LONGEST_PAUSE_AWAY = 10 * MINUTE
"""Milliseconds, at most: where the server has refused a mail, and where it could not be reached at all."""

GIVEN_UP = 3 * DAY
"""Milliseconds after which a mail that a server keeps refusing is given up. One that waits for a server that
is away is not."""

_PREFIX = "post:"


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept about the latest attempt to send a mail.

    Attributes:
        since: when the first attempt began, in milliseconds UTC.
        begun: when this one did.
        nonce: of the job that made it.
        failed: when it failed; None while nothing is known of it.
        away: whether the server could not be reached.
    """

    since: int
    begun: int
    nonce: str
    failed: int | None = None
    away: bool = False


class Attempt(msgspec.Struct, frozen=True):
    """An attempt that this job makes.

    Attributes:
        game: the game, or whatever the mail belongs to.
        number: 1 for the first one.
    """

    game: str
    name: str
    number: int
    note: Note

    @property
    def field(self) -> str:
        """The field of the game's secrets that keeps its note."""
        return attempt_field(self.name, self.number)


class Later(msgspec.Struct, frozen=True):
    """A mail that is not to be sent now.

    Attributes:
        at: when to look again, in milliseconds UTC.
    """

    at: int


def attempt_field(name: str, number: int) -> str:
    """The field of a game's secrets that keeps the note of an attempt to send a mail."""
    return f"{_PREFIX}{name}:{number}"


def begin(store: Store, game: str, kept: Mapping[str, bytes], name: str, now: int) -> Attempt | Later:
    """Begin to send a mail, unless somebody does, or it has to wait.

    Args:
        kept: the game's secrets, read a moment ago.
        name: the mail's name among what was sent.
        now: in milliseconds UTC.
    """
    before = _latest(kept, name)
    number, since = 1, now
    if before is not None:
        last, note = before
        if (at := _again(last, note)) > now >= note.begun:
            return Later(at)
        number, since = last + 1, note.since
    attempt = Attempt(game, name, number, Note(since, now, secrets.token_hex(8)))
    mine = msgspec.json.encode(attempt.note)
    if store.keep_new(game, attempt.field, mine) != mine:
        return Later(now + LEASE)
    if number > 1:
        store.drop(game, [attempt_field(name, number - 1)])
    return attempt


def fail(store: Store, attempt: Attempt, now: int, *, away: bool) -> Later:
    """Note that an attempt has failed.

    Args:
        away: whether the server could not be reached.

    Returns:
        when to try again.
    """
    note = msgspec.structs.replace(attempt.note, failed=now, away=away)
    store.keep(attempt.game, {attempt.field: msgspec.json.encode(note)})
    return Later(_again(attempt.number, note))


def end(store: Store, attempt: Attempt) -> None:
    """Forget an attempt whose mail is marked as sent, or given up."""
    store.drop(attempt.game, [attempt.field])


def _again(number: int, note: Note) -> int:
    """When to try again after an attempt."""
    if note.failed is None:
        return note.begun + LEASE
    longest = LONGEST_PAUSE_AWAY if note.away else LONGEST_PAUSE
    return note.failed + min(FIRST_PAUSE << min(number - 1, 20), longest)


def _latest(kept: Mapping[str, bytes], name: str) -> tuple[int, Note] | None:
    beginning = f"{_PREFIX}{name}:"
    numbers = [
        int(number)
        for field in kept
        if field.startswith(beginning) and (number := field.removeprefix(beginning)).isdecimal()
    ]
    if not numbers:
        return None
    last = max(numbers)
    return last, msgspec.json.decode(kept[attempt_field(name, last)], type=Note)
