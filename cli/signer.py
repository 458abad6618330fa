"""`mensch signer`: the one process that signs receipts."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.ending import NEEDS_A_PERSON
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store
from mensch.cli.stopping import stop_on_signals
from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.ids import is_id
from mensch.events.loading import find_game
from mensch.events.redis.store import RedisStore
from mensch.events.server.durability import keeps_what_it_confirms
from mensch.events.server.folder import write_whole
from mensch.workers.signer import Signer
from mensch.workers.signer_folder import (
    KeyAndMemory,
    SignerFolder,
    choose_signer_socket,
    hold,
    shown_key,
    signer_folder,
)
from mensch.workers.signer_service import SOCKET_VARIABLE, listening, serve
from mensch.workers.supervised import end_with_supervisor


@click.command()
@click.option("--show-key", "show", is_flag=True, help=texts.SHOW_KEY)
@click.option("--check", is_flag=True, help=texts.CHECK_SIGNED)
@click.option("accepted", "--accept-rollback", metavar="GAME", multiple=True, help=texts.ACCEPT_ROLLBACK)
@click.option("--reason", metavar="TEXT", help=texts.REASON)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON_LINES)
def command(show: bool, check: bool, accepted: tuple[str, ...], reason: str | None, as_json: bool) -> None:
    """Key and memory are files in the folder `signer` of the data folder. It listens on a unix socket there,
    or where MENSCH_SIGNER says. It signs what stands in the log, once it has followed the chain of hashes
    from what it signed last, and never two hashes for one record.

    --check and --accept-rollback want the memory for themselves: end the signer first. Exit code 9 when
    --check finds another log."""
    if show + check + bool(accepted) > 1:
        raise UsageError(said("only one of --show-key, --check and --accept-rollback"))
    if (reason is not None) != bool(accepted):
        raise UsageError(said("--accept-rollback and --reason go together"))
    if as_json and not (show or check or accepted):
        raise UsageError(said("--json goes with --show-key, --check or --accept-rollback"))
    folder = signer_folder()
    if show:
        key = shown_key(folder)
        print_json({"key": key}) if as_json else click.echo(key)
    elif check:
        _check(folder, as_json=as_json)
    elif reason is not None:
        _accept(folder, accepted, reason, as_json=as_json)
    else:
        _serve(folder)


def _serve(folder: SignerFolder) -> None:
    stop = stop_on_signals()
    end_with_supervisor()
    with hold(folder) as kept:
        named = os.environ.get(SOCKET_VARIABLE)
        path = Path(named).absolute() if named else choose_signer_socket(folder)
        signer = _signer(kept, open_store())
        with listening(path) as listener:
            write_whole(folder.socket_note, os.fsencode(path))
            click.echo(texts.SIGNER_UP.format(socket=path, key=shown_key(folder)), err=True)
            serve(listener, signer, stop)


def _signer(kept: KeyAndMemory, store: RedisStore) -> Signer:
    return Signer(store, kept.memory, kept.private, lambda: keeps_what_it_confirms(store.client))


def _check(folder: SignerFolder, *, as_json: bool) -> None:
    with hold(folder) as kept:
        wrong = _signer(kept, open_store()).check()
        games, rollbacks = kept.memory.games, kept.memory.rollbacks
    if as_json:
        print_json({"differ": wrong, "games": len(games), "rollbacks": rollbacks})
    else:
        for kept_back in rollbacks:
            click.echo(
                texts.ROLLBACK_KEPT.format(
                    game=kept_back.game,
                    epoch=kept_back.epoch,
                    after=kept_back.after.seq,
                    seq=kept_back.seq,
                    reason=printable(kept_back.reason, len(kept_back.reason)),
                )
            )
        for why in wrong.values():
            click.echo(WORDS.of(why))
        if not wrong:
            click.echo(texts.SIGNED_LOGS_FIT.format(count=len(games)))
    if wrong:
        raise click.exceptions.Exit(NEEDS_A_PERSON)


def _accept(folder: SignerFolder, games: tuple[str, ...], reason: str, *, as_json: bool) -> None:
    with hold(folder) as kept:
        store = open_store()
        signer = _signer(kept, store)
        for game in [_named(store, typed) for typed in games]:
            rollback = signer.accept_rollback(game, reason)  # told at once, whatever becomes of the next one
            if as_json:
                print_json(rollback)
                continue
            click.echo(
                texts.ROLLBACK_ACCEPTED.format(
                    game=rollback.game, seq=rollback.seq, epoch=rollback.epoch, after=rollback.after.seq
                )
            )


def _named(store: RedisStore, typed: str) -> str:
    """The game that a person means; in full it may also be one that is lost."""
    try:
        return find_game(store, typed)
    except NotFoundError:
        if not is_id(typed):
            raise
        return typed
