"""Whether what a server has confirmed is on its disk, as far as it says so."""

from typing import TYPE_CHECKING

from mensch.events.server.connection import server_errors

if TYPE_CHECKING:  # importing redis takes longer than most commands run
    import redis

_DURABLE = {"appendonly": b"yes", "appendfsync": b"always", "no-appendfsync-on-rewrite": b"no"}
"""The settings with which a power cut takes nothing that was confirmed. The last one: while the file is being
rewritten, `yes` lets even `always` confirm what is not on the disk."""


def keeps_what_it_confirms(client: "redis.Redis") -> bool:
    """Whether a power cut takes nothing that the server has confirmed. False where it does not tell: some
    managed servers hide their settings.

    Raises:
        ServerError: the server is missing.
    """
    from redis.exceptions import NoPermissionError, ResponseError

    with server_errors(client):
        pipeline = client.pipeline(transaction=False)
        for name in _DURABLE:
            pipeline.config_get(name)
        replies = pipeline.execute(raise_on_error=False)
        settings: dict[str, bytes] = {}
        for reply in replies:
            if isinstance(reply, NoPermissionError | ResponseError):
                return False
            if isinstance(reply, Exception):
                raise reply
            settings |= {_text(name): _bytes(value) for name, value in reply.items()}
    return settings == _DURABLE


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value
