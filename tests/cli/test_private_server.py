"""Without MENSCH_REDIS_URL a private server is started, and its games are there the next time."""

from __future__ import annotations

from mensch.events.server.folder import DATA_VARIABLE
from mensch.events.server.start import IDLE_VARIABLE
from tests.cli.command_line import installed
from tests.servers import temporary_data


def test_a_game_goes_on_from_command_to_command() -> None:
    with temporary_data() as data:
        env = {DATA_VARIABLE: str(data), IDLE_VARIABLE: "30"}
        game = installed(["new", "--seat", "anna", "--seat", "bert", "--json"], None, env=env).document[
            "game"
        ]
        installed(["play", game, "1"], None, env=env).ok()
        assert installed(["show", game, "--json"], None, env=env).document["seq"] == 5
        doctor = installed(["doctor"], None, env=env).ok()
        assert doctor.lines[-1] == "The server is fit."
