"""A mail server, and people who play by mail."""

from collections.abc import Iterator

import pytest

from mensch.events.memory import MemoryStore
from tests.workers.mail.postoffice import PostOffice
from tests.workers.mail.table import ByMail


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice() as opened:
        yield opened


@pytest.fixture
def by_mail(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> ByMail:
    return ByMail(MemoryStore(), office, monkeypatch)
