"""The store in memory is the reference, and passes the suite that every store passes."""

import pytest

from mensch.events.compliance import StoreCompliance
from mensch.events.memory import MemoryStore


class TestMemoryStore(StoreCompliance):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()
