"""Every service of docker-compose.yml does its work. No Docker engine is needed: each command runs here."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import redis

from mensch.events.server.binary import find_binary
from tests.packaging.checkout import ROOT
from tests.servers import eventually, free_port


class Health(msgspec.Struct):
    test: list[str]


class Service(msgspec.Struct):
    """What these tests read of a service; docker-compose itself checks the rest."""

    command: list[str]
    environment: dict[str, str] = {}
    volumes: list[str] = []
    healthcheck: Health | None = None


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
    (line,) = [
        line for line in (ROOT / "Dockerfile").read_text().splitlines() if line.startswith("ENTRYPOINT ")
    ]
    (entry_point,) = json.loads(line.removeprefix("ENTRYPOINT "))
    environment = {
        name: value.replace("//redis:6379", f"//127.0.0.1:{server.port}")
        for name, value in services()["cli"].environment.items()
    }
    return subprocess.run(
        [Path(sys.executable).parent / entry_point, *arguments],
        env=environment | {"HOME": str(home), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_service_is_run_by_a_test_of_this_file() -> None:
    assert set(services()) == {"redis", "cli"}


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
def test_the_redis_service_runs_on_debians_redis_as_well(tmp_path: Path) -> None:
    program = shutil.which("redis-server")
    assert program is not None, "no redis-server on PATH: apt-get install redis-server"
    with LocalRedis(Path(program), tmp_path) as server:
        eventually(server.healthy, "the health check of docker-compose.yml to succeed")
        assert server.setting("appendonly") == "yes"
        assert server.setting("maxmemory-policy") == "noeviction"
