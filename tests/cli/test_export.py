"""`mensch export` and `mensch import`: a game goes into a file, and from there to another server."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mensch.events.archive import export
from mensch.events.memory import MemoryStore
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import begun, finished, played
from tests.events.audit.logs import rewritten


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where to write to."""
    return tmp_path / "game.jsonl"


@pytest.fixture
def elsewhere() -> Referee:
    """A referee of another store."""
    return Referee(MemoryStore())


def write(file: Path, referee: Referee, game: str) -> str:
    """Export a game from a store into a file."""
    file.write_bytes(b"".join(line + b"\n" for line in export(referee.store, game)))
    return str(file)


class TestExport:
    def test_writes_the_same_as_it_prints(self, mensch: Mensch, referee: Referee, file: Path) -> None:
        game = finished(referee)
        said = mensch("export", game.id, "-o", str(file)).ok().out
        assert said == f"Game {game.id} is in {file}: {game.seq} records, 2 names and texts.\n"
        assert mensch("export", game.id).ok().out == file.read_text()
        assert mensch("export", game.id).ok().out == file.read_text()

    def test_of_a_running_game_tells_no_secret(self, mensch: Mensch, referee: Referee) -> None:
        game = played(referee, begun(referee), 5)
        said = mensch("export", game.id).ok().out
        for secret in referee.store.secrets(game.id).values():
            assert secret[:32].hex() not in said

    def test_overwrites_nothing_unless_told(self, mensch: Mensch, referee: Referee, file: Path) -> None:
        game = finished(referee)
        file.write_text("mine")
        mensch("export", game.id, "-o", str(file)).refused(2, "--force overwrites it")
        assert file.read_text() == "mine"
        mensch("export", game.id, "-o", str(file), "--force").ok()
        assert file.read_text() == mensch("export", game.id).out

    def test_leaves_nothing_half_written(self, mensch: Mensch, referee: Referee, file: Path) -> None:
        game = finished(referee)
        mensch("export", game.id, "-o", str(file.parent / "none" / "x")).refused(1, "cannot be written")
        mensch("export", game.id, "-o", str(file)).ok()
        assert [path.name for path in file.parent.iterdir()] == [file.name]

    def test_replaces_nothing_that_is_no_file(self, mensch: Mensch, referee: Referee, file: Path) -> None:
        game = finished(referee)
        os.mkfifo(file)
        mensch("export", game.id, "-o", str(file), "--force").refused(2, "is no file")
        mensch("export", game.id, "-o", str(file.parent), "--force").refused(2, "is no file")
        assert file.is_fifo()

    def test_writes_where_a_link_leads(self, mensch: Mensch, referee: Referee, file: Path) -> None:
        game = finished(referee)
        link = file.with_name("link")
        file.write_text("mine")
        link.symlink_to(file)
        mensch("export", game.id, "-o", str(link), "--force").ok()
        assert link.is_symlink()
        assert file.read_text() == mensch("export", game.id).out

    def test_of_no_game(self, mensch: Mensch) -> None:
        mensch("export", "zzzzzzzzzz").refused(5, "there is no game")


class TestImport:
    def test_brings_a_game_that_can_be_shown_replayed_audited_and_forked(
        self, mensch: Mensch, elsewhere: Referee, file: Path
    ) -> None:
        game = finished(elsewhere)
        said = mensch("import", write(file, elsewhere, game.id)).ok().out
        assert said == f"Game {game.id} is here now, with {game.seq} records. Next: mensch replay {game.id}\n"
        assert "anna" in mensch("show", game.id).ok().out
        assert "wins with" in mensch("replay", game.id).ok().out
        assert mensch("audit", game.id).code == 0
        mensch("fork", game.id, "--at", "8", "--dice", "same").ok()
        assert mensch("export", game.id).out == file.read_text()

    def test_twice_changes_nothing(self, mensch: Mensch, elsewhere: Referee, file: Path) -> None:
        game = finished(elsewhere)
        write(file, elsewhere, game.id)
        mensch("import", str(file)).ok()
        assert mensch("import", str(file)).ok().out == (
            f"Game {game.id} is here already, with all of these records.\n"
        )

    def test_of_a_running_game_says_that_it_cannot_be_played_on(
        self, mensch: Mensch, elsewhere: Referee, file: Path
    ) -> None:
        game = played(elsewhere, begun(elsewhere), 5)
        said = mensch("import", write(file, elsewhere, game.id)).ok().out
        assert "not be played on here" in said
        mensch("show", game.id).ok()
        mensch("play", game.id, "1").refused(1, f"the seed of game {game.id} is missing")
        mensch("fork", game.id, "--at", "8").ok()

    def test_brings_what_happened_since(self, mensch: Mensch, elsewhere: Referee, file: Path) -> None:
        game = played(elsewhere, begun(elsewhere), 5)
        mensch("import", write(file, elsewhere, game.id)).ok()
        played(elsewhere, game, 3, seed=7)
        said = mensch("import", write(file, elsewhere, game.id)).ok().lines[0]
        assert said == f"Game {game.id} is here now, with 3 more records. Next: mensch replay {game.id}"

    def test_says_the_same_as_a_document(self, mensch: Mensch, elsewhere: Referee, file: Path) -> None:
        game = finished(elsewhere)
        said = mensch("import", write(file, elsewhere, game.id), "--json").document
        assert (said["game"], said["written"], said["playable"]) == (game.id, game.seq, False)

    def test_reads_standard_input_and_bare_records(self, mensch: Mensch, elsewhere: Referee) -> None:
        game = finished(elsewhere)
        log = b"".join(raw + b"\n" for raw in elsewhere.store.read(game.id))
        mensch("import", "-", typed=log).ok()
        assert mensch("log", game.id).ok().out.encode() == log

    def test_refuses_another_history(self, mensch: Mensch, elsewhere: Referee, file: Path) -> None:
        game = finished(elsewhere)
        raws = elsewhere.store.read(game.id)
        mensch("import", write(file, elsewhere, game.id)).ok()
        other = rewritten(raws, 2, lambda fields: fields["body"].update(player="p1ayer0000"))
        file.write_bytes(b"\n".join(other) + b"\n")
        mensch("import", str(file)).refused(11, "another history", "`mensch diff`")
        assert mensch("log", game.id).out.encode() == b"".join(raw + b"\n" for raw in raws)

    def test_refuses_what_is_not_sound_with_the_verdict_of_its_audit(
        self, mensch: Mensch, elsewhere: Referee, file: Path
    ) -> None:
        lines = Path(write(file, elsewhere, finished(elsewhere).id)).read_bytes().splitlines()
        for code, kept in ((20, lines[:-4]), (10, [*lines[:4], *lines[5:]]), (30, [b"?"])):
            file.write_bytes(b"".join(line + b"\n" for line in kept))
            mensch("import", str(file)).refused(code, "it is not imported, since")
        assert mensch("games", "--json").documents == []

    def test_of_no_file(self, mensch: Mensch) -> None:
        mensch("import", "none.jsonl").refused(5, "cannot be read")
