"""`mensch bisect`: find where two logs part by halving."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.diff import Side, side, tell_difference
from mensch.events.difference import bisect
from mensch.events.record import decode, read_record, verify
from mensch.events.tournament.records import TOURNAMENTS, is_tournament
from mensch.events.tournament.records import verify as verify_tournament


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(a: str, b: str, as_json: bool) -> None:
    """Since every record is bound to all before it, one hash tells whether two logs are the same up to there:
    of 1000 records ten need to be compared. Two people can do so by word of mouth. Both chains are verified
    first; where one is broken, mensch diff and mensch audit go on. Exit code 0 if they are the same, 11 if
    not.

    A and B are files, as mensch export or mensch log writes them, or ids of games."""
    one, other = side(a), side(b)
    parting = bisect(_hashes(one), _hashes(other))
    tell_difference(one, other, parting.seq, as_json=as_json, compared=parting.compared)


def _hashes(log: Side) -> list[str]:
    """The hashes of a log's records.

    Raises:
        LogError: it is no whole chain, or newer than this program.
    """
    if not log.records:
        return []
    first = log.records[0]
    if is_tournament(first):
        tournament = read_record(first, TOURNAMENTS).game
        return [entry.hash for entry in verify_tournament(log.records, tournament=tournament)]
    return [entry.hash for entry in verify(log.records, game=decode(first).game)]
