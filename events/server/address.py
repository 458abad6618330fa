"""Which server a program talks to, and how its address is written where people can read it."""

import os
from urllib.parse import parse_qsl, unquote, urlsplit

from mensch.core.errors import ServerError
from mensch.core.said import said

URL_VARIABLE = "MENSCH_REDIS_URL"
"""Environment variable that names the server. Without it the program starts a private one."""

_BEGINNINGS = ("redis://", "rediss://", "unix://")

# Everything else that redis-py takes from a query string (time-outs, retries, decoding, protocol) would
# override what the factory sets, so it is refused rather than obeyed.
_LOGIN_OPTIONS = frozenset({"db", "username", "password"})
_TLS_OPTIONS = frozenset(
    {"ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_cert_reqs", "ssl_check_hostname"}
)

# A malformed URL is never quoted: whatever broke it may be a piece of the password.
_FORMS = said("redis://[user:password@]host[:port][/db], rediss://… or unix:///path/to/socket[?db=N]")


def server_url(url: str | None = None) -> str:
    """The server to use: `url` if given, else MENSCH_REDIS_URL, else the embedded server, which this starts.

    Raises:
        ServerError: the embedded server is needed and cannot be started.
    """
    chosen = url or os.environ.get(URL_VARIABLE)
    if chosen:
        return chosen
    from mensch.events.server.embedded import embedded  # only those who need it pay for it

    return embedded()


def check_url(url: str, variable: str = URL_VARIABLE) -> None:
    """Accept `url` as the address of a server, or raise ServerError without quoting any of it.

    Args:
        variable: the environment variable that it comes from, for the message.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
        url.encode()  # what comes from the environment may be no text
        (parts.hostname or "").encode("idna")  # as Python does when it looks a host up
    except ValueError:
        raise _malformed(variable) from None
    if not url.startswith(_BEGINNINGS) or parts.fragment:
        raise _malformed(variable)
    if parts.scheme == "unix":
        if parts.hostname or port is not None or not parts.path.startswith("/"):
            raise _malformed(variable)
    elif not (parts.path in ("", "/") or parts.path[1:].isdecimal()):
        raise _malformed(variable)  # redis-py would take database 0 without a word
    allowed = _LOGIN_OPTIONS | _TLS_OPTIONS if parts.scheme == "rediss" else _LOGIN_OPTIONS
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    if not options.keys() <= allowed or not options.get("db", "0").isdecimal():
        raise ServerError(
            said(
                "the server address ({variable}) has an option that cannot be set there; "
                "allowed are: {allowed}",
                variable=variable,
                allowed=", ".join(sorted(allowed)),
            )
        )


def shown_url(url: str) -> str:
    """`url` without user name, password and options, for messages.

    >>> shown_url("rediss://anna:secret@db.example:6380/2?ssl_cert_reqs=none")
    'rediss://db.example:6380/2'
    >>> shown_url("unix:///run/mensch/redis.sock?password=secret")
    'unix:///run/mensch/redis.sock'
    """
    check_url(url)
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{unquote(parts.path)}"
    host = parts.hostname or "localhost"
    if ":" in host:
        host = f"[{host}]"
    database = dict(parse_qsl(parts.query)).get("db", parts.path[1:] or "0")
    return f"{parts.scheme}://{host}:{parts.port or 6379}/{database}"


def _malformed(variable: str) -> ServerError:
    return ServerError(
        said("the server address ({variable}) cannot be read; write {forms}", variable=variable, forms=_FORMS)
    )
