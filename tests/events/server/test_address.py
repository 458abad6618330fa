"""Addresses of servers: which are accepted, and that no part of a password gets into a message."""

import pytest

from mensch.core.errors import ServerError
from mensch.events.server.address import check_url, server_url, shown_url


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "redis://localhost:6379/0",
        "redis://anna:secret@localhost:6379/15",
        "redis://[::1]:6379",
        "rediss://db.example:6380/1?ssl_cert_reqs=none&ssl_ca_certs=/etc/ca.pem",
        "unix:///run/redis.sock",
        "unix:///run/redis.sock?db=3&password=secret",
    ],
)
def test_a_good_address_is_accepted(url: str) -> None:
    check_url(url)
    assert "secret" not in shown_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "localhost:6379",
        "redis:",
        "REDIS://localhost",
        "http://localhost",
        "redis://anna:sec/ret@localhost",
        "redis://anna:1?secret@localhost",
        "redis://:#secret@localhost",
        "redis://localhost/secret",
        "redis://localhost:secret",
        "unix://secret/run/redis.sock",
        "unix://",
        "redis://localhost?secret=1",
        "redis://localhost?db=secret",
        "redis://:secret@" + "h" * 64,
        "redis://:secret\udcff@localhost",
    ],
)
def test_a_bad_address_is_refused_without_being_quoted(url: str) -> None:
    with pytest.raises(ServerError, match="MENSCH_REDIS_URL") as caught:
        check_url(url)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "option", ["retry_on_timeout=yes", "socket_timeout=0.1", "decode_responses=yes", "protocol=3"]
)
def test_an_address_cannot_undo_what_the_factory_sets(option: str) -> None:
    with pytest.raises(ServerError, match="option that cannot be set there"):
        check_url(f"redis://localhost?{option}")


def test_certificates_belong_to_encrypted_connections_only() -> None:
    with pytest.raises(ServerError, match="allowed are: db, password, username"):
        check_url("redis://localhost?ssl_cert_reqs=none")


def test_the_argument_comes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENSCH_REDIS_URL", "redis://environment")
    assert server_url("redis://argument") == "redis://argument"
    assert server_url() == "redis://environment"
