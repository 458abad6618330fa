"""A time that stands still until a test moves it."""

from collections.abc import Iterator

import pytest
from freezegun import freeze_time

from tests.workers.tournament.club import Time


@pytest.fixture
def time() -> Iterator[Time]:
    with freeze_time("2026-01-02 03:04:05") as frozen:
        yield frozen
