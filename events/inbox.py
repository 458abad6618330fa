"""A player's inbox and answers: two streams through which a player at a distance commands.

The player's user may add to the one, read the other, and little else. A line lies in the inbox until it is
answered, under the id that it got there, so nothing else has to be remembered: who takes lines up can end
between any two steps and go on later, and several can do so at once. Lines of one inbox are to be answered in
their order.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from mensch.core.errors import CorruptLogError
from mensch.core.said import said
from mensch.events.receipts import Receipt
from mensch.events.record import canonical
from mensch.events.redis import keys
from mensch.events.server.connection import server_errors
from mensch.events.words.sentence import Sentence

if TYPE_CHECKING:
    from redis import Redis

ANSWERS_KEPT = 100
"""About how many answers a player's stream keeps."""

_LINE = b"l"
_ANSWER = b"a"
_BLOCK = 2000  # milliseconds of one wait, well below the time after which a connection counts as lost
_LAST_OF_MILLISECOND = 2**64 - 1


class Letter(msgspec.Struct, frozen=True):
    """Something that lies in an inbox.

    Attributes:
        player: whose inbox.
        entry: its id there.
        line: the text; None where it is none.
    """

    player: str
    entry: str
    line: str | None


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a line.

    Attributes:
        code: 0 where it counts, else the exit code of the error (docs/operate.md).
        dice: the dice that the player holds afterwards.
        error: why it does not count, in one line.
        game: the game of a line that counts.
        hash: the hash of the record `seq`.
        receipt: the service's receipt for that record; None where no signer runs.
        seq: the last record that it led to; for `show` the last one of the game.
        sentence: what `error` was made of, so that it can be said in the player's language.
    """

    code: int = 0
    dice: tuple[int, ...] = ()
    error: str | None = None
    game: str | None = None
    hash: str | None = None
    receipt: Receipt | None = None
    seq: int | None = None
    sentence: Sentence | None = None


def send(client: Redis, player: str, line: str) -> str:
    """Put a line into an inbox; the id of its entry.

    Raises:
        ServerError: the server is missing or refuses. Sending the same line again is safe.
    """
    commands: Any = client  # Any: redis-py's commands are typed as sync or async in one
    with server_errors(client):
        entry: bytes = commands.xadd(keys.inbox(player), {_LINE: line})
    return entry.decode()


def wait_for_answer(client: Redis, player: str, entry: str, seconds: float) -> Answer | None:
    """The answer to an entry of an inbox; None when there is none for so long.

    Raises:
        ServerError: the server is missing or refuses.
        CorruptLogError: what stands there is no answer.
    """
    commands: Any = client  # Any: as above
    until = time.monotonic() + seconds
    after = _before(entry)
    while (left := until - time.monotonic()) > 0:
        block = max(1, min(_BLOCK, round(left * 1000)))
        with server_errors(client):
            found = commands.xread({keys.answers(player): after}, count=1, block=block)
        for _, page in found or ():
            for number, fields in page:
                if number.decode() != entry:
                    return None  # it was answered so long ago that the answer is gone
                return _answer_of(fields)
    return None


def waiting(client: Redis, players: Sequence[str], milliseconds: int) -> list[Letter]:
    """The first letter of each of these inboxes that has one; waits for so long while all are empty.

    Raises:
        ServerError: the server is missing.
    """
    commands: Any = client  # Any: as above
    owners = {keys.inbox(player).encode(): player for player in players}
    with server_errors(client):
        found = commands.xread(dict.fromkeys(owners, "0-0"), count=1, block=milliseconds)
    return [
        Letter(owners[name], number.decode(), _line_of(fields))
        for name, page in found or ()
        for number, fields in page
    ]


def answer(client: Redis, letter: Letter, said: Answer) -> None:
    """Answer a letter and take it out of the inbox. One that was answered meanwhile gets no second answer.

    Raises:
        ServerError: the server is missing.
    """
    from redis.exceptions import ResponseError

    commands: Any = client  # Any: as above
    with server_errors(client):
        try:
            commands.xadd(
                keys.answers(letter.player),
                {_ANSWER: canonical(said)},
                id=letter.entry,
                maxlen=ANSWERS_KEPT,
                approximate=True,
            )
        except ResponseError as error:
            # Said of an id that is there, or older than one that is: it was answered meanwhile.
            if "equal or smaller" not in str(error):
                raise
        commands.xdel(keys.inbox(letter.player), letter.entry)


def close(client: Redis, player: str) -> None:
    """Take away inbox and answers of a player who needs them no more.

    Raises:
        ServerError: the server is missing.
    """
    with server_errors(client):
        client.delete(keys.inbox(player), keys.answers(player))


def _line_of(fields: dict[bytes, bytes]) -> str | None:
    if set(fields) != {_LINE}:
        return None
    return fields[_LINE].decode("ascii", errors="replace")


def _answer_of(fields: dict[bytes, bytes]) -> Answer:
    try:
        return msgspec.json.decode(fields.get(_ANSWER, b""), type=Answer)
    except (msgspec.MsgspecError, UnicodeError):
        raise CorruptLogError(
            said("the answer to your command is malformed; see the log of the game")
        ) from None


def _before(entry: str) -> str:
    """The id right before an entry's."""
    at, _, count = entry.partition("-")
    if int(count):
        return f"{at}-{int(count) - 1}"
    return f"{int(at) - 1}-{_LAST_OF_MILLISECOND}"
