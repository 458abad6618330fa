"""What every store does, as tests: the ones of this package pass them, and so must a third.

Written for pytest, which collects them from a subclass that says how a store is made:

    class TestMyStore(StoreCompliance):
        @pytest.fixture
        def store(self) -> Store:
            return MyStore()

Each test wants an empty store. `pytest.register_assert_rewrite("mensch.events.compliance")`, called before
this package is imported, makes failures say what was compared. Nothing here imports pytest.
"""

from mensch.events.compliance.appending import AppendCompliance
from mensch.events.compliance.beside import BesideCompliance
from mensch.events.compliance.due import DueCompliance
from mensch.events.compliance.index import IndexCompliance
from mensch.events.compliance.sending import SendingCompliance
from mensch.events.compliance.service import ServiceCompliance

__all__ = [
    "AppendCompliance",
    "BesideCompliance",
    "DueCompliance",
    "IndexCompliance",
    "SendingCompliance",
    "ServiceCompliance",
    "StoreCompliance",
]


class StoreCompliance(
    AppendCompliance, DueCompliance, BesideCompliance, SendingCompliance, IndexCompliance, ServiceCompliance
):
    """All that a store does."""
