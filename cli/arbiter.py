"""`mensch arbiter`: who may rule on disputes."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import Document, print_json
from mensch.cli.opening import LONGEST_NAME, checked_name, open_store
from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.arbitration import Arbiter, arbiters, register_arbiter
from mensch.events.keyfile import read_public_key


@click.command()
@click.argument("name", required=False)
@click.option("--key", help=texts.ARBITER_PUBLIC_KEY)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON_LINES)
def command(name: str | None, key: str | None, as_json: bool) -> None:
    """With NAME and --key it registers an arbiter and prints their id, without it lists all. The private key
    stays with the arbiter: mensch keygen makes one."""
    if (name is None) != (key is None):
        raise UsageError(said("an arbiter is registered with both a name and --key"))
    if name is None or key is None:
        found = arbiters(open_store())
        if not found and not as_json:
            click.echo(texts.NO_ARBITERS, err=True)
        for arbiter in found:
            _tell(arbiter, texts.ARBITER, as_json=as_json)
        return
    registered = register_arbiter(open_store(to_write=True), checked_name(name), read_public_key(key))
    _tell(registered, texts.ARBITER_REGISTERED, as_json=as_json)


def _tell(arbiter: Arbiter, text: str, *, as_json: bool) -> None:
    name = printable(arbiter.name, LONGEST_NAME)
    if as_json:
        document: Document = {"arbiter": arbiter.id, "key": arbiter.key, "name": name}
        print_json(document)
    else:
        click.echo(text.format(id=arbiter.id, name=name, key=printable(arbiter.key, 64)))
