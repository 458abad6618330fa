"""Disputes where they meet the store: arbiters, claims and grounds, opened causes, and replays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mensch.core.errors import GameOverError, NotFoundError, UsageError
from mensch.core.rules import classic
from mensch.events import arbitration
from mensch.events import commands as c
from mensch.events.arbitration import (
    Arbiter,
    arbiter_of,
    arbiters,
    open_cause,
    open_dispute,
    register_arbiter,
)
from mensch.events.archive import KeptText, export, read_annexed, sort_lines
from mensch.events.audit import Given, audit
from mensch.events.audit.report import Code, Standing, Verdict
from mensch.events.bodies import (
    Bot,
    DisputeOpened,
    GameCreated,
    PlayerJoined,
    ReasonOpened,
    ReasonsPublished,
    RulingGiven,
)
from mensch.events.cause import TABLE
from mensch.events.ed25519 import new_private_key, public_key
from mensch.events.fork import fork, ruled_fork, ruled_fork_id, steps
from mensch.events.game import Game, Status
from mensch.events.ids import is_id
from mensch.events.loading import entries, names_of, said_in
from mensch.events.memory import MemoryStore
from mensch.events.referee import Player, Referee
from mensch.events.store import Append, Appended
from tests.events.dispute_table import DAY, KEY, PRIVATE
from tests.events.table import GREEDY, player
from tests.events.verifier import verify, verify_fork

NAMES = ("anna", "bert", "carla")
SMALL_ORDER = "01" + "00" * 31


@pytest.fixture
def referee() -> Referee:
    return Referee(MemoryStore())


@pytest.fixture
def themis(referee: Referee) -> Arbiter:
    return register_arbiter(referee.store, "Themis", KEY)


def played(
    referee: Referee,
    moves: int = 6,
    seats: int = 2,
    *,
    bots: Sequence[int] = (),
    keys: dict[int, str] | None = None,
    window: int | None = None,
) -> Game:
    """A running game after so many moves."""
    players = [
        Player(name, Bot("greedy", 1) if seat in bots else None, (keys or {}).get(seat))
        for seat, name in enumerate(NAMES[:seats])
    ]
    game = referee.new_game(classic(seats), players, dispute_window=window)
    for _ in range(moves):
        game = referee.play(game, game.table.turn, game.table.legal_moves()[0].text, TABLE)
    return game


# Arbiters


def test_whoever_is_registered_is_known_by_id(referee: Referee, themis: Arbiter) -> None:
    assert is_id(themis.id)
    assert arbiter_of(referee.store, themis.id) == themis == Arbiter(themis.id, "Themis", KEY)


def test_arbiters_are_listed_without_the_players_of_games(referee: Referee, themis: Arbiter) -> None:
    played(referee)
    minos = register_arbiter(referee.store, "Minos", public_key(new_private_key()))
    assert arbiters(referee.store) == sorted([themis, minos], key=lambda arbiter: arbiter.id)


def test_a_player_is_no_arbiter(referee: Referee) -> None:
    player = played(referee).holder(0).player
    with pytest.raises(NotFoundError, match=f"there is no arbiter {player}"):
        arbiter_of(referee.store, player)


@pytest.mark.parametrize("key", ["", "00", "zz" * 32, SMALL_ORDER, "ff" * 32])
def test_a_key_that_proves_nothing_is_not_registered(referee: Referee, key: str) -> None:
    with pytest.raises(UsageError, match="public key"):
        register_arbiter(referee.store, "Themis", key)
    assert arbiters(referee.store) == []


def test_a_key_belongs_to_one_arbiter(referee: Referee, themis: Arbiter) -> None:
    with pytest.raises(UsageError, match=f"Themis is registered with this key already, as {themis.id}"):
        register_arbiter(referee.store, "Minos", KEY)


# Claims and grounds


def test_claim_and_grounds_lie_beside_the_log_under_their_hashes(referee: Referee, themis: Arbiter) -> None:
    game = open_dispute(referee, played(referee), 1, 7, "Das war nicht mein Zug, ärgerlich!")
    game = arbitration.rule(referee, game, 11, "stands", themis, PRIVATE, grounds="It was.")
    opened, ruled = (entry.record.body for entry in entries(referee.store, game.id)[-2:])
    assert isinstance(opened, DisputeOpened)
    assert isinstance(ruled, RulingGiven)
    assert ruled.grounds is not None
    said = said_in(referee.store, game.id)
    assert said[opened.claim] == "Das war nicht mein Zug, ärgerlich!"
    assert said[ruled.grounds] == "It was."
    assert b"rgerlich" not in b"".join(referee.store.read(game.id))


def test_another_key_than_the_arbiters_rules_nothing(referee: Referee, themis: Arbiter) -> None:
    game = open_dispute(referee, played(referee), 1, 7, "No!")
    with pytest.raises(UsageError, match=f"not the key that arbiter {themis.id} is registered with"):
        arbitration.rule(referee, game, 11, "stands", themis, new_private_key())


def test_a_ruling_is_signed_again_when_somebody_has_said_something_meanwhile(
    referee: Referee, themis: Arbiter
) -> None:
    seen = open_dispute(referee, played(referee), 1, 7, "No!")
    referee.say(seen, 0, "Oh yes.")
    game = arbitration.rule(referee, seen, 11, "stands", themis, PRIVATE)
    assert [entry.record.type for entry in entries(referee.store, game.id)[-3:]] == [
        "dispute_opened",
        "message_left",
        "ruling_given",
    ]
    assert verify(referee.store.read(game.id)).disputes == {}


def test_of_two_rulings_at_once_one_counts(referee: Referee, themis: Arbiter) -> None:
    seen = open_dispute(referee, played(referee), 1, 7, "No!")
    arbitration.rule(referee, seen, 11, "annulled", themis, PRIVATE)
    with pytest.raises(UsageError, match="no dispute of record 11 is open"):
        arbitration.rule(referee, seen, 11, "stands", themis, PRIVATE)


def test_an_export_holds_claim_and_grounds_and_an_audit_knows_whose_ruling_it_was(
    referee: Referee, themis: Arbiter
) -> None:
    game = open_dispute(referee, played(referee, window=DAY), 1, 7, "No!")
    game = arbitration.rule(referee, game, 11, "stands", themis, PRIVATE, grounds="Yes!")
    lines = export(referee.store, game.id)
    annex = map(read_annexed, sort_lines(lines).annex)
    assert {line.text for line in annex if isinstance(line, KeptText)} == {"No!", "Yes!"}
    for keys, standing in (
        ({}, Standing.ATTESTED),
        ({f"arbiter:{themis.id}": KEY}, Standing.PROVEN),
    ):
        report = audit(lines, Given(keys=keys))
        assert report.verdict is Verdict.SOUND
        assert [each.standing for each in report.findings if each.code is Code.RULING] == [standing]


# Causes


def test_an_opened_cause_is_the_one_that_was_sealed_and_is_not_published_again(
    referee: Referee, themis: Arbiter
) -> None:
    game = open_dispute(referee, played(referee, bots=(1,)), 1, 7, "Was that typed?")
    game = open_cause(referee, game, 11)
    body = entries(referee.store, game.id)[-1].record.body
    assert isinstance(body, ReasonOpened)
    assert (body.reason.seq, body.reason.envelope) == (7, '{"kind":"table"}')
    game = referee.publish_reasons(arbitration.rule(referee, game, 11, "annulled", themis, PRIVATE))
    published = entries(referee.store, game.id)[-1].record.body
    assert isinstance(published, ReasonsPublished)
    assert [reason.seq for reason in published.reasons] == [5, 6, 8, 9, 10]
    assert game.sealed == 0


def test_only_the_cause_of_a_disputed_move_is_opened(referee: Referee) -> None:
    game = open_dispute(referee, played(referee), 1, 3, "I never joined.")
    with pytest.raises(UsageError, match="no dispute of record 3 is open"):
        open_cause(referee, game, 3)
    with pytest.raises(UsageError, match=r"record 3 of game .* is no move"):
        open_cause(referee, game, 11)


# Replays


def replayed(referee: Referee, themis: Arbiter, game: Game, at: int) -> tuple[Game, Game]:
    """A game in which everything is disputed and replayed; the game and its fork."""
    game = open_dispute(referee, game, 0, game.seq, "All of it.")
    dispute = game.seq
    game = arbitration.rule(referee, game, dispute, "replayed", themis, PRIVATE, replay_from=at)
    body = next(
        entry.record.body
        for entry in entries(referee.store, game.id)[dispute:]
        if isinstance(entry.record.body, RulingGiven)
    )
    assert body.fork is not None
    return game, referee.load(body.fork)


def test_a_replay_goes_on_from_its_record_with_fresh_dice(referee: Referee, themis: Arbiter) -> None:
    before = played(referee, 9)
    game, child = replayed(referee, themis, before, 8)
    assert (game.status, child.status) == (Status.ANNULLED, Status.RUNNING)
    assert child.fork is not None
    assert (child.fork.parent, child.fork.seq, child.fork.dice) == (game.id, 8, "fresh")
    assert child.fork.history == steps(entries(referee.store, game.id)[:8])
    assert child.seed != game.seed
    verify_fork(referee.store.read(child.id), referee.store.read(game.id))


def test_a_replay_keeps_players_names_bots_keys_and_the_dispute_window(
    referee: Referee, themis: Arbiter
) -> None:
    key = public_key(new_private_key())
    before = played(referee, 5, 3, bots=(1,), keys={0: key}, window=DAY)
    game, child = replayed(referee, themis, before, 7)
    assert [child.holder(seat).player for seat in range(3)] == [
        before.holder(seat).player for seat in range(3)
    ]
    assert names_of(referee.store, child) == list(NAMES)
    assert [child.holder(seat).bot for seat in range(3)] == [None, GREEDY, None]
    assert [child.holder(seat).key for seat in range(3)] == [key, None, None]
    assert child.dispute_window == DAY
    verify_fork(referee.store.read(child.id), referee.store.read(game.id))


def test_a_key_that_was_changed_since_is_not_brought_back(referee: Referee, themis: Arbiter) -> None:
    lost, new = public_key(new_private_key()), public_key(new_private_key())
    before = referee.act(played(referee, keys={0: lost}), [c.ChangeKey(0, new)])
    _, child = replayed(referee, themis, before, 6)
    assert child.holder(0).key == new


def test_a_seat_that_was_taken_over_since_goes_back_to_who_had_it(referee: Referee, themis: Arbiter) -> None:
    key = public_key(new_private_key())
    first = played(referee, keys={0: key})
    before = referee.act(first, [c.TakeOverSeat(0, player(9), None)])
    _, child = replayed(referee, themis, before, 6)
    assert (child.holder(0).player, child.holder(0).key) == (first.holder(0).player, key)


def test_no_dice_and_no_bytes_of_the_game_get_into_its_replay(referee: Referee, themis: Arbiter) -> None:
    game, child = replayed(referee, themis, played(referee), 8)
    bytes_of = [
        {
            body.entropy
            for entry in entries(referee.store, each.id)
            if isinstance(body := entry.record.body, PlayerJoined)
        }
        for each in (game, child)
    ]
    assert bytes_of[0].isdisjoint(bytes_of[1])
    created = entries(referee.store, child.id)[0].record.body
    assert isinstance(created, GameCreated)
    assert created.deck.context == child.id


def test_whoever_had_to_forfeit_has_left_in_what_goes_on_from_there(
    referee: Referee, themis: Arbiter
) -> None:
    game = open_dispute(referee, played(referee, 6, 3), 0, 8, "Carla looks at my dice.")
    game = arbitration.rule(referee, game, 12, "forfeit", themis, PRIVATE, seat=2)
    child = fork(referee, game.id, game.seq, "fresh")
    assert child.table.departed == {2}
    assert child.fork is not None
    assert child.fork.history[-1] == "L2"
    verify_fork(referee.store.read(child.id), referee.store.read(game.id))


def test_a_ruling_that_is_refused_leaves_no_fork_behind(referee: Referee, themis: Arbiter) -> None:
    game = open_dispute(referee, played(referee), 0, 8, "No!")
    for dispute, at in ((11, 2), (11, 12), (10, 8)):
        with pytest.raises(UsageError):
            arbitration.rule(referee, game, dispute, "replayed", themis, PRIVATE, replay_from=at)
    done = arbitration.rule(referee, game, 11, "annulled", themis, PRIVATE)
    again = open_dispute(referee, done, 0, 8, "No!")
    with pytest.raises(GameOverError):
        arbitration.rule(referee, again, again.seq, "replayed", themis, PRIVATE, replay_from=8)
    assert referee.store.games() == [game.id]


class EndedError(Exception):
    """The program ended here."""


class DyingStore(MemoryStore):
    """A store whose program ends before the next ruling is written."""

    dies = False

    def append(self, request: Append) -> Appended:
        if self.dies and request.entries[0].record.type == "ruling_given":
            raise EndedError
        return super().append(request)


def test_a_replay_that_was_cut_off_goes_on_with_the_fork_that_is_there() -> None:
    store = DyingStore()
    referee = Referee(store)
    themis = register_arbiter(store, "Themis", KEY)
    game = open_dispute(referee, played(referee), 0, 8, "No!")
    store.dies = True
    with pytest.raises(EndedError):
        arbitration.rule(referee, game, 11, "replayed", themis, PRIVATE, replay_from=8)
    [made] = [each for each in store.games() if each != game.id]
    before = store.read(made)
    store.dies = False
    game = arbitration.rule(referee, referee.load(game.id), 11, "replayed", themis, PRIVATE, replay_from=8)
    assert sorted(store.games()) == sorted([game.id, made])
    assert store.read(made) == before
    verify_fork(store.read(made), store.read(game.id))


def test_the_fork_of_a_ruling_is_made_once_and_its_id_follows_from_dispute_and_record(
    referee: Referee,
) -> None:
    game = open_dispute(referee, played(referee), 0, 8, "No!")
    first, again = ruled_fork(referee, game, 11, 8), ruled_fork(referee, game, 11, 8)
    assert first.id == again.id == ruled_fork_id(game, 11, 8)
    assert first.head == again.head
    assert len({ruled_fork_id(game, dispute, at) for dispute in (11, 12) for at in (7, 8)}) == 4
    other = played(referee)
    assert ruled_fork_id(other, 11, 8) != first.id
