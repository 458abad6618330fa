"""Addresses of mail servers as environment variables hold them: `scheme://user:password@host:port/path?option`."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec


class ServerUrl(msgspec.Struct, frozen=True):
    """The parts of such an address. The password is in no text that this gives.

    Attributes:
        scheme: one of those that were asked for.
        port: the scheme's own where none is stated.
        user: who logs in; empty for nobody.
        path: what stands behind the host, without slashes around it.
        options: by name; none twice.
    """

    scheme: str
    host: str
    port: int
    user: str
    password: str
    path: str
    options: dict[str, str]

    def __repr__(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"


def read_server_url(stated: str, ports: Mapping[str, int]) -> ServerUrl:
    """Read an address.

    Args:
        ports: the port of each scheme that there is.

    Raises:
        ValueError: it cannot be read. The text of the error may quote the password.
    """
    url = urlsplit(stated)
    if url.scheme not in ports or not url.hostname:
        raise ValueError(stated)
    return ServerUrl(
        scheme=url.scheme,
        host=url.hostname,
        port=url.port or ports[url.scheme],
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
        path=unquote(url.path.strip("/")),
        options=dict(parse_qsl(url.query, strict_parsing=True)) if url.query else {},
    )
