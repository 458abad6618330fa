"""The options that say how much time players have, read into the clock of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from mensch.cli import texts
from mensch.cli.duration import read_duration
from mensch.core.bots import LEVELS, VERSION
from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.bodies import Bot, Clock

ON_TIMEOUT = ("autopilot", "takeover", "forfeit")

_MISSES = 3  # missed turns in a row, after which a bot takes over

_Command = TypeVar("_Command", bound=Callable[..., object])


def clock_options(command: _Command) -> _Command:
    """Add the options `--clock`, `--grace`, `--on-timeout`, `--misses` and `--stand-in` to a command."""
    for option in (
        click.option("--stand-in", type=click.Choice(LEVELS), help=texts.STAND_IN),
        click.option("--misses", type=click.IntRange(1, 100), help=texts.MISSES.format(misses=_MISSES)),
        click.option("--on-timeout", type=click.Choice(ON_TIMEOUT), help=texts.ON_TIMEOUT),
        click.option("--grace", metavar="SPAN", help=texts.GRACE),
        click.option("clock", "--clock", metavar="BANK+PER_MOVE", help=texts.CLOCK),
    ):
        command = option(command)
    return command


def read_clock(
    clock: str | None, grace: str | None, on_timeout: str | None, misses: int | None, stand_in: str | None
) -> Clock | None:
    """The clock that the options of `clock_options` describe; None for a game without.

    Raises:
        UsageError: they cannot be read, or do not go together.
    """
    if clock is None:
        if (grace, on_timeout, misses, stand_in) != (None,) * 4:
            raise UsageError(said("--grace, --on-timeout, --misses and --stand-in go with --clock"))
        return None
    remedy = on_timeout or "autopilot"
    if misses is not None and remedy != "takeover":
        raise UsageError(said("--misses goes with --on-timeout takeover"))
    if stand_in is not None and remedy == "forfeit":
        raise UsageError(said("--stand-in does not go with --on-timeout forfeit, where nobody plays on"))
    bank, increment, cap = _spans(clock)
    return Clock(
        bank=bank,
        cap=cap,
        on_timeout=remedy,  # type: ignore[arg-type]  # click has checked that it is one of three
        bot=None if remedy == "forfeit" else Bot(stand_in or "steady", VERSION),
        grace=read_duration(grace) if grace is not None else 0,
        increment=increment,
        misses=(misses or _MISSES) if remedy == "takeover" else None,
    )


def _spans(typed: str) -> tuple[int, int, int]:
    """Bank, increment and cap of `5d+12h`, or `5d+12h/7d`; without a cap the bank never grows."""
    spans, capped, most = typed.partition("/")
    bank_text, plus, per_move = spans.partition("+")
    missing = (True, bank_text), (bool(plus), per_move), (bool(capped), most)
    if any(wanted and not span.strip() for wanted, span in missing):
        raise UsageError(
            said(
                "“{clock}” is no clock: a bank and what each move adds, such as 5d+12h or 5d+12h/7d",
                clock=printable(typed),
            )
        )
    bank = read_duration(bank_text)
    increment = read_duration(per_move) if plus else 0
    cap = read_duration(most) if capped else bank
    if cap < bank:
        raise UsageError(said("the clock “{clock}” is capped below its bank", clock=printable(typed)))
    return bank, increment, cap
