"""`mensch forget`: erasing what is personal, for good, and only after asking."""

from __future__ import annotations

from pathlib import Path

from mensch.core.rules import classic
from mensch.events import clock
from mensch.events.bodies import Joining
from mensch.events.clock import DAY
from mensch.events.commands import Resign
from mensch.events.game import Game, Status
from mensch.events.inviting import invite_all
from mensch.events.people import Person, enrol, note_seat, person_at
from mensch.events.referee import Player, Referee
from mensch.events.spectators import add_spectator, spectators
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
    assert told == {
        "games": [game.id],
        "invitations": 0,
        "mails": 0,
        "player": anna,
        "texts": 1,
        "watched": [],
    }


def test_who_plays_stays_and_the_remedy_is_named(mensch: Mensch, referee: Referee) -> None:
    anna = known(referee)
    game = referee.new_game(classic(2), [Player("anna", id=anna.id, mail=True), Player("bert")])
    mensch("forget", ADDRESS, "--yes").refused(2, game.id, "mensch replace", "mensch resign")
    assert person_at(referee.store, ADDRESS) is not None


def test_who_only_looks_on_is_forgotten_in_all_games(mensch: Mensch, referee: Referee) -> None:
    games = [referee.new_game(classic(2), [Player("bert"), Player("cora")]) for _ in range(2)]
    for game in games:
        add_spectator(referee.store, game, ADDRESS, "en", clock.now())
        add_spectator(referee.store, game, "dora@home.example", "en", clock.now())
    asked = mensch("forget", ADDRESS, typed="n\n")
    assert f"Erase all that is personal about {ADDRESS}" in asked.err
    told = mensch("forget", "Anna@home.example", "--yes").ok().out
    ids = ", ".join(sorted(game.id for game in games))
    assert told == f"The address is gone from the spectators of these games: {ids}\n"
    for game in games:
        left = spectators(referee.store.secrets(game.id)).values()
        assert [one.address for one in left] == ["dora@home.example"]
    mensch("forget", ADDRESS, "--yes").refused(5, f"nobody is known as {ADDRESS}")


def test_a_player_who_also_looks_on_is_told_so(mensch: Mensch, referee: Referee) -> None:
    known(referee)
    game = referee.new_game(classic(2), [Player("bert"), Player("cora")])
    add_spectator(referee.store, game, ADDRESS, "en", clock.now())
    assert f"spectators of these games: {game.id}\n" in mensch("forget", ADDRESS, "--yes").ok().out
    assert spectators(referee.store.secrets(game.id)) == {}


def test_who_is_only_invited_is_forgotten_and_the_game_waits_no_longer(
    mensch: Mensch, referee: Referee
) -> None:
    guests = [known(referee), enrol(referee.store, "bert@home.example", "bert")]
    game = invite_all(referee, classic(2), guests, Joining(DAY), now=clock.now())
    told = mensch("forget", ADDRESS, "--yes").ok().out
    assert told.endswith("Open invitations that count as refused: 1.\n")
    assert referee.load(game.id).status is Status.ABORTED


def test_nobody_is_known_by_another_address(mensch: Mensch, referee: Referee) -> None:
    mensch("forget", "eve@evil.test", "--yes").refused(5, "nobody is known as eve@evil.test")
