"""Starting: `mensch --help` against a click group that has nothing in it. A unit is a whole process."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.bench.measure import Subject, again_and_again
from tests.bench.site import Site

OURS = "from mensch.cli.main import main; main()"
EMPTY = "import click; click.Group('empty')()"


def beside_empty_group(site: Site) -> tuple[Subject, Subject]:
    """Both ask for help, in the same interpreter, the way a console script does it."""
    return _help(site, OURS), _help(site, EMPTY)


def _help(site: Site, program: str) -> Subject:
    def ask() -> None:
        command = [sys.executable, "-c", program, "--help"]
        environment = {**os.environ, "MENSCH_LANG": "en"}  # the empty group has no other language
        said = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        assert said.stdout.startswith("Usage:")

    return again_and_again(max(1, site.effort.repeats // 5), ask)
