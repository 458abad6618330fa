"""The file of a private key: for its owner's eyes, never written over."""

import stat
from pathlib import Path

import pytest

from mensch.core.errors import MenschError, NotFoundError, UsageError
from mensch.events.ed25519 import public_key
from mensch.events.keyfile import create_key, read_private_key, read_public_key
from tests.events.test_signing import PUBLIC


def test_a_new_key_is_read_again_and_only_its_owner_can(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folder" / "key"
    public = create_key(file)
    assert public_key(read_private_key(file)) == public == read_public_key(str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert read_private_key(file).hex() not in public


def test_two_new_keys_differ(tmp_path: Path) -> None:
    assert create_key(tmp_path / "one") != create_key(tmp_path / "other")


def test_no_file_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "key"
    create_key(file)
    before = file.read_bytes()
    with pytest.raises(UsageError, match="there already, and its key would be lost"):
        create_key(file)
    assert file.read_bytes() == before


def test_a_link_is_not_followed_to_a_place_that_somebody_else_chose(tmp_path: Path) -> None:
    (tmp_path / "key").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="there already"):
        create_key(tmp_path / "key")
    assert not (tmp_path / "elsewhere").exists()


def test_where_no_file_can_be_made_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MenschError, match="cannot be made"):
        create_key(tmp_path / "file" / "key")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_private_key_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "key"
    create_key(file)
    file.chmod(mode)
    with pytest.raises(UsageError, match="can be read by others: chmod 600"):
        read_private_key(file)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", PUBLIC.encode(), b"mensch-private-key1 00", b"x" * 10_000]
)
def test_what_is_no_private_key_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "key"
    file.write_bytes(content)
    with pytest.raises(UsageError, match="holds no private key"):
        read_private_key(file)


@pytest.mark.parametrize("typed", ["nowhere", "a\0b", ""])
def test_a_file_that_is_not_there_is_told(tmp_path: Path, typed: str) -> None:
    with pytest.raises(NotFoundError, match="cannot be read"):
        read_public_key(str(tmp_path) if not typed else f"{tmp_path}/{typed}")


def test_a_public_key_is_named_by_its_digits_or_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "public").write_text(f"{PUBLIC}\n")
    assert read_public_key(PUBLIC) == PUBLIC
    assert read_public_key(PUBLIC.upper()) == PUBLIC
    assert read_public_key(str(tmp_path / "public")) == PUBLIC
    (tmp_path / "small").write_text("00" * 32)
    with pytest.raises(UsageError, match="small order"):
        read_public_key(str(tmp_path / "small"))
