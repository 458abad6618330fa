"""The organiser: who holds a tournament's secret, and lets commands happen in its log."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from mensch.core.errors import CorruptLogError, MenschError
from mensch.core.said import said
from mensch.events import clock
from mensch.events.due import ROUND, Due
from mensch.events.ids import new_command, new_id
from mensch.events.referee import append_surely
from mensch.events.salt import salted
from mensch.events.store import Append, Store, Verdict
from mensch.events.tournament import bodies as t
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Contest, Status, fold
from mensch.events.tournament.decide import decide
from mensch.events.tournament.due import due_of_contest
from mensch.events.tournament.loading import catch_up, load_public
from mensch.events.tournament.records import seal, verify
from mensch.events.tournament.secrets import SECRET, SECRET_SIZE


class Organiser:
    """Lets commands happen in tournaments. Whoever has one can work out every hand of their bots.

    Args:
        store: where the logs are.
        now: the clock, in milliseconds UTC.
    """

    def __init__(self, store: Store, now: Callable[[], int] = clock.now) -> None:
        self.store = store
        self.now = now

    def load(self, tournament: str) -> Contest:
        """A tournament with its secret.

        Raises:
            NotFoundError: there is no such tournament.
            mensch.core.errors.LogError: the log cannot be used.
            MenschError: the secret is missing.
        """
        secret = self.store.secret(tournament, SECRET)
        contest = load_public(self.store, tournament, secret)
        if secret is None:
            raise MenschError(
                said(
                    "the secret of tournament {tournament} is missing; it is in a backup, not in the log",
                    tournament=tournament,
                )
            )
        return contest

    def announce(self, create: Callable[[bytes], t.TournamentCreated]) -> Contest:
        """Create a tournament with a new secret.

        Args:
            create: from the secret to what is announced.
        """
        secret = secrets.token_bytes(SECRET_SIZE)
        contest = Contest(new_id(), secret)
        return self.act(contest, c.CreateTournament(create(secret)))

    def correct(self, contest: Contest, round: int, number: int, places: list[int], reason: str) -> Contest:  # noqa: A002  # the field's own name
        """Change the result of a game, and keep why beside the log."""
        digest, text = salted(reason)
        return self.act(contest, c.CorrectResult(round, number, places, digest), texts={digest: text})

    def act(
        self,
        contest: Contest,
        command: c.TournamentCommand,
        *,
        cmd: str | None = None,
        texts: dict[str, bytes] | None = None,
    ) -> Contest:
        """Let a command happen, in one append; where the log has moved on it is decided again.

        Args:
            contest: folded with its secret; it is led on to where the log stands afterwards.
            cmd: the command id; None for a random one.
        """
        cmd = cmd or new_command()
        digest = c.tournament_digest(command)
        while True:
            events = decide(contest, command)
            at = max(self.now(), contest.at)
            entries = seal(
                events, tournament=contest.id, after=contest.seq, head=contest.head, cmd=cmd, at=at
            )
            request = Append(
                game=contest.id,
                expected=contest.seq,
                entries=entries,
                digest=digest,
                status=_status(contest, events).value,
                due=_due(contest, events, entries[-1].seq, at),
                secrets={SECRET: contest.secret} if contest.seq == 0 and contest.secret else {},
                texts=texts or {},
                tournament=True,
            )
            written = append_surely(self.store, request)
            match written.verdict:
                case Verdict.OK:
                    return fold(contest, entries)
                case Verdict.DUPLICATE:
                    return self.catch_up(contest)
                case Verdict.MISMATCH:
                    raise MenschError(
                        said(
                            "another command of tournament {tournament} has the id {cmd}",
                            tournament=contest.id,
                            cmd=cmd,
                        )
                    )
                case Verdict.CONFLICT if written.seq > contest.seq:
                    missed = verify(
                        written.missed,
                        tournament=contest.id,
                        after=contest.seq,
                        head=contest.head,
                        at=contest.at,
                    )
                    fold(contest, missed)
                case _:
                    raise CorruptLogError(
                        said(
                            "the log of {game} does not end where its index says; see `mensch rebuild`",
                            game=contest.id,
                        )
                    )

    def catch_up(self, contest: Contest) -> Contest:
        """Lead a tournament on to where its log stands now."""
        return catch_up(self.store, contest)


def _status(contest: Contest, events: list[t.TournamentEvent]) -> Status:
    """The status after some events."""
    for event in reversed(events):
        match event.body:
            case t.TournamentFinished():
                return Status.FINISHED
            case t.RoundPaired():
                return Status.RUNNING
            case t.TournamentCreated():
                return Status.OPEN
    return contest.status


def _due(contest: Contest, events: list[t.TournamentEvent], seq: int, at: int) -> tuple[Due, ...]:
    """What must happen after some events; see `due_of_contest`."""
    if _status(contest, events) is not Status.RUNNING:
        return ()
    for event in events:
        if isinstance(event.body, t.RoundPaired):
            return (Due(ROUND, contest.id, event.body.round, at),)
    return due_of_contest(contest)
