"""The signer's files: key, memory, lock, and where it listens. None of them is in Redis.

`mensch.events.server.folder` has the data folder that they lie in.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from mensch.core.errors import MenschError, NotFoundError, ServerError
from mensch.core.said import said
from mensch.events.ed25519 import public_key
from mensch.events.keyfile import create_key, read_private_key
from mensch.events.server.folder import data_folder, private_folder, short_socket
from mensch.events.server.locks import try_lock, unlock
from mensch.events.words.reasons import reason_of
from mensch.workers.signer_memory import Memory, signed_nothing, sync_folder

_NEW_PAIR = said("move the folder away for a new pair, and tell everybody the new service key")


class SignerFolder(msgspec.Struct, frozen=True):
    """The folder, which only its owner can enter."""

    path: Path

    @property
    def key(self) -> Path:
        """The service's private key; `mensch.events.keyfile`."""
        return self.path / "key"

    @property
    def memory(self) -> Path:
        """What was signed; `mensch.workers.signer_memory`."""
        return self.path / "memory"

    @property
    def lock(self) -> Path:
        """Held by the living signer."""
        return self.path / "lock"

    @property
    def socket_note(self) -> Path:
        """Holds the path of the socket that the signer listened at last."""
        return self.path / "socket"


class KeyAndMemory(msgspec.Struct, frozen=True):
    """What one process has while it has the lock."""

    private: bytes
    memory: Memory


def signer_folder(data: Path | None = None) -> SignerFolder:
    """The folder below a data folder, which need not be there.

    Args:
        data: the data folder; default is the user's.
    """
    return SignerFolder((data or data_folder()).absolute() / "signer")


@contextmanager
def hold(folder: SignerFolder) -> Iterator[KeyAndMemory]:
    """Key and memory, for this process alone; both are made at the first time.

    Raises:
        ServerError: another process has them, or they are damaged, readable by others, or not a pair.
    """
    try:
        folder.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        private_folder(folder.path)
        held = try_lock(folder.lock)
    except OSError as error:
        raise ServerError(
            said(
                "the signer's folder {folder} cannot be used: {reason}",
                folder=folder.path,
                reason=reason_of(error),
            )
        ) from error
    if held is None:
        raise ServerError(
            said("another signer has the memory in {folder}; end that one first", folder=folder.path)
        )
    try:
        kept = _open(folder)
        try:
            yield kept
        finally:
            kept.memory.close()
    finally:
        unlock(held)


def choose_signer_socket(folder: SignerFolder) -> Path:
    """Where a signer listens unless MENSCH_SIGNER says so."""
    return short_socket(folder.path, "signer.sock")


def shown_key(folder: SignerFolder) -> str:
    """The service's public key.

    Raises:
        NotFoundError: there is none yet.
        ServerError: the key is damaged, or readable by others.
    """
    if not folder.key.exists():
        raise NotFoundError(
            said("there is no key in {folder}; the first start of mensch signer makes it", folder=folder.path)
        )
    return public_key(_read_key(folder))


def _open(folder: SignerFolder) -> KeyAndMemory:
    if not folder.key.exists():
        if folder.memory.exists() and not signed_nothing(folder.memory):
            raise ServerError(
                said(
                    "the key {file} is missing and its memory is there; restore the key from a backup, or "
                    "{remedy}",
                    file=folder.key,
                    remedy=_NEW_PAIR,
                )
            )
        return _begin(folder)
    if not folder.memory.exists():
        raise ServerError(
            said(
                "the memory {file} is missing, and without it the key could sign two histories; {remedy}",
                file=folder.memory,
                remedy=_NEW_PAIR,
            )
        )
    private = _read_key(folder)
    return KeyAndMemory(private, Memory(folder.memory, public_key(private)))


def _begin(folder: SignerFolder) -> KeyAndMemory:
    """Make both. The key gets its name last: a crash before that leaves nothing that has ever signed."""
    draft = folder.path / "key.new"
    draft.unlink(missing_ok=True)
    memory = Memory.create(folder.memory, create_key(draft))
    try:
        draft.replace(folder.key)
        sync_folder(folder.path)
    except OSError as error:
        raise ServerError(
            said("the key {file} cannot be written: {reason}", file=folder.key, reason=reason_of(error))
        ) from error
    return KeyAndMemory(_read_key(folder), memory)


def _read_key(folder: SignerFolder) -> bytes:
    try:
        return read_private_key(folder.key)
    except MenschError as error:
        raise ServerError(said("the signer cannot use its key: {error}", error=error)) from None
