"""Forgetting a person: all that is personal lies beside the logs, so it can be erased and every chain holds.

What stays are the moves under a random id, and hashes that nothing can be found from any more.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events import clock
from mensch.events.beside import folded
from mensch.events.bodies import MovePlayed, PlayerJoined, ReasonsPublished, SeatTakenOver
from mensch.events.cause import Cause
from mensch.events.declining import go_on_without
from mensch.events.game import Game, Status, fold, initial
from mensch.events.inviting import invitation_field, invitations
from mensch.events.loading import digest_of, entries
from mensch.events.orders import ORDERS_FIELD, orders_field
from mensch.events.people import Person
from mensch.events.received import erase_received, mentioning, received_from
from mensch.events.record import Entry
from mensch.events.referee import Referee
from mensch.events.scheduled import ANSWER_FIELD, TOKEN_FIELD
from mensch.events.spectators import looks_on_at, remove_spectator
from mensch.events.store import Store
from mensch.events.tournament.contest import Status as Stage
from mensch.events.tournament.loading import load_public


class Forgotten(msgspec.Struct, frozen=True):
    """What was erased besides name, address and settings.

    Attributes:
        player: the id, which stays in the logs; None for who has only looked on.
        games: the games that the player was in.
        texts: how many messages and complaints.
        mails: how many received mails, theirs and those of others that quote them.
        watched: the games that they looked on at by mail.
        invitations: how many open ones, which count as refused.
    """

    player: str | None
    games: list[str]
    texts: int = 0
    mails: int = 0
    watched: list[str] = []
    invitations: int = 0


def forget(store: Store, person: Person) -> Forgotten:
    """Erase all that is personal about somebody. It may be repeated, and goes on where it was cut off.

    Raises:
        UsageError: they have a seat in a game that is not over, or that is disputed, or play in a tournament
            that is not finished; nothing was erased.
    """
    player = person.id
    logs = {game: entries(store, game) for game in store.games() if _names(store.read(game), player)}
    games = {game: fold(initial(game), log) for game, log in logs.items()}
    if held := [game.id for game in games.values() if _needs(game, player)]:
        raise UsageError(
            said(
                "they still play in {games}: give their seat to somebody else with mensch replace, or let "
                "them leave with mensch resign; and a dispute has to be ruled on",
                games=", ".join(held),
            )
        )
    if entered := [tournament for tournament in store.tournaments() if _plays_in(store, tournament, player)]:
        raise UsageError(
            said(
                "they still play in tournament {tournaments}: let them leave with mensch tournament withdraw",
                tournaments=", ".join(entered),
            )
        )
    texts = mails = 0
    uninvited = []
    for game in store.games():
        if game in logs:
            digests = list(_texts_of(logs[game], player) & set(store.texts(game)))
            store.erase_texts(game, digests)
            texts += len(digests)
        received = received_from(store, game, player)
        if store.is_entombed(game):
            received += _archived_from(store, game, logs.get(game, []), person)
        if game in logs:
            named = mentioning(store, game, [person.name, person.mail or ""])
            received = sorted({*received, *named})
        erase_received(store, game, received)
        mails += len(received)
        if _drop_secrets(store, game, person, _seats(games.get(game), player)):
            uninvited.append(game)
    watched = _no_longer_watched(store, person.mail) if person.mail else []
    store.forget_player(player)  # last: whoever asks again finds them until all else is done
    _go_on(store, uninvited)
    return Forgotten(player, sorted(games), texts, mails, watched, len(uninvited))


def forget_spectator(store: Store, address: str) -> Forgotten:
    """Erase the address of somebody who only looks on, from all games.

    Raises:
        NotFoundError: nobody with it looks on.
    """
    watched = _no_longer_watched(store, address)
    if not watched:
        raise NotFoundError(said("nobody is known as {player}", player=printable(address, 80)))
    return Forgotten(None, [], watched=watched)


def _no_longer_watched(store: Store, address: str) -> list[str]:
    watched = looks_on_at(store, address)
    for game in watched:
        remove_spectator(store, game, address)
    return watched


def _go_on(store: Store, games: Iterable[str]) -> None:
    """Let games that have not begun wait no longer for who was invited to them."""
    referee = Referee(store)
    for game in games:
        head = store.head(game)
        if head is not None and head.status == Status.OPEN.value:
            go_on_without(referee, referee.load(game), clock.now())


def _names(records: Iterable[bytes], player: str) -> bool:
    return any(player.encode() in raw for raw in records)


def _plays_in(store: Store, tournament: str, player: str) -> bool:
    """Whether a player is still to be paired in a tournament."""
    contest = load_public(store, tournament)
    return contest.status is not Stage.FINISHED and any(
        one.player == player and one.entrant.leaving is None for one in contest.enrolled
    )


def _needs(game: Game, player: str) -> bool:
    """Whether a game cannot do without a player."""
    if game.disputes:
        return True
    if game.over:
        return False
    departed = game.position.departed if game.position is not None else frozenset()
    return any(seat not in departed for seat in _seats(game, player))


def _seats(game: Game | None, player: str) -> list[int]:
    """The seats that are a player's now: one or none."""
    seats = game.seats if game is not None else []
    return [seat for seat, holder in enumerate(seats) if holder is not None and holder.player == player]


def _texts_of(log: Iterable[Entry], player: str) -> set[str]:
    """The digests of all that a player has said or complained about, while the seat was theirs."""
    holders: dict[str, str] = {}
    found = set()
    for entry in log:
        match entry.record.body:
            case PlayerJoined(seat=seat, player=who) | SeatTakenOver(seat=seat, player=who):
                holders[f"seat:{seat}"] = who
        digest = digest_of(entry.record.body)
        if digest is not None and holders.get(entry.record.by) == player:
            found.add(digest)
    return found


def _archived_from(store: Store, game: str, log: Iterable[Entry], person: Person) -> list[str]:
    """The same for an archived game, with whose secrets it has gone whose mails there are: what the causes of
    the player's moves name, and what holds their address."""
    holders: dict[str, str] = {}
    movers: dict[int, str | None] = {}
    theirs = set()
    for entry in log:
        match entry.record.body:
            case PlayerJoined(seat=seat, player=who) | SeatTakenOver(seat=seat, player=who):
                holders[f"seat:{seat}"] = who
            case MovePlayed():
                movers[entry.seq] = holders.get(entry.record.by)
            case ReasonsPublished(reasons=reasons):
                causes = [(msgspec.json.decode(one.envelope, type=Cause), one.seq) for one in reasons]
                theirs |= {cause.digest for cause, seq in causes if movers.get(seq) == person.id}
    address = folded(person.mail or "").encode()
    return [
        digest
        for digest in store.attachments(game)
        if digest in theirs or (address and address in (store.attachment(game, digest) or b"").lower())
    ]


def _drop_secrets(store: Store, game: str, person: Person, seats: Iterable[int]) -> bool:
    """Tokens, orders, invitations, answers that wait; whether there was an invitation."""
    kept = store.secrets(game)
    theirs = [
        field
        for field, value in kept.items()
        if (field.startswith(TOKEN_FIELD) and field.endswith(f":{person.id}"))
        or (field.startswith((ANSWER_FIELD, ORDERS_FIELD)) and f'"{person.id}"'.encode() in value)
    ]
    invited = [
        invitation_field(seat)
        for seat, invitation in invitations(kept).items()
        if invitation.player == person.id
    ]
    theirs += invited
    theirs += set(map(orders_field, seats)) - set(theirs)
    if theirs:
        store.drop(game, theirs)
    return bool(invited)
