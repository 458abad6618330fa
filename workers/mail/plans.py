"""Which mails about one game are to go out now, as plans that can be carried out one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from mensch.events.beside import DEAD
from mensch.events.clock import MINUTE
from mensch.events.due import order_at
from mensch.events.inviting import invitations
from mensch.events.people import Person, people
from mensch.events.referee import Referee
from mensch.events.spectators import spectators
from mensch.events.tournament.fixture import noted_no_shows
from mensch.workers.mail import causes
from mensch.workers.mail.address import ServiceAddress, is_address
from mensch.workers.mail.answer_mail import write_answer
from mensch.workers.mail.causes import Notice, Occasion
from mensch.workers.mail.inbound.answer import answer_field, kept_answer
from mensch.workers.mail.invitation_mail import invitation_name, write_invitation
from mensch.workers.mail.no_show_mail import write_no_show
from mensch.workers.mail.post import Part, Planned
from mensch.workers.mail.recipients import reachable, recipient_of
from mensch.workers.mail.spectator_mail import spectator_occasion, write_for_spectator
from mensch.workers.mail.tale import Tale, load_tale
from mensch.workers.mail.tokens import WATCHER
from mensch.workers.mail.writing import write_notice
from mensch.workers.orders import planned

ORDERS_LATE = 5 * MINUTE
"""Milliseconds for which standing orders may be overdue before the player is asked all the same."""


class Desk(msgspec.Struct, frozen=True):
    """All that mails about one game are made of.

    Attributes:
        kept: the game's secrets.
        sent: what went out, and when in milliseconds UTC.
        people: the players who are told by mail, by seat.
    """

    referee: Referee
    sender: ServiceAddress
    tale: Tale
    kept: Mapping[str, bytes]
    sent: Mapping[str, int]
    people: Mapping[int, Person]

    def notices(self) -> list[Notice]:
        """What players have to be told now."""
        return causes.notices(self.tale.game, self.tale.log, self.sent, self.people)

    def part(self, *names: str) -> Part:
        """This game's part of a mail."""
        return Part(self.tale.game.id, self.kept, names)


def open_desk(referee: Referee, sender: ServiceAddress, game_id: str, now: int) -> Desk:
    """Read all that mails about a game are made of.

    Args:
        now: in milliseconds UTC.

    Raises:
        NotFoundError: there is no such game.
        mensch.core.errors.LogError: its log cannot be used.
    """
    store = referee.store
    kept, sent = store.secrets(game_id), store.sent(game_id)
    tale = load_tale(referee, game_id, now)
    return Desk(referee, sender, tale, kept, sent, reachable(store, tale.game))


def notice_mail(desk: Desk, notice: Notice) -> Iterator[Planned]:
    """The mail to a player."""
    to = recipient_of(desk.people[notice.seat])
    if to is not None:
        yield Planned(
            to.address,
            [desk.part(*notice.names)],
            partial(write_notice, desk.referee.store, desk.sender, desk.tale, notice, to, desk.sent),
        )


def orders_wait(desk: Desk, notice: Notice) -> int | None:
    """Until when a mail about a turn waits for standing orders that will play it; None where it does not."""
    game, now = desk.tale.game, desk.tale.now
    if notice.kind != causes.TURN or planned(desk.referee, game) is None:
        return None
    at = order_at(game, game.seed)
    return None if at is None or at + ORDERS_LATE <= now else at + ORDERS_LATE


def invitation_mails(desk: Desk) -> Iterator[Planned]:
    """The mails to those who are invited."""
    store = desk.referee.store
    invited = invitations(desk.kept) if not desk.tale.game.over else {}
    persons = people(store, [invitation.player for invitation in invited.values()])
    for (seat, invitation), person in zip(invited.items(), persons, strict=True):
        name = invitation_name(invitation)
        if causes.was_sent(name, desk.sent) or (to := recipient_of(person)) is None:
            continue
        yield Planned(
            to.address,
            [desk.part(name)],
            partial(write_invitation, store, desk.sender, desk.tale, seat, invited, to),
        )


def no_show_mails(desk: Desk) -> Iterator[Planned]:
    """The mails to those who are paired no more in the tournament of a game."""
    for seat in sorted(noted_no_shows(desk.kept) & desk.people.keys()):
        person = desk.people[seat]
        name = Occasion(causes.NO_SHOW, desk.tale.game.turn_began).name(person.id)
        if any(_is_no_show(one, person.id) for one in desk.sent) or desk.tale.fixture is None:
            continue
        if (to := recipient_of(person)) is not None:
            yield Planned(
                to.address, [desk.part(name)], partial(write_no_show, desk.sender, desk.tale, name, to)
            )


def _is_no_show(name: str, player: str) -> bool:
    """Whether somebody was told so, at whatever record."""
    return name.removeprefix(DEAD).startswith(f"{causes.NO_SHOW}:{player}:")


def spectator_mails(desk: Desk) -> Iterator[Planned]:
    """The mails to those who look on."""
    for number, spectator in spectators(desk.kept).items():
        occasion = spectator_occasion(desk.tale, number, spectator, desk.sent)
        if occasion is None or not is_address(spectator.address):
            continue
        yield Planned(
            spectator.address,
            [desk.part(occasion.name(f"{WATCHER}{number}"))],
            partial(
                write_for_spectator,
                desk.referee.store,
                desk.sender,
                desk.tale,
                number,
                spectator,
                occasion,
                desk.sent,
            ),
        )


def answer_mail(desk: Desk, number: int) -> Iterator[Planned]:
    """The mail that answers a player's mail."""
    store, name = desk.referee.store, answer_field(number)
    answer = kept_answer(store, desk.tale.game.id, number)
    if answer is None or causes.was_sent(name, desk.sent):
        return
    (person,) = people(store, [answer.player])
    if (to := recipient_of(person)) is not None:
        yield Planned(
            to.address,
            [desk.part(name)],
            partial(write_answer, store, desk.sender, desk.tale, name, answer, to),
            drops=[name],
        )
