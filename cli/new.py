"""`mensch new`: create a game and seat its players."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import click
import msgspec

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.documents import print_json, public_document
from mensch.cli.duration import read_duration
from mensch.cli.opening import checked_name, open_referee, seat_of
from mensch.cli.receipts import Receipts, receipt_option
from mensch.core.bots import LEVELS, VERSION, bot
from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.rules import classic
from mensch.events.bodies import Bot
from mensch.events.keyfile import read_public_key
from mensch.events.referee import Player

_BOT = "bot:"
_LARGEST_TABLE = 10_000


@click.command()
@click.option(
    "seats", "--seat", multiple=True, required=True, help=texts.SEAT.format(levels=", ".join(LEVELS))
)
@click.option("keys", "--key", metavar="NAME=KEY", multiple=True, help=texts.KEYS)
@click.option("--target", type=int, help=texts.TARGET)
@click.option("--stars", "stars_file", type=click.Path(path_type=Path), help=texts.STARS.format())
@click.option("--dispute-window", metavar="SPAN", help=texts.DISPUTE_WINDOW)
@click.option("--insecure-seed", help=texts.INSECURE_SEED)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    seats: tuple[str, ...],
    keys: tuple[str, ...],
    target: int | None,
    stars_file: Path | None,
    dispute_window: str | None,
    insecure_seed: str | None,
    receipt_file: Path | None,
    as_json: bool,
) -> None:
    """The first seat begins, then clockwise. Bots play at once."""
    rules = classic(len(seats), target, _star_table(stars_file) if stars_file else None)
    players = _with_keys(_players(seats), keys)
    seed = None
    if insecure_seed is not None:  # any bytes will do, also such as are no text
        seed = hashlib.sha256(insecure_seed.encode(errors="surrogateescape")).digest()
    window = read_duration(dispute_window) if dispute_window is not None else None
    receipts = Receipts(receipt_file)
    referee = open_referee()
    game = referee.new_game(rules, players, seed=seed, insecure=seed is not None, dispute_window=window)
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
    taken: set[str] = set()
    people: dict[int, str] = {}
    for seat, typed in enumerate(seats):
        if not typed.casefold().startswith(_BOT):
            people[seat] = name = checked_name(typed)
            if name.casefold() in taken:
                raise UsageError(f"two players are called “{name}”")
            taken.add(name.casefold())
    players = []
    for seat, typed in enumerate(seats):
        if seat in people:
            players.append(Player(people[seat]))
            continue
        level = typed[len(_BOT) :].casefold()
        bot(level)
        name = next(name for name in _names_of_bot(level) if name not in taken)
        taken.add(name)
        players.append(Player(name, Bot(level, VERSION)))
    return players


def _with_keys(players: Sequence[Player], keys: Sequence[str]) -> list[Player]:
    """The players, with the keys that stand as `anna=KEY` in what was typed."""
    names = [player.name for player in players]
    found: dict[int, str] = {}
    for typed in keys:
        name, told, key = typed.partition("=")
        if not told:
            raise UsageError(f"“{printable(typed)}” does not say whose key it is: NAME=KEY")
        seat = seat_of(name, names)
        if seat in found:
            raise UsageError(f"two keys are given for {names[seat]}")
        found[seat] = read_public_key(key)
    return [msgspec.structs.replace(player, key=found.get(seat)) for seat, player in enumerate(players)]


def _names_of_bot(level: str) -> Iterator[str]:
    yield level
    for number in count(2):
        yield f"{level} {number}"


def _star_table(file: Path) -> dict[int, int]:
    shown = printable(str(file), 200)
    try:
        with file.open("rb") as source:
            content = source.read(_LARGEST_TABLE + 1)
    except OSError as error:
        raise NotFoundError(f"the star table {shown} cannot be read: {error.strerror}") from None
    try:
        if len(content) > _LARGEST_TABLE:
            raise msgspec.DecodeError("it is too long")
        return msgspec.json.decode(content, type=dict[int, int])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UsageError(
            f"the star table {shown} must be a JSON object from figure to number of stars: {error}"
        ) from None
