"""`mensch rule` and `mensch arbiter`: every ruling, the sealed cause, and who may rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from mensch.events.cause import TABLE
from mensch.events.game import Game
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.disputing import Judge, kinds, registered
from tests.cli.games import PEOPLE, begun, finished, played
from tests.events.verifier import verify_fork


@pytest.fixture
def themis(mensch: Mensch, tmp_path: Path) -> Judge:
    return registered(mensch, tmp_path)


def disputed(mensch: Mensch, referee: Referee, seats: int = 2, *, bots: tuple[int, ...] = ()) -> Game:
    """A game of which anna disputes the first move, of three."""
    game = played(referee, begun(referee, PEOPLE[:seats], bots=bots), 3)
    mensch("dispute", game.id, "--as", "anna", "--record", str(game.seq - 2), "No!").ok()
    return referee.load(game.id)


# Rulings


def test_a_game_that_stands_goes_on(mensch: Mensch, referee: Referee, themis: Judge) -> None:
    game = disputed(mensch, referee)
    ruled = mensch("rule", game.id, "--dispute", "8", "--stands", *themis.words, "--say", "It was hers.").ok()
    assert ruled.out == f"Game {game.id} stands.\n"
    told = mensch("replay", game.id).ok().lines[-1]
    assert told == f"   9  arbiter {themis.id} rules on record 8: the game stands, says: It was hers."
    mensch("play", game.id, "1").ok()


def test_the_only_open_dispute_need_not_be_named(mensch: Mensch, referee: Referee, themis: Judge) -> None:
    game = disputed(mensch, referee)
    mensch("dispute", game.id, "--as", "bert", "--record", "6", "Nor this one.").ok()
    both = f"several disputes are open in game {game.id}, so name one with --dispute: 8, 9"
    mensch("rule", game.id, "--stands", *themis.words).refused(2, both)
    mensch("rule", game.id, "--stands", "--dispute", "9", *themis.words).ok()
    mensch("rule", game.id, "--stands", *themis.words).ok()
    mensch("rule", game.id, "--stands", *themis.words).refused(2, f"no dispute is open in game {game.id}")


def test_after_a_ruling_bots_play_on(mensch: Mensch, referee: Referee, themis: Judge) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1])
    game = referee.play(game, 0, game.table.legal_moves()[0].text, TABLE)
    mensch("dispute", game.id, "--as", "anna", "--record", "5", "A slip of my finger.").ok()
    mensch("rule", game.id, "--stands", *themis.words).ok()
    assert kinds(referee, game, 2) == ["ruling_given", "move_played"]


def test_a_forfeit_of_one_of_three_is_leaving(mensch: Mensch, referee: Referee, themis: Judge) -> None:
    game = disputed(mensch, referee, 3)
    assert (
        mensch("rule", game.id, "--forfeit", "bert", *themis.words).ok().out
        == f"bert forfeits game {game.id}.\n"
    )
    seats = mensch("show", game.id, "--json").document["seats"]
    assert [seat["left"] for seat in seats] == [False, True, False]
    told = " ".join(line.strip() for line in mensch("replay", game.id).ok().lines[-2:])
    assert told.endswith("rules on record 9: bert forfeits and leaves the table")


def test_a_forfeit_of_one_of_two_ends_the_game(mensch: Mensch, referee: Referee, themis: Judge) -> None:
    game = disputed(mensch, referee)
    told = mensch("rule", game.id, "--forfeit", "1", *themis.words, "--json").document
    assert (told["status"], told["winner"]) == ("finished", 0)
    assert told["ruling"]["seat"] == 1
    assert kinds(referee, game, 4) == ["ruling_given", "game_finished", "deck_revealed", "reasons_published"]


def test_an_annulled_game_has_no_winner_wherever_it_is_shown(
    mensch: Mensch, referee: Referee, themis: Judge
) -> None:
    game = finished(referee)
    mensch("dispute", game.id, "--as", "bert", "--record", "7", "No!").ok()
    assert mensch("rule", game.id, "--annul", *themis.words).ok().out == f"Game {game.id} is annulled.\n"
    shown = mensch("show", game.id, "--json").document
    assert shown["status"] == "annulled"
    assert not {"winner", "places"} & shown.keys()
    assert not any("1st" in line for line in mensch("show", game.id).ok().lines)
    assert mensch("replay", game.id).ok().lines[-1].endswith("the game is annulled")
    assert [each["game"] for each in mensch("games", "--status", "annulled", "--json").documents] == [game.id]
    mensch("play", game.id, "1").refused(6, f"game {game.id} is annulled")


def test_a_replay_names_the_game_that_goes_on(mensch: Mensch, referee: Referee, themis: Judge) -> None:
    game = disputed(mensch, referee)
    told = mensch("rule", game.id, "--replay-from", "5", *themis.words).ok().out
    [child] = [each for each in referee.store.games() if each != game.id]
    assert told == (
        f"Game {game.id} is annulled and goes on from record 5 as game {child}.\nNext: mensch play {child}\n"
    )
    shown = mensch("show", child, "--json").document
    assert shown["fork"] == {"dice": "fresh", "parent": game.id, "seq": 5}
    assert [seat["name"] for seat in shown["seats"]] == ["anna", "bert"]
    assert [seat["player"] for seat in shown["seats"]] == [game.holder(seat).player for seat in (0, 1)]
    verify_fork(referee.store.read(child), referee.store.read(game.id))
    mensch("play", child, "1").ok()


def test_bots_play_on_in_a_replay(mensch: Mensch, referee: Referee, themis: Judge) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1])
    mensch("play", game.id, "1").ok()
    mensch("dispute", game.id, "--as", "anna", "--record", "6", "Once more!").ok()
    told = mensch("rule", game.id, "--replay-from", "5", *themis.words, "--json").document
    assert kinds(referee, referee.load(told["ruling"]["fork"]), 2) == ["game_started", "move_played"]


# The sealed cause


def test_the_cause_of_the_disputed_move_is_opened_once(mensch: Mensch, referee: Referee) -> None:
    game = disputed(mensch, referee)
    opened = mensch("rule", game.id, "--open-reason").ok()
    assert opened.out == 'The cause of record 5: {"kind":"table"}\n'
    assert mensch("replay", game.id).ok().lines[-1] == (
        '   9  the cause of record 5 is opened: {"kind":"table"}'
    )
    mensch("rule", game.id, "--open-reason").refused(2, "the cause of record 5", "is open already")


def test_a_cause_as_a_document_holds_what_it_was_sealed_with(mensch: Mensch, referee: Referee) -> None:
    told = mensch("rule", disputed(mensch, referee).id, "--open-reason", "--json").document
    assert told["reason"]["seq"] == 5
    assert len(told["reason"]["salt"]) == 64


def test_what_is_no_move_has_no_cause(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    mensch("dispute", game.id, "--as", "anna", "--record", "2", "That is not my name.").ok()
    mensch("rule", game.id, "--open-reason").refused(2, "record 2", "is no move")


# What is refused


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        ([], 2, "say one of --stands, --forfeit, --annul, --replay-from and --open-reason"),
        (["--stands", "--annul"], 2, "say one of"),
        (["--forfeit", "anna", "--replay-from", "5"], 2, "say one of"),
        (["--stands", "--dispute", "7"], 2, "no dispute of record 7 is open"),
        (["--forfeit", "dora"], 5, "there is no player “dora”"),
        (["--replay-from", "3"], 2, "was running from record 4 to 8, so it cannot be replayed from record 3"),
        (["--replay-from", "9"], 2, "so it cannot be replayed from record 9"),
        (["--stands", "--say", ""], 2, "the message has 0 bytes"),
        (["--stands", "--say", "x" * 2001], 2, "the message has 2001 bytes"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(
    mensch: Mensch, referee: Referee, themis: Judge, words: list[str], code: int, complaint: str
) -> None:
    game = disputed(mensch, referee)
    mensch("rule", game.id, *words, *themis.words).refused(code, complaint)
    assert referee.load(game.id).seq == game.seq
    assert referee.store.games() == [game.id]


def test_opening_a_cause_is_no_ruling(mensch: Mensch, referee: Referee, themis: Judge) -> None:
    game = disputed(mensch, referee)
    mensch("rule", game.id, "--open-reason", *themis.words).refused(2, "--open-reason is no ruling")


def test_nobody_forfeits_what_is_over(mensch: Mensch, referee: Referee, themis: Judge) -> None:
    game = finished(referee)
    mensch("dispute", game.id, "--as", "bert", "--record", "7", "No!").ok()
    mensch("rule", game.id, "--forfeit", "anna", *themis.words).refused(6, f"game {game.id} is finished")


def test_a_ruling_needs_an_arbiter_who_is_registered_and_their_own_key(
    mensch: Mensch, referee: Referee, themis: Judge, tmp_path: Path
) -> None:
    game = disputed(mensch, referee)
    minos = registered(mensch, tmp_path, "Minos")
    with_key = ["--key", str(themis.file)]
    for words, code, complaint in (
        (["--arbiter", themis.id], 2, "a ruling needs --arbiter and --key"),
        (with_key, 2, "a ruling needs --arbiter and --key"),
        (["--arbiter", game.holder(0).player, *with_key], 5, "there is no arbiter"),
        (["--arbiter", "Themis", *with_key], 5, "“Themis” is no id of an arbiter"),
        (["--arbiter", minos.id, *with_key], 2, f"not the key that arbiter {minos.id} is registered with"),
        (["--arbiter", themis.id, "--key", str(tmp_path / "none")], 5, "cannot be read"),
    ):
        mensch("rule", game.id, "--stands", *words).refused(code, complaint)
    themis.file.chmod(0o644)
    mensch("rule", game.id, "--stands", *themis.words).refused(2, "can be read by others")
    assert referee.load(game.id).seq == game.seq


def test_a_player_does_not_rule_on_their_own_game(
    mensch: Mensch, referee: Referee, themis: Judge, tmp_path: Path
) -> None:
    told = mensch(
        "new", "--seat", "anna", "--seat", "bert", "--key", f"anna={themis.file}", "--json"
    ).document
    mensch("dispute", told["game"], "--as", "bert", "--record", "2", "No!").ok()
    mensch("rule", told["game"], "--stands", *themis.words).refused(2, "this is the key of seat 0")


# Arbiters


def test_an_arbiter_is_registered_by_key_or_key_file_and_listed(mensch: Mensch, tmp_path: Path) -> None:
    key = mensch("keygen", "-o", str(tmp_path / "key")).ok().out.strip()
    told = mensch("arbiter", "Themis", "--key", str(tmp_path / "key")).ok().out
    [listed] = mensch("arbiter", "--json").documents
    assert listed == {"arbiter": listed["arbiter"], "key": key, "name": "Themis"}
    assert told == f"Themis gives rulings as {listed['arbiter']}.\n"
    assert mensch("arbiter").ok().lines == [f"{listed['arbiter']}  {'Themis':24}  {key}"]


def test_without_arbiters_it_says_how_to_get_one(mensch: Mensch, referee: Referee) -> None:
    finished(referee)
    answer = mensch("arbiter")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == "There are no arbiters yet: mensch arbiter NAME --key KEY\n"
    assert mensch("arbiter", "--json").ok().out == ""


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (["Themis"], 2, "both a name and --key"),
        (["--key", "00" * 32], 2, "both a name and --key"),
        (["Themis", "--key", "01" + "00" * 31], 2, "small order"),
        (["Themis", "--key", "none"], 5, "the key file none cannot be read"),
        (["a@b", "--key", "00" * 32], 2, "the name “a@b” must not"),
    ],
)
def test_an_arbiter_who_could_prove_nothing_is_not_registered(
    mensch: Mensch, words: list[str], code: int, complaint: str
) -> None:
    mensch("arbiter", *words).refused(code, complaint)
    assert mensch("arbiter", "--json").documents == []
