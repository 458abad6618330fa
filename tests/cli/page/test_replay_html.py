"""`mensch replay GAME --html FILE`."""

from __future__ import annotations

from pathlib import Path

import pytest

from mensch.core.rules import classic
from mensch.events import referee as referee_module
from mensch.events.game import Game
from mensch.events.redis.keys import shard_of
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED, Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played
from tests.cli.page.pages import Page


@pytest.fixture
def running(referee: Referee) -> Game:
    """A game in its midst, of people with real entropy."""
    return played(referee, begun(referee, PEOPLE[:3], rules=classic(3, 200), insecure=False), 30)


def page_of(mensch: Mensch, words: list[str], file: Path) -> str:
    """The page that a command writes."""
    mensch(*words, "--html", str(file), "--force").ok()
    return file.read_text("utf-8")


def test_a_game_is_written_into_a_file(mensch: Mensch, referee: Referee, tmp_path: Path) -> None:
    game = finished(referee)
    file = tmp_path / "game.html"
    told = mensch("replay", game.id, "--html", str(file)).ok()
    assert told.out == f"Game {game.id} is in {file}: open it in a browser, or send it.\n"
    page = Page(file.read_text("utf-8"))
    assert page.game["head"] == game.head
    assert len(page.records) == game.seq
    assert [path.name for path in tmp_path.iterdir()] == ["game.html"]


def test_messages_stand_in_the_list_of_moves(mensch: Mensch, referee: Referee, tmp_path: Path) -> None:
    game = begun(referee)
    mensch("play", game.id, "1", "--say", "</ol><script>alert(1)</script> & so").ok()
    page = Page(page_of(mensch, ["replay", game.id], tmp_path / "game.html"))
    assert page.moves[4] == "5 anna says: </ol><script>alert(1)</script> & so"


@pytest.mark.parametrize("command", ["replay", "report"])
def test_a_file_that_is_there_stays_unless_it_may_go(
    mensch: Mensch, referee: Referee, tmp_path: Path, command: str
) -> None:
    game = finished(referee)
    file = tmp_path / "game.html"
    file.write_text("mine")
    mensch(command, game.id, "--html", str(file)).refused(2, "there is a file", "--force overwrites it")
    assert file.read_text() == "mine"
    mensch(command, game.id, "--html", str(file), "--force").ok()
    assert file.read_text().startswith("<!DOCTYPE html>")
    mensch(command, game.id, "--html", str(tmp_path), "--force").refused(2, "is no file")
    missing = tmp_path / "nowhere" / "game.html"
    mensch(command, game.id, "--html", str(missing)).refused(1, "cannot be written")


@pytest.mark.parametrize(
    "words",
    [["--at", "3"], ["--from", "3"], ["--to", "3"], ["--as", "anna"]],
)
def test_a_page_holds_the_whole_game(
    mensch: Mensch, referee: Referee, tmp_path: Path, words: list[str]
) -> None:
    file = tmp_path / "game.html"
    mensch("replay", finished(referee).id, *words, "--html", str(file)).refused(2, "holds the whole game")
    assert not file.exists()


@pytest.mark.parametrize("command", ["replay", "report"])
def test_nothing_in_the_file_of_a_running_game_depends_on_hidden_dice(
    mensch: Mensch,
    referee: Referee,
    running: Game,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: str,
) -> None:
    """The same log with one seed after another: all hidden dice differ, and not one byte of the file does."""
    deck, store = running.deck, referee.store
    assert deck is not None
    assert isinstance(store, RedisStore)
    monkeypatch.setattr(referee_module, "commitment", lambda seed: bytes.fromhex(deck.commitment))
    before = page_of(mensch, [command, running.id], tmp_path / "game.html")
    hands = [running.table.hand(seat) for seat in range(3)]
    for number in range(3):
        store.client.hset(shard_of(running.id, 1).secret(running.id), SEED, bytes([number]) * 32)
        other = referee.load(running.id)
        assert [other.table.hand(seat) for seat in range(3)] != hands, "or the test would show nothing"
        assert page_of(mensch, [command, running.id], tmp_path / "game.html") == before


@pytest.mark.parametrize("command", ["replay", "report"])
def test_the_file_of_a_running_game_holds_no_secret(
    mensch: Mensch, referee: Referee, running: Game, tmp_path: Path, command: str
) -> None:
    """Searched for the seed, for each envelope of a cause with its salt, and for every die in hand."""
    text = page_of(mensch, [command, running.id], tmp_path / "game.html")
    kept = referee.store.secrets(running.id)
    assert len(kept) > 30, "a seed, and the causes of 30 moves"
    whole = text
    if command == "replay":
        page = Page(text)
        whole += b"\n".join(page.records).decode()
        assert all(set(frame[2]) <= {"0", "|"} for frame in page.game["frames"] if frame)
    for secret in kept.values():
        assert secret.hex() not in whole
        assert secret.hex()[:16] not in whole
        assert secret.decode(errors="replace") not in whole


def test_after_the_end_the_file_tells_all_dice(mensch: Mensch, referee: Referee, tmp_path: Path) -> None:
    game = finished(referee)
    page = Page(page_of(mensch, ["replay", game.id], tmp_path / "game.html"))
    assert all("0" not in frame[2] for frame in page.game["frames"] if frame)
