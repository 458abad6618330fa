"""`mensch mail kept`: the mails that led to something in a game, for whoever has to rule on a dispute."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.opening import open_store
from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.loading import find_game
from mensch.events.people import people
from mensch.events.received import senders
from mensch.events.store import Store


@click.command()
@click.argument("game")
@click.argument("digest", required=False)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, digest: str | None, as_json: bool) -> None:
    """Lists their SHA-256, which the cause of a move names once it is open, and who sent them. With DIGEST
    or its beginning it writes that mail out, byte for byte unless that is to a terminal."""
    store = open_store()
    game = find_game(store, game)
    kept = senders(store, game)
    if digest is not None:
        raw = _mail(store, game, kept, digest)
        if sys.stdout.isatty():
            for line in raw.decode(errors="replace").splitlines():
                click.echo(printable(line, len(line)))
        else:
            click.echo(raw, nl=False)
        return
    if as_json:
        print_json({"game": game, "mails": kept})
        return
    for one, person in zip(kept, people(store, list(kept.values())), strict=True):
        click.echo(texts.MAIL_KEPT.format(digest=one, name=printable(person.name) or person.id))
    if not kept:
        click.echo(texts.NO_MAIL_KEPT.format(game=game), err=True)


def _mail(store: Store, game: str, kept: Iterable[str], typed: str) -> bytes:
    found = [digest for digest in kept if digest.startswith(typed.lower())]
    if len(found) > 1:
        raise UsageError(said("several mails begin with {digest}", digest=printable(typed)))
    raw = store.attachment(game, found[0]) if found else None
    if raw is None:
        raise NotFoundError(
            said("no mail {digest} of game {game} is kept", digest=printable(typed), game=game)
        )
    return raw
