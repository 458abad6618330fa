"""The one factory of connections, and what their failures mean to a person.

Every option that changes what a connection does is set here and nowhere else (design.md, "Redis"). The one
that matters most: the client library never sends a command a second time. redis-py's own default is ten
retries, and a command whose reply was lost has often been executed, so that a retry plays a move twice. Who
may repeat a command, and how it is recognised when it arrives again, is decided by the store, with command
ids.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mensch.core.errors import ServerError
from mensch.core.said import said
from mensch.events.server.address import check_url, server_url, shown_url

if TYPE_CHECKING:  # importing redis takes longer than most commands run
    import redis

CONNECT_SECONDS = 3.0
"""Longest wait for a connection to be made."""

REPLY_SECONDS = 10.0
"""Longest wait for a reply. Well above the two seconds for which a slow disk may hold writes back."""

_HEALTH_CHECK_SECONDS = 0
"""None by PING: a server that is loading or whose disk is full refuses it, and with it the reads and the INFO
that it would have answered. A dead peer is found by TCP keepalive instead, within 45 seconds, and the
connection is then made anew when it is taken from the pool."""

_RESP_VERSION = 2
"""RESP2: it is all that we need, costs no HELLO, is the same from Redis 6.2 to Valkey 9, and has no push
messages. With RESP3 redis-py also subscribes to maintenance notices, and then no longer notices, when it
takes a connection from its pool, that the server has closed it."""


def connect(
    url: str | None = None, *, name: str = "mensch", reply_seconds: float | None = REPLY_SECONDS
) -> "redis.Redis":
    """A client of the server, connected and answering. Replies are bytes.

    A connection that turns out to be closed when a command is about to be sent is made anew first. Once a
    command has been sent it is never sent again: the caller gets redis-py's ConnectionError or TimeoutError
    and does not know whether the command was executed. Use `server_errors` to turn those into one line for a
    person.

    Args:
        url: redis://, rediss:// or unix://; default is `server_url`'s choice.
        name: shown by CLIENT LIST; no spaces.
        reply_seconds: longest wait for a reply; None waits for ever, for those who block on purpose.

    Raises:
        ServerError: the address is malformed, nobody answers there, or the login is refused. A server that is
            loading, or takes no changes because its disk is full, is no error here; `fitness.require_fit`
            says so.
    """
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.connection import ConnectionPool
    from redis.exceptions import BusyLoadingError, RedisError, ResponseError
    from redis.retry import Retry

    from mensch.events.server.packing import NumbersFirst

    address = server_url(url)
    check_url(address)
    # What stands in an address wins over the arguments here; check_url has let none of them through.
    pool = ConnectionPool.from_url(
        address,
        client_name=name,
        command_packer=NumbersFirst(),
        decode_responses=False,
        driver_info=None,  # saves two round trips; the name says enough
        health_check_interval=_HEALTH_CHECK_SECONDS,
        protocol=_RESP_VERSION,
        retry=Retry(NoBackoff(), 0),
        retry_on_error=[],
        **({} if address.startswith("unix:") else {"socket_keepalive": True}),
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=reply_seconds,
    )
    client = Redis.from_pool(pool)
    try:
        client.ping()
    except BusyLoadingError:
        pass
    except RedisError as error:
        if isinstance(error, ResponseError) and "MISCONF" in str(error):
            return client
        client.close()
        raise explain(error, shown_url(address)) from error
    return client


def address_of(client: "redis.Redis") -> str:
    """Where `client` is connected to, without credentials, for messages."""
    from redis.connection import SSLConnection

    options = client.get_connection_kwargs()
    if "path" in options:
        return f"unix://{options['path']}"
    scheme = "rediss" if issubclass(client.connection_pool.connection_class, SSLConnection) else "redis"
    host = options.get("host", "localhost")
    return f"{scheme}://{host}:{options.get('port', 6379)}/{options.get('db', 0)}"


@contextmanager
def server_errors(client: "redis.Redis") -> Iterator[None]:
    """Inside, every error of the client library becomes a ServerError with one clear line.

    Whoever needs to know that an outcome is unknown catches redis-py's ConnectionError and TimeoutError
    further in.
    """
    from redis.exceptions import RedisError

    try:
        yield
    except RedisError as error:
        raise explain(error, address_of(client)) from error


def explain(error: "redis.RedisError", address: str) -> ServerError:
    """What `error` means for the person who sees it. `address` must not hold credentials."""
    from redis import exceptions

    text = " ".join(str(error).split())
    match error:
        case exceptions.TimeoutError():
            return ServerError(said("the server at {address} does not answer in time", address=address))
        case exceptions.BusyLoadingError():
            return ServerError(
                said(
                    "the server at {address} is still loading its files; try again in a moment",
                    address=address,
                )
            )
        case exceptions.AuthenticationError() if "required" in text:
            return ServerError(
                said("the server at {address} wants a user name and password", address=address)
            )
        case exceptions.AuthenticationError() | exceptions.AuthenticationWrongNumberOfArgsError():
            return ServerError(
                said("the server at {address} refuses the user name or password", address=address)
            )
        case exceptions.NoPermissionError():
            return ServerError(
                said(
                    "the server at {address} does not allow this user that command: {text}",
                    address=address,
                    text=text,
                )
            )
        case exceptions.ReadOnlyError():
            return ServerError(
                said(
                    "the server at {address} is a read-only replica; name its primary instead",
                    address=address,
                )
            )
        case exceptions.ConnectionError():
            return ServerError(
                said("the server at {address} cannot be reached: {text}", address=address, text=text)
            )
        # Scripts wrap these two in an error of their own, so the word is looked for anywhere.
        case _ if "MISCONF" in text:
            return ServerError(
                said(
                    "the server at {address} cannot write to its disk (full?) and takes no changes",
                    address=address,
                )
            )
        case exceptions.OutOfMemoryError():
            return ServerError(
                said(
                    "the server at {address} has used all the memory it may; raise its maxmemory",
                    address=address,
                )
            )
        case _ if "OOM " in text:
            return ServerError(
                said(
                    "the server at {address} has used all the memory it may; raise its maxmemory",
                    address=address,
                )
            )
        case _:
            return ServerError(said("the server at {address} refuses: {text}", address=address, text=text))
