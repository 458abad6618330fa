"""`mensch archive`: move finished games from the server into files."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.complaint import complain
from mensch.cli.documents import print_json
from mensch.cli.duration import read_duration
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store
from mensch.core.errors import LogError, TurnError, UsageError
from mensch.core.said import said
from mensch.events import clock
from mensch.events.archived.folder import archive_folder
from mensch.events.archived.moving import move_to_archive
from mensch.events.game import OVER
from mensch.events.loading import find_game
from mensch.events.store import Store
from mensch.events.tournament.open_games import open_games


@click.command()
@click.argument("games", nargs=-1)
@click.option("--older", metavar="SPAN", help=texts.ARCHIVE_OLDER)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(games: tuple[str, ...], older: str | None, as_json: bool) -> None:
    """Only games that are over, with deck and causes public. They can still be shown, replayed, audited,
    exported and forked; nothing more can happen in them. Nothing leaves the server before its file has been
    brought to the disk and read back, so this can be stopped and run again at any point."""
    if bool(games) == (older is not None):
        raise UsageError(said("name the games to archive, or say how old with --older 30d"))
    span = read_duration(older) if older is not None else 0
    store = open_store(to_write=True)
    chosen = (
        _older(store, clock.now() - span) if older is not None else [find_game(store, game) for game in games]
    )
    folder = archive_folder()
    looked_at = open_games(store)
    moved: list[str] = []
    broken = False
    for game in chosen:
        try:
            if game in looked_at:
                raise TurnError(
                    said(
                        "game {game} belongs to the open round of a tournament, so it is not archived yet",
                        game=game,
                    )
                )
            if move_to_archive(store, folder, game):
                moved.append(game)
        except TurnError:
            if older is None:  # what was named is to be archived; of what is old, what can be
                raise
        except LogError as error:
            complain(WORDS.of_error(error))
            broken = True
    if as_json:
        print_json({"archived": moved, "folder": str(folder.path)})
    else:
        click.echo(texts.ARCHIVED.format(count=len(moved)))
    if broken:
        raise click.exceptions.Exit(LogError.exit_code)


def _older(store: Store, than: int) -> list[str]:
    """The games that are over and whose last record is older than a time."""
    ids = store.games()
    archived = store.entombed()
    return [
        game
        for game, head in zip(ids, store.heads(ids), strict=True)
        if head is not None and head.status in OVER and head.at <= than and game not in archived
    ]
