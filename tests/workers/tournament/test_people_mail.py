"""Players hear of a round by the mails of their games."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from mensch.events.game import Game
from mensch.events.ids import new_id
from mensch.events.memory import MemoryStore
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Contest
from mensch.events.tournament.organiser import Organiser
from mensch.events.tournament.secrets import commitment
from mensch.workers.tournament.closing import close, end_games
from mensch.workers.tournament.rounds import mind
from tests.events.tournament.organised import ANNOUNCED
from tests.workers.mail.postoffice import PostOffice
from tests.workers.mail.table import DAYS, GREEDY, ByMail


class Round:
    """The first round of a tournament, of which everybody was told."""

    def __init__(self, table: ByMail, *players: str, seats: int = 2) -> None:
        self.table = table
        self.organiser = Organiser(table.store)
        contest = self.organiser.announce(
            lambda secret: msgspec.structs.replace(
                ANNOUNCED,
                commitment=commitment(secret),
                games=1,
                seats=seats,
                clock=DAYS,
                within=DAYS.bank,
            )
        )
        for name in players:
            entering = c.EnterPlayer(new_id(), GREEDY)
            if name == "bot":
                table.store.save_player(entering.player, {"name": b"hal"})
            else:
                entering = c.EnterPlayer(table.person(name).id)
            contest = self.organiser.act(contest, entering)
        self.contest = mind(self.organiser, self.organiser.act(contest, c.StartTournament()))
        table.works()

    @property
    def game(self) -> Game:
        """Its one game."""
        (game,) = self.table.store.games()
        return self.table.referee.load(game)

    def closes(self) -> Contest:
        """The organiser ends it."""
        return close(self.organiser, end_games(self.organiser, self.contest), "operator")

    def mails(self, name: str) -> list[str]:
        """The texts of all mails that somebody got, without line breaks."""
        return [" ".join(mail.text.split()) for mail in self.table.office.to(f"{name}@example.net")]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[ByMail]:
    with PostOffice() as office:
        yield ByMail(MemoryStore(), office, monkeypatch)


def test_everybody_hears_of_their_game_and_of_its_end_with_the_round(table: ByMail) -> None:
    of = Round(table, "anna", "ben")
    told = {name: table.inbox(name) for name in ("anna", "ben")}
    assert sorted(told.values()) == [["The game begins"], ["Your turn, 5 d left"]]
    table.waits(DAYS.bank)
    mind(of.organiser, of.organiser.load(of.contest.id))
    table.works()
    for name, before in told.items():
        assert table.inbox(name)[: len(before) + 1] == [*before, "The game is over"]


def test_the_first_mail_names_tournament_round_opponents_and_its_end_and_later_ones_do_not(
    table: ByMail,
) -> None:
    of = Round(table, "anna", "ben", "bot", seats=3)
    text = of.mails("anna")[0]
    assert f"This is a game of the tournament {ANNOUNCED.name}, round 1, against " in text
    names = text.partition("round 1, against ")[2].partition(".")[0].split(", ")
    assert sorted(names) == ["ben", "hal (bot: greedy)"]
    assert "The round lasts until 20" in text
    assert "who came to none of their games in the round is paired no more." in text
    game = of.game
    while game.table.turn != of_seat(game, table, "anna") or game.seq == game.started:
        game = table.plays(game)
    table.works()
    assert "tournament" not in of.mails("anna")[-1]


def of_seat(game: Game, table: ByMail, name: str) -> int:
    """Somebody's seat."""
    return [game.holder(seat).player for seat in range(len(game.seats))].index(table.person(name).id)


def test_who_ends_the_round_early_is_said_with_the_places_by_the_scores(table: ByMail) -> None:
    of = Round(table, "anna", "ben")
    game = of.game
    while len(set(game.table.scores)) == 1 or game.seq < game.started + 2:
        game = table.plays(game)
    of.closes()
    table.works()
    for name in ("anna", "ben"):
        end = of.mails(name)[-1]
        assert f"This was a game of the tournament {ANNOUNCED.name}, round 1." in end
        assert "The round has ended; the game was decided by the scores." in end
        assert f" · 2. {game_names(table, game)[game.table.scores.index(min(game.table.scores))]} " in end
        assert "without a winner" not in end


def game_names(table: ByMail, game: Game) -> list[str]:
    """The players' names by seat."""
    return [name for seat in range(2) for name in ("anna", "ben") if of_seat(game, table, name) == seat]


def test_who_did_not_come_is_told_that_they_are_paired_no_more(table: ByMail) -> None:
    of = Round(table, "anna", "ben")
    late, other = game_names(table, of.game)
    table.waits(DAYS.bank - 1)
    of.closes()
    table.works()
    assert table.inbox(late)[1:] == ["The game is over", "You are paired no more"]
    forfeit = f"lost by forfeit for who did not come: {late}."
    assert forfeit in of.mails(late)[1]
    assert of.mails(late)[2] == (
        f"You did not come to your games in round 1 of the tournament {ANNOUNCED.name}. So you count as a "
        "no-show, and are paired no more."
    )
    assert forfeit in of.mails(other)[-1]
    assert "You are paired no more" not in table.inbox(other)
    table.waits(DAYS.bank)
    assert table.works() == 0


def test_a_game_of_no_tournament_names_none(table: ByMail) -> None:
    game = table.game("anna", "bert", target=1)
    table.works()
    while not game.over:
        game = table.plays(game)
    table.works()
    assert not any("tournament" in mail.text for mail in table.office.delivered)
