"""`mensch doctor`: what the server is like, and what to do about it."""

from __future__ import annotations

import pytest

from mensch.events.server.address import URL_VARIABLE
from tests.cli.command_line import Mensch, in_this_process
from tests.servers import RedisServer


def test_a_fit_server_is_found_fit(mensch: Mensch, url: str) -> None:
    lines = mensch("doctor").ok().lines
    assert [line.split(":")[0].split(maxsplit=1)[1] for line in lines[:-1]] == [
        "server",
        "role",
        "append-only file",
        "fsync",
        "eviction",
        "disk",
        "data",
        "players",
    ]
    assert all(line.startswith("ok   ") for line in lines[:-1])
    assert url.removeprefix("unix://") in lines[0]
    assert lines[-1] == "The server is fit."


def test_as_json_it_is_one_document(mensch: Mensch) -> None:
    told = mensch("doctor", "--json").ok().document
    assert told["fit"] is True
    assert {finding["status"] for finding in told["findings"]} == {"ok"}
    assert all(set(finding) == {"name", "remedy", "seen", "status"} for finding in told["findings"])


def test_looking_changes_nothing(mensch: Mensch) -> None:
    assert "data: a new, empty database" in mensch("doctor").ok().out
    assert "data: a new, empty database" in mensch("doctor").ok().out


def test_an_unfit_server_is_told_with_a_remedy_for_each_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with RedisServer(options={"appendonly": "no", "maxmemory-policy": "volatile-lru"}) as server:
        monkeypatch.setenv(URL_VARIABLE, server.url)
        answer = in_this_process("doctor")
        assert (answer.code, answer.err) == (7, "")
        lines = answer.lines
        for fault, remedy in (
            ("bad  append-only file: its append-only file is off", "  → set appendonly yes"),
            ("bad  eviction: its maxmemory-policy volatile-lru", "  → set maxmemory-policy noeviction"),
        ):
            at = next(number for number, line in enumerate(lines) if line.startswith(fault))
            assert lines[at + 1].startswith(remedy)
        assert lines[-1] == "The server is not fit."

        answer = in_this_process("doctor", "--json")
        assert (answer.code, answer.err) == (7, "")
        assert answer.out.startswith('{"findings":[{')
        assert answer.out.endswith('"fit":false}\n')


def test_what_is_worth_knowing_leaves_a_server_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    with RedisServer(options={"rename-command": "CONFIG FORBIDDEN"}) as server:
        monkeypatch.setenv(URL_VARIABLE, server.url)
        answer = in_this_process("doctor").ok()
        assert "warn fsync: the server does not tell" in answer.lines
        assert answer.lines[-1] == "The server is fit."
