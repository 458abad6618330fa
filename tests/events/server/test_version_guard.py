"""Who may open whose files. An older server would show an empty database, so it is not let near them."""

from pathlib import Path

import pytest

from mensch.core.errors import ServerError
from mensch.events.server.folder import ServerFolder, open_folder
from mensch.events.server.version import ServerVersion, can_open, supported
from mensch.events.server.version_guard import record_writer, refusal, writer_of


def version(text: str) -> ServerVersion:
    family, number = text.split()
    major, minor, patch = (int(part) for part in number.split("."))
    return ServerVersion(family, major, minor, patch)


@pytest.fixture
def folder(tmp_path: Path) -> ServerFolder:
    return open_folder(tmp_path)


@pytest.mark.parametrize(
    ("writer", "reader", "allowed"),
    [
        ("redis 6.2.14", "redis 6.2.14", True),
        ("redis 6.2.14", "redis 6.2.6", True),
        ("redis 6.2.14", "redis 7.0.0", True),
        ("redis 7.0.15", "redis 8.2.0", True),
        ("redis 7.0.15", "redis 6.2.14", False),
        ("redis 7.4.0", "redis 7.2.5", False),
        ("redis 8.0.0", "redis 7.4.0", False),
        ("redis 6.2.14", "valkey 8.0.0", True),
        ("redis 7.2.4", "valkey 7.2.5", True),
        ("redis 7.4.0", "valkey 8.0.0", False),
        ("redis 8.0.0", "valkey 9.0.0", False),
        ("valkey 7.2.5", "valkey 8.1.0", True),
        ("valkey 8.1.0", "valkey 8.0.0", False),
        ("valkey 7.2.5", "redis 7.2.4", True),
        ("valkey 7.2.5", "redis 7.0.0", False),
        ("valkey 8.0.0", "redis 8.0.0", False),
    ],
)
def test_a_server_opens_only_what_it_can_read(
    folder: ServerFolder, writer: str, reader: str, allowed: bool
) -> None:
    record_writer(folder, version(writer))
    refused = refusal(folder, version(reader))
    assert (refused is None) == allowed
    assert can_open(version(reader), version(writer)) == allowed


def test_a_refusal_names_both_servers_and_what_to_install(folder: ServerFolder) -> None:
    record_writer(folder, version("redis 8.2.1"))
    text = str(refusal(folder, version("redis 6.2.14")))
    assert "were written by Redis 8.2.1 and would look empty to Redis 6.2.14" in text
    assert text.endswith("install Redis 8.2 or later")


def test_new_files_are_open_to_every_server(folder: ServerFolder) -> None:
    assert writer_of(folder) is None
    assert refusal(folder, version("redis 6.2.14")) is None


def test_a_newer_server_updates_the_record(folder: ServerFolder) -> None:
    record_writer(folder, version("redis 6.2.14"))
    record_writer(folder, version("redis 7.2.4"))
    assert writer_of(folder) == version("redis 7.2.4")


@pytest.mark.parametrize("record", ["", '{"family":"redis","major":6,"minor":2,"patch":14}'])
def test_the_files_of_redis_7_give_themselves_away_without_their_record(
    folder: ServerFolder, record: str
) -> None:
    (folder.path / "appendonlydir").mkdir()
    if record:
        folder.version_note.write_text(record)
    assert refusal(folder, version("redis 6.2.14")) is not None
    assert refusal(folder, version("redis 7.0.0")) is None
    assert refusal(folder, version("valkey 8.0.0")) is None


@pytest.mark.parametrize("record", ["", "{", '{"family":"redis"}', '{"family":7,"major":7,"minor":0}'])
def test_a_damaged_record_is_not_guessed_at(folder: ServerFolder, record: str) -> None:
    folder.version_note.write_text(record)
    with pytest.raises(ServerError, match=r"written-by\.json cannot be read") as caught:
        refusal(folder, version("redis 6.2.14"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "usable"),
    [
        ("redis 5.0.7", False),
        ("redis 6.0.16", False),
        ("redis 6.2.0", True),
        ("redis 9.0.0", True),
        ("valkey 7.2.5", True),
        ("valkey 9.0.0", True),
        ("keydb 6.3.4", False),
    ],
)
def test_supported_are_redis_from_6_2_and_valkey(text: str, usable: bool) -> None:
    assert supported(version(text)) == usable
