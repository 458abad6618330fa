"""`mensch mail receive`: what a mail server's pipe sees of it."""

from __future__ import annotations

import pytest

from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.address import URL_VARIABLE
from mensch.workers.mail.address import FROM_VARIABLE
from tests.cli.command_line import in_this_process, installed
from tests.servers import RedisServer
from tests.workers.mail_in.by_mail import ByMail


@pytest.fixture
def table(store: RedisStore, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> ByMail:
    monkeypatch.setenv(URL_VARIABLE, redis_server.url)
    monkeypatch.setenv(FROM_VARIABLE, "mensch@games.example")
    return ByMail(referee=Referee(store))


def test_the_installed_command_plays_what_comes_through_the_pipe(
    table: ByMail, redis_server: RedisServer
) -> None:
    done = installed(["mail", "receive"], redis_server.url, typed=table.reply(0, "1"))
    assert (done.code, done.out) == (0, "")
    assert '"outcome":"done"' in done.err
    assert table.seat == 1


@pytest.mark.parametrize(
    "raw", [b"", b"\xff\xfe\x00", b"From: eve@evil.test\r\n\r\nresign", b"\r\n" * 200_000]
)
def test_what_is_for_nobody_is_dropped_with_exit_code_0(table: ByMail, raw: bytes) -> None:
    done = in_this_process("mail", "receive", typed=raw)
    assert (done.code, done.out) == (0, "")
    assert '"outcome":"dropped"' in done.err
    assert table.seat == 0


def test_a_server_that_is_away_lets_the_mail_server_try_again(
    table: ByMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = table.reply(0, "1")
    monkeypatch.setenv(URL_VARIABLE, "redis://127.0.0.1:1")
    done = in_this_process("mail", "receive", typed=raw)
    assert (done.code, done.out) == (75, "")
    assert done.err.startswith("mensch: ")


def test_so_does_a_service_that_is_not_set_up(table: ByMail, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = table.reply(0, "1")
    monkeypatch.delenv(FROM_VARIABLE)
    done = in_this_process("mail", "receive", typed=raw)
    assert done.code == 75
    assert FROM_VARIABLE in done.err


def test_so_does_a_game_whose_seed_is_lost_and_nothing_of_the_mail_is_told(
    table: ByMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = table.reply(0, "1", "say a secret")
    table.store.drop(table.id, ["seed"])
    done = in_this_process("mail", "receive", typed=raw)
    assert (done.code, done.out) == (75, "")
    assert "secret" not in done.err.replace(table.id, "")
    assert "home.example" not in done.err


def test_an_unexpected_error_names_its_kind_alone(table: ByMail, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Referee, game: str) -> None:
        raise ZeroDivisionError("anna holds a 6")

    raw = table.reply(0, "1")
    monkeypatch.setattr(Referee, "load", broken)
    done = in_this_process("mail", "receive", typed=raw)
    assert done.code == 75
    assert "ZeroDivisionError" in done.err
    assert "anna" not in done.err


def test_kept_mails_are_listed_with_their_senders_and_written_byte_for_byte(table: ByMail) -> None:
    raw = table.reply(0, "1", "say Grüße")
    table.receives(raw)
    listed = in_this_process("mail", "kept", table.id[:5])
    digest, name = listed.ok().out.split()
    assert name == "anna"
    assert in_this_process("mail", "kept", table.id, digest[:8]).ok().out == raw.decode()
    told = in_this_process("mail", "kept", table.id, "--json").document
    assert told == {"game": table.id, "mails": {digest: table.person(0).id}}


def test_where_none_is_kept_it_says_so(table: ByMail) -> None:
    assert in_this_process("mail", "kept", table.id).err == f"No mail of game {table.id} is kept.\n"
    in_this_process("mail", "kept", table.id, "abc").refused(5, "no mail abc of game")
