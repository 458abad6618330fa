"""The list of games, the feed, and what a rebuild needs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from mensch.events.compliance.requests import ALWAYS, GAME, OTHER, TIME, everything, following, item, write
from mensch.events.store import Head, Index, Pointer, Store, Verdict, due_of


class IndexCompliance:
    """All of it is a fold of the logs."""

    def test_games_are_listed_in_ascending_order_by_prefix(self, store: Store) -> None:
        ids = ["zzzzzzzzzz", "aaaaaaaaaa", "abbbbbbbbb", "ab00000000"]
        for game in ids:
            write(store, 1, 1, game=game)
        assert store.games() == sorted(ids)
        assert store.games("ab") == ["ab00000000", "abbbbbbbbb"]
        assert store.games("zzzzzzzzzz") == ["zzzzzzzzzz"]
        assert store.games("b") == []
        assert store.games("a", most=2) == ["aaaaaaaaaa", "ab00000000"]
        assert store.games(most=3) == sorted(ids)[:3]

    def test_the_feed_points_to_every_record_in_the_order_of_writing(self, store: Store) -> None:
        log = write(store, 2)
        write(store, 1, game=OTHER)
        store.append(following(log))
        assert [(p.game, p.seq) for p in _of(store.feed(), GAME)] == [(GAME, 1), (GAME, 2), (GAME, 3)]
        assert [(p.game, p.seq) for p in _of(store.feed(), OTHER)] == [(OTHER, 1)]

    def test_the_feed_goes_on_where_the_reader_was(self, store: Store) -> None:
        log = write(store, 1, 1)
        last = store.feed()[-1]
        assert store.feed(after=last.at) == []
        write(store, 3, game=OTHER)
        store.append(following(log))
        assert len(store.feed(after=last.at)) == 4

    def test_the_feed_in_pages_gives_every_record_once(self, store: Store) -> None:
        for n in range(10):
            write(store, 3, game=f"game0000{n:02}")
        pages: list[Pointer] = []
        at = "0-0"
        while page := store.feed(after=at, most=4):
            assert len(page) <= 4
            pages += page
            at = page[-1].at
        expected = [(f"game0000{n:02}", seq) for n in range(10) for seq in (1, 2, 3)]
        assert sorted((p.game, p.seq) for p in pages) == expected

    def test_the_index_names_games_and_due_items(self, store: Store) -> None:
        store.append(replace(following(), due=[item("turn", 1), item("flag", 1)]))
        write(store, 1, game=OTHER)
        index = store.index()
        assert sorted(index.games) == [GAME, OTHER]
        assert sorted(index.due) == [f"{GAME}:flag:1", f"{GAME}:turn:1"]
        assert {due_of(member, TIME) for member in index.due} == {item("flag", 1), item("turn", 1)}
        assert sorted(store.logs()) == [GAME, OTHER]

    def test_reindexing_replaces_head_and_due_items(self, store: Store) -> None:
        log = write(store, 1)
        second = replace(following(log), due=[item("turn", 2), item("flag", 2)])
        store.append(second)
        log += second.entries
        head = Head(2, log[-1].hash, "aborted", TIME + 9)
        assert store.reindex(GAME, head, [item("reasons", 2)])
        assert store.head(GAME) == head
        assert store.due(ALWAYS) == [item("reasons", 2)]
        store.append(following(log))
        assert store.due(ALWAYS) == []

    def test_a_log_that_has_moved_on_is_not_reindexed(self, store: Store) -> None:
        log = write(store, 1, 1)
        before = everything(store)
        assert not store.reindex(GAME, Head(1, log[0].hash, "open", TIME), [item("turn", 1)])
        assert not store.reindex(OTHER, Head(1, log[0].hash, "open", TIME), [item("turn", 1, game=OTHER)])
        assert everything(store) == before

    def test_what_was_pruned_comes_back_when_its_log_is_reindexed(self, store: Store) -> None:
        request = replace(following(), due=[item("turn", 1), item("flag", 1)])
        store.append(request)
        write(store, 1, game=OTHER)
        head = store.head(GAME)
        assert head is not None
        store.prune(Index([], [f"{GAME}:turn:1"]))
        assert store.due(ALWAYS) == [item("flag", 1)]
        store.prune(Index([GAME], [f"{GAME}:flag:1"]))
        assert store.games() == [OTHER]
        assert store.due(ALWAYS) == []
        assert store.reindex(GAME, head, [item("turn", 1)])
        assert store.games() == [GAME, OTHER]
        assert store.due(ALWAYS) == [item("turn", 1)]
        assert store.append(following(request.entries)).verdict is Verdict.OK

    def test_pruning_what_is_not_there_changes_nothing(self, store: Store) -> None:
        store.append(replace(following(), due=[item("turn", 1)]))
        before = everything(store)
        store.prune(Index([OTHER], [f"{OTHER}:turn:1", f"{GAME}:turn:9"]))
        store.prune(Index([], []))
        assert everything(store) == before


def _of(pointers: Sequence[Pointer], game: str) -> list[Pointer]:
    return [pointer for pointer in pointers if pointer.game == game]
