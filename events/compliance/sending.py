"""What went out, and what was given up."""

from __future__ import annotations

from msgspec.structs import replace

from mensch.events.beside import DEAD, DeadLetter
from mensch.events.compliance.requests import ALWAYS, GAME, OTHER, TIME, following, item
from mensch.events.store import Store


class SendingCompliance:
    """A mark and the end of its due item are one step."""

    def test_what_went_out_is_known_by_game_and_name(self, store: Store) -> None:
        assert store.sent(GAME) == {}
        store.mark_sent(item("mail", 1), "turn:mensch0001:4", TIME, last=False)
        store.mark_sent(item("mail", 1), "end:mensch0002", TIME + 1, last=True)
        store.mark_sent(item("half", 1, game=OTHER), "half:mensch0001:9", TIME + 2, last=True)
        assert store.sent(GAME) == {"turn:mensch0001:4": TIME, "end:mensch0002": TIME + 1}
        assert store.sent(OTHER) == {"half:mensch0001:9": TIME + 2}

    def test_the_last_mark_ends_the_item_and_no_other(self, store: Store) -> None:
        mail, flag = item("mail", 1, TIME), item("flag", 1, TIME + 9)
        store.append(replace(following(), due=[mail, flag]))
        store.schedule(item("answer", 7, TIME + 1))
        store.mark_sent(mail, "turn:mensch0001:4", TIME, last=False)
        assert mail in store.due(ALWAYS)
        store.claim_due(TIME, again=TIME + 5)
        store.mark_sent(mail, "turn:mensch0002:4", TIME, last=True)
        assert store.due(ALWAYS) == [item("answer", 7, TIME + 1), flag]
        store.mark_sent(item("answer", 7), "answer:7", TIME, last=True)
        assert store.due(ALWAYS) == [flag]

    def test_a_mark_for_an_item_that_is_gone_is_kept(self, store: Store) -> None:
        store.mark_sent(item("mail", 1), "turn:mensch0001:4", TIME, last=True)
        assert store.sent(GAME) == {"turn:mensch0001:4": TIME}
        assert store.due(ALWAYS) == []

    def test_what_was_given_up_is_found_over_all_games_the_oldest_first(self, store: Store) -> None:
        games = [f"game0000{n:02}" for n in range(8)]
        for at, game in enumerate(games):
            store.mark_sent(item("mail", 1, game=game), f"{DEAD}turn:mensch0001:4", TIME + at, last=True)
            store.mark_sent(item("mail", 1, game=game), "turn:mensch0002:4", TIME + at, last=True)
        found = [DeadLetter(TIME + at, game, "turn:mensch0001:4") for at, game in enumerate(games)]
        assert store.dead_letters(0) == found
        assert store.dead_letters(TIME + 3) == found[3:]
        assert store.sent(games[1]) == {f"{DEAD}turn:mensch0001:4": TIME + 1, "turn:mensch0002:4": TIME + 1}
        store.schedule(item("mail", 1))
        store.mark_sent(item("mail", 1), f"{DEAD}x", TIME + 9, last=False)
        assert store.due(ALWAYS) == [item("mail", 1)]
