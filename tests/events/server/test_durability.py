"""Whether what a server has confirmed survives a power cut, as far as it tells."""

import pytest

from mensch.core.errors import ServerError
from mensch.events.server.durability import keeps_what_it_confirms
from tests.servers import RedisServer


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"appendfsync": "always"}, True),
        ({"appendfsync": "everysec"}, False),
        ({"appendfsync": "always", "no-appendfsync-on-rewrite": "yes"}, False),
        ({"appendfsync": "always", "appendonly": "no"}, False),
        ({"appendfsync": "always", "rename-command": "CONFIG FORBIDDEN"}, False),
    ],
)
def test_only_a_server_that_says_that_it_waits_for_its_disk_keeps_what_it_confirms(
    options: dict[str, str], kept: bool
) -> None:
    with RedisServer(options=options) as server:
        assert keeps_what_it_confirms(server.client()) is kept


def test_a_server_that_is_gone_is_an_error_and_no_answer() -> None:
    with RedisServer() as server:
        client = server.client()
        server.stop()
        with pytest.raises(ServerError, match="cannot be reached"):
            keeps_what_it_confirms(client)
