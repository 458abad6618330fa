"""`mensch games`: list games."""

from __future__ import annotations

import click
from rich.text import Text

from mensch.cli import texts
from mensch.cli.complaint import complain
from mensch.cli.documents import print_json, public_document
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store, shown_names
from mensch.cli.screen import cut, filled, origin_of, show_lines
from mensch.cli.waiting import waiting
from mensch.core.errors import LogError
from mensch.events import clock
from mensch.events.game import Game, Status, fold, initial
from mensch.events.loading import entries
from mensch.events.store import Store

_STATUSES = [status.value for status in Status if status is not Status.NEW]


@click.command()
@click.option("--status", type=click.Choice(_STATUSES), help=texts.STATUS)
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help=texts.MOST)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON_LINES)
def command(status: str | None, most: int, as_json: bool) -> None:
    """With who plays, the score, and whose turn it is."""
    store = open_store()
    games = _latest(store, status, most)
    broken = False
    if not games and not as_json:
        click.echo(texts.NO_GAMES, err=True)
    for game_id in games:
        try:
            game = fold(initial(game_id), entries(store, game_id))
        except LogError as error:
            complain(WORDS.of_error(error))
            broken = True
            continue
        names = shown_names(store, game)
        if as_json:
            print_json(public_document(game, names, waiting(store, game, clock.now())))
        else:
            show_lines(_lines(game, names))
    if broken:
        raise click.exceptions.Exit(LogError.exit_code)


def _latest(store: Store, status: str | None, most: int) -> list[str]:
    ids = store.games()
    heads = zip(ids, store.heads(ids), strict=True)
    found = [(head.at, game) for game, head in heads if head and status in (None, head.status)]
    return [game for _, game in sorted(found, reverse=True)[:most]]


def _lines(game: Game, names: list[str]) -> list[Text]:
    line = Text(game.id, style="bold")
    status = texts.STATUSES[game.status.value].ljust(max(map(len, texts.STATUSES.values())))
    line.append(f"  {status}  {game.seq:4}  ", style="")
    players = []
    for seat, name in enumerate(names):
        score = f" {game.position.scores[seat]}" if game.position else ""
        turn = ">" if game.status is Status.RUNNING and game.table.turn == seat else ""
        players.append(Text(f"{turn}{cut(name, 12)}{score}  "))
    if game.fork is not None:
        players.append(Text(f"({origin_of(game.fork)})"))
    if game.disputes:
        players.append(Text(texts.MARK_DISPUTED))
    return filled(line, players)
