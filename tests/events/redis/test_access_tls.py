"""TLS between machines, as docs/operate.md sets it up: on a server that has it, which .ci/run installs."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mensch.core.errors import ServerError
from mensch.events.server.connection import address_of, connect
from tests.events.redis.access import OPERATE, newer_server
from tests.servers import RedisServer, free_port

pytestmark = pytest.mark.ci


def made_certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate for this machine that nobody else has signed, and its key."""
    openssl = shutil.which("openssl")
    assert openssl is not None, "no openssl on PATH: apt-get install openssl"
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return certificate, key


class Encrypted:
    """A server that speaks TLS and nothing else on its port.

    :ivar url: its address, without what a client needs to trust it.
    """

    def __init__(self, folder: Path) -> None:
        self.certificate, key = made_certificate(folder, "server")
        port = free_port()
        self.options = {
            "tls-port": str(port),
            "tls-cert-file": str(self.certificate),
            "tls-key-file": str(key),
            "tls-ca-cert-file": str(self.certificate),
            "tls-auth-clients": "no",
        }
        self.plain_url = f"redis://127.0.0.1:{port}"
        self.url = f"rediss://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Encrypted]:
    server = Encrypted(tmp_path_factory.mktemp("tls"))
    with RedisServer(binary=newer_server(), options=server.options):
        yield server


def test_the_settings_are_those_of_the_document(encrypted: Encrypted) -> None:
    assert set(re.findall(r"`(tls-[a-z-]+)", OPERATE)) == set(encrypted.options)


def test_who_has_its_certificate_is_connected(encrypted: Encrypted) -> None:
    with connect(f"{encrypted.url}?ssl_ca_certs={encrypted.certificate}") as client:
        assert client.ping()
        assert address_of(client).startswith("rediss://")


def test_a_server_with_another_certificate_is_not_trusted(encrypted: Encrypted, tmp_path: Path) -> None:
    other, _ = made_certificate(tmp_path, "somebody")
    for trusted in (f"?ssl_ca_certs={other}", ""):
        with pytest.raises(ServerError, match=r"cannot be reached.*certificate verify failed"):
            connect(f"{encrypted.url}{trusted}")


def test_without_tls_there_is_no_way_in(encrypted: Encrypted) -> None:
    with pytest.raises(ServerError, match="cannot be reached"):
        connect(encrypted.plain_url)
