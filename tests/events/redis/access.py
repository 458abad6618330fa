"""The access rules of docs/operate.md as they stand there, and users that have them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest

from mensch.events.server.probe import ask
from tests.servers import RedisServer

OPERATE = (Path(__file__).parents[3] / "docs/operate.md").read_text(encoding="utf-8")

PASSWORD = "only-for-this-test"


def documented_rule(user: str) -> list[str]:
    """The words behind `ACL SETUSER` with which the document makes a user."""
    [rule] = re.findall(rf"^ +ACL SETUSER ({user} .*)$", OPERATE, re.MULTILINE)
    return str(rule).split()


def let_in(server: RedisServer, user: str, player: str = "") -> str:
    """Make a user as the document says; the address with which they log in.

    Args:
        player: the id of the player whose user it is.
    """
    replaced = {"PASSWORD": PASSWORD, "PLAYER": player}
    words = [
        re.sub("PASSWORD|PLAYER", lambda found: replaced[found[0]], word) for word in documented_rule(user)
    ]
    ask(server.socket, "ACL", "SETUSER", *words)
    return f"{server.url}?username={quote(user)}&password={PASSWORD}"


def newer_server() -> Path:
    """The server on PATH, which has to know key permissions."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        pytest.fail("no redis-server on PATH: apt-get install redis-server")
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"v=(\d+)", told)
    assert found is not None
    assert int(found[1]) >= 7, f"access rules need Redis 7 or Valkey, and on PATH is {told}"
    return Path(program)
