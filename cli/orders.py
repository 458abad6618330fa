"""`mensch orders`: standing orders for turns to come."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.opening import load, open_referee, seat_of
from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.orders import (
    MOST_TURNS,
    Orders,
    give_orders,
    read_orders,
    require_orders,
    standing_orders,
)


@click.command()
@click.argument("game")
@click.argument("orders", required=False)
@click.option("who", "--as", metavar="SEAT", required=True, help=texts.WHO)
@click.option("--turns", type=click.IntRange(1, MOST_TURNS), help=texts.ORDER_TURNS)
@click.option("--unless-robbed", is_flag=True, help=texts.UNLESS_ROBBED)
@click.option("--auto-forced/--no-auto-forced", "forced", default=None, help=texts.AUTO_FORCED)
@click.option("--cancel", is_flag=True, help=texts.CANCEL_ORDERS)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    game: str,
    orders: str | None,
    who: str,
    turns: int | None,
    unless_robbed: bool,
    forced: bool | None,
    cancel: bool,
    as_json: bool,
) -> None:
    """ORDERS are moves in the order of preference, such as “A+5, else N3+4, else autopilot”, for turns that
    begin from now on: the first that is legal is played, some minutes after the turn has begun. Where none
    is, the player is asked as ever. Without ORDERS it shows what stands."""
    if orders is None and (turns is not None or unless_robbed):
        raise UsageError(said("--turns and --unless-robbed go with orders"))
    if cancel and (orders is not None or forced):
        raise UsageError(said("--cancel goes without orders"))
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names)
    require_orders(loaded, seat)
    changed = cancel or orders is not None or forced is not None
    kept = standing_orders(referee.store, loaded, seat)
    if changed:
        wanted = None if orders is None else read_orders(orders, turns=turns, unless_robbed=unless_robbed)
        kept = give_orders(referee, loaded, seat, wanted, forced=forced, cancel=cancel)
    if as_json:
        print_json({"game": loaded.id, "orders": kept, "seat": seat})
        return
    if changed and kept is not None:
        click.echo(texts.ORDERS_WARNING, err=True)
    click.echo(_told(kept, names[seat]))


def _told(kept: Orders | None, name: str) -> str:
    if kept is None:
        return texts.NO_ORDERS.format(name=name)
    lines = []
    if kept.preferences:
        lines.append(texts.ORDERS.format(name=name, orders=printable(kept.text, 1000), turns=kept.turns))
        if kept.unless_robbed:
            lines.append(texts.ORDERS_UNLESS_ROBBED)
    if kept.forced:
        lines.append(texts.ORDERS_FORCED.format(name=name))
    return "\n".join(lines)
