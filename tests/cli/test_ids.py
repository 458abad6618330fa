"""How a game is named: its id, cut short as long as it is unique, and generous about how it is typed."""

from __future__ import annotations

from collections import defaultdict

import pytest

from mensch.events.redis.keys import shard_of
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import begun

COMMANDS = {
    "show": (),
    "moves": (),
    "play": ("1",),
    "resign": ("--as", "anna"),
    "abort": ("--operator",),
    "replay": (),
    "log": (),
    "fork": ("--at", "4"),
}
"""Every command that asks for a game, with what else it must be told."""


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        ("zzzzzzzzzz", "zzzzzzzzzz"),
        ("z", "z"),
        ("nope", "nope"),
        ("", ""),
        ("   ", " "),
        ("uuuu", "uuuu"),
        ("z" * 5000, f"{'z' * 40}…"),
        ("zürich", "zürich"),
        ("٣", "٣"),
        ("k7%", "k7%"),
        ("*", "*"),
        ("[a", "[a"),
        ("a\nb", "a�b"),
        ("\x1b[2J", "�[2J"),
        ("\u202eabc", "�abc"),
        ("\udcff", "�"),
    ],
)
def test_what_names_no_game_is_refused_as_it_was_typed(
    mensch: Mensch, command: str, typed: str, quoted: str
) -> None:
    complaint = f"there is no game “{quoted}”: ids are 10 letters and digits, see `mensch games`"
    mensch(command, typed, *COMMANDS[command]).refused(5, complaint)


@pytest.mark.parametrize("command", ["show", "replay", "log"])
def test_a_players_id_is_no_games_id(mensch: Mensch, referee: Referee, command: str) -> None:
    player = begun(referee).holder(0).player
    mensch(command, player).refused(5, f"there is no game “{player}”")


def test_an_id_may_be_cut_short(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee).id
    for length in (1, 3, 9, 10):
        assert mensch("show", game[:length], "--json").document["game"] == game


def test_an_id_may_be_typed_in_capitals_and_with_spaces_around(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee).id
    assert mensch("show", f" {game.upper()} ", "--json").document["game"] == game


def test_letters_that_look_like_digits_are_read_as_those(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee).id
    while not {"0", "1"} <= set(game):
        game = begun(referee).id
    for one, zero in ("io", "IO", "lo", "LO"):
        typed = game.replace("1", one).replace("0", zero)
        assert mensch("show", typed, "--json").document["game"] == game


def sharing_a_letter(referee: Referee, number: int) -> tuple[str, list[str]]:
    """Create games until so many ids begin with the same letter; it, and those ids, ascending."""
    by_letter: dict[str, list[str]] = defaultdict(list)
    while True:
        game = begun(referee).id
        same = by_letter[game[0]]
        same.append(game)
        if len(same) == number:
            return game[0], sorted(same)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_beginning_of_two_ids_is_refused_with_both(
    mensch: Mensch, referee: Referee, command: str
) -> None:
    letter, games = sharing_a_letter(referee, 2)
    refusal = mensch(command, letter, *COMMANDS[command])
    refusal.refused(2, f"“{letter}” is the beginning of several games: {', '.join(games)}")


def test_of_many_ids_only_the_first_three_are_told(mensch: Mensch, referee: Referee) -> None:
    letter, games = sharing_a_letter(referee, 4)
    mensch("show", letter).refused(2, f"several games: {', '.join(games[:3])}, …")


def test_what_somebody_else_put_among_the_ids_is_no_game(mensch: Mensch, referee: Referee) -> None:
    from mensch.events.redis.store import RedisStore

    game = begun(referee).id
    assert isinstance(referee.store, RedisStore)
    foreign = [b"\xff\xfe", b"", b"x", b"k7:turn:4", f"{game}x".encode(), b"\x1b[2J"]
    referee.store.client.zadd(shard_of(game, 1).games, dict.fromkeys(foreign, 0))
    assert [told["game"] for told in mensch("games", "--json").documents] == [game]
    assert mensch("show", game, "--json").document["game"] == game
