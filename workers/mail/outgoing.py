"""What a job of the queue `mail` does: find out what has to be told now, and send it.

A mail follows from its game, so a job that runs twice, or late, or never, changes nothing but when it goes
out. Nothing is sent that was sent before (`mensch.workers.mail.causes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from mensch.events import clock
from mensch.events.due import ANSWER, DIGEST, HALF, LATE, MAIL, Due, due
from mensch.events.game import OVER
from mensch.events.inviting import invitations
from mensch.events.people import Person, note_seat, people
from mensch.events.referee import Referee
from mensch.events.scheduled import digest
from mensch.events.spectators import spectators, summary
from mensch.events.tournament.fixture import noted_no_shows
from mensch.workers.mail import causes
from mensch.workers.mail.address import ServiceAddress, service_address
from mensch.workers.mail.causes import Occasion
from mensch.workers.mail.digest_mail import Item, write_digest
from mensch.workers.mail.plans import (
    Desk,
    answer_mail,
    invitation_mails,
    no_show_mails,
    notice_mail,
    open_desk,
    orders_wait,
    spectator_mails,
)
from mensch.workers.mail.post import Planned, Post
from mensch.workers.mail.recipients import recipient_of
from mensch.workers.mail.smtp import Outbox, smtp_server


def send_due(referee: Referee, kind: str, about: str, number: int) -> None:
    """Send the mails for a due item, and end the item or put it off.

    Args:
        kind: `MAIL`, `HALF`, `LATE`, `ANSWER` or `DIGEST`.
        about: the id of a game; for a digest that of a player, or of a game with spectators.
        number: the record that the item follows from, or the number of an answer.

    Raises:
        UsageError: the environment does not say how to send.
        ServerError: the log's server is missing.
        mensch.core.errors.LogError: the game's log cannot be used.
    """
    now = clock.now()
    sender = service_address()
    with Outbox(smtp_server(), sender) as outbox:
        post = Post(referee.store, Due(kind, about, number, now), outbox, now)
        if kind == DIGEST and referee.store.head(about) is None:
            _send_digest(referee, sender, about, now, post)
            return
        desk = open_desk(referee, sender, about, now)
        if kind == MAIL:  # also after later records: what was due at this one may still be
            mails = _of_record(desk, post)
        elif kind == ANSWER:
            mails = list(answer_mail(desk, number))
        elif kind == DIGEST:
            mails = _of_day(desk, post)
        else:
            mails = _of_reminder(desk, kind) if desk.tale.game.seq == number else []
        post.deliver(mails)
        if kind == MAIL and _asked(referee.store.secrets(about)) != _asked(desk.kept):
            # Whoever asked for a mail meanwhile found this item still there, and so made none.
            referee.store.schedule(Due(MAIL, about, number, clock.now()))


def _asked(kept: Mapping[str, bytes]) -> tuple[object, object]:
    """What a game's secrets ask mails for beside its log."""
    return invitations(kept), noted_no_shows(kept)


def _of_record(desk: Desk, post: Post) -> list[Planned]:
    """All mails that a record may have led to."""
    store, now = desk.referee.store, desk.tale.now
    mails = list(invitation_mails(desk))
    for notice in desk.notices():
        person = desk.people[notice.seat]
        if person.digest is not None:
            if desk.tale.game.id not in person.games:  # one that a ruling has made, which nobody has joined
                note_seat(store, person.id, desk.tale.game.id, notice.seat)
            store.schedule(digest(person.id, person.digest, now))
        elif (until := orders_wait(desk, notice)) is not None:
            post.wait(until)
        else:
            mails += notice_mail(desk, notice)
    mails += no_show_mails(desk)
    if desk.tale.game.over:
        mails += spectator_mails(desk)
    return mails


def _of_reminder(desk: Desk, kind: str) -> list[Planned]:
    """The mail that reminds the player to move. Not half-way for who wants one mail a day, nor so late that
    the next one is due, nor where the turn's own mail went out only after this time."""
    game = desk.tale.game
    notice = causes.reminder(game, kind, desk.sent)
    if notice is None or notice.seat not in desk.people:
        return []
    times = {item.kind: item.at for item in due(game)}
    told = desk.sent.get(Occasion(causes.TURN, game.turn_began).name(notice.player), 0)
    digest_waits = kind == HALF and desk.people[notice.seat].digest is not None
    too_late = kind == HALF and times[LATE] <= desk.tale.now
    if digest_waits or too_late or told >= times[kind]:
        return []
    return list(notice_mail(desk, notice))


def _of_day(desk: Desk, post: Post) -> list[Planned]:
    """The mails of the day to a game's spectators."""
    mails = list(spectator_mails(desk))
    if not desk.tale.game.over and spectators(desk.kept):
        post.wait(summary(desk.tale.game.id, desk.tale.now).at)
    return mails


def _send_digest(referee: Referee, sender: ServiceAddress, player: str, now: int, post: Post) -> None:
    """The mail of the day to a player."""
    (person,) = people(referee.store, [player])
    if person.digest is not None:
        post.wait(digest(player, person.digest, now + 1).at)
    post.deliver(_of_player(referee, sender, person, now))


def _of_player(referee: Referee, sender: ServiceAddress, person: Person, now: int) -> list[Planned]:
    """One mail about all games in which something waits for a player."""
    to = recipient_of(person)
    if to is None:
        return []
    store, items, parts = referee.store, [], []
    for game_id in person.games:
        if _is_told(referee, person.id, game_id):
            continue
        desk = open_desk(referee, sender, game_id, now)
        for notice in desk.notices():
            if notice.player == person.id:
                items.append(Item(desk.tale, notice))
                parts.append(desk.part(*notice.names))
    if not items:
        return []
    return [Planned(to.address, parts, partial(write_digest, store, sender, person.id, items, to))]


def _is_told(referee: Referee, player: str, game_id: str) -> bool:
    """Whether a game is gone, or over and the player knows: then nothing of it needs to be read."""
    head = referee.store.head(game_id)
    if head is None:
        return True
    return head.status in OVER and any(
        name.startswith(f"{causes.END}:{player}:") for name in referee.store.sent(game_id)
    )
