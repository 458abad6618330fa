"""Keeps an older server, or one of a family that cannot read them, away from the files of a newer one.

Such a server does not fail: it starts with an empty database, and everything seems lost. So the server's
folder records who wrote it (design.md, "Embedded default").
"""

import msgspec

from mensch.core.errors import ServerError
from mensch.core.said import said
from mensch.events.server.folder import ServerFolder, write_whole
from mensch.events.server.version import ServerVersion, can_open


def writer_of(folder: ServerFolder) -> ServerVersion | None:
    """The server that wrote the files in `folder`; None if there are none yet, or if nothing tells.

    Raises:
        ServerError: the record of the version cannot be read.
    """
    # Redis 7 moved the append-only file into a folder. It outlives a lost record, and a crash between a newer
    # server's first start and the update of the record.
    split = ServerVersion("redis", 7, 0) if (folder.path / "appendonlydir").is_dir() else None
    try:
        recorded = msgspec.json.decode(folder.version_note.read_bytes(), type=ServerVersion)
    except FileNotFoundError:
        return split
    except (OSError, msgspec.DecodeError) as error:
        raise ServerError(
            said(
                "{file} cannot be read ({error}); it says which server wrote the files. "
                "Restore it from a backup, or write it anew, for example "
                '{{"family":"redis","major":7,"minor":2,"patch":4}}',
                file=folder.version_note,
                error=error,
            )
        ) from error
    if split is not None and not can_open(recorded, split):
        return split
    return recorded


def refusal(folder: ServerFolder, server: ServerVersion) -> ServerError | None:
    """Why `server` must not open the files in `folder`; None if it may."""
    writer = writer_of(folder)
    if writer is None or can_open(server, writer):
        return None
    return ServerError(
        said(
            "the files in {folder} were written by {writer} and would look empty to {server}; "
            "install {family} {major}.{minor} or later",
            folder=folder.path,
            writer=writer,
            server=server,
            family=writer.family.capitalize(),
            major=writer.major,
            minor=writer.minor,
        )
    )


def record_writer(folder: ServerFolder, server: ServerVersion) -> None:
    """Note that `server` now writes the files in `folder`."""
    if writer_of(folder) != server:
        write_whole(folder.version_note, msgspec.json.encode(server) + b"\n")
