"""`mensch replay`: show a game again from its events."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator

import click
from rich.text import Text

from mensch.cli import texts
from mensch.cli.documents import print_json, scene_document
from mensch.cli.files import require_place, shown, write_file
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store, seat_of, shown_names
from mensch.cli.screen import heading, ranking, seen_by, show_lines, surroundings, table
from mensch.cli.show import upto, view_of
from mensch.cli.story import mark_in, tell
from mensch.cli.terminal.stage import Stage, is_stage
from mensch.cli.waiting import waiting, waiting_lines
from mensch.core.errors import UsageError
from mensch.core.said import said
from mensch.core.view import SeatView
from mensch.events import clock
from mensch.events.game import fold, initial
from mensch.events.loading import digest_of, entries, find_game, said_in
from mensch.events.record import Entry
from mensch.events.store import Store
from mensch.events.story import Scene, final_places, scenes

LONGEST_WAIT = 3.0
"""Seconds that --speed waits at most between two moves."""


class Replay:
    """A game that is shown again.

    Args:
        store: where its log is.
        game_id: its id, in full.
        who: whose view, as a person names them; None for all that is public.

    Raises:
        NotFoundError: there is no such player.
        LogError: the log cannot be used.
    """

    def __init__(self, store: Store, game_id: str, who: str | None = None) -> None:
        self.log = entries(store, game_id)
        self.whole = fold(initial(game_id), self.log)
        self.names = shown_names(store, self.whole)
        self.seat = seat_of(who, self.names) if who is not None else None
        self.revealed = self.whole.revealed is not None
        self.waiting = waiting_lines(self.whole, self.names, waiting(store, self.whole, clock.now()))
        """Who has joined and who has not, before the start; empty afterwards."""
        self._said = said_in(store, game_id)

    def scenes(self, first: int = 1, last: int | None = None) -> Iterator[Scene]:
        """The records from one to another, both included."""
        start = fold(initial(self.whole.id, self.whole.revealed), self.log[: first - 1])
        return scenes(start, self.log[first - 1 : last])

    def view(self, scene: Scene) -> SeatView | None:
        """The table after a record: as the seat saw it, with all dice, or with none while they are secret."""
        return view_of(scene.game, self.seat if self.revealed else None, revealed=self.revealed)

    def said(self, entry: Entry) -> str | None:
        """The text of a message, a claim or a ruling's grounds, where it is still known."""
        digest = digest_of(entry.record.body)
        return self._said.get(digest) if digest is not None else None

    def heading(self) -> list[Text]:
        """What is shown, and as who sees it."""
        seen = texts.PUBLIC
        if self.revealed:
            seen = texts.OPEN if self.seat is None else seen_by(self.names[self.seat])
        return heading(self.whole, seen)

    def told(self, scene: Scene) -> list[Text]:
        """What a record says, without the table."""
        return tell(scene, self.names, self.said(scene.entry))

    def lines(self, scene: Scene, *, full: bool = False) -> list[Text]:
        """A record and the table after it.

        Args:
            full: with the centre and the piles.
        """
        told = self.told(scene)
        view = self.view(scene)
        if view is None or not (scene.played or full):
            return told
        lines = [*told, *table(view, self.names, mark_in(scene), over=scene.game.over)]
        return lines + (surroundings(view) if full else [_dice_left(view)])

    def result(self) -> list[Text]:
        """How it ended; empty while it goes on."""
        order = final_places(self.whole)
        return [] if order is None else ranking(self.whole, self.names, order)


@click.command()
@click.argument("game")
@click.option("--at", type=int, help=texts.AT)
@click.option("first", "--from", type=int, help=texts.FROM)
@click.option("last", "--to", type=int, help=texts.TO)
@click.option("who", "--as", metavar="SEAT", help=texts.AS)
@click.option("--speed", type=click.FloatRange(min=0, min_open=True), help=texts.SPEED)
@click.option("--step", is_flag=True, help=texts.STEP)
@click.option("--plain", is_flag=True, help=texts.PLAIN)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON_LINES)
@click.option("page", "--html", metavar="FILE", help=texts.PAGE)
@click.option("--force", is_flag=True, help=texts.FORCE)
def command(
    game: str,
    at: int | None,
    first: int | None,
    last: int | None,
    who: str | None,
    speed: float | None,
    step: bool,
    plain: bool,
    as_json: bool,
    page: str | None,
    force: bool,
) -> None:
    """Each move with what it took from whom, then the table: scores, dice, rows. When the deck is revealed
    all dice are shown; until then only what is public."""
    if at is not None and (first is not None or last is not None):
        raise UsageError(said("--at shows one record, so it does not go with --from and --to"))
    if speed is not None and not math.isfinite(speed):
        raise UsageError(said("--speed must be a number"))
    if sum((speed is not None, step, as_json, page is not None)) > 1:
        raise UsageError(said("only one of --speed, --step, --json and --html"))
    if page is not None:
        _require_whole(page, at, first, last, who, force=force)
    store = open_store()
    replay = Replay(store, find_game(store, game), who)
    if page is not None:
        _write_page(store, replay, page, force=force)
        return
    if at is not None:
        first = last = at
    first = 1 if first is None else first
    last = len(replay.log) if last is None else last
    upto(replay.log, first)
    upto(replay.log, last)
    if first > last:
        raise UsageError(said("record {first} comes after record {last}", first=first, last=last))
    if replay.seat is not None and not replay.revealed:
        click.echo(texts.PUBLIC_ONLY, err=True)
    if as_json:
        _print_documents(replay, first, last)
    elif step and is_stage(plain=plain):
        from mensch.cli.terminal.stepping import step_on

        with Stage() as stage:
            step_on(stage, replay, first, last)
    else:
        show(replay, first, last, speed=speed, step=step, full=at is not None)


def show(
    replay: Replay,
    first: int,
    last: int,
    *,
    speed: float | None = None,
    step: bool = False,
    full: bool = False,
) -> None:
    """Print records with the table after each.

    Args:
        speed: wait as long as the players took, divided by this.
        step: wait for Enter after each move.
        full: with the centre and the piles.
    """
    show_lines(replay.heading())
    before: int | None = None
    for scene in replay.scenes(first, last):
        at = scene.entry.record.at
        if speed is not None and before is not None:
            sys.stdout.flush()
            time.sleep(min((at - before) / 1000 / speed, LONGEST_WAIT))
        before = at
        show_lines(replay.lines(scene, full=full))
        if step and scene.played and scene.entry.seq < last and _stop():
            return
    if last == len(replay.log):
        show_lines(replay.result())


def _require_whole(
    page: str, at: int | None, first: int | None, last: int | None, who: str | None, *, force: bool
) -> None:
    """Stop before a page is made that would hold less than the game, or that has no place.

    Raises:
        UsageError: so it is.
    """
    if any(option is not None for option in (at, first, last, who)):
        raise UsageError(
            said("a page holds the whole game: --html does not go with --at, --from, --to, --as")
        )
    require_place(page, force=force)


def _write_page(store: Store, replay: Replay, file: str, *, force: bool) -> None:
    from mensch.cli.page.contents import contents
    from mensch.cli.page.render import replay_page

    game = replay.whole
    holds = contents(replay.log, game, replay.names, said_in(store, game.id), WORDS)
    write_file(file, replay_page(holds, WORDS), force=force)
    click.echo(texts.PAGE_WRITTEN.format(game=game.id, file=shown(file)))


def _print_documents(replay: Replay, first: int, last: int) -> None:
    for scene in replay.scenes(first, last):
        view = replay.view(scene)
        print_json(scene_document(scene, replay.names, view, replay.said(scene.entry)))


def _dice_left(view: SeatView) -> Text:
    return Text(f"  {texts.PILE.format(count=view.pile_size)}", style="dim")


def _stop() -> bool:
    click.echo(texts.PRESS_ENTER, nl=False, err=True)
    answer = sys.stdin.readline()
    return not answer or answer.strip().casefold().startswith("q")
