"""`mensch disputes`: what waits for an arbiter, and decks that are to become public."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import click
import msgspec

from mensch.cli import texts
from mensch.cli.complaint import complain
from mensch.cli.documents import print_json
from mensch.cli.duration import write_duration
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store, shown_names
from mensch.core.errors import MenschError, ServerError
from mensch.core.quoting import printable
from mensch.events import clock
from mensch.events.bodies import DisputeOpened
from mensch.events.due import DISPUTE, NEVER, REVEAL
from mensch.events.game import fold, initial
from mensch.events.loading import entries, said_in
from mensch.events.referee import Referee
from mensch.events.store import Store
from mensch.events.telling import spoken

_MOST = 1_000_000

_T = TypeVar("_T")


class OpenDispute(msgspec.Struct, frozen=True):
    """A dispute that no ruling has closed.

    Attributes:
        game: the game's id.
        dispute: the record that opened it.
        record: the record that it is about.
        seat: who disputes.
        name: how people call them.
        claim: what they say; None where that was erased.
        at: when it was opened, in milliseconds UTC.
        age_ms: how long ago that was.
    """

    game: str
    dispute: int
    record: int
    seat: int
    name: str
    claim: str | None
    at: int
    age_ms: int


class OwedReveal(msgspec.Struct, frozen=True):
    """A deck that is still secret after the end of its game, with no dispute to hold it back.

    Attributes:
        game: the game's id.
        at: from when on it can be public, in milliseconds UTC.
    """

    game: str
    at: int


@click.command()
@click.option("--reveal", is_flag=True, help=texts.REVEAL_NOW)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(reveal: bool, as_json: bool) -> None:
    """Open disputes with who says what and since when, then the games whose deck is not public yet. Workers
    reveal a deck by themselves when its dispute window has passed."""
    store = open_store(to_write=reveal)
    now = clock.now()
    faults: list[MenschError] = []
    if reveal:
        referee = Referee(store)
        for _ in _each(_due(store, REVEAL), lambda game: [referee.reveal_deck(referee.load(game))], faults):
            pass
    disputes = list(_each(_due(store, DISPUTE), lambda game: open_disputes(store, game, now), faults))
    reveals = list(_each(_due(store, REVEAL), lambda game: [owed_reveal(store, game)], faults))
    disputes.sort(key=lambda dispute: (dispute.at, dispute.game, dispute.dispute))
    reveals.sort(key=lambda owed: (owed.at, owed.game))
    if as_json:
        print_json({"disputes": disputes, "reveals": reveals})
    else:
        _tell(disputes, reveals, now)
        if not (disputes or reveals or faults):
            click.echo(texts.NO_DISPUTES, err=True)
    for fault in dict.fromkeys(map(WORDS.of_error, faults)):
        complain(fault)
    if faults:
        raise click.exceptions.Exit(faults[0].exit_code)


def _tell(disputes: list[OpenDispute], reveals: list[OwedReveal], now: int) -> None:
    for dispute in disputes:
        head = texts.OPEN_DISPUTE.format(
            game=dispute.game,
            dispute=dispute.dispute,
            name=dispute.name,
            record=dispute.record,
            age=write_duration(dispute.age_ms),
        )
        click.echo(head)
        click.echo(f"  {spoken(dispute.claim, WORDS)}")
    for owed in reveals:
        text = texts.OWED_REVEAL if owed.at <= now else texts.LATER_REVEAL
        click.echo(text.format(game=owed.game, span=write_duration(abs(now - owed.at))))


def open_disputes(store: Store, game: str, now: int) -> list[OpenDispute]:
    """The open disputes of a game.

    Args:
        game: its id.
        now: the time in milliseconds UTC.

    Raises:
        LogError: the log cannot be used.
    """
    log = entries(store, game)
    loaded = fold(initial(game), log)
    names = shown_names(store, loaded)
    said = said_in(store, game)
    found = []
    for seq in loaded.disputes:
        record = log[seq - 1].record
        body = record.body
        assert isinstance(body, DisputeOpened)
        claim = said.get(body.claim)
        found.append(
            OpenDispute(
                game=game,
                dispute=seq,
                record=body.seq,
                seat=body.seat,
                name=names[body.seat],
                claim=None if claim is None else printable(claim, len(claim)),
                at=record.at,
                age_ms=max(0, now - record.at),
            )
        )
    return found


def owed_reveal(store: Store, game: str) -> OwedReveal:
    """When the deck of a game that is over can be public. The due index would not tell, since a sweeper puts
    an item off while a worker has it.

    Args:
        game: its id.

    Raises:
        LogError: the log cannot be used.
    """
    loaded = fold(initial(game), entries(store, game))
    return OwedReveal(game, loaded.ended_at + loaded.dispute_window)


def _due(store: Store, kind: str) -> list[str]:
    return [item.game for item in store.due(NEVER, _MOST) if item.kind == kind]


def _each(
    games: Iterable[str], look: Callable[[str], Iterable[_T]], faults: list[MenschError]
) -> Iterator[_T]:
    """Look at games one by one; what is wrong with one hides none of the others.

    Args:
        faults: what is wrong is added to these.
    """
    for game in games:
        try:
            yield from look(game)
        except ServerError:
            raise
        except MenschError as error:
            faults.append(error)
