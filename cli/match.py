"""`mensch match`: one bot against another."""

from __future__ import annotations

import secrets
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

import click

from mensch.cli import texts
from mensch.cli.documents import Document, print_json
from mensch.cli.language import WORDS
from mensch.core.bots import bot
from mensch.core.deck import SEED_SIZE
from mensch.core.errors import UsageError
from mensch.core.interval import Estimate
from mensch.core.match import Block, luck_adjusted, play_block, seed_of, seeds, win_rate
from mensch.core.rules import classic
from mensch.core.said import said


@click.command()
@click.argument("first")
@click.argument("second")
@click.option("--games", type=click.IntRange(2), default=1000, show_default=True, help=texts.GAMES)
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True, help=texts.SEATS)
@click.option("--luck-adjusted", "adjusted", is_flag=True, help=texts.LUCK_ADJUSTED)
@click.option("--seed", help=texts.MATCH_SEED)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help=texts.JOBS)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    first: str,
    second: str,
    games: int,
    seats: int,
    adjusted: bool,
    seed: str | None,
    jobs: int,
    as_json: bool,
) -> None:
    """FIRST plays at one seat and SECOND at all others, every deck in every rotation of the seats. The number
    of games is rounded up to whole rotations. `mensch bots` lists the levels."""
    bot(first)
    bot(second)
    if adjusted and games <= seats:
        raise UsageError(
            said("--luck-adjusted needs the games of two decks: --games {number} or more", number=2 * seats)
        )
    start = seed_of(seed) if seed is not None else secrets.token_bytes(SEED_SIZE)
    decks = islice(seeds(start), -(-games // seats))
    work = [(first, second, seats, deck, adjusted) for deck in decks]
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            blocks = list(pool.map(_play, work, chunksize=max(1, len(work) // (8 * jobs))))
    else:
        blocks = list(map(_play, work))
    plain = win_rate(blocks)
    fair = luck_adjusted(blocks) if adjusted else None
    if as_json:
        print_json(_document(first, second, seats, blocks, plain, fair))
        return
    click.echo(
        texts.MATCH.format(
            first=first, second=second, seats=seats, games=len(blocks) * seats, fair=WORDS.number(100 / seats)
        )
    )
    click.echo(texts.WIN_RATE.format(**_percent(plain)))
    if fair is not None:
        click.echo(texts.ADJUSTED_RATE.format(**_percent(fair), saved=WORDS.number(saved(plain, fair))))


def saved(plain: Estimate, fair: Estimate) -> float:
    """How many times fewer games the adjusted figure needs for the same interval."""
    return ((plain.high - plain.low) / (fair.high - fair.low)) ** 2


def _play(work: tuple[str, str, int, bytes, bool]) -> Block:
    first, second, seats, deck, adjusted = work
    return play_block(classic(seats), bot(first), bot(second), deck, with_luck=adjusted)


def _percent(estimate: Estimate) -> dict[str, float]:
    found = {"rate": estimate.rate, "low": estimate.low, "high": estimate.high}
    return {name: WORDS.number(100 * value) for name, value in found.items()}


def _document(
    first: str, second: str, seats: int, blocks: list[Block], plain: Estimate, fair: Estimate | None
) -> Document:
    document: Document = {
        "first": first,
        "games": len(blocks) * seats,
        "interval": [plain.low, plain.high],
        "seats": seats,
        "second": second,
        "win_rate": plain.rate,
    }
    if fair is not None:
        document["luck_adjusted"] = {
            "fewer_games": saved(plain, fair),
            "interval": [fair.low, fair.high],
            "win_rate": fair.rate,
        }
    return document
