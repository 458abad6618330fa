"""Where the embedded server keeps its files and its socket, and that nobody else can reach them."""

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

import msgspec

from mensch.core.errors import ServerError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.words.reasons import reason_of

DATA_VARIABLE = "MENSCH_DATA"
"""Environment variable that names the data folder instead of the user's own."""

SOCKET_PATH_BYTES = 107 if sys.platform == "linux" else 103
"""Longest path of a unix socket in bytes: sun_path less its closing zero byte."""


class ServerFolder(msgspec.Struct, frozen=True):
    """The files of one embedded server, all inside one private folder."""

    path: Path

    @property
    def users_lock(self) -> Path:
        """Held shared by every process that uses the server; exclusively only while nobody does."""
        return self.path / "users.lock"

    @property
    def start_lock(self) -> Path:
        """Held exclusively while a server is being started."""
        return self.path / "start.lock"

    @property
    def watchdog_lock(self) -> Path:
        """Held exclusively by the living watchdog."""
        return self.path / "watchdog.lock"

    @property
    def server_lock(self) -> Path:
        """Held exclusively by the living server, which inherits it: no second one opens the same files."""
        return self.path / "server.lock"

    @property
    def socket_note(self) -> Path:
        """Holds the path of the socket, which may depend on the environment of whoever started the server."""
        return self.path / "socket"

    @property
    def version_note(self) -> Path:
        """Holds family and version of the server that wrote the files."""
        return self.path / "written-by.json"

    @property
    def log(self) -> Path:
        """The server's own log."""
        return self.path / "server.log"

    @property
    def pid_file(self) -> Path:
        """The server's process id, written by itself; for people, never trusted."""
        return self.path / "server.pid"


def data_folder() -> Path:
    """The folder of everything that is kept for this user: MENSCH_DATA, else the platform's usual place.

    Raises:
        ServerError: its name is not in UTF-8, as the address of the socket in it must be, or begins with the
            home of nobody.
    """
    if chosen := os.environ.get(DATA_VARIABLE):
        try:
            chosen.encode()
            return Path(chosen).expanduser().absolute()
        except UnicodeEncodeError:
            raise ServerError(
                said("the data folder ({variable}) must have a name in UTF-8", variable=DATA_VARIABLE)
            ) from None
        except RuntimeError:
            home = printable(chosen.partition("/")[0])
            raise ServerError(
                said(
                    "the data folder ({variable}) cannot be found: {home} has no home",
                    variable=DATA_VARIABLE,
                    home=home,
                )
            ) from None
    import platformdirs  # only the default needs it

    return platformdirs.user_data_path("mensch", appauthor=False)


def open_folder(data: Path) -> ServerFolder:
    """The server's folder below `data`, made if need be, readable by its owner alone.

    Raises:
        ServerError: it cannot be made, or it belongs to somebody else.
    """
    path = data.absolute() / "server"  # the watchdog leaves the current folder
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        private_folder(path)
    except OSError as error:
        raise ServerError(
            said("the data folder {data} cannot be used: {reason}", data=data, reason=reason_of(error))
        ) from error
    return ServerFolder(path)


def last_words(folder: ServerFolder) -> str:
    """What the server has logged last, for the message when it does not start."""
    try:
        lines = folder.log.read_text(errors="replace").strip().splitlines()
    except OSError:
        lines = []
    if not lines:
        return said("{log} ends with: nothing", log=folder.log)
    return said("{log} ends with: {line}", log=folder.log, line=lines[-1].strip())


def choose_socket(folder: ServerFolder) -> Path:
    """Where a new server shall listen; see `short_socket`."""
    return short_socket(folder.path, "redis.sock")


def short_socket(folder: Path, name: str) -> Path:
    """A path short enough for a unix socket, in a folder closed to others.

    Inside `folder` under this name if that fits, else in the user's run-time folder or a private one among
    the temporary files, under a name derived from the folder.

    Raises:
        ServerError: no such place, or somebody else has taken it.
    """
    inside = folder / name
    if _fits(inside):
        return inside
    short = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16] + ".sock"
    for runtime in _runtime_folders():
        # Where it cannot be made, as in the run-time folder of a login that has ended, the next one will do.
        with contextlib.suppress(OSError):
            if _fits(runtime / short):
                private_folder(runtime)
                return runtime / short
    raise ServerError(
        said(
            "no place for the socket: the path {folder} is too long for one; set {variable} to a shorter one",
            folder=folder,
            variable=DATA_VARIABLE,
        )
    )


def noted_socket(folder: ServerFolder) -> Path | None:
    """Where the last server that was started listens or listened; None before the first."""
    try:
        return Path(os.fsdecode(folder.socket_note.read_bytes()))
    except FileNotFoundError:
        return None


def note_socket(folder: ServerFolder, socket: Path) -> None:
    """Tell other processes where the server that is about to start will listen."""
    write_whole(folder.socket_note, os.fsencode(socket))


def unix_url(socket: Path) -> str:
    """The address of the server that listens at `socket`."""
    return f"unix://{quote(str(socket))}"


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step: whoever reads it, also after a crash, finds the old content or the new."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def private_folder(path: Path) -> None:
    """Make `path` a folder that only its owner, ourselves, can enter.

    Among the temporary files anybody may have been there first, so a symbolic link is refused, and so is a
    folder of another owner.

    Raises:
        ServerError: it is one of these.
        OSError: it cannot be made.
    """
    path.mkdir(mode=0o700, exist_ok=True)
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise ServerError(
            said(
                "{path} is no folder of its own; remove it, or set {variable} to another place",
                path=path,
                variable=DATA_VARIABLE,
            )
        )
    if status.st_uid != os.geteuid():
        raise ServerError(
            said(
                "{path} belongs to another user; set {variable} to a folder of your own",
                path=path,
                variable=DATA_VARIABLE,
            )
        )
    if status.st_mode & 0o077:
        path.chmod(0o700)


def _fits(path: Path) -> bool:
    return len(os.fsencode(path)) <= SOCKET_PATH_BYTES


def _runtime_folders() -> list[Path]:
    mine = f"mensch-{os.geteuid()}"
    folders = [Path(tempfile.gettempdir()) / mine, Path("/tmp") / mine]
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        folders.insert(0, Path(runtime) / "mensch")
    return folders
