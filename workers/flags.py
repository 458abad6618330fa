"""What a clock brings about by itself: flags that fall, pauses that end, seats that are waited for no longer;
and the time that is given back where the service was down."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mensch.core.bots import free_name
from mensch.core.deck import joiner_bytes
from mensch.core.errors import MenschError
from mensch.events import clock
from mensch.events import commands as c
from mensch.events.away import coming_absences
from mensch.events.bodies import CLOCK, Bot
from mensch.events.cause import autopilot_cause
from mensch.events.due import FLAG, LAPSE, RESUME, Due
from mensch.events.game import Game, Status
from mensch.events.ids import derived_id
from mensch.events.loading import names_of
from mensch.events.referee import Referee, derived_command
from mensch.events.salt import new_salt
from mensch.workers.downtime import downtime
from mensch.workers.turns import choose_move


def fall(referee: Referee, game: Game, seq: int) -> Game:
    """Let the flag of the player to move fall, if it is past the deadline.

    It never falls over a downtime that was not given back: that happens first, and moves the deadline. What
    is played then follows from the game and its seed, and the id of the command from turn and deadline, so
    that a second run changes nothing.

    Args:
        game: folded with its seed.
        seq: the record of the due item.

    Returns:
        the game afterwards.

    Raises:
        NewerLogError: this program does not have the bot that stands in; a newer one will.
    """
    game = give_back(referee, game)
    seat, deadline = game.person_to_move, game.deadline
    if game.clocks is None or seat is None or deadline is None:
        return game
    now = clock.now()
    if now < deadline:
        referee.store.put_off(Due(FLAG, game.id, seq, now), deadline)
        return game
    assert game.seed is not None
    command = c.FlagFall(seat, game.turn_began, now)
    if (player := game.clocks.stand_in) is not None:
        move = choose_move(player, game)
        envelope = autopilot_cause(player).envelope
        command = c.FlagFall(seat, game.turn_began, now, move.text, envelope, new_salt().hex())
    turn = (game.turn_began, deadline)
    cmd = derived_command(game.seed, f"flag:{game.id}:{game.turn_began}:{deadline}")
    return _happened(referee, game, [command], cmd, lambda after: (after.turn_began, after.deadline) != turn)


def give_back(referee: Referee, game: Game) -> Game:
    """Give the players the time back for which the service was down in their latest turns.

    A clock that goes on after a stop knows only since when: what it lost before that is given back before.

    Args:
        game: folded with its seed.

    Returns:
        the game afterwards.
    """
    if game.clocks is None or game.status is not Status.RUNNING:
        return game
    assert game.seed is not None
    now = clock.now()
    for since, until in referee.store.downtimes(min(turn.since for turn in game.clocks.turns)):
        # What lies ahead was seen by a clock that was wrong.
        for seat, given, start, end in game.clocks.owed(since, min(until, now)):
            cmd = derived_command(game.seed, f"return:{game.id}:{seat}:{start}:{end}")
            command = c.ReturnTime(seat, given, start, end)
            game = _happened(referee, game, [command], cmd, _given_back(game, seat))
            assert game.clocks is not None
    return game


def _given_back(game: Game, seat: int) -> Callable[[Game], bool]:
    """Whether a seat has got time back meanwhile, or needs none any more."""
    before = game.clocks

    def settled(after: Game) -> bool:
        assert before is not None
        assert after.clocks is not None
        return after.status is not Status.RUNNING or after.clocks.returned[seat] != before.returned[seat]

    return settled


def returned_meanwhile(referee: Referee, game: str) -> bool:
    """Give time back in a game, if there is any to give.

    Returns:
        Whether there was, so that everything in this game has another time now.
    """
    loaded = referee.load(game)
    return give_back(referee, loaded).seq > loaded.seq


def lapse(referee: Referee, game: Game, seq: int) -> Game:
    """Wait no longer for players who did not come: bots take their seats, or the game is given up.

    While the service was down nobody could come, so that is waited for too.

    Args:
        game: folded with its seed.
        seq: the record of the due item.

    Returns:
        the game afterwards.
    """
    if game.status is not Status.OPEN or game.joining is None:
        return game
    assert game.seed is not None
    now = clock.now()
    waited = downtime(referee.store, game.created_at, now)
    until = game.created_at + game.joining.within + waited
    if now < until:
        referee.store.put_off(Due(LAPSE, game.id, seq, now), until)
        return game
    free = [seat for seat, holder in enumerate(game.seats) if holder is None]
    command = c.LapseStart(now)
    absences: list[c.AnnounceAbsence] = []
    if (player := game.joining.bot) is not None:
        players = [derived_id(game.seed, f"lapse:{game.id}:{seat}") for seat in free]
        taken = len(game.joined)
        entropies = [joiner_bytes(game.seed, taken + index).hex() for index in range(len(free))]
        _name_bots(referee, game, player, players)
        command = c.LapseStart(now, players, entropies)
    if game.clocks is not None and (player is not None or not free):
        persons = {seat: holder.player for seat, holder in enumerate(game.seats) if holder and holder.mail}
        absences = coming_absences(referee, persons, now)
    cmd = derived_command(game.seed, f"lapse:{game.id}:{','.join(map(str, free))}")
    commands: list[c.Command] = [*absences, command]
    return _happened(referee, game, commands, cmd, lambda after: after.status is not Status.OPEN)


def resume(referee: Referee, game: Game, seq: int) -> Game:
    """End a pause whose time is over.

    Args:
        game: folded with its seed.
        seq: the record of the due item.

    Returns:
        the game afterwards.
    """
    pause = game.paused
    if pause is None or pause.until is None:
        return game
    assert game.seed is not None
    now = clock.now()
    if now < pause.until:
        referee.store.put_off(Due(RESUME, game.id, seq, now), pause.until)
        return game
    cmd = derived_command(game.seed, f"resume:{game.id}:{seq}")
    game = give_back(referee, game)
    return _happened(referee, game, [c.ResumeGame(CLOCK, now)], cmd, lambda after: after.paused != pause)


def _name_bots(referee: Referee, game: Game, player: Bot, ids: list[str]) -> None:
    """Call bots by their level, or with a number where somebody has that name."""
    taken = {name.casefold() for name in names_of(referee.store, game)}
    for one in ids:
        name = free_name(player.level, taken)
        taken.add(name)
        referee.store.save_player(one, {"name": name.encode()})


def _happened(
    referee: Referee, game: Game, commands: Sequence[c.Command], cmd: str, settled: Callable[[Game], bool]
) -> Game:
    """Let commands happen, unless it was settled meanwhile: by somebody faster, or by what a person did.

    Args:
        settled: whether that is so in the game as it is then.

    Raises:
        MenschError: it is refused, and not because of that.
    """
    try:
        return referee.act(game, commands, cmd=cmd)
    except MenschError:
        after = referee.load(game.id)
        if not settled(after):
            raise
        return after
