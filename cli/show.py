"""`mensch show`: the table of a game."""

from __future__ import annotations

from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.clocks import clock_lines
from mensch.cli.distance import inbox_client, show_at_distance
from mensch.cli.documents import game_document, print_json
from mensch.cli.opening import open_store, seat_of, shown_names
from mensch.cli.screen import heading, ranking, seen_by, show_lines, surroundings, table
from mensch.cli.sign import seat_of_key
from mensch.cli.waiting import waiting, waiting_lines
from mensch.core.errors import UsageError
from mensch.core.said import said
from mensch.core.view import SeatView
from mensch.events import clock
from mensch.events.game import Game, fold, initial
from mensch.events.keyfile import read_private_key
from mensch.events.loading import entries, find_game
from mensch.events.record import Entry
from mensch.events.referee import Referee
from mensch.events.story import final_places


@click.command()
@click.argument("game")
@click.option("--at", type=int, help=texts.AT)
@click.option("who", "--as", metavar="SEAT", help=texts.AS)
@click.option("key_file", "--key", metavar="FILE", type=click.Path(path_type=Path), help=texts.SHOW_WITH)
@click.option("through_inbox", "--inbox", is_flag=True, help=texts.INBOX)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    game: str, at: int | None, who: str | None, key_file: Path | None, through_inbox: bool, as_json: bool
) -> None:
    """With --as or --key as that player sees it, else as everybody does; all dice, once they are public."""
    private = read_private_key(key_file) if key_file is not None else None
    if (who is not None and private is not None) or (through_inbox and private is None):
        raise UsageError(said("--as and --key say the same, and --inbox goes with --key"))
    if private is not None:
        client = inbox_client(chosen=through_inbox)
        if client is not None:
            if at is not None:
                raise UsageError(
                    said("--at does not go through an inbox, where only the dice in hand are told")
                )
            show_at_distance(client, game, private, as_json=as_json)
            return
    store = open_store()
    game_id = find_game(store, game)
    log = entries(store, game_id)
    whole = fold(initial(game_id), log)
    names = shown_names(store, whole)
    seat = seat_of(who, names) if who is not None else None
    if private is not None:
        seat = seat_of_key(whole, private)
    seed = whole.revealed
    if seat is not None and seed is None:
        seed = Referee(store).load(game_id).seed
    shown = fold(initial(game_id, seed), upto(log, at))
    view = view_of(shown, seat, revealed=whole.revealed is not None)
    waits = waiting(store, whole, clock.now()) if at is None else None
    if as_json:
        print_json(game_document(shown, names, view, waits))
        return
    seen = seen_by(names[seat]) if seat is not None else texts.PUBLIC
    if seat is None and whole.revealed is not None:
        seen = texts.OPEN
    lines = [*heading(shown, seen), *waiting_lines(shown, names, waits)]
    if view is not None:
        lines += [*table(view, names, over=shown.over), *surroundings(view)]
        lines += clock_lines(shown, names, clock.now()) if at is None else []
        if (order := final_places(shown)) is not None:
            lines += ranking(shown, names, order)
    show_lines(lines)
    if view is not None and view.outcome is None and not shown.over:
        click.echo(texts.TURN.format(name=names[view.turn]))


def upto(log: list[Entry], at: int | None) -> list[Entry]:
    """The records up to one.

    Raises:
        UsageError: there is no such record.
    """
    if at is None:
        return log
    if not 1 <= at <= len(log):
        raise UsageError(
            said("there is no record {at}: the game has the records 1 to {count}", at=at, count=len(log))
        )
    return log[:at]


def view_of(game: Game, seat: int | None, *, revealed: bool) -> SeatView | None:
    """The table as a seat sees it, or everybody, or with all hands where the deck is public; None before
    the start.

    Args:
        game: folded with its seed where more than the public view is wanted.
        seat: None for what everybody may see.
        revealed: whether the log has published the seed.
    """
    if game.position is None:
        return None
    if seat is None and revealed:
        return game.position.revealed()
    return game.position.view(seat)
