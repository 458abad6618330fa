"""`mensch tournament` with people: what an organiser types and sees."""

from __future__ import annotations

from mensch.events.people import person_at
from mensch.events.referee import Referee
from mensch.events.tournament.fixture import noted_no_shows
from tests.cli.command_line import Document, Mensch

PEOPLE = ("anna=anna@example.org", "ben=ben@example.org")


def begun(mensch: Mensch, *more: str, players: tuple[str, ...] = PEOPLE) -> str:
    """The id of a tournament whose first round waits for people."""
    words = [word for player in players for word in ("--player", player)]
    new = mensch("tournament", "new", "club", "--format", "swiss", *words, *more, "--json").document
    mensch("tournament", "run", str(new["tournament"]), "--jobs", "1").ok()
    return str(new["tournament"])


def running(mensch: Mensch) -> str:
    """The id of the one game that goes on."""
    [game] = [one["game"] for one in mensch("games", "--json").documents if one["status"] == "running"]
    return str(game)


def shown(mensch: Mensch, tournament: str) -> Document:
    """A tournament as JSON."""
    return mensch("tournament", "show", tournament, "--json").document


def test_show_says_which_games_go_on_and_until_when(mensch: Mensch) -> None:
    tournament = begun(mensch, "--clock", "3d+12h", "--within", "14d")
    lines = mensch("tournament", "show", tournament).ok().lines
    assert any(line.startswith("  table 1: ") and line.endswith(f"  {running(mensch)}") for line in lines)
    assert any(line.startswith("The round closes at ") for line in lines)
    document = shown(mensch, tournament)
    assert document["within"] == 14 * 24 * 3600 * 1000
    assert document["clock"]["increment"] == 12 * 3600 * 1000


def test_results_of_people_come_with_the_next_look(mensch: Mensch) -> None:
    tournament = begun(mensch)
    mensch("resign", running(mensch), "--as", "ben").ok()
    finished = mensch("tournament", "run", tournament, "--jobs", "1").ok()
    assert finished.lines[0].startswith("Tournament club is finished")
    assert shown(mensch, tournament)["places"] == [1, 2]
    assert mensch("audit", tournament).code == 0


def test_whom_the_organiser_withdraws_as_a_no_show_is_told_by_mail(mensch: Mensch, referee: Referee) -> None:
    tournament = begun(mensch)
    mensch("tournament", "withdraw", tournament, "ben", "--no-show").ok()
    game = referee.load(running(mensch))
    ben = person_at(referee.store, "ben@example.org")
    assert ben is not None
    seats = noted_no_shows(referee.store.secrets(game.id))
    assert [game.holder(seat).player for seat in seats] == [ben.id]


def test_a_closed_round_counts_the_scores_that_stand_there(mensch: Mensch) -> None:
    tournament = begun(mensch)
    for _ in range(2):
        move = mensch("moves", running(mensch), "--json").document["moves"][0]["move"]
        mensch("play", running(mensch), move).ok()
    mensch("tournament", "close-round", tournament).ok()
    standings = mensch("tournament", "standings", tournament, "--json").document["standings"]
    assert [line["points"] for line in standings] == [0.5, 0.5]
    for form in ((), ("--csv",), ("--markdown",)):
        assert "anna" in mensch("tournament", "standings", tournament, *form).ok().out
        assert "anna" in mensch("tournament", "cross-table", tournament, *form).ok().out
    mensch("ratings").refused(5, "tells of strength")
    assert mensch("audit", tournament).code == 0


def test_who_withdraws_resigns_and_the_other_wins(mensch: Mensch) -> None:
    tournament = begun(mensch, "--rounds", "2")
    mensch("tournament", "withdraw", tournament, "anna").ok()
    assert [one["status"] for one in mensch("games", "--json").documents] == ["finished"]
    mensch("tournament", "run", tournament, "--jobs", "1").ok()
    assert [one["left"] for one in shown(mensch, tournament)["entrants"]] == ["withdrawn", None]
    assert shown(mensch, tournament)["places"] == [2, 1]


def test_a_result_of_people_is_corrected(mensch: Mensch) -> None:
    tournament = begun(mensch, "--rounds", "2")
    game = running(mensch)
    mensch("resign", game, "--as", "ben").ok()
    mensch("tournament", "run", tournament, "--jobs", "1").ok()
    before = mensch("tournament", "standings", tournament, "--json").document["standings"]
    assert [line["points"] for line in before] == [1, 0]
    seats = mensch("show", game, "--json").document["seats"]
    places = ",".join("1" if seat["name"] == "ben" else "2" for seat in seats)
    mensch("tournament", "correct", tournament, game, "--places", places, "--reason", "by mistake").ok()
    after = mensch("tournament", "standings", tournament, "--json").document["standings"]
    assert [line["name"] for line in after] == ["ben", "anna"]
    assert mensch("audit", tournament).code == 0


def test_a_person_is_the_same_in_the_ratings_of_all_tournaments(mensch: Mensch, referee: Referee) -> None:
    tournament = ""
    for players, loser in ((PEOPLE, "ben"), (("Anna A.=ANNA@example.org", "carl=carl@example.org"), "carl")):
        tournament = begun(mensch, players=players)
        mensch("resign", running(mensch), "--as", loser).ok()
        mensch("tournament", "run", tournament, "--jobs", "1").ok()
    rated = mensch("ratings", "--json").document["ratings"]
    assert {line["name"]: line["games"] for line in rated} == {"Anna A.": 2, "ben": 1, "carl": 1}
    anna = person_at(referee.store, "anna@example.org")
    assert anna is not None
    mensch("forget", anna.id, "--yes").ok()
    assert anna.id in mensch("ratings", "--json").out
    assert mensch("audit", tournament).code == 0
