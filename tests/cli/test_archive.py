"""`mensch archive`: games leave the server for files, and are read from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from mensch.events.archived.folder import VARIABLE
from mensch.events.clock import OFFSET
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.servers import RedisServer, eventually
from tests.workers.programs import Programs

BOTS = ("--seat", "bot:greedy", "--seat", "bot:random", "--target", "10")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "archive"))
    return tmp_path / "archive"


def played(mensch: Mensch) -> str:
    return str(mensch("new", *BOTS, "--json").document["game"])


def test_an_archived_game_is_shown_replayed_audited_exported_and_forked_as_before(
    mensch: Mensch, referee: Referee, folder: Path
) -> None:
    game = played(mensch)
    asked = (
        ("show", game),
        ("replay", game),
        ("replay", game, "--at", "9"),
        ("log", game),
        ("export", game),
        ("audit", game),
        ("games",),
    )
    before = [mensch(*words) for words in asked]
    assert mensch("archive", game).ok().lines == ["Games moved into the archive: 1."]
    assert game not in referee.store.logs()
    assert (folder / game[:2] / f"{game}.jsonl.zst").exists()
    assert [mensch(*words) for words in asked] == before
    assert mensch("fork", game, "--at", "9", "--json").document["fork"]["parent"] == game
    assert mensch("diff", game, game).code == 0


def test_only_games_that_are_over_for_long_enough_are_taken(
    mensch: Mensch, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = played(mensch)
    runs = mensch("new", "--seat", "anna", "--seat", "ben", "--json").document["game"]
    assert mensch("archive", "--older", "1d", "--json").document["archived"] == []
    monkeypatch.setenv(OFFSET, str(2 * 24 * 3600))
    assert mensch("archive", "--older", "1d", "--json").document["archived"] == [over]
    assert mensch("archive", "--older", "1d", "--json").document["archived"] == []
    mensch("archive", runs).refused(4, "is not over")


def test_it_says_which_games_or_how_old(mensch: Mensch) -> None:
    game = played(mensch)
    mensch("archive").refused(2, "--older 30d")
    mensch("archive", game, "--older", "1d").refused(2, "--older 30d")
    mensch("archive", "zzzzzzzzzz").refused(5, "there is no game")


def test_nothing_more_happens_in_an_archived_game(mensch: Mensch) -> None:
    game = played(mensch)
    mensch("archive", game).ok()
    mensch("dispute", game, "I doubt it", "--as", "0", "--record", "5").refused(6, "is archived")


def test_without_its_folder_an_archived_game_is_named_and_not_taken_for_empty(
    mensch: Mensch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = played(mensch)
    mensch("archive", game).ok()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "elsewhere"))
    mensch("replay", game).refused(8, f"game {game} is archived, and its file is not")
    assert mensch("rebuild").code == 0
    monkeypatch.setenv(VARIABLE, str(tmp_path / "archive"))
    assert mensch("replay", game).code == 0


def test_killed_half_way_every_game_is_whole_in_the_server_or_in_a_file(
    redis_server: RedisServer,
    mensch: Mensch,
    referee: Referee,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament = mensch(
        "tournament", "new", "cup", "--format", "round-robin", "--games-per-pairing", "60",
        "--player", "bot:greedy", "--player", "bot:random", "--json",
    ).document["tournament"]  # fmt: skip
    mensch("tournament", "run", tournament, "--jobs", "1").ok()
    store = referee.store
    assert isinstance(store, RedisStore)
    before = {game: store.read(game) for game in store.games()}
    assert len(before) == 60
    with Programs(redis_server.url, changes={VARIABLE: str(folder)}) as programs:
        running = programs.start("archive", "--older", "1s", ahead=60)
        eventually(lambda: len(store.entombed()) > 5, "some games to be archived")
        running.kill()
    assert 5 < len(store.entombed()) < 60, "it was killed half-way"
    assert len(mensch("games", "--most", "100", "--json").documents) == 60
    monkeypatch.setenv(OFFSET, "60")
    mensch("archive", "--older", "1s").ok()
    assert len(store.entombed()) == 60
    for game, records in before.items():
        assert mensch("log", game).out.encode() == b"".join(record + b"\n" for record in records)
    assert mensch("audit", tournament).code == 0


def test_a_game_of_people_in_an_open_round_stays_until_that_is_closed(
    mensch: Mensch, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [f"{name}={name}@example.org" for name in ("anna", "ben", "cleo", "dan")]
    tournament = mensch(
        "tournament", "new", "club", "--format", "swiss", "--rounds", "1", "--json",
        *(word for one in people for word in ("--player", one)),
    ).document["tournament"]  # fmt: skip
    mensch("tournament", "run", tournament, "--jobs", "1").ok()
    first, second = (document["game"] for document in mensch("games", "--json").documents)
    mensch("resign", first, "--as", "0").ok()
    mensch("archive", first).refused(4, "open round of a tournament")
    monkeypatch.setenv(OFFSET, "60")
    assert mensch("archive", "--older", "1s", "--json").document["archived"] == []
    mensch("resign", second, "--as", "0").ok()
    done = mensch("tournament", "run", tournament, "--jobs", "1", "--json").document
    assert done["status"] == "finished"
    mensch("archive", first).refused(4, "still due in it, such as a mail")  # which nobody sends here
