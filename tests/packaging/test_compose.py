"""Every service of docker-compose.yml does its work. No Docker engine is needed: each command runs here."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import redis

from mensch.events.redis.store import RedisStore
from mensch.events.server.binary import find_binary
from mensch.events.server.connection import connect
from mensch.events.server.meta import open_meta
from mensch.workers.queues import TOURNAMENTS, living_workers
from tests.packaging.checkout import ROOT
from tests.servers import eventually, free_port
from tests.workers.bots_game import assert_played_as_if_undisturbed, bots_game, wait_for_end
from tests.workers.mail.postoffice import HOST, PostOffice
from tests.workers.mail.table import ByMail


class Health(msgspec.Struct):
    test: list[str]


class Service(msgspec.Struct):
    """What these tests read of a service; docker-compose itself checks the rest."""

    command: list[str]
    environment: dict[str, str] = {}
    volumes: list[str] = []
    healthcheck: Health | None = None
    restart: str = "no"
    container_name: str | None = None
    ports: list[str] = []
    init: bool = False


class Compose(msgspec.Struct):
    services: dict[str, Service]
    volumes: dict[str, dict[str, str]]


def services() -> dict[str, Service]:
    return msgspec.yaml.decode((ROOT / "docker-compose.yml").read_bytes(), type=Compose).services


class LocalRedis:
    """The `redis` service, run by a server program of this machine in a folder of ours instead of /data."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.port = free_port()
        self._program = program
        self._folder = folder

    def __enter__(self) -> "LocalRedis":
        name, *options = services()["redis"].command
        assert name == "redis-server"
        here = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder)]
        self._server = subprocess.Popen([self._program, *options, *here], stdout=subprocess.DEVNULL)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.kill()
        self._server.wait()

    def healthy(self) -> bool:
        """Whether the service's own health check succeeds, with a `redis-cli` that goes to our port."""
        health = services()["redis"].healthcheck
        assert health is not None
        kind, script = health.test
        assert kind == "CMD-SHELL"
        redis_cli = self._folder / "bin" / "redis-cli"
        if not redis_cli.exists():
            redis_cli.parent.mkdir()
            redis_cli.write_text(f'#!/bin/sh\nexec "{self._program.parent}/redis-cli" -p {self.port} "$@"\n')
            redis_cli.chmod(0o700)
        path = f"{redis_cli.parent}:{os.environ['PATH']}"
        return subprocess.run(["sh", "-c", script], env={"PATH": path}, check=False).returncode == 0

    def setting(self, name: str) -> str:
        """The value that the running server has for a setting."""
        with redis.Redis(port=self.port, decode_responses=True) as client:
            value: str = client.config_get(name)[name]
        return value


@pytest.fixture
def local_redis(tmp_path: Path) -> Iterator[LocalRedis]:
    with LocalRedis(find_binary().path, tmp_path) as server:
        eventually(server.healthy, "the health check of docker-compose.yml to succeed")
        yield server


def run_cli(server: LocalRedis, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the image's entry point as the `cli` service would, with the service's environment."""
    return subprocess.run(
        [entry_point(), *arguments],
        env=environment(server, home, "cli"),
        capture_output=True,
        text=True,
        check=False,
    )


def entry_point() -> Path:
    """The program of this machine that stands for the image's entry point."""
    (line,) = [
        line for line in (ROOT / "Dockerfile").read_text().splitlines() if line.startswith("ENTRYPOINT ")
    ]
    (program,) = msgspec.json.decode(line.removeprefix("ENTRYPOINT "), type=list[str])
    return Path(sys.executable).parent / program


def environment(server: LocalRedis, home: Path, service: str) -> dict[str, str]:
    """The environment of a service, with this server in place of `redis`, and its volumes at home."""
    places = {"//redis:6379": f"//127.0.0.1:{server.port}"}
    for volume in services()[service].volumes:
        name, _, place = volume.partition(":")
        (home / name).mkdir(exist_ok=True)
        places[place] = str(home / name)
    stated = {}
    for name, value in services()[service].environment.items():
        value = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)  # the default, as where nobody sets anything
        for place, here in places.items():
            value = value.replace(place, here)
        stated[name] = value
    return stated | {"HOME": str(home), "PATH": os.environ["PATH"]}


@contextlib.contextmanager
def running(
    server: LocalRedis, home: Path, service: str, changes: dict[str, str] | None = None
) -> Iterator[None]:
    """Run a service beside the test, and end it as Docker does; it has to end in order."""
    command = [str(entry_point()), *services()[service].command]
    with subprocess.Popen(
        command,
        env=environment(server, home, service) | (changes or {}),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield
        finally:
            process.terminate()
            code = process.wait(30)
    assert code == 0


def test_every_service_is_run_by_a_test_of_this_file() -> None:
    assert set(services()) == {
        "redis",
        "cli",
        "inbox",
        "mail",
        "mailpit",
        "signer",
        "sweeper",
        "tournaments",
        "worker",
    }


def test_the_redis_service_keeps_every_event(local_redis: LocalRedis) -> None:
    assert local_redis.setting("appendonly") == "yes"
    assert local_redis.setting("appendfsync") == "everysec"
    assert local_redis.setting("maxmemory-policy") == "noeviction"


def test_the_log_lies_in_a_named_volume() -> None:
    compose = msgspec.yaml.decode((ROOT / "docker-compose.yml").read_bytes(), type=Compose)
    (volume,) = compose.services["redis"].volumes
    name, _, place = volume.partition(":")
    assert name in compose.volumes
    assert place == "/data"


def test_the_health_check_fails_without_a_server(tmp_path: Path) -> None:
    assert not LocalRedis(find_binary().path, tmp_path).healthy()


def test_the_cli_service_finds_its_server_fit(local_redis: LocalRedis, tmp_path: Path) -> None:
    done = run_cli(local_redis, tmp_path, *services()["cli"].command)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_cli_service_takes_a_command_of_the_day(local_redis: LocalRedis, tmp_path: Path) -> None:
    done = run_cli(local_redis, tmp_path, "games")
    assert done.returncode == 0, done.stdout + done.stderr


def test_sweeper_and_workers_play_the_games_of_bots(local_redis: LocalRedis, tmp_path: Path) -> None:
    with connect(f"redis://127.0.0.1:{local_redis.port}") as client:
        store = RedisStore(client, open_meta(client).shards)
        with (
            running(local_redis, tmp_path, "sweeper"),
            running(local_redis, tmp_path, "worker"),
            running(local_redis, tmp_path, "worker"),
        ):
            game = bots_game(store, target=1)
            wait_for_end(store, game.id)
        assert_played_as_if_undisturbed(store, game.id)


def test_the_tournaments_service_works_on_their_queue(local_redis: LocalRedis, tmp_path: Path) -> None:
    with (
        connect(f"redis://127.0.0.1:{local_redis.port}") as client,
        running(local_redis, tmp_path, "tournaments"),
    ):
        eventually(lambda: bool(living_workers(client)), "the worker to be there")
        (worker,) = living_workers(client)
        assert worker.queue_names() == [TOURNAMENTS]


def test_the_mail_service_sends_to_the_catch_all(
    local_redis: LocalRedis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catch_all = services()["mailpit"]
    assert catch_all.command[:2] == ["--smtp", "0.0.0.0:1025"], "where MENSCH_SMTP_URL leads to"
    assert catch_all.ports == ["127.0.0.1:8025:8025"], "nobody else can read the mails"
    with connect(f"redis://127.0.0.1:{local_redis.port}") as client, PostOffice() as office:
        store = RedisStore(client, open_meta(client).shards)
        stated = environment(local_redis, tmp_path, "mail")["MENSCH_SMTP_URL"]
        here = f"smtp://{HOST}:{office.port}?starttls=no"
        assert stated.replace("mailpit:1025", f"{HOST}:{office.port}") == here
        with (
            running(local_redis, tmp_path, "sweeper"),
            running(local_redis, tmp_path, "mail", {"MENSCH_SMTP_URL": here}),
        ):
            by_mail = ByMail(store, office, monkeypatch)
            by_mail.game("anna", "bert")
            eventually(lambda: len(office.delivered) == 2, "the mails")
    assert {mail.sender for mail in office.delivered} == {"mensch@example.org"}


def test_the_inbox_service_plays_a_signed_move(local_redis: LocalRedis, tmp_path: Path) -> None:
    made = run_cli(local_redis, tmp_path, "keygen", "-o", str(tmp_path / "anna.key"))
    key = re.search(r"[0-9a-f]{64}", made.stdout)
    assert key is not None, made.stderr
    new = ("new", "--seat", "anna", "--seat", "bert", "--key", f"anna={key[0]}", "--json")
    game = msgspec.json.decode(run_cli(local_redis, tmp_path, *new).stdout)["game"]
    moves = msgspec.json.decode(run_cli(local_redis, tmp_path, "moves", game, "--json").stdout)["moves"]
    with running(local_redis, tmp_path, "inbox"):
        play = ("play", game, moves[0]["move"], "--key", str(tmp_path / "anna.key"), "--inbox")
        done = run_cli(local_redis, tmp_path, *play)
    assert done.returncode == 0, done.stdout + done.stderr
    assert msgspec.json.decode(run_cli(local_redis, tmp_path, "show", game, "--json").stdout)["turn"] == 1


@pytest.mark.parametrize("service", ["inbox", "mail", "sweeper", "tournaments", "worker"])
def test_any_number_of_them_can_run_and_each_is_started_again(service: str) -> None:
    stated = services()[service]
    assert stated.restart == "unless-stopped"
    assert stated.container_name is None
    assert stated.ports == []
    assert stated.init, "signals reach the program, and nothing is left behind"


def test_the_signer_alone_has_its_key_and_all_others_reach_it(
    local_redis: LocalRedis, tmp_path: Path
) -> None:
    with running(local_redis, tmp_path, "signer"):
        eventually((tmp_path / "signer-socket" / "signer.sock").is_socket, "the signer to listen")
        done = run_cli(local_redis, tmp_path, "new", "--seat", "anna", "--seat", "bert")
        assert "mensch-receipt1" in done.stdout, done.stdout + done.stderr
    assert (tmp_path / "signer" / "signer" / "key").exists()
    stated = services()
    assert [name for name, service in stated.items() if "signer:/var/lib/mensch" in service.volumes] == [
        "signer"
    ]
    assert stated["signer"].restart == "unless-stopped"


def test_key_memory_and_socket_lie_in_volumes_that_the_images_user_owns() -> None:
    compose = msgspec.yaml.decode((ROOT / "docker-compose.yml").read_bytes(), type=Compose)
    volumes = dict(volume.split(":") for volume in compose.services["signer"].volumes)
    assert set(volumes) <= set(compose.volumes)
    (made,) = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if "install -d" in line]
    for place in volumes.values():
        assert place in made


@pytest.mark.ci
def test_docker_compose_accepts_the_file() -> None:
    done = subprocess.run(
        ["docker-compose", "-f", str(ROOT / "docker-compose.yml"), "config", "--services"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == set(services())


@pytest.mark.ci
def test_docker_compose_reads_what_the_services_share() -> None:
    done = subprocess.run(
        ["docker-compose", "-f", str(ROOT / "docker-compose.yml"), "config"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    read = msgspec.yaml.decode(done.stdout.encode(), type=Compose).services
    assert read["worker"].command == ["worker"]
    assert read["sweeper"].environment == read["worker"].environment == read["cli"].environment


@pytest.mark.ci
def test_the_redis_service_runs_on_debians_redis_as_well(tmp_path: Path) -> None:
    program = shutil.which("redis-server")
    assert program is not None, "no redis-server on PATH: apt-get install redis-server"
    with LocalRedis(Path(program), tmp_path) as server:
        eventually(server.healthy, "the health check of docker-compose.yml to succeed")
        assert server.setting("appendonly") == "yes"
        assert server.setting("maxmemory-policy") == "noeviction"
