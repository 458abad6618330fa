"""From what was typed to a person who is reached by mail."""

from __future__ import annotations

import os

from mensch.cli.opening import checked_name
from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.ids import is_id
from mensch.events.people import Person, people, person_at
from mensch.events.store import Store
from mensch.workers.mail.address import FROM_VARIABLE, checked_address, service_address


def person_of(store: Store, typed: str) -> Person:
    """The person with a mail address or an id.

    Raises:
        NotFoundError: nobody is known by it.
    """
    person = person_at(store, typed.strip()) if "@" in typed else None
    if person is None and is_id(typed.strip()) and store.players([typed.strip()])[0]:
        [person] = people(store, [typed.strip()])
    if person is None:
        raise NotFoundError(said("nobody is known as {player}", player=printable(typed, 80)))
    return person


def named_address(typed: str) -> tuple[str, str]:
    """Name and address of `anna=anna@example.org`.

    Raises:
        UsageError: it has another form, or one of them cannot be.
    """
    name, told, address = typed.partition("=")
    if not told:
        raise UsageError(said("“{typed}” is not of the form NAME=ADDRESS", typed=printable(typed, 80)))
    return checked_name(name), _no_address_of_ours(checked_address(address))


def _no_address_of_ours(address: str) -> str:
    """
    Raises:
        UsageError: mail from there is taken for the service's own and dropped.
    """
    if os.environ.get(FROM_VARIABLE) and service_address().owns(address):
        raise UsageError(
            said("{address} is the service's own address: a player needs another one", address=address)
        )
    return address
