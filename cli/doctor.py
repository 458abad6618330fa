"""`mensch doctor`: what the server is like, and what to do about it."""

from __future__ import annotations

import click
from rich.text import Text

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.language import WORDS
from mensch.cli.screen import show_lines
from mensch.core.errors import ServerError
from mensch.events.server.connection import connect
from mensch.events.server.fitness import examine

_STYLES = {"ok": "green", "warn": "yellow", "bad": "bold red"}


@click.command()
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(as_json: bool) -> None:
    """Looks at the server that MENSCH_REDIS_URL names, or at the private one."""
    findings = examine(connect())
    bad = any(finding.status == "bad" for finding in findings)
    if as_json:
        print_json({"findings": findings, "fit": not bad})
    else:
        for finding in findings:
            line = Text(f"{finding.status:5}", style=_STYLES[finding.status])
            line.append(f"{WORDS.of(finding.name)}: {WORDS.of(finding.seen)}", style="")
            show_lines([line])
            if finding.remedy:
                click.echo(texts.REMEDY.format(remedy=WORDS.of(finding.remedy)))
        click.echo(texts.UNFIT if bad else texts.FIT)
    if bad:
        raise click.exceptions.Exit(ServerError.exit_code)
