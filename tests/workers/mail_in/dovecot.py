"""A real IMAP server: Debian's dovecot, in a temporary folder and on loopback ports."""

from __future__ import annotations

import imaplib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

import trustme

from tests.servers import eventually, free_port

HOST = "localhost"
USER, PASSWORD = "mensch@games.example", "s3cret/@:word"
NOBODY = 65534

_SETTINGS = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
protocols = imap
ssl = yes
ssl_cert = <{folder}/server.pem
ssl_key = <{folder}/key.pem
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail/%u
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {tls_port}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={uid} home={folder}/mail/%u
}}
"""


class Dovecot:
    """The server, with one mailbox.

    Attributes:
        authority: a file with the certificate of whoever vouches for it.
        port: in the clear, with STARTTLS offered.
        tls_port: with TLS from the start.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mensch-"))
        self.authority = self.folder / "authority.pem"
        self.port, self.tls_port = free_port(), free_port()
        self._server: subprocess.Popen[bytes] | None = None

    def put(self, raw: bytes) -> None:
        """Lay a message into the mailbox."""
        client = self._client()
        client.append("INBOX", "", "", raw)
        client.logout()

    def flags(self) -> list[bool]:
        """Whether each message is marked as read, the oldest first."""
        client = self._client()
        client.select(readonly=True)
        _, found = client.fetch("1:*", "(FLAGS)")
        client.logout()
        return [b"\\Seen" in line for line in found if isinstance(line, bytes)]

    def _client(self) -> imaplib.IMAP4:
        client = imaplib.IMAP4("127.0.0.1", self.port, timeout=10)
        client.login(USER, PASSWORD)
        return client

    def __enter__(self) -> Self:
        authority = trustme.CA()
        certificate = authority.issue_cert(HOST)
        authority.cert_pem.write_to_path(self.authority)
        certificate.private_key_pem.write_to_path(self.folder / "key.pem")
        for pem in certificate.cert_chain_pems:
            pem.write_to_path(self.folder / "server.pem", append=True)
        (self.folder / "mail").mkdir()
        settings = self.folder / "dovecot.conf"
        root = os.getuid() == 0  # then the server drops to users of its package
        uid = NOBODY if root else os.getuid()
        text = _SETTINGS.format(
            folder=self.folder, port=self.port, tls_port=self.tls_port, password=PASSWORD, uid=uid
        )
        if root:
            os.chmod(self.folder, 0o755)
            os.chown(self.folder / "mail", NOBODY, NOBODY)
        else:
            text += "\n".join(f"default_{one}_user = {os.getlogin()}" for one in ("internal", "login"))
        settings.write_text(text)
        command = [
            str(shutil.which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin")),
            "-F",
            "-c",
            str(settings),
        ]
        self._server = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        eventually(self._answers, f"dovecot to answer: {self._log()}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _log(self) -> str:
        log = self.folder / "log"
        return log.read_text() if log.exists() else ""

    def _answers(self) -> bool:
        try:
            self._client().logout()
        except (imaplib.IMAP4.error, OSError):
            return False
        return True
