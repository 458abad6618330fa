"""`mensch keygen`: make a key to sign moves with."""

from __future__ import annotations

from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.events import ed25519
from mensch.events.keyfile import create_key, read_private_key
from mensch.events.server.folder import data_folder


@click.command()
@click.option("-o", "--output", "file", type=click.Path(path_type=Path), help=texts.KEY_OUTPUT)
@click.option("--show", is_flag=True, help=texts.KEY_SHOW)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(file: Path | None, show: bool, as_json: bool) -> None:
    """Only you can read the file, and it is never written over. What is printed is the public key: give it to
    whoever creates your games, for mensch new --key."""
    place = file or default_key_file()
    public = ed25519.public_key(read_private_key(place)) if show else create_key(place)
    if as_json:
        print_json({"file": str(place), "key": public})
    else:
        click.echo(public)


def default_key_file() -> Path:
    """Where a key lies unless another file is named: in the data folder."""
    return data_folder() / "key"
