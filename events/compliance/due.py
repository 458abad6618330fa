"""What is due: in order of time, replaced by each append, claimed by one at a time."""

from __future__ import annotations

from msgspec.structs import replace

from mensch.events.compliance.requests import ALWAYS, OTHER, TIME, everything, following, item
from mensch.events.store import Index, Store


class DueCompliance:
    """The due index."""

    def test_what_is_due_comes_the_earliest_first(self, store: Store) -> None:
        late, soon, same = item("reasons", 1, 30), item("flag", 1, 10), item("turn", 1, 10)
        store.append(replace(following(), due=[late, soon, same]))
        other = item("turn", 1, 20, OTHER)
        store.append(replace(following(game=OTHER), due=[other]))
        assert store.due(ALWAYS) == [soon, same, other, late]
        assert store.due(ALWAYS, most=2) == [soon, same]

    def test_an_item_is_due_from_its_time_on(self, store: Store) -> None:
        store.append(replace(following(), due=[item("turn", 1, TIME)]))
        assert store.due(TIME - 1) == []
        assert store.due(TIME) == [item("turn", 1, TIME)]

    def test_each_append_replaces_what_is_due_in_its_game_alone(self, store: Store) -> None:
        store.append(replace(following(game=OTHER), due=[item("turn", 1, 5, OTHER)]))
        first = replace(following(), due=[item("turn", 1), item("flag", 1)])
        second = replace(following(first.entries), due=[item("flag", 2)])
        store.append(first)
        store.append(second)
        assert store.due(ALWAYS) == [item("turn", 1, 5, OTHER), item("flag", 2)]
        store.append(following([*first.entries, *second.entries]))
        assert store.due(ALWAYS) == [item("turn", 1, 5, OTHER)]

    def test_who_claims_an_item_has_it_alone_until_it_comes_up_again(self, store: Store) -> None:
        turn, flag = item("turn", 1, TIME), item("flag", 1, TIME + 5)
        store.append(replace(following(), due=[turn, flag]))
        assert store.claim_due(TIME, again=TIME + 10) == [turn]
        assert store.claim_due(TIME, again=TIME + 10) == []
        assert store.due(ALWAYS) == [flag, item("turn", 1, TIME + 10)]
        assert store.claim_due(TIME + 10, again=TIME + 20) == [flag, item("turn", 1, TIME + 10)]

    def test_the_earliest_items_are_claimed_first(self, store: Store) -> None:
        items = [item("turn", 1, 30), item("flag", 1, 10), item("reasons", 1, 20)]
        store.append(replace(following(), due=items))
        assert store.claim_due(TIME, again=TIME + 1, most=2) == [items[1], items[2]]
        assert store.claim_due(TIME, again=TIME + 1, most=2) == [items[0]]

    def test_all_games_take_part_in_a_claim(self, store: Store) -> None:
        games = [f"game0000{n:02}" for n in range(10)]
        for at, game in enumerate(games):
            store.append(replace(following(game=game), due=[item("turn", 1, at, game)]))
        claimed = [each.game for _ in range(4) for each in store.claim_due(TIME, again=TIME + 1, most=3)]
        assert sorted(claimed) == games

    def test_a_claimed_item_goes_with_the_next_append(self, store: Store) -> None:
        first = replace(following(), due=[item("turn", 1)])
        store.append(first)
        store.claim_due(TIME, again=TIME + 10)
        store.append(replace(following(first.entries), due=[item("turn", 2, TIME + 30)]))
        assert store.due(ALWAYS) == [item("turn", 2, TIME + 30)]

    def test_an_item_that_is_put_off_comes_up_at_another_time(self, store: Store) -> None:
        store.append(replace(following(), due=[item("turn", 1), item("flag", 1)]))
        store.put_off(item("turn", 1), again=TIME + 10)
        assert store.due(TIME) == [item("flag", 1)]
        store.put_off(item("turn", 1, TIME + 10), again=TIME - 10)
        assert store.due(TIME) == [item("turn", 1, TIME - 10), item("flag", 1)]

    def test_what_is_not_there_cannot_be_put_off(self, store: Store) -> None:
        store.append(replace(following(), due=[item("turn", 1)]))
        before = everything(store)
        store.put_off(item("turn", 2), again=TIME)
        store.put_off(item("turn", 1, game=OTHER), again=TIME)
        assert everything(store) == before

    def test_no_append_replaces_an_item_that_was_scheduled(self, store: Store) -> None:
        answer, flag = item("answer", 2**52 - 1, TIME), item("flag", 1, TIME)
        store.schedule(answer)
        first = replace(following(), due=[flag])
        store.append(first)
        store.append(following(first.entries))
        assert store.due(ALWAYS) == [answer]
        assert store.index().due == [answer.member]

    def test_what_is_scheduled_again_keeps_its_time(self, store: Store) -> None:
        store.schedule(item("answer", 1, TIME))
        store.schedule(item("answer", 1, TIME - 5))
        assert store.due(ALWAYS) == [item("answer", 1, TIME)]
        store.put_off(item("answer", 1, TIME), again=TIME + 5)
        assert store.due(ALWAYS) == [item("answer", 1, TIME + 5)]

    def test_what_is_scheduled_is_claimed_like_everything(self, store: Store) -> None:
        store.append(replace(following(), due=[item("flag", 1, TIME)]))
        store.schedule(item("answer", 1, TIME - 1))
        assert store.claim_due(TIME, again=TIME + 10) == [item("answer", 1, TIME - 1), item("flag", 1, TIME)]
        assert store.claim_due(TIME, again=TIME + 10) == []

    def test_an_item_that_is_done_is_gone_and_no_other(self, store: Store) -> None:
        first = replace(following(), due=[item("mail", 1), item("flag", 1)])
        store.append(first)
        store.schedule(item("answer", 1))
        for ended in (
            item("mail", 1, TIME + 9),
            item("answer", 1),
            item("answer", 2),
            item("mail", 1, game=OTHER),
        ):
            store.done(ended)
        assert store.due(ALWAYS) == [item("flag", 1)]
        store.append(replace(following(first.entries), due=[item("mail", 2)]))
        assert store.due(ALWAYS) == [item("mail", 2)]

    def test_what_was_scheduled_can_be_pruned(self, store: Store) -> None:
        store.schedule(item("answer", 1))
        store.schedule(item("answer", 2))
        store.prune(Index([], [item("answer", 1).member]))
        assert store.due(ALWAYS) == [item("answer", 2)]
