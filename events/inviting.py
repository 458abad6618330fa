"""Invitations: seats that are kept for people who have not said yes.

An invitation lies in the game's secrets. Whoever accepts it takes the seat, in a game that has not started
with words of their own in the deck's entropy, in a running one in the place of whoever had it.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Mapping, Sequence

import msgspec

from mensch.core.deck import SEED_SIZE, commitment, joiner_bytes
from mensch.core.errors import MenschError, UsageError
from mensch.core.rules import RuleSet
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.away import coming_absences
from mensch.events.bodies import Clock, Joining, PlayerJoined, SeatTakenOver
from mensch.events.due import MAIL, Due
from mensch.events.game import Game, Status
from mensch.events.ids import new_id
from mensch.events.loading import entries
from mensch.events.orders import orders_field
from mensch.events.people import Person, note_seat
from mensch.events.referee import Player, Referee, derived_command
from mensch.events.store import Store

LONGEST_WORDS = 500
"""Characters of the words that are taken into a deck."""


class Invitation(msgspec.Struct, frozen=True):
    """A seat that is kept for somebody.

    Attributes:
        player: their id.
        since: when they were invited, in milliseconds UTC.
        instead: whether to a running game, in the place of whoever has the seat. An invitation to a game that
            had not started lapses with its start.
    """

    player: str
    since: int
    instead: bool = False


def invitation_field(seat: int) -> str:
    """The field of a game's secrets that keeps the invitation to a seat."""
    return f"invite:{seat}"


def invitations(kept: Mapping[str, bytes]) -> dict[int, Invitation]:
    """The open invitations of a game by seat, from its secrets."""
    found = {seat: kept.get(invitation_field(seat)) for seat in range(4)}
    return {
        seat: msgspec.json.decode(invitation, type=Invitation)
        for seat, invitation in found.items()
        if invitation
    }


def invited(store: Store, game: Game) -> dict[int, str]:
    """The ids of the players whom a game that has not started waits for, by seat."""
    if game.status is not Status.OPEN:
        return {}
    kept = invitations(store.secrets(game.id))
    return {seat: kept[seat].player for seat, holder in enumerate(game.seats) if not holder and seat in kept}


def invite_all(
    referee: Referee,
    rules: RuleSet,
    seats: Sequence[Person | Player],
    joining: Joining,
    *,
    game_clock: Clock | None = None,
    dispute_window: int | None = None,
    now: int,
) -> Game:
    """Create a game that starts when everybody who is invited has accepted.

    Args:
        seats: by seat a person, who is invited, or a bot, who joins at once.
        joining: until when they have time, and what becomes of seats that nobody took.
        now: in milliseconds UTC.
    """
    seed, game = secrets.token_bytes(SEED_SIZE), new_id()
    create = c.create(
        rules, commitment(seed), game, dispute_window=dispute_window, clock=game_clock, joining=joining
    )
    commands: list[c.Command] = [create]
    names: list[str] = []
    kept: dict[str, bytes] = {}
    for seat, who in enumerate(seats):
        if isinstance(who, Person):
            kept[invitation_field(seat)] = msgspec.json.encode(Invitation(who.id, now))
        else:
            entropy = joiner_bytes(seed, len(names)).hex()
            commands.append(c.JoinGame(seat, new_id(), entropy, who.bot))
            names.append(who.name)
    return referee.open_game(game, seed, commands, names, secret=kept)


def invite_instead(referee: Referee, game: Game, seat: int, person: Person, now: int) -> None:
    """Offer the seat of a running game to another person, who has it once they accept.

    Raises:
        UsageError: they have a seat in this game, or had another one, or the seat cannot be given to anybody.
    """
    if game.status is not Status.RUNNING or seat in game.table.departed:
        raise UsageError(said("seat {seat} of game {game} has nobody to replace", seat=seat, game=game.id))
    if any(holder is not None and holder.player == person.id for holder in game.seats):
        raise UsageError(said("{name} has a seat in game {game} already", name=person.name, game=game.id))
    for entry in entries(referee.store, game.id):
        match entry.record.body:
            case PlayerJoined(player=player, seat=had) | SeatTakenOver(player=player, seat=had):
                if player == person.id and had != seat:  # would know two hands
                    raise UsageError(
                        said(
                            "{name} had another seat in game {game} and has seen its dice",
                            name=person.name,
                            game=game.id,
                        )
                    )
    kept = msgspec.json.encode(Invitation(person.id, now, instead=True))
    referee.store.keep(game.id, {invitation_field(seat): kept})
    referee.store.schedule(Due(MAIL, game.id, game.seq, now))


def words_entropy(words: str) -> str:
    """The 32 bytes, in hexadecimal, that a player's own words add to a deck (docs/event-log.md)."""
    plain = " ".join(unicodedata.normalize("NFC", words).split())[:LONGEST_WORDS]
    return hashlib.sha256(b"mensch/words/v1\n" + plain.encode()).hexdigest()


def accept(referee: Referee, game: Game, seat: int, words: str, now: int) -> Game:
    """Let whoever was invited have the seat; the game starts with the last one. It may be cut off anywhere,
    and said again.

    Args:
        words: their own, which the deck depends on; of no use in a game that runs.
        now: in milliseconds UTC.

    Raises:
        UsageError: nobody is invited to this seat any more.
    """
    invitation = invitations(referee.store.secrets(game.id)).get(seat)
    if invitation is None or game.over:
        raise _lapsed(game, seat)
    if not _has(game, seat, invitation):
        if game.status is not Status.OPEN and not invitation.instead:
            raise _lapsed(game, seat)
        note_seat(referee.store, invitation.player, game.id, seat)
        game = _seated(referee, game, seat, invitation, words, now)
    if game.status is Status.OPEN and None not in game.seats:  # two have accepted at the same time
        game = _started(referee, game, now)
    referee.store.drop(game.id, [invitation_field(seat)])
    return game


def _seated(referee: Referee, game: Game, seat: int, invitation: Invitation, words: str, now: int) -> Game:
    """The game once whoever was invited has the seat."""
    player, secret = invitation.player, {}
    commands: list[c.Command]
    if game.status is Status.OPEN:
        commands = [c.JoinGame(seat, player, words_entropy(words), mail=True)]
        if all(holder is not None for other, holder in enumerate(game.seats) if other != seat):
            commands += [*_absences(referee, game, now, {seat: player}), c.StartGame()]
    else:
        commands = [c.TakeOverSeat(seat, player, mail=True)]
        if game.clocks is not None:
            commands += coming_absences(referee, {seat: player}, now)
        secret = {orders_field(seat): b""}
    assert game.seed is not None
    cmd = derived_command(game.seed, f"join:{game.id}:{seat}:{player}:{invitation.since}")
    try:
        return referee.act(game, commands, cmd=cmd, secret=secret)
    except MenschError:  # also where the same answer is read twice at once, with other words
        after = referee.load(game.id)
        if not _has(after, seat, invitation):
            raise
        return after


def _started(referee: Referee, game: Game, now: int) -> Game:
    """A game whose seats are all taken, once it has started."""
    try:
        return referee.act(game, [*_absences(referee, game, now, {}), c.StartGame()])
    except MenschError:
        after = referee.load(game.id)
        if after.status is Status.OPEN:
            raise
        return after


def _absences(referee: Referee, game: Game, now: int, joining: Mapping[int, str]) -> list[c.AnnounceAbsence]:
    """The absences of all players of a game that is about to start: whoever has announced one before the game
    must not lose time by it, not even in the first turn.

    Args:
        joining: the players who are just taking a seat.
    """
    if game.clocks is None:
        return []
    holders = {seat: holder.player for seat, holder in enumerate(game.seats) if holder and holder.mail}
    return coming_absences(referee, {**holders, **joining}, now)


def _has(game: Game, seat: int, invitation: Invitation) -> bool:
    """Whether somebody has the seat already that they are invited to."""
    holder = game.seats[seat]
    return holder is not None and holder.player == invitation.player


def _lapsed(game: Game, seat: int) -> UsageError:
    return UsageError(
        said("the invitation to seat {seat} of game {game} has lapsed", seat=seat, game=game.id)
    )
