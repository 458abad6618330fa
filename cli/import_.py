"""`mensch import`: bring a game from a file into this server. (Python could not import a module `import`.)"""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json, public_document
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store, shown_names
from mensch.cli.sources import lines_of
from mensch.events.importing import Imported, UnsoundError, import_log


class Unsound(click.ClickException):
    """A file that is not imported; the exit code is the verdict of its audit, as `mensch audit` has it."""

    def __init__(self, error: UnsoundError) -> None:
        super().__init__(WORDS.of_error(error))
        self.exit_code = int(error.verdict)  # type: ignore[misc]  # click itself reads it from the instance


@click.command()
@click.argument("file")
@click.option("--skip-bots", is_flag=True, help=texts.SKIP_BOTS)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(file: str, skip_bots: bool, as_json: bool) -> None:
    """It is audited first, and only a sound one is taken. What is here already is left as it is: importing
    twice changes nothing, an import that was cut short goes on, and another history of a game is refused with
    exit code 11. Other faults have the exit codes of mensch audit.

    FILE is an export, or what mensch log prints; - is standard input."""
    lines = lines_of(file)
    store = open_store(to_write=True)
    try:
        imported = import_log(store, lines, bots=not skip_bots)
    except UnsoundError as error:
        raise Unsound(error) from None
    if not as_json:
        _tell(imported)
        return
    game = imported.game
    document = public_document(game, shown_names(store, game))
    print_json({**document, "playable": imported.playable, "written": imported.written})


def _tell(imported: Imported) -> None:
    game = imported.game
    text = texts.IMPORTED
    if not imported.written:
        text = texts.IMPORTED_BEFORE
    elif imported.written < game.seq:
        text = texts.IMPORTED_MORE
    click.echo(text.format(game=game.id, records=game.seq, written=imported.written))
    if not game.over and not imported.playable:
        click.echo(texts.IMPORTED_RUNNING)
