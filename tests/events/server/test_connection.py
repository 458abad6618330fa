"""One factory, no command sent twice, and errors that a person can read."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
import redis

from mensch.core.errors import ServerError
from mensch.events.server.connection import address_of, connect, server_errors
from tests.servers import Proxy, RedisServer, free_port


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer(tcp=True) as running:
        yield running


@pytest.fixture
def proxy(server: RedisServer) -> Iterator[Proxy]:
    server.client().flushall()
    with Proxy(server.url) as between:
        yield between


def one_line(error: BaseException) -> str:
    text = str(error)
    assert text
    assert "\n" not in text
    return text


def test_a_command_whose_reply_is_lost_has_arrived_exactly_once(server: RedisServer, proxy: Proxy) -> None:
    client = connect(proxy.url)
    proxy.lose_reply(b"INCR")
    with pytest.raises(redis.ConnectionError):
        client.incr("arrivals")
    assert proxy.struck == 1
    assert server.client().get("arrivals") == b"1"


def test_the_librarys_own_default_would_have_sent_it_twice(server: RedisServer, proxy: Proxy) -> None:
    host, port = proxy.url.removeprefix("redis://").split(":")
    with redis.Redis(host=host, port=int(port)) as client:
        client.ping()
        proxy.lose_reply(b"INCR")
        client.incr("arrivals")
    assert server.client().get("arrivals") == b"2"


def test_a_script_whose_reply_is_lost_has_run_exactly_once(server: RedisServer, proxy: Proxy) -> None:
    client = connect(proxy.url)
    count = client.register_script("return redis.call('INCR', KEYS[1])")
    assert count(keys=["arrivals"]) == 1
    proxy.lose_reply(b"EVALSHA")
    with pytest.raises(redis.ConnectionError):
        count(keys=["arrivals"])
    assert server.client().get("arrivals") == b"2"


def test_a_pipeline_whose_reply_is_lost_has_run_exactly_once(server: RedisServer, proxy: Proxy) -> None:
    client = connect(proxy.url)
    pipeline = client.pipeline()
    pipeline.incr("arrivals")
    pipeline.incr("arrivals")
    proxy.lose_reply(b"INCR")
    with pytest.raises(redis.ConnectionError):
        pipeline.execute()
    assert server.client().get("arrivals") == b"2"


def test_a_command_lost_on_its_way_is_not_sent_again(server: RedisServer, proxy: Proxy) -> None:
    client = connect(proxy.url)
    proxy.lose_request(b"INCR")
    with pytest.raises(redis.ConnectionError):
        client.incr("arrivals")
    assert server.client().get("arrivals") is None


def test_the_next_command_after_a_lost_one_finds_a_connection(server: RedisServer, proxy: Proxy) -> None:
    client = connect(proxy.url)
    proxy.lose_request(b"INCR")
    with pytest.raises(redis.ConnectionError):
        client.incr("arrivals")
    assert client.incr("arrivals") == 1


def test_a_connection_closed_by_a_restart_is_made_anew_before_sending() -> None:
    with RedisServer() as restarted:
        client = restarted.client()
        client.set("kept", "yes")
        restarted.restart()
        assert client.get("kept") == b"yes"


def test_a_silent_server_is_given_up_after_the_reply_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(ServerError, match="does not answer in time"):
            connect(f"redis://127.0.0.1:{port}", reply_seconds=0.05)


def test_replies_are_bytes_and_the_name_is_shown_to_operators(server: RedisServer) -> None:
    with connect(server.tcp_url, name="mensch-worker") as client:
        assert client.echo("word") == b"word"
        assert "mensch-worker" in [each["name"] for each in server.client().client_list()]


@pytest.mark.parametrize("address", ["unix", "tcp"])
def test_messages_name_the_server_they_are_about(server: RedisServer, address: str) -> None:
    url = server.url if address == "unix" else server.tcp_url
    shown = url if address == "unix" else f"{url}/0"
    with connect(url) as client:
        assert address_of(client) == shown
        client.set("text", "x")
        with pytest.raises(ServerError, match="refuses: WRONGTYPE") as caught, server_errors(client):
            client.lpush("text", "y")
        assert shown in one_line(caught.value)


def test_nobody_at_the_port_is_one_clear_line() -> None:
    port = free_port()
    with pytest.raises(ServerError) as caught:
        connect(f"redis://127.0.0.1:{port}")
    text = one_line(caught.value)
    assert text.startswith(f"the server at redis://127.0.0.1:{port}/0 cannot be reached: ")


def test_a_wrong_password_is_refused_and_never_shown() -> None:
    with RedisServer(options={"requirepass": "right-secret"}, tcp=True) as guarded:
        login = f"redis://:wrong-secret@127.0.0.1:{guarded.port}"
        with pytest.raises(ServerError, match="refuses the user name or password") as caught:
            connect(login)
        assert "secret" not in one_line(caught.value)
        with pytest.raises(ServerError, match="wants a user name and password"):
            connect(guarded.tcp_url)
        with connect(f"redis://:right-secret@127.0.0.1:{guarded.port}") as client:
            assert client.ping()
            assert "secret" not in address_of(client)
        with connect(f"{guarded.url}?password=right-secret") as client:
            assert client.ping()
            assert "secret" not in address_of(client)


def test_a_full_memory_is_one_clear_line() -> None:
    with RedisServer(options={"maxmemory": "1"}) as small:
        client = small.client()
        with pytest.raises(ServerError, match="used all the memory it may"), server_errors(client):
            client.set("more", b"x")
        script = client.register_script("return redis.call('SET', KEYS[1], 'x')")
        with pytest.raises(ServerError, match="used all the memory it may"), server_errors(client):
            script(keys=["more"])


def test_many_threads_share_a_client(server: RedisServer) -> None:
    client = server.client()
    client.delete("shared")
    threads = [threading.Thread(target=lambda: [client.incr("shared") for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert client.get("shared") == b"200"


def test_importing_the_factory_does_not_import_the_client_library() -> None:
    modules = "connection fitness meta embedded start folder address binary probe version_guard watchdog"
    imports = "; ".join(f"import mensch.events.server.{module}" for module in modules.split())
    check = f"import sys; {imports}; sys.exit('redis' in sys.modules or 'platformdirs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], env=dict(os.environ), check=False).returncode == 0
