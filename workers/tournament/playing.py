"""Playing a batch: many games of bots in one job, each written in one append, their results in another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from mensch.core.errors import CorruptLogError, MenschError
from mensch.core.said import said
from mensch.events.game import Status as GameStatus
from mensch.events.record import Entry
from mensch.events.referee import SEED, append_surely
from mensch.events.store import Append, Store, Verdict
from mensch.events.tournament.bodies import GameResult
from mensch.events.tournament.bot_game import Plan, Written, write_game
from mensch.events.tournament.commands import RecordResults
from mensch.events.tournament.contest import Contest, Round
from mensch.events.tournament.organiser import Organiser
from mensch.events.tournament.plans import plan_of
from mensch.workers.tournament.people import happened, is_closed

BEAT = 1.0
"""Seconds after which a job that plays shows that it goes on."""


def play_batch(
    organiser: Organiser, contest: Contest, number: int, alive: Callable[[], object] | None = None
) -> Contest:
    """Play a batch of the latest round, and record its results.

    Ids, seeds and times follow from the tournament, so a second run writes the same games and changes
    nothing; where results were recorded meanwhile, nothing is played at all.

    Args:
        contest: folded with its secret.
        number: of the batch in the round, from 0.
        alive: called about once in a second.

    Returns:
        the tournament afterwards.
    """
    current = contest.rounds[-1]
    beat = _now_and_then(alive) if alive is not None else None
    open_games = [
        game
        for game in current.batches[number]
        if game not in current.results and contest.is_bots_game(current.seat(game))
    ]
    for games in _runs(open_games):
        results = list(_play(organiser.store, contest, current, games, beat))
        first = games[0]
        contest = happened(
            organiser,
            contest,
            RecordResults(current.pairing.round, first, results),
            f"results:{current.pairing.round}:{first}",
            _recorded(current, first),
        )
        if is_closed(contest, current):
            break
    return contest


def _recorded(current: Round, first: int) -> Callable[[Contest], bool]:
    return lambda after: is_closed(after, current) or first in after.rounds[-1].results


def _runs(numbers: Iterable[int]) -> Iterator[list[int]]:
    """Numbers that follow one another, together."""
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        yield [number for _, number in run]


def _play(
    store: Store,
    contest: Contest,
    current: Round,
    games: Sequence[int],
    beat: Callable[[], object] | None,
) -> Iterator[GameResult]:
    """Play some games, deck by deck; one that several games share is revealed after the last of them."""
    keep = contest.announced.keep is None

    def deck(game: int) -> tuple[int, int]:
        seating = current.seat(game)
        return seating.table, seating.sitting.deck

    for _, sharing in groupby(games, deck):
        plans = [plan_of(contest, current, game) for game in sharing]
        played = [(one, write_game(one, beat)) for one in plans]
        for writing in (_write, _reveal) if keep else ():
            for one, written in played:
                if beat is not None:
                    beat()
                writing(store, one, written)
        yield from (written.result for _, written in played)


def _write(store: Store, game: Plan, written: Written) -> None:
    _append(store, game, 0, written.entries, {SEED: game.seed}, revealed=not game.shared)


def _reveal(store: Store, game: Plan, written: Written) -> None:
    if written.reveal:
        _append(store, game, written.entries[-1].seq, written.reveal, {}, revealed=True)


def _append(
    store: Store,
    game: Plan,
    after: int,
    entries: Sequence[Entry],
    secrets: dict[str, bytes],
    *,
    revealed: bool,
) -> None:
    last = entries[-1]
    request = Append(
        game=game.game,
        expected=after,
        entries=entries,
        digest=last.hash,
        status=GameStatus.FINISHED.value,
        secrets=secrets,
        revealed=revealed,
    )
    verdict = append_surely(store, request).verdict
    if verdict is Verdict.MISMATCH:
        raise MenschError(
            said("another version of this program has played game {game} otherwise", game=game.game)
        )
    if verdict is Verdict.BLOCKED and store.is_entombed(game.game):
        return  # it was played before, and archived since
    if verdict not in (Verdict.OK, Verdict.DUPLICATE):
        raise CorruptLogError(
            said("the log of {game} holds what its tournament did not write", game=game.game)
        )


def _now_and_then(alive: Callable[[], object]) -> Callable[[], None]:
    """The same, but called about once in a second, however often it is asked for."""
    last = time.monotonic()

    def beat() -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > BEAT:
            last = now
            alive()

    return beat
