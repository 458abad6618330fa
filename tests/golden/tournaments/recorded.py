"""What is recorded of a golden tournament, and where it lies."""

from __future__ import annotations

from pathlib import Path
from typing import Any  # what JSON holds

from mensch.core.tournament.standings import standings
from mensch.events.tournament.contest import Contest, fold
from mensch.events.tournament.records import TournamentEntry, verify

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The names of all golden tournaments."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def raws(name: str) -> list[bytes]:
    """The exact records of a golden tournament."""
    return (FOLDER / f"{name}.jsonl").read_bytes().splitlines()


def read(name: str) -> list[TournamentEntry]:
    """The verified records of a golden tournament."""
    log = raws(name)
    tournament = log[0].partition(b'"game":"')[2][:10].decode()
    return list(verify(log, tournament=tournament))


def result(log: list[TournamentEntry]) -> dict[str, Any]:
    """What a log folds to, in plain JSON."""
    contest = fold(Contest(log[0].record.game), log)
    return {
        "tournament": contest.id,
        "head": contest.head,
        "status": contest.status.value,
        "places": contest.places,
        "standings": [
            {
                "place": line.place,
                "entrant": line.entrant,
                "points": line.points,
                "games": line.games,
                "wins": line.wins,
                "tie_breaks": [str(value) for value in line.tie_breaks],
            }
            for line in standings(contest.value(partly=True))
        ],
        "games": contest.games,
        "played": contest.played,
    }
