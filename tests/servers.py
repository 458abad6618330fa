"""Real servers for tests, and a proxy that loses what a real network can lose.

Everything lives in a temporary folder or on a loopback port, and is ended by its own process id.
"""

import contextlib
import os
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import quote, urlsplit

from mensch.events.server.binary import find_binary
from mensch.events.server.connection import REPLY_SECONDS, connect
from mensch.events.server.embedded import release
from mensch.events.server.folder import noted_socket, open_folder
from mensch.events.server.locks import is_locked
from mensch.events.server.probe import NoAnswerError, RefusedError, ask

if TYPE_CHECKING:
    import redis

_READY_SECONDS = 20.0

_FIT = {
    "appendonly": "yes",
    "appendfsync": "everysec",
    "save": "",
    "maxmemory-policy": "noeviction",
}


def free_port() -> int:
    """A loopback TCP port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def eventually(condition: Callable[[], bool], what: str, seconds: float = _READY_SECONDS) -> None:
    """Wait until `condition()` holds; fail with `what` if it does not within `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"still waiting after {seconds:g} s: {what}")
        time.sleep(0.01)


class RedisServer:
    """A server of our own in a temporary folder, fit for the log unless `options` say otherwise.

    >>> with RedisServer() as server:
    ...     server.client().ping()
    True

    Args:
        binary: the server program; default is the one the embedded server would use.
        options: settings of redis.conf that differ from a fit server's.
        tcp: also listen on a loopback port (`port`, `tcp_url`).
        file_limit: no file may grow past this many bytes, which is what a full disk looks like to the server.
    """

    def __init__(
        self,
        *,
        binary: Path | None = None,
        options: Mapping[str, str] | None = None,
        tcp: bool = False,
        file_limit: int | None = None,
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mensch-"))
        self.socket = self.folder / "s"
        self.port = free_port() if tcp else 0
        self._binary = binary or find_binary().path
        self.options = _FIT | dict(options or {})
        self._file_limit = file_limit
        self._server: subprocess.Popen[bytes] | None = None
        self._clients: list[redis.Redis] = []

    @property
    def url(self) -> str:
        """The server's address on its unix socket."""
        return f"unix://{quote(str(self.socket))}"

    @property
    def tcp_url(self) -> str:
        """The server's address on its loopback port; only with `tcp=True`."""
        if not self.port:
            raise ValueError("this server was started without a TCP port")
        return f"redis://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The server's process id while it runs."""
        if self._server is None:
            raise ValueError("this server is not running")
        return self._server.pid

    def start(self, *, wait_until_loaded: bool = True) -> Self:
        """Start the server on the files that are there, and wait until it answers, and has loaded them."""
        self.socket.unlink(missing_ok=True)
        settings = self.options | {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "unixsocket": str(self.socket),
            "dir": str(self.folder),
            "daemonize": "no",
        }
        command = [str(self._binary)]
        for name, value in settings.items():
            command += [f"--{name}", *(value.split() or [""])]
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=self._limit_files if self._file_limit else None,
                # Python ignores SIGXFSZ. The server inherits that, and sees EFBIG instead of being killed.
                restore_signals=False,
            )
        eventually(lambda: self._answers(wait_until_loaded), f"the server to answer; its log: {self.log()}")
        return self

    def log(self) -> str:
        """What the server has printed so far."""
        return (self.folder / "log").read_text(errors="replace")

    def client(self, *, reply_seconds: float | None = REPLY_SECONDS) -> "redis.Redis":
        """A connection by the product's own factory, closed with the server."""
        client = connect(self.url, name="mensch-test", reply_seconds=reply_seconds)
        self._clients.append(client)
        return client

    def kill(self) -> None:
        """End the server as a power cut would: SIGKILL, nothing flushed by it."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the server in good order: SIGTERM."""
        self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Stop in good order and start again on the same files and addresses."""
        self.stop()
        self.start()

    def __enter__(self) -> Self:
        try:
            return self.start()
        except BaseException:
            self.kill()
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self._clients:
            client.close()
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self, loaded: bool) -> bool:
        if self._server is not None and self._server.poll() is not None:
            raise AssertionError(f"the server ended at its start: {self.log()}")
        try:
            ask(self.socket, "PING")
        except NoAnswerError:
            return False
        except RefusedError as error:
            return not (loaded and str(error).startswith("LOADING"))
        return True

    def _end(self, how: signal.Signals) -> None:
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait()
            self._server = None

    def _limit_files(self) -> None:
        limit = self._file_limit or resource.RLIM_INFINITY
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


@contextlib.contextmanager
def temporary_data() -> Iterator[Path]:
    """An empty data folder for the embedded server. Whichever server runs in it at the end is ended."""
    data = Path(tempfile.mkdtemp(prefix="mensch-"))
    try:
        yield data
    finally:
        release(data)
        folder = open_folder(data)
        if is_locked(folder.server_lock) and (socket_path := noted_socket(folder)):
            with contextlib.suppress(NoAnswerError, ProcessLookupError):
                os.kill(server_id(socket_path), signal.SIGKILL)
        eventually(lambda: not is_locked(folder.watchdog_lock), "the watchdog to end after its server")
        shutil.rmtree(data)


def server_id(socket_path: Path) -> int:
    """The process id of the server that listens at `socket_path`."""
    info = ask(socket_path, "INFO", "server").decode()
    return int(info.split("process_id:")[1].split()[0])


class Proxy:
    """A loopback TCP proxy in front of a server, one fault at a time.

    Arm a fault, and it strikes the next request that contains `containing`; then traffic is undisturbed
    again.
    """

    def __init__(self, upstream: str) -> None:
        """`upstream` is the server's URL, redis://host:port or unix:///path."""
        self._upstream = urlsplit(upstream)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._faults: list[tuple[str, bytes]] = []
        self._closing = threading.Event()
        self.struck = 0
        """How many faults have struck so far."""

    @property
    def url(self) -> str:
        """The address that clients use."""
        return f"redis://127.0.0.1:{self._listener.getsockname()[1]}"

    def lose_reply(self, containing: bytes = b"") -> None:
        """The next such request is executed by the server; its reply is lost, the connection closed."""
        self._faults.append(("reply", containing))

    def lose_request(self, containing: bytes = b"") -> None:
        """The next such request is lost before the server has seen it, and the connection is closed."""
        self._faults.append(("request", containing))

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        # A thread blocked in accept() is woken by a connection, not by close().
        with contextlib.suppress(OSError):
            socket.create_connection(self._listener.getsockname(), timeout=1).close()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self._closing.is_set():
                    client.close()
                    return
                threading.Thread(target=self._relay, args=(client,), daemon=True).start()

    def _relay(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError), self._open_upstream() as server:
            back = threading.Event()  # set when the reply must not be passed on
            threading.Thread(target=self._relay_replies, args=(server, client, back), daemon=True).start()
            for request in _chunks(client):
                fault = self._fault_for(request)
                if fault == "request":
                    break
                if fault == "reply":
                    back.set()
                server.sendall(request)
            if not back.is_set():
                _shut(client)
                _shut(server)

    def _relay_replies(self, server: socket.socket, client: socket.socket, lost: threading.Event) -> None:
        with contextlib.suppress(OSError):
            for reply in _chunks(server):
                if lost.is_set():
                    break
                client.sendall(reply)
        _shut(client)
        _shut(server)

    def _fault_for(self, request: bytes) -> str:
        if self._faults and self._faults[0][1] in request:
            self.struck += 1
            return self._faults.pop(0)[0]
        return ""

    def _open_upstream(self) -> socket.socket:
        if self._upstream.scheme == "unix":
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._upstream.path)
            return server
        return socket.create_connection((self._upstream.hostname or "127.0.0.1", self._upstream.port or 6379))


def _chunks(source: socket.socket) -> Iterator[bytes]:
    while chunk := source.recv(65536):
        yield chunk


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


def alive(pid: int) -> bool:
    """Whether a process with this id exists and has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return not Path("/proc/self/stat").exists()
    return state != "Z"
