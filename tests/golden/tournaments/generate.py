"""Writes golden logs of tournaments that are not there yet: `python -m tests.golden.tournaments.generate`.

As with games, the logs that are there stay as they are for ever.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from mensch.events.bodies import Bot
from mensch.events.cause import TABLE
from mensch.events.commands import Resign
from mensch.events.ids import new_id
from mensch.events.referee import Referee
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Contest
from mensch.events.tournament.organiser import Organiser
from mensch.workers.tournament.playing import play_batch
from mensch.workers.tournament.rounds import mind
from tests.events.tournament.organised import NOW, announced, organiser, run_here, started
from tests.golden.tournaments.recorded import FOLDER, read, result


def knockout(by: Organiser) -> Contest:
    """Two leave before it begins, so there are byes and walkovers."""
    contest = announced(by, ("greedy", "random") * 3, format="knockout", games=3)
    contest = by.act(contest, c.WithdrawPlayer(4, "no-show"))
    contest = by.act(contest, c.StartTournament())
    contest = by.act(contest, c.WithdrawPlayer(2, "withdrawn"))
    return run_here(by, contest)


def swiss(by: Organiser) -> Contest:
    """With duplicate decks, luck, a late entry, a disqualification, a correction, a round closed early."""
    contest = started(
        by, ("greedy", "random", "steady"), format="swiss", games=1, duplicate=True, adjusted=True, rounds=3
    )
    contest = play_batch(by, contest, 0)
    places = contest.rounds[0].results[0].places[::-1]
    contest = by.correct(contest, 1, 0, places, "It was found that the table was set up wrongly.")

    contest = by.act(contest, c.EnterPlayer(new_id(), Bot("random", 1)))
    contest = by.act(contest, c.CloseRound(1, "clock", NOW))
    contest = by.act(contest, c.WithdrawPlayer(3, "disqualified"))
    contest = by.act(contest, c.CloseRound(2, "operator", NOW))
    return run_here(by, contest)


def tables_of_four(by: Organiser) -> Contest:
    return run_here(by, started(by, ("greedy", "random") * 4, format="gauntlet", seats=4, keep="results"))


def round_robin_that_runs(by: Organiser) -> Contest:
    return play_batch(by, started(by, within=86_400_000), 0)


def people(by: Organiser) -> Contest:
    """At a table of three one never comes, and the round closes over their game; in the next one resigns."""
    within = 86_400_000
    contest = announced(by, (), format="swiss", games=1, rounds=2, seats=3, within=within)
    for _ in range(3):
        contest = by.act(contest, c.EnterPlayer(new_id()))
    contest = mind(by, by.act(contest, c.StartTournament()))
    referee = Referee(by.store, lambda: by.now())
    [game] = [referee.load(game) for game in by.store.games()]
    last = (game.table.turn + 2) % 3
    while game.table.turn != last:
        game = referee.play(game, game.table.turn, game.table.legal_moves()[0].text, TABLE)
    by.now = lambda: NOW + within
    contest = mind(by, contest)
    [game] = [loaded for loaded in map(referee.load, by.store.games()) if not loaded.over]
    referee.publish_reasons(referee.act(game, [Resign(1)]))
    return mind(by, contest)


TOURNAMENTS: dict[str, Callable[[Organiser], Contest]] = {
    "gauntlet": tables_of_four,
    "knockout": knockout,
    "people": people,
    "round-robin": round_robin_that_runs,
    "swiss": swiss,
}


def main() -> None:
    """Write what is missing."""
    for name, make in TOURNAMENTS.items():
        file = FOLDER / f"{name}.jsonl"
        if file.exists():
            continue
        by = organiser()
        contest = make(by)
        file.write_bytes(b"".join(raw + b"\n" for raw in by.store.read(contest.id)))
        recorded = msgspec.json.format(msgspec.json.encode(result(read(name)), order="sorted"), indent=1)
        (FOLDER / f"{name}.json").write_bytes(recorded + b"\n")
        print(name)


if __name__ == "__main__":
    main()
