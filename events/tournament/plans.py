"""From a tournament and the number of a game to how that is to be played."""

from __future__ import annotations

from mensch.events.bodies import Bot
from mensch.events.tournament.bot_game import Plan, plan
from mensch.events.tournament.contest import Contest, Round, Seating


def plan_of(contest: Contest, current: Round, game: int) -> Plan:
    """How a game of bots is to be played.

    Args:
        contest: folded with its secret, its own or the one that was revealed.
        game: its number in the round.
    """
    secret = contest.secret or contest.revealed
    assert secret is not None
    seating = current.seat(game)
    return plan(
        secret,
        round=current.pairing.round,
        table=seating.table,
        deck=seating.sitting.deck,
        number=seating.number,
        shared=contest.announced.duplicate,
        players=_players(contest, seating),
        at=current.at,
        adjusted=contest.announced.adjusted,
    )


def _players(contest: Contest, seating: Seating) -> list[tuple[str, Bot]]:
    players = []
    for number in seating.sitting.seats:
        one = contest.enrolled[number - 1]
        assert one.bot is not None
        players.append((one.player, one.bot))
    return players
