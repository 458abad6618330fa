"""A log and a queue, each on a server of its own that a test may kill."""

from collections.abc import Iterator

import pytest

from tests.faults.field import Field


@pytest.fixture
def field() -> Iterator[Field]:
    with Field() as made:
        yield made
