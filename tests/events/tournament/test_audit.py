"""The audit of a tournament: what its log proves, and what an organiser cannot slip in."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from mensch.core.deck import bot_key
from mensch.events.audit.report import Code, Report, Step, Verdict
from mensch.events.audit.tournament import audit_tournament
from mensch.events.record import Record
from mensch.events.store import Store
from mensch.events.tournament import bodies as t
from mensch.events.tournament.bodies import TournamentBody, TournamentEvent
from mensch.events.tournament.contest import Contest
from mensch.events.tournament.records import seal, verify
from mensch.workers.tournament.playing import play_batch
from tests.events.tournament.organised import organiser, run_here, started

Change = Callable[[TournamentBody], TournamentBody]


@pytest.fixture(scope="module")
def finished() -> tuple[Store, Contest]:
    by = organiser()
    contest = run_here(by, started(by, ("greedy", "random", "greedy", "random"), format="swiss", rounds=2))
    return by.store, contest


def audited(finished: tuple[Store, Contest], raws: list[bytes] | None = None) -> Report:
    store, contest = finished
    return audit_tournament(raws if raws is not None else store.read(contest.id), store.read_all)


def rewritten(
    finished: tuple[Store, Contest], change: Change, author: Callable[[str], str] = str
) -> list[bytes]:
    """The log as an organiser would write it anew who wants it otherwise, with a chain that holds."""
    store, contest = finished
    log: list[bytes] = []
    head, after = None, 0
    for entry in verify(store.read(contest.id), tournament=contest.id):
        record: Record[TournamentBody] = entry.record
        [sealed] = seal(
            [TournamentEvent(author(record.by), change(record.body))],
            tournament=contest.id,
            after=after,
            head=head or record.prev,
            cmd=record.cmd,
            at=record.at,
        )
        log.append(sealed.raw)
        head, after = sealed.hash, sealed.seq
    return log


def codes(report: Report) -> set[Code]:
    return {finding.code for finding in report.broken}


def test_a_whole_tournament_is_sound_and_its_bots_games_are_played_again(
    finished: tuple[Store, Contest],
) -> None:
    report = audited(finished)
    assert (report.verdict, report.unchecked) == (Verdict.SOUND, [])
    assert {finding.code for finding in report.findings} == {
        Code.CHAIN_OK,
        Code.DECK_OK,
        Code.REPLAY_OK,
        Code.RESULTS_OK,
        Code.BOTS_OK,
    }
    assert (report.game, report.head) == (finished[1].id, finished[1].head)


def test_without_the_games_they_are_played_again_from_the_secret(finished: tuple[Store, Contest]) -> None:
    store, contest = finished
    report = audit_tournament(store.read(contest.id))
    assert report.verdict is Verdict.SOUND
    assert [left.step for left in report.unchecked] == [Step.GAMES]
    assert Code.BOTS_OK in {finding.code for finding in report.findings}


def test_one_that_runs_is_sound_as_far_as_it_goes() -> None:
    by = organiser()
    contest = started(by)
    report = audit_tournament(by.store.read(contest.id), by.store.read_all)
    assert report.verdict is Verdict.SOUND
    assert {left.step for left in report.unchecked} == {Step.DECK, Step.BOTS}


def test_the_log_is_rewritten_to_the_same_bytes_where_nothing_is_changed(
    finished: tuple[Store, Contest],
) -> None:
    assert rewritten(finished, lambda body: body) == finished[0].read(finished[1].id)


def other_winner(body: TournamentBody) -> TournamentBody:
    if isinstance(body, t.ResultsRecorded):
        turned = [msgspec.structs.replace(one, places=one.places[::-1]) for one in body.results]
        return msgspec.structs.replace(body, results=turned)
    return body


def other_places(body: TournamentBody) -> TournamentBody:
    if isinstance(body, t.TournamentFinished):
        return msgspec.structs.replace(body, places=body.places[::-1])
    return body


def other_tables(body: TournamentBody) -> TournamentBody:
    if isinstance(body, t.RoundPaired) and body.round == 1:
        return msgspec.structs.replace(body, tables=[table[::-1] for table in body.tables])
    return body


def other_secret(body: TournamentBody) -> TournamentBody:
    if isinstance(body, t.TournamentRevealed):
        return msgspec.structs.replace(body, secret=bot_key(b"other", 0, 0).hex())
    return body


def other_game(body: TournamentBody) -> TournamentBody:
    if isinstance(body, t.ResultsRecorded):
        renamed = [msgspec.structs.replace(one, game="game000001") for one in body.results]
        return msgspec.structs.replace(body, results=renamed)
    return body


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (other_winner, Code.EVENT_DIFFERS),  # since the standings do not follow any more
        (other_places, Code.EVENT_DIFFERS),
        (other_tables, Code.EVENT_DIFFERS),
        (other_secret, Code.SEED_DIFFERS),
        (other_game, Code.NOT_ALLOWED),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_what_an_organiser_writes_otherwise_is_found(
    finished: tuple[Store, Contest], change: Change, code: Code
) -> None:
    report = audited(finished, rewritten(finished, change))
    assert report.verdict is Verdict.VIOLATION
    assert code in codes(report)


def test_what_the_clock_has_done_is_nothing_that_the_organiser_did(finished: tuple[Store, Contest]) -> None:
    log = rewritten(finished, lambda body: body, lambda by: "operator" if by == "clock" else by)
    assert codes(audited(finished, log)) == {Code.EVENT_DIFFERS}


def test_a_result_with_standings_that_fit_it_differs_from_the_games_log() -> None:
    by = organiser()
    contest = run_here(by, started(by, ("greedy", "random"), games=1))

    def lie(body: TournamentBody) -> TournamentBody:
        body = other_winner(body)
        return other_places(body)

    lied = rewritten((by.store, contest), lie)
    report = audit_tournament(lied, by.store.read_all)
    assert codes(report) == {Code.RESULT_DIFFERS, Code.BOT_DIFFERS}


def test_a_game_that_was_changed_in_the_store_differs_from_its_result(
    finished: tuple[Store, Contest],
) -> None:
    store, contest = finished
    changed = next(iter(contest.rounds[0].results.values())).game

    def games(game: str) -> list[bytes]:
        return store.read(game)[: -1 if game == changed else None]

    report = audit_tournament(store.read(contest.id), games)
    assert codes(report) == {Code.RESULT_DIFFERS}


@pytest.mark.parametrize(
    ("spoil", "verdict"),
    [
        (lambda raws: [*raws[:3], *raws[4:]], Verdict.VIOLATION),
        (lambda raws: [raws[0], b"{}", *raws[2:]], Verdict.MALFORMED),
        (lambda raws: [raws[0], raws[1].replace(b'"v":1}', b'"v":9}'), *raws[2:]], Verdict.NEWER),
        (lambda raws: raws[:-1], Verdict.CUT),
    ],
    ids=["a record taken out", "a malformed record", "a newer record", "the reveal cut off"],
)
def test_a_spoilt_log_has_the_verdict_that_fits(
    finished: tuple[Store, Contest], spoil: Callable[[list[bytes]], list[bytes]], verdict: Verdict
) -> None:
    assert audited(finished, spoil(finished[0].read(finished[1].id))).verdict is verdict


def test_a_correction_is_told_as_the_organisers_word() -> None:
    by = organiser()
    contest = started(by, ("greedy", "random", "greedy"))
    contest = play_batch(by, contest, 0)
    contest = by.correct(
        contest, 1, 0, [2, 1] if contest.rounds[0].results[0].places == [1, 2] else [1, 2], "a bug"
    )
    report = audit_tournament(by.store.read(contest.id), by.store.read_all)
    assert report.verdict is Verdict.SOUND
    assert Code.CORRECTED in {finding.code for finding in report.findings}
