"""The signer's memory: on the disk before anything is said, whole after every crash, never another's."""

from __future__ import annotations

import os
import resource
import stat
from pathlib import Path

import pytest

from mensch.core.errors import NotFoundError, ServerError
from mensch.events.ed25519 import new_private_key, public_key
from mensch.events.record import genesis
from mensch.workers import signer_memory
from mensch.workers.signer_folder import SignerFolder, hold, shown_key, signer_folder
from mensch.workers.signer_memory import Memory, Rollback, Signed

KEY = public_key(new_private_key())
GAME = "game000001"
OTHER = "game000002"


def signed(seq: int, *, game: str = GAME, epoch: int = 1) -> Signed:
    return Signed(epoch, game, f"{seq:064x}", seq)


def rollback(after: Signed, seq: int) -> Rollback:
    return Rollback(after, 1764440400123, after.epoch + 1, after.game, f"{seq:064x}", "the disk failed", seq)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    Memory.create(tmp_path / "memory", KEY).close()
    return tmp_path / "memory"


def keep(path: Path, *lines: Signed | Rollback) -> None:
    """What a signer does in one life."""
    memory = Memory(path, KEY)
    for line in lines:
        memory.keep(line)
    memory.close()


def test_a_new_one_knows_nothing(path: Path) -> None:
    memory = Memory(path, KEY)
    assert memory.signed(GAME) == Signed(1, GAME, genesis(GAME), 0)
    assert memory.games == []
    assert memory.rollbacks == []


def test_of_each_game_the_furthest_record_is_known_for_ever(path: Path) -> None:
    keep(path, signed(3), signed(1, game=OTHER), signed(4))
    keep(path, signed(7))
    memory = Memory(path, KEY)
    assert memory.signed(GAME) == signed(7)
    assert memory.signed(OTHER) == signed(1, game=OTHER)
    assert memory.games == [GAME, OTHER]


def test_after_a_rollback_the_record_that_was_gone_back_to_counts(path: Path) -> None:
    gone_back = rollback(signed(9), 4)
    keep(path, signed(9), gone_back)
    memory = Memory(path, KEY)
    assert memory.signed(GAME) == signed(4, epoch=2)
    assert memory.rollbacks == [gone_back]


def test_only_its_owner_can_read_it(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_line_that_a_crash_has_cut_is_dropped_wherever_it_was_cut(path: Path) -> None:
    keep(path, signed(3))
    before = path.read_bytes()
    keep(path, signed(4))
    last = path.read_bytes()[len(before) :]
    for size in range(len(last)):
        path.write_bytes(before + last[:size])
        keep(path, signed(5))
        assert Memory(path, KEY).signed(GAME) == signed(5)
        assert path.read_bytes().startswith(before + b'{"epoch":1')


def test_zeros_that_a_power_cut_leaves_at_the_end_are_dropped(path: Path) -> None:
    keep(path, signed(3))
    path.write_bytes(path.read_bytes() + bytes(500))
    assert Memory(path, KEY).signed(GAME) == signed(3)


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_damaged_line_is_told_and_not_passed_over(path: Path, line: int) -> None:
    keep(path, signed(3), signed(4))
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"line":"', b'"line":"x')
    path.write_bytes(b"".join(lines))
    with pytest.raises(ServerError, match=f"line {line} of .* is damaged"):
        Memory(path, KEY)


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n"])
def test_a_file_that_is_no_memory_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(ServerError, match=r"line 1 of .* is damaged"):
        Memory(path, KEY)


def test_the_memory_of_another_key_is_refused(path: Path) -> None:
    with pytest.raises(ServerError, match=f"the memory of another key, {KEY}"):
        Memory(path, public_key(new_private_key()))


def test_one_of_a_newer_version_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":2'))
    with pytest.raises(ServerError, match="newer version"):
        Memory(path, KEY)


def test_a_full_disk_ends_it_and_leaves_what_was_kept(path: Path) -> None:
    keep(path, signed(3))
    memory = Memory(path, KEY)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20, hard))
    try:
        with pytest.raises(ServerError, match="cannot be written"):
            memory.keep(signed(4))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert memory.broken
    with pytest.raises(ServerError, match="it failed before"):
        memory.keep(signed(4))
    assert Memory(path, KEY).signed(GAME) == signed(3)


def test_it_is_written_anew_without_what_is_outdated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signer_memory, "OUTDATED", 10)
    gone_back = rollback(signed(9), 4)
    keep(path, signed(9), gone_back, signed(1, game=OTHER))
    longest = 0
    for seq in range(5, 105):
        keep(path, signed(seq, epoch=2))
        longest = max(longest, path.read_bytes().count(b"\n"))
    memory = Memory(path, KEY)
    assert longest < 20
    assert memory.signed(GAME) == signed(104, epoch=2)
    assert memory.signed(OTHER) == signed(1, game=OTHER)
    assert memory.rollbacks == [gone_back]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_comes_after_it_was_written_anew_is_kept_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signer_memory, "OUTDATED", 10)
    memory = Memory(path, KEY)
    for seq in range(1, 100):
        memory.keep(signed(seq))
        assert Memory(path, KEY).signed(GAME) == signed(seq)


@pytest.fixture
def folder(tmp_path: Path) -> SignerFolder:
    return signer_folder(tmp_path / "data")


def test_key_and_memory_are_made_at_the_first_time_and_found_again(folder: SignerFolder) -> None:
    with pytest.raises(NotFoundError, match="makes it"):
        shown_key(folder)
    with hold(folder) as first:
        first.memory.keep(signed(3))
    with hold(folder) as second:
        assert second.private == first.private
        assert second.memory.signed(GAME) == signed(3)
    assert shown_key(folder) == public_key(first.private)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder.key, folder.memory)] == [0o600, 0o600]


def test_only_one_has_them_at_a_time(folder: SignerFolder) -> None:
    with hold(folder), pytest.raises(ServerError, match="another signer has the memory"), hold(folder):
        pass
    with hold(folder):
        pass


def test_a_key_without_its_memory_signs_nothing(folder: SignerFolder) -> None:
    with hold(folder):
        pass
    folder.memory.unlink()
    with pytest.raises(ServerError, match="without it the key could sign two histories"), hold(folder):
        pass


def test_a_memory_without_its_key_is_not_given_another(folder: SignerFolder) -> None:
    with hold(folder) as kept:
        kept.memory.keep(signed(3))
    folder.key.unlink()
    with pytest.raises(ServerError, match=r"the key .* is missing"), hold(folder):
        pass
    assert Memory(folder.memory, public_key(kept.private)).signed(GAME) == signed(3)


def test_a_crash_while_both_are_made_keeps_nobody_from_making_them(folder: SignerFolder) -> None:
    with hold(folder):
        pass
    folder.key.rename(folder.path / "key.new")  # the last step was missing
    with hold(folder) as kept:
        kept.memory.keep(signed(3))
    with hold(folder) as again:
        assert again.private == kept.private


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644])
def test_a_key_that_others_can_read_is_refused(folder: SignerFolder, mode: int) -> None:
    with hold(folder):
        pass
    os.chmod(folder.key, mode)
    with pytest.raises(ServerError, match="can be read by others"), hold(folder):
        pass


def test_a_damaged_key_is_refused(folder: SignerFolder) -> None:
    with hold(folder):
        pass
    folder.key.write_text("0" * 64)
    with pytest.raises(ServerError, match="the signer cannot use its key"), hold(folder):
        pass


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(ServerError, match="cannot be used"), hold(signer_folder(tmp_path / "data")):
        pass
