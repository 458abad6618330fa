"""What `--json` says of a tournament."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mensch.cli.documents import Document
from mensch.events.tournament.contest import Contest, Round


def tournament_document(contest: Contest, names: Sequence[str]) -> Document:
    """A tournament: what it was announced with, who plays, and how far it has come. Spans are in
    milliseconds."""
    body = contest.announced
    return {
        "clock": msgspec.to_builtins(body.clock),
        "duplicate": body.duplicate,
        "entrants": [
            {
                "bot": one.bot.level if one.bot else None,
                "left": one.entrant.leaving.value if one.entrant.leaving else None,
                "name": name,
                "number": one.entrant.number,
                "player": one.player,
            }
            for one, name in zip(contest.enrolled, names, strict=True)
        ],
        "format": body.format,
        "games": contest.games,
        "games_per_pairing": body.games,
        "hash": contest.head,
        "keep": body.keep or "all",
        "luck_adjusted": body.adjusted,
        "name": body.name,
        "places": contest.places or None,
        "played": contest.played,
        "rounds": [_round_document(one) for one in contest.rounds],
        "seats": body.seats,
        "seq": contest.seq,
        "status": contest.status.value,
        "tournament": contest.id,
        "within": body.within,
    }


def results_document(contest: Contest) -> list[Document]:
    """Every result so far: which game it is, who sat where, and the places that count."""
    found: list[Document] = []
    for current in contest.rounds:
        for number, result in sorted(current.results.items()):
            seating = current.seat(number)
            found.append(
                {
                    "adjudicated": result.adjudicated,
                    "corrected": number in current.corrected,
                    "game": result.game,
                    "hash": result.hash,
                    "places": current.corrected.get(number, result.places),
                    "round": current.pairing.round,
                    "scores": result.scores,
                    "seats": seating.sitting.seats,
                    "table": seating.table,
                }
            )
    return found


def _round_document(current: Round) -> Document:
    return {
        "byes": [{"entrant": bye.entrant, "reason": bye.reason.value} for bye in current.pairing.byes],
        "closed": current.unplayed is not None,
        "games": current.size,
        "played": len(current.results),
        "round": current.pairing.round,
        "paired": current.at,
        "tables": [table.entrants for table in current.pairing.tables],
    }
