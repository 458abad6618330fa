"""`mensch report`: what is to be told of a game after its end."""

from __future__ import annotations

import click
import msgspec

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.files import require_place, shown, write_file
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store, shown_names
from mensch.cli.report.account import account
from mensch.core.errors import MenschError, UsageError
from mensch.core.said import said
from mensch.events.game import fold, initial
from mensch.events.loading import entries, find_game


@click.command()
@click.argument("game")
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
@click.option("page", "--html", metavar="FILE", help=texts.PAGE)
@click.option("--force", is_flag=True, help=texts.FORCE)
def command(game: str, as_json: bool, page: str | None, force: bool) -> None:
    """The result, who robbed whom, the longest and the costliest rows, who took the lead when, what the dice
    were worth to whom, and how long everybody thought. Of a game that is not over yet: so far."""
    if as_json and page is not None:
        raise UsageError(said("only one of --json and --html"))
    if page is not None:
        require_place(page, force=force)
    store = open_store()
    game_id = find_game(store, game)
    log = entries(store, game_id)
    whole = fold(initial(game_id), log)
    if whole.position is None:
        raise MenschError(said("game {game} has not started, so there is nothing to tell", game=game_id))
    names = shown_names(store, whole)
    told = account(log, whole, names)
    if as_json:
        print_json(msgspec.to_builtins(told))
    elif page is not None:
        from mensch.cli.report.sheet import report_page

        write_file(page, report_page(log, whole, told, WORDS), force=force)
        click.echo(texts.PAGE_WRITTEN.format(game=game_id, file=shown(page)))
    else:
        from mensch.cli.report.lines import lines
        from mensch.cli.screen import show_lines

        show_lines(lines(told, WORDS))
