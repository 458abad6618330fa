"""`mensch new`: create a game and seat its players."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.documents import print_json, public_document
from mensch.cli.duration import read_duration
from mensch.cli.opening import bot_of, checked_name, open_referee, seat_of
from mensch.cli.persons import named_address
from mensch.cli.receipts import Receipts, receipt_option
from mensch.cli.time_control import clock_options, read_clock
from mensch.core.bots import LEVELS, free_name
from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.rules import classic
from mensch.core.said import said
from mensch.events import clock as clocks
from mensch.events.away import coming_absences
from mensch.events.keyfile import read_public_key
from mensch.events.people import enrol, note_seat
from mensch.events.referee import Player
from mensch.events.store import Store
from mensch.events.words.reasons import reason_of
from mensch.workers.sweeper import await_first_beat

_LARGEST_TABLE = 10_000


@click.command()
@click.option(
    "seats", "--seat", multiple=True, required=True, help=texts.SEAT.format(levels=", ".join(LEVELS))
)
@click.option("keys", "--key", metavar="NAME=KEY", multiple=True, help=texts.KEYS)
@click.option("--target", type=int, help=texts.TARGET)
@click.option("--stars", "stars_file", type=click.Path(path_type=Path), help=texts.STARS.format())
@click.option("mails", "--mail", metavar="NAME=ADDRESS", multiple=True, help=texts.BY_MAIL)
@clock_options
@click.option("--dispute-window", metavar="SPAN", help=texts.DISPUTE_WINDOW)
@click.option("--insecure-seed", help=texts.INSECURE_SEED)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    seats: tuple[str, ...],
    keys: tuple[str, ...],
    target: int | None,
    stars_file: Path | None,
    mails: tuple[str, ...],
    clock: str | None,
    grace: str | None,
    on_timeout: str | None,
    misses: int | None,
    stand_in: str | None,
    dispute_window: str | None,
    insecure_seed: str | None,
    receipt_file: Path | None,
    as_json: bool,
) -> None:
    """The first seat begins, then clockwise. Bots play at once."""
    rules = classic(len(seats), target, star_table(stars_file) if stars_file else None)
    players = _with_keys(_players(seats), keys)
    seed = None
    if insecure_seed is not None:  # any bytes will do, also such as are no text
        seed = hashlib.sha256(insecure_seed.encode(errors="surrogateescape")).digest()
    window = read_duration(dispute_window) if dispute_window is not None else None
    control = read_clock(clock, grace, on_timeout, misses, stand_in)
    addresses = _addresses(players, mails)
    receipts = Receipts(receipt_file)
    referee = open_referee()
    if control is not None:
        await_first_beat(referee.store)
    players = [
        _reached_by_mail(referee.store, player, addresses[seat]) if seat in addresses else player
        for seat, player in enumerate(players)
    ]
    mailed = {seat: player.id for seat, player in enumerate(players) if player.id is not None}
    game = referee.new_game(
        rules,
        players,
        seed=seed,
        insecure=seed is not None,
        dispute_window=window,
        game_clock=control,
        absences=coming_absences(referee, mailed, clocks.now()) if control is not None else (),
    )
    for seat, player_id in mailed.items():
        note_seat(referee.store, player_id, game.id, seat)
    game = let_bots_play(referee, game)
    receipts.take(game)
    names = [player.name for player in players]
    if as_json:
        print_json(receipts.with_latest(public_document(game, names)))
    else:
        text = texts.NEW_GAME_OVER if game.over else texts.NEW_GAME
        click.echo(text.format(game=game.id))
    receipts.finish(as_json=as_json)


def _players(seats: Sequence[str]) -> list[Player]:
    """Who sits where. No two are called the same, so bots look for names that are free."""
    bots = [bot_of(typed) for typed in seats]
    people = [checked_name(typed) for typed, bot in zip(seats, bots, strict=True) if bot is None]
    require_different(people)
    taken = {name.casefold() for name in people}
    players = []
    for typed, bot in zip(seats, bots, strict=True):
        name = checked_name(typed) if bot is None else free_name(bot.level, taken)
        taken.add(name)
        players.append(Player(name, bot))
    return players


def _with_keys(players: Sequence[Player], keys: Sequence[str]) -> list[Player]:
    """The players, with the keys that stand as `anna=KEY` in what was typed."""
    names = [player.name for player in players]
    found: dict[int, str] = {}
    for typed in keys:
        name, told, key = typed.partition("=")
        if not told:
            raise UsageError(said("“{typed}” does not say whose key it is: NAME=KEY", typed=printable(typed)))
        seat = seat_of(name, names)
        if seat in found:
            raise UsageError(said("two keys are given for {name}", name=names[seat]))
        found[seat] = read_public_key(key)
    return [msgspec.structs.replace(player, key=found.get(seat)) for seat, player in enumerate(players)]


def _addresses(players: Sequence[Player], mails: Sequence[str]) -> dict[int, str]:
    """The mail addresses that stand as `anna=ADDRESS` in what was typed, by seat."""
    names = [player.name for player in players]
    found: dict[int, str] = {}
    for typed in mails:
        name, address = named_address(typed)
        seat = seat_of(name, names)
        if players[seat].bot is not None:
            raise UsageError(said("{name} is a bot and gets no mails", name=names[seat]))
        if seat in found or address.casefold() in map(str.casefold, found.values()):
            raise UsageError(said("every player has one address of their own"))
        found[seat] = address
    return found


def _reached_by_mail(store: Store, player: Player, address: str) -> Player:
    person = enrol(store, address, player.name)
    return msgspec.structs.replace(player, id=person.id, mail=True)


def require_different(names: Sequence[str]) -> None:
    """Require that no two people at a table are called the same.

    Raises:
        UsageError: two are.
    """
    for place, name in enumerate(names):
        if name.casefold() in (other.casefold() for other in names[:place]):
            raise UsageError(said("two players are called “{name}”", name=name))


def star_table(file: Path) -> dict[int, int]:
    """The star table in a file.

    Raises:
        NotFoundError: it cannot be read.
        UsageError: it is none.
    """
    shown = printable(str(file), 200)
    try:
        with file.open("rb") as source:
            content = source.read(_LARGEST_TABLE + 1)
    except OSError as error:
        raise NotFoundError(
            said("the star table {shown} cannot be read: {reason}", shown=shown, reason=reason_of(error))
        ) from None
    try:
        if len(content) > _LARGEST_TABLE:
            raise msgspec.DecodeError(said("it is too long"))
        return msgspec.json.decode(content, type=dict[int, int])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UsageError(
            said(
                "the star table {shown} must be a JSON object from figure to number of stars: {error}",
                shown=shown,
                error=error,
            )
        ) from None
