"""Invitations that are refused, or whose people are forgotten: a game waits for nobody who cannot come.

Who is invited lies in the game's secrets, so that no log can tell when nobody is left to wait for. What is
done then are the operator's commands: bots join, or the game is ended before it has begun.
"""

from __future__ import annotations

from mensch.core.bots import free_name
from mensch.core.deck import joiner_bytes
from mensch.core.errors import MenschError
from mensch.events import commands as c
from mensch.events.away import coming_absences
from mensch.events.game import Game, Status
from mensch.events.ids import derived_id
from mensch.events.inviting import invitation_field, invitations
from mensch.events.loading import names_of
from mensch.events.referee import Referee, derived_command


def decline(referee: Referee, game: Game, seat: int, now: int) -> Game:
    """Refuse an invitation, or take it back; the game afterwards.

    Args:
        now: in milliseconds UTC.
    """
    referee.store.drop(game.id, [invitation_field(seat)])
    return go_on_without(referee, game, now)  # if that is cut off, the time to join ends the waiting


def go_on_without(referee: Referee, game: Game, now: int) -> Game:
    """Wait no longer for seats of a game that nobody is invited to any more.

    Where bots take the seats of no-shows they do so with the last answer, if any person has joined;
    otherwise the game is ended with the first refusal, since it cannot begin.

    Args:
        game: folded with its seed.
        now: in milliseconds UTC.

    Returns:
        the game afterwards.
    """
    if game.status is not Status.OPEN or game.joining is None:
        return game
    invited = invitations(referee.store.secrets(game.id))
    free = [seat for seat, holder in enumerate(game.seats) if holder is None]
    refused = [seat for seat in free if seat not in invited]
    comes = any(holder is not None and holder.person for holder in game.seats)
    fills = game.joining.bot is not None
    if not refused or (fills and len(refused) < len(free)):
        return game
    commands = _with_bots(referee, game, free, now) if fills and comes else [c.AbortGame()]
    assert game.seed is not None
    cmd = derived_command(game.seed, f"declined:{game.id}:{','.join(map(str, refused))}")
    try:
        return referee.act(game, commands, cmd=cmd)
    except MenschError:  # somebody else was faster, or had joined meanwhile
        after = referee.load(game.id)
        if after.seq == game.seq:
            raise
        return after


def _with_bots(referee: Referee, game: Game, free: list[int], now: int) -> list[c.Command]:
    """The commands with which bots take the free seats and the game starts."""
    assert game.joining is not None
    assert game.seed is not None
    commands: list[c.Command] = []
    taken = set(names_of(referee.store, game))
    for index, seat in enumerate(free, len(game.joined)):
        bot, player = game.joining.bot, derived_id(game.seed, f"declined:{game.id}:{seat}")
        assert bot is not None
        name = free_name(bot.level, taken)
        taken.add(name)
        referee.store.save_player(player, {"name": name.encode()})
        commands.append(c.JoinGame(seat, player, joiner_bytes(game.seed, index).hex(), bot))
    if game.clocks is not None:
        persons = {seat: holder.player for seat, holder in enumerate(game.seats) if holder and holder.mail}
        commands += coming_absences(referee, persons, now)
    return [*commands, c.StartGame()]
