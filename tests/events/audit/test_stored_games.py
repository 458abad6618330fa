"""Auditing a game where it lies, and bringing one there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from mensch.core.errors import MenschError
from mensch.core.rules import classic
from mensch.events.arbitration import open_dispute
from mensch.events.archive import export
from mensch.events.audit.report import Code, Verdict
from mensch.events.audit.stored import audit_stored
from mensch.events.bodies import Event, MovePlayed
from mensch.events.cause import TABLE
from mensch.events.fork import fork
from mensch.events.game import Game
from mensch.events.importing import UnsoundError, import_log
from mensch.events.loading import entries, names_of, public_game, said_in
from mensch.events.memory import MemoryStore
from mensch.events.record import digest, seal
from mensch.events.redis.keys import Shard
from mensch.events.referee import Player, Referee
from mensch.events.store import Append, Appended, Store
from tests.events.audit.logs import codes, rewritten
from tests.golden.generate import repeatable

if TYPE_CHECKING:
    import redis

    from mensch.events.redis.store import RedisStore


@pytest.fixture
def referee() -> Iterator[Referee]:
    """A referee whose ids, salts and seeds are the same each time."""
    with repeatable(Random(0)):
        yield Referee(MemoryStore())


@pytest.fixture(params=["memory", "redis"])
def store(request: pytest.FixtureRequest) -> Store:
    """An empty store of each kind."""
    if request.param == "memory":
        return MemoryStore()
    found: Store = request.getfixturevalue("redis_store")
    return found


def play(referee: Referee, game: Game, moves: int = 10_000) -> Game:
    """Play up to so many random moves, the first of them with a message."""
    random = Random(0)
    say: str | None = "Los!"
    while not game.over and moves > 0:
        moves -= 1
        move = random.choice(game.table.legal_moves()).text
        game, say = referee.play(game, game.table.turn, move, TABLE, say=say), None
    return referee.publish_reasons(game)


def new(referee: Referee) -> Game:
    return referee.new_game(classic(2, 6), [Player("anna"), Player("ben")])


@pytest.fixture
def finished(referee: Referee) -> Game:
    """A game that was played to its end."""
    return play(referee, new(referee))


@pytest.fixture
def running(referee: Referee) -> Game:
    """A game that goes on."""
    return play(referee, new(referee), 8)


class Breaking(MemoryStore):
    """A store that is lost after so many appends."""

    def __init__(self, appends: int) -> None:
        super().__init__()
        self.left = appends

    def append(self, request: Append) -> Appended:
        if self.left == 0:
            raise MenschError("the server is lost")
        self.left -= 1
        return super().append(request)


class TestAnImportedGame:
    def test_has_the_exact_records_and_names_and_texts(
        self, referee: Referee, finished: Game, store: Store
    ) -> None:
        lines = export(referee.store, finished.id)
        imported = import_log(store, lines)
        assert (imported.written, imported.game.head) == (finished.seq, finished.head)
        assert store.read(finished.id) == referee.store.read(finished.id)
        assert names_of(store, imported.game) == ["anna", "ben"]
        assert list(said_in(store, finished.id).values()) == ["Los!"]
        assert export(store, finished.id) == lines

    def test_can_be_replayed_audited_and_forked(self, referee: Referee, finished: Game, store: Store) -> None:
        import_log(store, export(referee.store, finished.id))
        assert public_game(finished.id, entries(store, finished.id)).table.outcome is not None
        assert audit_stored(store, finished.id).verdict is Verdict.SOUND
        forked = fork(Referee(store), finished.id, 10, "same")
        report = audit_stored(store, forked.id)
        assert report.verdict is Verdict.SOUND
        assert Code.PARENT_OK in codes(report)

    def test_is_the_same_when_it_is_imported_twice(
        self, referee: Referee, finished: Game, store: Store
    ) -> None:
        lines = export(referee.store, finished.id)
        import_log(store, lines)
        assert import_log(store, lines).written == 0
        assert export(store, finished.id) == lines

    def test_has_nothing_due_since_nothing_can_happen_without_its_seed(
        self, referee: Referee, running: Game, store: Store
    ) -> None:
        imported = import_log(store, export(referee.store, running.id))
        assert store.due(2**53) == []
        assert not imported.playable
        with pytest.raises(MenschError, match=f"the seed of game {running.id} is missing"):
            Referee(store).load(running.id)

    def test_that_runs_gets_what_happened_since(self, referee: Referee, running: Game, store: Store) -> None:
        import_log(store, export(referee.store, running.id))
        ended = play(referee, running)
        assert import_log(store, export(referee.store, running.id)).written == ended.seq - running.seq
        assert store.read(running.id) == referee.store.read(running.id)

    def test_that_has_gone_on_here_meanwhile_is_left_as_it_is(self, referee: Referee, running: Game) -> None:
        lines = export(referee.store, running.id)
        ended = play(referee, running)
        assert import_log(referee.store, lines).written == 0
        assert referee.load(running.id).head == ended.head

    def test_keeps_names_that_are_known_here(self, referee: Referee, finished: Game, store: Store) -> None:
        player = finished.holder(0).player
        store.save_player(player, {"name": b"Anna B."})
        imported = import_log(store, export(referee.store, finished.id))
        assert names_of(store, imported.game) == ["Anna B.", "ben"]

    def test_of_bare_records_has_no_names(self, referee: Referee, finished: Game, store: Store) -> None:
        imported = import_log(store, referee.store.read(finished.id))
        assert names_of(store, imported.game) == ["seat 0", "seat 1"]

    def test_goes_on_where_an_import_was_cut_short(self, referee: Referee, finished: Game) -> None:
        lines = export(referee.store, finished.id)
        store = Breaking(5)
        with pytest.raises(MenschError, match="lost"):
            import_log(store, lines)
        head = store.head(finished.id)
        assert head is not None
        assert 0 < head.seq < finished.seq
        store.left = 10_000
        assert import_log(store, lines).written == finished.seq - head.seq
        assert export(store, finished.id) == lines

    def test_keeps_claims_and_grounds_too(self, referee: Referee, running: Game, store: Store) -> None:
        open_dispute(referee, running, 0, running.seq, "Not yours to play!")
        lines = export(referee.store, running.id)
        import_log(store, lines)
        assert list(said_in(store, running.id).values()) == ["Los!", "Not yours to play!"]
        assert export(store, running.id) == lines


def refused(store: Store, lines: Sequence[bytes], verdict: Verdict) -> None:
    """An import that writes nothing."""
    before = store.games()
    with pytest.raises(UnsoundError) as raised:
        import_log(store, lines)
    assert raised.value.verdict is verdict
    assert store.games() == before


def test_what_is_not_sound_is_not_imported(referee: Referee, finished: Game, store: Store) -> None:
    lines = export(referee.store, finished.id)
    refused(store, lines[:-5], Verdict.CUT)
    refused(store, [*lines[:3], *lines[4:]], Verdict.VIOLATION)
    refused(store, [b"no log"], Verdict.MALFORMED)


def test_another_history_of_a_game_is_never_overwritten(
    referee: Referee, finished: Game, store: Store
) -> None:
    raws = referee.store.read(finished.id)
    import_log(store, raws)
    other = rewritten(raws, 5, lambda fields: fields["body"].update(digest="00" * 32))
    refused(store, other, Verdict.TWO_HISTORIES)
    refused(
        store, rewritten(raws, 5, lambda f: f["body"].update(digest="11" * 32))[:-1], Verdict.TWO_HISTORIES
    )
    assert store.read(finished.id) == raws


def invented(game: Game, move: str) -> bytes:
    """A record that goes on from a game with a move that nobody has played there."""
    event = Event(f"seat:{game.table.turn}", MovePlayed("00" * 32, move))
    [entry] = seal([event], game=game.id, after=game.seq, head=game.head, cmd="00" * 16, at=game.at)
    return entry.raw


def test_a_game_of_ones_own_takes_no_move_with_dice_that_were_not_in_hand(referee: Referee) -> None:
    game = new(referee)
    raws = referee.store.read(game.id)
    absent = next(die for die in range(1, 7) if die not in game.table.hand(0))
    refused(referee.store, [*raws, invented(game, f"N{absent}")], Verdict.VIOLATION)
    assert referee.store.read(game.id) == raws


class WithSeed(MemoryStore):
    """A store that has lost its logs, and kept the seed of every game."""

    def secret(self, game: str, field: str) -> bytes:
        return bytes(32)


def test_a_log_of_another_seed_than_the_one_that_is_kept_here_is_another_history(
    referee: Referee, finished: Game
) -> None:
    refused(WithSeed(), export(referee.store, finished.id), Verdict.TWO_HISTORIES)


class TestAGameInRedis:
    @pytest.fixture
    def game(self, redis_store: RedisStore, referee: Referee, finished: Game) -> str:
        import_log(redis_store, export(referee.store, finished.id))
        return finished.id

    def test_is_sound(self, redis_store: RedisStore, game: str) -> None:
        assert audit_stored(redis_store, game).verdict is Verdict.SOUND

    def test_whose_last_records_were_deleted_is_cut(
        self, redis_store: RedisStore, redis_client: redis.Redis, game: str
    ) -> None:
        head = redis_store.head(game)
        assert head is not None
        redis_client.xdel(Shard(0).log(game), f"{head.seq}-0")
        assert audit_stored(redis_store, game).verdict is Verdict.CUT

    def test_from_whose_middle_a_record_was_deleted_is_malformed(
        self, redis_store: RedisStore, redis_client: redis.Redis, game: str
    ) -> None:
        redis_client.xdel(Shard(0).log(game), "5-0")
        assert audit_stored(redis_store, game).verdict is Verdict.MALFORMED

    def test_behind_which_a_poisoned_id_blocks_appends_is_malformed(
        self, redis_store: RedisStore, redis_client: redis.Redis, game: str
    ) -> None:
        redis_client.xadd(Shard(0).log(game), {"r": "x"}, id="9999999-0")
        report = audit_stored(redis_store, game)
        assert report.verdict is Verdict.MALFORMED
        assert report.game == game

    def test_whose_index_is_behind_cannot_go_on(
        self, redis_store: RedisStore, redis_client: redis.Redis, game: str
    ) -> None:
        redis_client.hset(Shard(0).head(game), "seq", 5)
        redis_client.hset(Shard(0).head(game), "hash", digest(redis_store.read_all(game)[4]))
        report = audit_stored(redis_store, game)
        assert [finding.code for finding in report.broken] == [Code.INDEX_DIFFERS]

    def test_whose_index_names_another_head_is_told(
        self, redis_store: RedisStore, redis_client: redis.Redis, game: str
    ) -> None:
        redis_client.hset(Shard(0).head(game), "hash", "00" * 32)
        report = audit_stored(redis_store, game)
        assert [finding.code for finding in report.broken] == [Code.INDEX_DIFFERS]
        assert msgspec.json.encode(report, enc_hook=str)  # what was said is a string of its own kind

    def test_that_the_index_does_not_know_is_told(
        self, redis_store: RedisStore, redis_client: redis.Redis, game: str
    ) -> None:
        redis_client.delete(Shard(0).head(game))
        report = audit_stored(redis_store, game)
        assert [finding.code for finding in report.broken] == [Code.INDEX_DIFFERS]
