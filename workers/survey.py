"""How the workers are doing, and whether something needs a person."""

from __future__ import annotations

import msgspec
from redis import Redis

from mensch.core.errors import LogError, NotFoundError
from mensch.core.said import said
from mensch.events import clock
from mensch.events.beside import DeadLetter
from mensch.events.due import ANSWER, DIGEST, DISPUTE, FLAG, GAMES, HALF, LATE, MAIL, NEVER, ROUND, TURN, Due
from mensch.events.game import fold, initial
from mensch.events.loading import entries
from mensch.events.server.connection import server_errors
from mensch.events.store import LONGEST_SILENCE, Store
from mensch.workers import queues
from mensch.workers.queues import QUEUES, living_workers, open_queue
from mensch.workers.sweeper import AGAIN

OVERDUE = clock.MINUTE
"""Milliseconds after which a turn that nobody takes, or a flag that does not fall, needs a person."""

LONGEST_DELAY = clock.HOUR
"""Milliseconds after which a mail that does not go out needs a person."""

DEAD_SHOWN = 7 * clock.DAY
"""Milliseconds for which something that was given up needs a person."""

_MAILS = frozenset({MAIL, HALF, LATE, ANSWER, DIGEST})
_ALL = 1_000_000  # what waits for a person comes last, so that less would hide it


class QueueState(msgspec.Struct, frozen=True):
    """One queue.

    Attributes:
        name: one of `mensch.workers.queues.QUEUES`.
        waiting: jobs that wait.
        failed: jobs that failed for good in the last day.
        workers: living workers.
    """

    name: str
    waiting: int
    failed: int
    workers: int


class Survey(msgspec.Struct, frozen=True):
    """How everything stands.

    Attributes:
        queues: every queue.
        waiting_turns: bots' turns that are not taken yet.
        oldest_turn_ms: how long the oldest of them has waited, in milliseconds; 0 for none.
        overdue: the games in which a bot's turn, or a flag past its deadline, has waited for longer than a
            minute.
        waiting_mails: due items for which mails have to go out now, also those that are tried again later.
        dead_letters: mails that were given up in the last days.
        needs: what a person should look at, a sentence each; empty when all is well.
    """

    queues: list[QueueState]
    waiting_turns: int
    oldest_turn_ms: int
    overdue: list[str]
    waiting_mails: int
    dead_letters: list[DeadLetter]
    needs: list[str]


def survey(store: Store, client: Redis) -> Survey:
    """Look at everything.

    Args:
        client: the queues' client.

    Raises:
        ServerError: a server is missing.
    """
    states = _queues(client)
    serving = {state.name: state.workers for state in states}
    due = store.due(NEVER, _ALL)
    now = clock.now()
    waits = _waits(store, [item for item in due if item.kind == TURN], now)
    late = sorted(game for game, wait in waits.items() if wait > OVERDUE)
    flags = sorted(item.game for item in due if item.kind == FLAG and _has_not_fallen(store, item, now))
    mails = [item for item in due if item.kind in _MAILS and _is_under_way(item, now)]
    mail_waits = _waits(store, [item for item in mails if item.kind == MAIL], now)
    dead = store.dead_letters(now - DEAD_SHOWN)
    needs: list[str] = []
    if late:
        games = _games_wait(len(late))
        needs.append(
            said("{games} for a bot for more than {seconds} s", games=games, seconds=OVERDUE // 1000)
        )
    if flags:
        games = _games_wait(len(flags))
        needs.append(
            said("{games} for a flag to fall for more than {seconds} s", games=games, seconds=OVERDUE // 1000)
        )
    if any(item.kind == FLAG for item in due) and now - (store.last_beat() or 0) > LONGEST_SILENCE:
        needs.append(said("clocks run, and no sweeper looks after them: mensch up"))
    tournaments = serving[queues.TOURNAMENTS] and any(item.kind == ROUND for item in due)
    if tournaments and now - (store.last_beat() or 0) > LONGEST_SILENCE:
        needs.append(said("workers wait for a tournament's games, and no sweeper hands them out: mensch up"))
    if waits and not serving[queues.TURNS]:
        needs.append(said("bots' turns wait and no worker serves them: mensch up"))
    if mails and not serving[queues.MAIL]:
        needs.append(said("mails wait and no worker serves them: mensch worker --queue mail"))
    if any(item.kind == GAMES for item in due) and not serving[queues.TOURNAMENTS]:
        needs.append(
            said("a tournament's games wait and no worker serves them: mensch worker --queue tournaments")
        )
    if slow := sum(wait > LONGEST_DELAY for wait in mail_waits.values()):
        needs.append(said("{games} for a mail to go out for more than an hour", games=_games_wait(slow)))
    if dead:
        mails_were = said("1 mail was") if len(dead) == 1 else said("{n} mails were", n=len(dead))
        needs.append(said("{mails} given up, which nobody has got", mails=mails_were))
    if disputes := sum(item.kind == DISPUTE for item in due):
        needs.append(said("{games} for a ruling: mensch disputes", games=_games_wait(disputes)))
    for state in states:
        if state.failed:
            jobs = said("1 job has") if state.failed == 1 else said("{n} jobs have", n=state.failed)
            needs.append(
                said(
                    "{jobs} failed in the queue {queue}; the workers' log says why",
                    jobs=jobs,
                    queue=state.name,
                )
            )
    return Survey(
        queues=states,
        waiting_turns=len(waits),
        oldest_turn_ms=max(waits.values(), default=0),
        overdue=sorted({*late, *flags}),
        waiting_mails=len(mails),
        dead_letters=dead,
        needs=needs,
    )


def _queues(client: Redis) -> list[QueueState]:
    workers = living_workers(client)
    states = []
    for name in QUEUES:
        queue = open_queue(name, client)
        serving = sum(name in worker.queue_names() for worker in workers)
        with server_errors(client):
            states.append(QueueState(name, queue.count, queue.failed_job_registry.count, serving))
    return states


def _waits(store: Store, items: list[Due], now: int) -> dict[str, int]:
    """For how many milliseconds each game has waited: since its last record, whenever it was claimed."""
    heads = store.heads([item.game for item in items])
    return {
        item.game: now - head.at
        for item, head in zip(items, heads, strict=True)
        if head is not None and head.seq == item.seq
    }


def _has_not_fallen(store: Store, item: Due, now: int) -> bool:
    """Whether a flag should have fallen long ago. Its item may be put off, so the log has to say it."""
    if item.at > now + AGAIN:
        return False
    try:
        deadline = fold(initial(item.game), entries(store, item.game)).deadline
    except (LogError, NotFoundError):
        return False  # the failed job says it
    return deadline is not None and now - deadline > OVERDUE


def _is_under_way(item: Due, now: int) -> bool:
    """Whether a mail has to go out now. One that is set for a time is not there before it; others are, also
    where they were put off until another try."""
    return item.kind in (MAIL, ANSWER) or item.at <= now


def _games_wait(count: int) -> str:
    return said("1 game waits") if count == 1 else said("{n} games wait", n=count)
