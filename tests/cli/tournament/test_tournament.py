"""`mensch tournament`: announcing, entering, running, looking on, correcting."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.tournament.commands import StartTournament
from mensch.events.tournament.organiser import Organiser
from mensch.workers.tournament.playing import play_batch
from tests.cli.command_line import Document, Mensch

FOUR = ("bot:greedy", "bot:random", "cunning=bot:greedy", "bot:random")


def announced(mensch: Mensch, *more: str, players: tuple[str, ...] = FOUR) -> str:
    """The id of a tournament that has not begun."""
    words = [word for player in players for word in ("--player", player)]
    form = () if "--format" in more else ("--format", "swiss")
    return str(
        mensch("tournament", "new", "spring-cup", *form, *words, *more, "--json").document["tournament"]
    )


def finished(mensch: Mensch, *more: str) -> Document:
    """A tournament that was played to its end, as JSON."""
    return mensch("tournament", "run", announced(mensch, *more), "--jobs", "1", "--json").document


def test_it_is_announced_with_players_whose_names_differ(mensch: Mensch) -> None:
    shown = mensch("tournament", "show", announced(mensch), "--json").document
    assert [one["name"] for one in shown["entrants"]] == ["greedy", "random", "cunning", "random 2"]
    assert [one["bot"] for one in shown["entrants"]] == ["greedy", "random", "greedy", "random"]
    assert (shown["status"], shown["name"], shown["format"]) == ("open", "spring-cup", "swiss")


def test_what_comes_next_is_said_at_every_step(mensch: Mensch) -> None:
    new = mensch("tournament", "new", "cup", "--format", "knockout").ok()
    tournament = new.lines[0].split()[-1]
    assert "mensch tournament enter" in new.lines[1]
    for player in ("bot:greedy", "anna=bot:random"):
        mensch("tournament", "enter", tournament, player).ok()
    assert mensch("tournament", "run", tournament, "--jobs", "1").lines == [
        f"Tournament cup is finished. Next: mensch tournament standings {tournament}"
    ]


@pytest.mark.parametrize("form", ["gauntlet", "knockout", "round-robin", "swiss"])
def test_every_format_is_played_to_its_end_and_stands_an_audit(mensch: Mensch, form: str) -> None:
    done = finished(mensch, "--format", form)
    assert (done["status"], done["played"]) == ("finished", done["games"])
    assert min(done["places"]) == 1
    assert mensch("audit", done["tournament"]).code == 0


def test_a_tournament_is_no_game(mensch: Mensch, referee: Referee) -> None:
    done = finished(mensch)
    games = {document["game"] for document in mensch("games", "--most", "1000", "--json").documents}
    assert len(games) == done["games"]
    assert done["tournament"] not in games
    hint = f"is a tournament: `mensch tournament show {done['tournament']}` shows it"
    for typed in (done["tournament"], done["tournament"][:7], done["name"]):
        mensch("show", typed).refused(5, f"“{typed}” {hint}")
    game = min(games)
    refusal = f"“{game}” is a game: `mensch show {game}` shows it"
    mensch("tournament", "show", game).refused(5, refusal)
    rebuilt = mensch("rebuild", "--json").document
    assert (rebuilt["broken"], rebuilt["games"]) == ({}, done["games"] + 1)
    assert mensch("tournament", "list").lines[0].startswith(f"{done['tournament']}  finished")


def test_its_games_are_shown_replayed_and_audited_like_any(mensch: Mensch) -> None:
    finished(mensch)
    game = mensch("games", "--most", "1", "--json").document["game"]
    assert mensch("replay", game).code == 0
    assert mensch("show", game).code == 0
    assert mensch("audit", game).code == 0


def test_its_log_is_printed_and_audited_from_a_file_that_needs_no_server(mensch: Mensch) -> None:
    done = finished(mensch)
    log = mensch("log", done["tournament"]).ok().out
    assert len(log.splitlines()) == done["seq"]
    report = mensch("audit", "-", "--json", typed=log).document
    assert (report["verdict"], report["game"]) == (0, done["tournament"])
    mensch("import", "-", typed=log).refused(2, "the log of a tournament")


def test_its_name_does_as_well_as_its_id_where_only_one_has_it(mensch: Mensch) -> None:
    first, second = (
        mensch("tournament", "new", name, "--format", "swiss", "--json").ok().document["tournament"]
        for name in ("club-night", "spring-cup")
    )
    for typed, meant in (("club-night", first), ("Club-Night", first), ("spring-cup", second)):
        shown = mensch("tournament", "show", typed, "--json").ok().document
        assert shown["tournament"] == meant
    assert mensch("audit", "club-night").code == 0
    third = mensch("tournament", "new", "club-night", "--format", "swiss", "--json").document["tournament"]
    both = ", ".join(sorted((first, third)))
    mensch("tournament", "show", "club-night").refused(2, f"“club-night” may be several tournaments: {both}")
    assert mensch("tournament", "show", third, "--json").document["tournament"] == third


def test_show_tells_which_game_was_played_by_whom(mensch: Mensch) -> None:
    shown = mensch("tournament", "show", finished(mensch)["tournament"], "--json").document
    names = [entrant["name"] for entrant in shown["entrants"]]
    assert len(shown["results"]) == shown["games"]
    for result in shown["results"]:
        game = mensch("show", result["game"], "--json").document
        assert [seat["name"] for seat in game["seats"]] == [names[one - 1] for one in result["seats"]]
        assert result["hash"] == game["hash"]


def test_where_two_logs_part_is_found(mensch: Mensch, tmp_path: Path) -> None:
    tournament = finished(mensch)["tournament"]
    log = mensch("log", tournament).out
    part = tmp_path / "part.jsonl"
    part.write_text("".join(log.splitlines(keepends=True)[:4]))
    assert "They are the same up to record 4" in mensch("bisect", tournament, str(part)).out
    assert "They are the same up to record 4" in mensch("diff", tournament, str(part)).out


def test_standings_and_cross_table_come_as_text_json_csv_and_markdown(mensch: Mensch) -> None:
    tournament = finished(mensch, "--rounds", "1", "--duplicate", "--luck-adjusted")["tournament"]
    for table in ("standings", "cross-table"):
        assert "cunning" in mensch("tournament", table, tournament).ok().out
        assert mensch("tournament", table, tournament, "--json").document["tournament"] == tournament
        assert "| cunning |" in mensch("tournament", table, tournament, "--markdown").ok().out
        rows = list(csv.reader(io.StringIO(mensch("tournament", table, tournament, "--csv").ok().out)))
        assert any("cunning" in row for row in rows)
        mensch("tournament", table, tournament, "--csv", "--json").refused(2, "cannot be given together")


def test_before_it_begins_everybody_stands_there_without_points(mensch: Mensch) -> None:
    tournament = announced(mensch)
    standings = mensch("tournament", "standings", tournament, "--json").document["standings"]
    assert [line["points"] for line in standings] == [0, 0, 0, 0]
    assert "spring-cup" in mensch("tournament", "show", tournament).ok().out
    watched = mensch("tournament", "watch", tournament, "--once").ok()
    assert watched.out == "0 of 0 games, in round 0 of 2\n", "no rate where nothing was seen to be played"


def test_who_withdraws_is_paired_no_more_and_who_is_disqualified_has_no_place(mensch: Mensch) -> None:
    tournament = announced(mensch, players=(*FOUR, "bot:random", "bot:random"))
    mensch("tournament", "withdraw", tournament, "cunning").ok()
    mensch("tournament", "disqualify", tournament, "5").ok()
    mensch("tournament", "withdraw", tournament, "cunning").refused(2, "has left already")
    done = mensch("tournament", "run", tournament, "--jobs", "1", "--json").document
    assert [one["left"] for one in done["entrants"]] == [None, None, "withdrawn", None, "disqualified", None]
    assert done["places"][4] == 0
    seated = {one for current in done["rounds"] for table in current["tables"] for one in table}
    assert seated.isdisjoint({3, 5})


def test_a_correction_counts_and_its_reason_stays_beside_the_log(mensch: Mensch, referee: Referee) -> None:
    tournament = announced(mensch, "--rounds", "1", players=("bot:greedy", "bot:random"))
    organiser = Organiser(referee.store)
    contest = play_batch(organiser, organiser.act(organiser.load(tournament), StartTournament()), 0)
    result = contest.rounds[0].results[0]
    turned = ",".join(map(str, result.places[::-1]))
    reason = "the organiser's own reason"
    mensch("tournament", "correct", tournament, result.game, "--places", turned, "--reason", reason).ok()
    assert reason not in mensch("log", tournament).out
    done = mensch("tournament", "run", tournament, "--jobs", "1", "--json").document
    loser = contest.rounds[0].seat(0).sitting.seats[result.places.index(2)]
    assert done["places"][loser - 1] == 1
    assert "result-corrected" in mensch("audit", tournament).out


def test_results_alone_are_kept_where_that_is_asked_for(mensch: Mensch) -> None:
    done = finished(mensch, "--keep", "results")
    assert done["played"] == done["games"] > 0
    assert mensch("games", "--json").documents == []
    assert "the logs of" in mensch("audit", done["tournament"]).out


def test_ratings_put_tournaments_together_by_level(mensch: Mensch) -> None:
    for _ in range(2):
        finished(mensch, "--games-per-pairing", "2")
    rated = mensch("ratings", "--json").document
    assert [line["name"] for line in rated["ratings"]] == ["greedy", "random"]
    assert len(rated["tournaments"]) == 2
    assert "greedy" in mensch("ratings", "--markdown").ok().out


# What is refused


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (("new", "Spring Cup", "--format", "swiss"), 2, "must have 1 to 40"),
        (("new", "cup", "--format", "swiss", "--player", "anna"), 2, "is no player"),
        (("new", "cup", "--format", "swiss", "--player", "bot:wizard"), 2, "no bot “wizard”"),
        (
            ("new", "cup", "--format", "swiss", "--player", "a=x@example.org", "--player", "b=X@example.org"),
            2,
            "the same mail address",
        ),
        (("new", "cup", "--format", "knockout", "--rounds", "3"), 2, "leave the rounds out"),
        (("show", "nope"), 5, "there is no tournament “nope”: ids are 10 letters and digits, see"),
        (("run", "??"), 5, "there is no tournament “??”"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else None,
)
def test_what_makes_no_sense_is_refused_in_one_line(
    mensch: Mensch, words: tuple[str, ...], code: int, text: str
) -> None:
    mensch("tournament", *words).refused(code, text)
    assert mensch("tournament", "list", "--json").out == ""


def test_what_comes_too_early_or_too_late_is_refused(mensch: Mensch) -> None:
    tournament = announced(mensch)
    mensch("tournament", "run", tournament, "--jobs", "many").refused(2, "“local” or a number")
    mensch("tournament", "close-round", tournament).refused(4, "has not begun")
    mensch("tournament", "run", tournament, "--jobs", "1").ok()
    mensch("tournament", "run", tournament).refused(6, "is finished")
    mensch("tournament", "enter", tournament, "bot:greedy").refused(6, "is finished")
    mensch("tournament", "withdraw", tournament, "greedy").refused(6, "is finished")


def test_two_who_are_called_the_same_cannot_both_enter(mensch: Mensch) -> None:
    tournament = announced(mensch, players=("anna=bot:greedy",))
    mensch("tournament", "enter", tournament, "Anna=bot:random").refused(2, "two players are called")
    assert len(mensch("tournament", "show", tournament, "--json").document["entrants"]) == 1


def test_alone_nobody_can_begin(mensch: Mensch) -> None:
    tournament = announced(mensch, players=("bot:greedy",))
    assert mensch("tournament", "run", tournament, "--jobs", "1").code == 2
    assert mensch("tournament", "show", tournament, "--json").document["status"] == "open"


def test_nothing_secret_is_in_the_log_of_one_that_runs(mensch: Mensch, referee: Referee) -> None:
    tournament = announced(mensch)
    assert isinstance(referee.store, RedisStore)
    secret = referee.store.secret(tournament, "seed")
    assert secret is not None
    assert secret.hex() not in mensch("log", tournament).out
    assert "cunning" not in mensch("log", tournament).out


# People


def statuses(mensch: Mensch) -> list[str]:
    """The statuses of all games."""
    return sorted(document["status"] for document in mensch("games", "--json").documents)


def test_people_are_entered_by_address_and_their_games_wait_for_them(
    mensch: Mensch, referee: Referee
) -> None:
    people = ("anna=anna@example.org", "bot:greedy", "bot:random")
    tournament = announced(
        mensch, "--format", "round-robin", "--clock", "3d+12h", "--within", "14d", players=people
    )
    mensch("tournament", "enter", tournament, "ben=ben@example.org").ok()
    waits = mensch("tournament", "run", tournament, "--jobs", "1").ok()
    assert waits.lines == ["Round 1 waits for people: 1 of 2 games are not over."]
    assert statuses(mensch) == ["finished", "running"]
    assert "example.org" not in mensch("log", tournament).out
    again = mensch("tournament", "run", tournament, "--jobs", "1").ok()
    assert again.lines == waits.lines
    assert statuses(mensch) == ["finished", "running"]
    over = next(one["game"] for one in mensch("games", "--json").documents if one["status"] == "finished")
    mensch("archive", over).ok()  # of bots, which nobody looks at again
    mensch("tournament", "close-round", tournament).ok()
    assert statuses(mensch) == ["aborted", "finished"]
    shown = mensch("tournament", "show", tournament, "--json").document
    assert len(shown["rounds"]) == 2


@pytest.mark.parametrize("option", [("--duplicate",), ("--luck-adjusted",), ("--keep", "results")])
def test_what_is_for_bots_alone_takes_no_people(mensch: Mensch, option: tuple[str, ...]) -> None:
    players = ("--player", "anna=anna@example.org")
    mensch("tournament", "new", "cup", "--format", "swiss", *players, *option).refused(2, "for bots only")
    assert mensch("tournament", "list", "--json").out == ""


def test_tables_fit_into_80_columns_however_long_the_names(mensch: Mensch) -> None:
    called = [f"{letter * 23}{number}" for number, letter in enumerate("wxyz")]
    players = (*(f"{name}=bot:random" for name in called[:3]), f"{called[3]}=w@example.org")
    tournament = announced(mensch, "--seats", "4", "--games-per-pairing", "9", players=players)
    mensch("tournament", "run", tournament, "--jobs", "1").ok()
    shown = mensch("tournament", "show", tournament).lines
    assert all(len(line) <= 80 for line in shown)
    games = {game["game"] for game in mensch("games", "--json").documents}
    assert games <= set(" ".join(shown).split())
