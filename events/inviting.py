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
from mensch.core.errors import UsageError
from mensch.core.rules import RuleSet
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.away import absent, coming_absences
from mensch.events.bodies import Clock, Joining
from mensch.events.due import MAIL, Due
from mensch.events.game import Game, Status
from mensch.events.ids import new_id
from mensch.events.people import Person, note_seat, people
from mensch.events.referee import Player, Referee, derived_command

LONGEST_WORDS = 500
"""Characters of the words that are taken into a deck."""


class Invitation(msgspec.Struct, frozen=True):
    """A seat that is kept for somebody.

    Attributes:
        player: their id.
        since: when they were invited, in milliseconds UTC.
    """

    player: str
    since: int


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
        UsageError: they have a seat in this game, or the seat cannot be given to anybody.
    """
    if game.status is not Status.RUNNING or seat in game.table.departed:
        raise UsageError(said("seat {seat} of game {game} has nobody to replace", seat=seat, game=game.id))
    if any(holder is not None and holder.player == person.id for holder in game.seats):
        raise UsageError(said("{name} has a seat in game {game} already", name=person.name, game=game.id))
    kept = msgspec.json.encode(Invitation(person.id, now))
    referee.store.keep(game.id, {invitation_field(seat): kept})
    referee.store.schedule(Due(MAIL, game.id, game.seq, now))


def words_entropy(words: str) -> str:
    """The 32 bytes, in hexadecimal, that a player's own words add to a deck (docs/event-log.md)."""
    plain = " ".join(unicodedata.normalize("NFC", words).split())[:LONGEST_WORDS]
    return hashlib.sha256(b"mensch/words/v1\n" + plain.encode()).hexdigest()


def accept(referee: Referee, game: Game, seat: int, words: str, now: int) -> Game:
    """Let whoever was invited have the seat; the game starts with the last one.

    Args:
        words: their own, which the deck depends on; of no use in a game that runs.
        now: in milliseconds UTC.

    Raises:
        UsageError: nobody is invited to this seat any more.
    """
    invitation = invitations(referee.store.secrets(game.id)).get(seat)
    if invitation is None or game.over:
        raise UsageError(
            said("the invitation to seat {seat} of game {game} has lapsed", seat=seat, game=game.id)
        )
    assert game.seed is not None
    cmd = derived_command(game.seed, f"join:{game.id}:{seat}:{invitation.player}")
    if game.status is Status.OPEN:
        commands: list[c.Command] = [
            c.JoinGame(seat, invitation.player, words_entropy(words), mail=True),
        ]
        if all(holder is not None for other, holder in enumerate(game.seats) if other != seat):
            commands.append(c.StartGame())
    else:
        commands = [c.TakeOverSeat(seat, invitation.player, mail=True)]
    note_seat(referee.store, invitation.player, game.id, seat)
    after = referee.act(game, commands, cmd=cmd)
    if after.status is Status.OPEN and None not in after.seats:  # two have accepted at the same time
        after = referee.act(after, [c.StartGame()], cmd=derived_command(game.seed, f"start:{game.id}"))
    referee.store.drop(game.id, [invitation_field(seat)])
    return _with_absences(referee, after, now) if after.status is Status.RUNNING else after


def decline(referee: Referee, game: Game, seat: int) -> None:
    """Take an invitation back, or refuse it; the seat stays free."""
    referee.store.drop(game.id, [invitation_field(seat)])


def _with_absences(referee: Referee, game: Game, now: int) -> Game:
    """Write the absences into a game that were announced before it began."""
    if game.clocks is None:
        return game
    holders = [(seat, holder.player) for seat, holder in enumerate(game.seats) if holder and holder.mail]
    for (seat, _), person in zip(
        holders, people(referee.store, [player for _, player in holders]), strict=True
    ):
        for since, until in coming_absences(referee, person, now):
            game = absent(referee, game, seat, since, until)
    return game
