"""`mensch forget`: erasing what is personal, for good, and only after asking."""

from __future__ import annotations

from pathlib import Path

from mensch.core.rules import classic
from mensch.events.commands import Resign
from mensch.events.game import Game
from mensch.events.people import Person, enrol, note_seat, person_at
from mensch.events.referee import Player, Referee
from tests.cli.command_line import Mensch

ADDRESS = "anna@home.example"


def known(referee: Referee) -> Person:
    return enrol(referee.store, ADDRESS, "anna")


def over(referee: Referee) -> Game:
    """A game that anna has played, and said something in."""
    anna = known(referee)
    game = referee.new_game(classic(2), [Player("anna", id=anna.id, mail=True), Player("bert")])
    note_seat(referee.store, anna.id, game.id, 0)
    return referee.act(referee.say(game, 0, "I live in Linz"), [Resign(1)])


def test_it_asks_and_a_no_erases_nothing(mensch: Mensch, referee: Referee) -> None:
    known(referee)
    asked = mensch("forget", ADDRESS, typed="n\n")
    assert asked.code == 130
    assert "Erase all that is personal about anna, for good?" in asked.err
    assert person_at(referee.store, ADDRESS) is not None


def test_name_address_and_words_are_gone_from_everything_that_is_shown(
    mensch: Mensch, referee: Referee, tmp_path: Path
) -> None:
    game = over(referee)
    told = mensch("forget", ADDRESS, typed="y\n")
    assert (told.code, "in their games (1): texts 1, mails 0." in told.out) == (0, True)
    shown = (
        "".join(mensch(command, game.id).out for command in ("show", "replay", "log", "export", "audit"))
        + mensch("games").out
    )
    assert "anna" not in shown
    assert "Linz" not in shown
    assert "seat 0" in shown
    file = tmp_path / "game"
    file.write_text(mensch("export", game.id).out)
    assert "1 text of the log not in the export: erased" in mensch("audit", str(file)).ok().out


def test_by_id_and_for_programs(mensch: Mensch, referee: Referee) -> None:
    game = over(referee)
    anna = game.holder(0).player
    told = mensch("forget", anna, "--yes", "--json").document
    assert told == {"games": [game.id], "mails": 0, "player": anna, "texts": 1}


def test_who_plays_stays_and_the_remedy_is_named(mensch: Mensch, referee: Referee) -> None:
    anna = known(referee)
    game = referee.new_game(classic(2), [Player("anna", id=anna.id, mail=True), Player("bert")])
    mensch("forget", ADDRESS, "--yes").refused(2, game.id, "mensch replace", "mensch resign")
    assert person_at(referee.store, ADDRESS) is not None


def test_nobody_is_known_by_another_address(mensch: Mensch, referee: Referee) -> None:
    mensch("forget", "eve@evil.test", "--yes").refused(5, "nobody is known as eve@evil.test")
