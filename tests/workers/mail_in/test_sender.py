"""Who a message is from: one address, and what our own mail server states about it."""

from __future__ import annotations

import pytest

from mensch.core.errors import UsageError
from mensch.events.bodies import MovePlayed
from mensch.workers.mail.inbound.reading import Incoming, read
from mensch.workers.mail.inbound.receive import Terms
from mensch.workers.mail.inbound.sender import from_address, is_verified, mailbox, read_results
from tests.workers.mail_in.by_mail import SERVICE, ByMail

OURS = "mx.games.example"
TERMS = Terms(SERVICE, OURS)
ANNA = "anna@home.example"
GOOD = f"Authentication-Results: {OURS}; dmarc=pass (p=none dis=none) header.from=home.example"


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("anna@home.example", "anna@home.example"),
        ("<Anna@Home.Example>", "anna@home.example"),
        ("Anna Müller <anna@home.example>", "anna@home.example"),
        ('"alice@example.com" <eve@evil.test>', "eve@evil.test"),
        ('"alice@example.com <alice@example.com>" <eve@evil.test>', "eve@evil.test"),
        (r'"quote \" <alice@example.com>" <eve@evil.test>', "eve@evil.test"),
        ("(alice@example.com) eve@evil.test", "eve@evil.test"),
        ("eve@evil.test (alice@example.com)", "eve@evil.test"),
        (r"(a \) <alice@example.com> (nested) b) <eve@evil.test>", "eve@evil.test"),
        ("=?utf-8?q?alice=40example.com?= <eve@evil.test>", "eve@evil.test"),
        ("=?utf-8?b?PGFsaWNlQGV4YW1wbGUuY29tPg==?= <eve@evil.test>", "eve@evil.test"),
        ("alice@example.com <eve@evil.test>", "eve@evil.test"),
    ],
)
def test_the_address_is_what_stands_outside_of_names_quotes_and_comments(value: str, address: str) -> None:
    assert mailbox(value) == address


@pytest.mark.parametrize(
    "value",
    [
        "",
        "anna",
        "alice@example.com, eve@evil.test",
        "Alice <alice@example.com>, Eve <eve@evil.test>",
        "<alice@example.com> <eve@evil.test>",
        "<alice@example.com> eve@evil.test",
        "friends: alice@example.com;",
        "undisclosed-recipients:;",
        "alice@example.com; eve@evil.test",
        "<@relay.example:alice@example.com>",
        "<alice@example.com",
        '"alice@example.com <eve@evil.test>',
        "(alice@example.com <eve@evil.test>",
        "=?utf-8?q?alice=40example.com?=",
        '"alice"@example.com',
        "alice@example.com\x00@evil.test",
        "alice@exämple.com",
        "a@b.test " * 1000,
    ],
)
def test_what_does_not_name_one_sender_is_refused(value: str) -> None:
    with pytest.raises(UsageError, match="does not name one sender"):
        mailbox(value)


@pytest.mark.parametrize("count", [0, 2])
def test_a_message_has_one_from_header(count: int) -> None:
    raw = b"From: anna@home.example\r\n" * count + b"\r\nhello"
    with pytest.raises(UsageError, match=f"this one has {count}"):
        from_address(read(raw))


def stated(*values: str) -> Incoming:
    headers = tuple(("authentication-results", value) for value in values)
    return Incoming("0" * 64, headers, "text/plain", "")


@pytest.mark.parametrize(
    "value",
    [
        f"{OURS}; dmarc=pass header.from=home.example",
        f"{OURS} 1; dmarc=pass (p=reject sp=none; because) header.from=Home.Example",
        f"{OURS.upper()}; spf=fail smtp.mailfrom=x@other.test; dmarc=pass header.from=home.example",
        f"{OURS}; spf=pass smtp.mailfrom=anna@home.example; dkim=pass header.d=home.example",
        f'{OURS}; dkim=pass reason="a; b" header.i=@m.home.example; spf=pass smtp.mailfrom=b.home.example',
    ],
)
def test_the_domain_stands_behind_it_by_dmarc_or_by_spf_and_dkim_together(value: str) -> None:
    assert is_verified(stated(value), ANNA, OURS)


@pytest.mark.parametrize(
    "value",
    [
        "",
        f"{OURS}; none",
        f"{OURS}; dmarc=fail header.from=home.example",
        f"{OURS}; dmarc=pass",
        f"{OURS}; dmarc=pass header.from=evil.test",
        f"{OURS}; dmarc=passage header.from=home.example",
        f"{OURS}; xdmarc=pass header.from=home.example",
        f"{OURS}; spf=pass smtp.mailfrom=anna@home.example",
        f"{OURS}; dkim=pass header.d=home.example",
        f"{OURS}; spf=pass smtp.mailfrom=eve@evil.test; dkim=pass header.d=home.example",
        f"{OURS}; spf=pass smtp.mailfrom=anna@home.example; dkim=pass header.d=evilhome.example",
        f"{OURS}; spf=pass smtp.mailfrom=anna@home.example; dkim=pass header.d=example",
        f"{OURS}; dmarc=fail (dmarc=pass header.from=home.example)",
        f'{OURS}; dmarc=fail reason="; dmarc=pass header.from=home.example"',
        f'{OURS}; dmarc=fail reason="\\"; dmarc=pass header.from=home.example"',
        f'{OURS}; spf=pass smtp.mailfrom="; dmarc=pass header.from=home.example"',
        f"({OURS}) evil.test; dmarc=pass header.from=home.example",
        f"{OURS}.evil.test; dmarc=pass header.from=home.example",
        f"evil {OURS}; dmarc=pass header.from=home.example",
        f"{OURS}; dmarc=pass header.from=home.example (not closed",
    ],
)
def test_anything_less_does_not(value: str) -> None:
    assert not is_verified(stated(value), ANNA, OURS)


def test_only_the_topmost_header_of_our_own_server_counts() -> None:
    bad, good = f"{OURS}; dmarc=fail header.from=home.example", f"{OURS}; dmarc=pass header.from=home.example"
    foreign = "mx.evil.test; dmarc=pass header.from=home.example"
    assert not is_verified(stated(bad, good), ANNA, OURS)
    assert not is_verified(stated(foreign, bad, good), ANNA, OURS)
    assert is_verified(stated(foreign, good, bad), ANNA, OURS)


def test_a_header_that_cannot_be_read_states_nothing() -> None:
    assert read_results('"; dmarc=pass') == ("", [])


@pytest.fixture
def table() -> ByMail:
    return ByMail()


def moved(table: ByMail) -> bool:
    return any(isinstance(entry.record.body, MovePlayed) for entry in table.log)


def test_a_verified_sender_with_a_token_plays(table: ByMail) -> None:
    assert table.receives(table.reply(0, "1", headers=[GOOD]), TERMS) == "done"
    assert moved(table)


@pytest.mark.parametrize(
    "headers", [[], ["Authentication-Results: mx.evil.test; dmarc=pass header.from=home.example"]]
)
def test_without_our_servers_word_a_token_is_not_enough(table: ByMail, headers: list[str]) -> None:
    table.receives(table.reply(0, "1", headers=headers), TERMS)
    assert not moved(table)
    assert "no mail server has confirmed its sender" in table.only_answer()


def test_another_sender_with_the_token_does_nothing_and_the_player_hears_of_it(table: ByMail) -> None:
    header = f"Authentication-Results: {OURS}; dmarc=pass header.from=evil.test"
    for sender in ("eve@evil.test", '"anna@home.example" <eve@evil.test>'):
        table.receives(table.reply(0, "resign", sender=sender, headers=[header]), TERMS)
    assert not moved(table)
    assert [answer.player for answer in table.answers()] == [table.person(0).id] * 2
    assert "not the address that you are known by" in table.answers()[0].lines[0]


def test_several_from_headers_do_nothing_whatever_the_terms(table: ByMail) -> None:
    table.receives(table.reply(0, "1", headers=["From: anna@home.example"]))
    assert not moved(table)
    assert "one From header" in table.only_answer()
