"""What is kept beside the log: secrets, texts, received mail and players."""

from __future__ import annotations

from msgspec.structs import replace

from mensch.events.compliance.requests import ALWAYS, GAME, OTHER, following, item, outcome, raws
from mensch.events.store import Store, Verdict


class BesideCompliance:
    """Everything is kept field by field, and what is personal can be erased."""

    def test_secrets_and_texts_are_added_and_apart(self, store: Store) -> None:
        binary = bytes(range(256))
        first = replace(following(), secrets={"seed": binary, "cause:1": b"x"}, texts={"a": "ä\n".encode()})
        store.append(first)
        store.append(replace(following(first.entries), secrets={"cause:1": b"y", "cause:2": b""}))
        assert store.secrets(GAME) == {"seed": binary, "cause:1": b"y", "cause:2": b""}
        assert store.texts(GAME) == {"a": "ä\n".encode()}
        assert store.secrets(OTHER) == {}
        asked = [(GAME, "seed"), (GAME, "cause:2"), (GAME, "cause:3"), (OTHER, "seed")]
        assert [store.secret(game, field) for game, field in asked] == [binary, b"", None, None]
        assert store.texts(OTHER) == {}

    def test_one_command_may_bring_thousands_of_fields_and_items(self, store: Store) -> None:
        secrets = {f"cause:{n}": b"%d" % n for n in range(9_000)}
        texts = {f"{n:064x}": b"%d" % n for n in range(9_001)}
        due = [item("turn", n, n) for n in range(9_000)]
        request = replace(following(count=9_000), secrets=secrets, texts=texts, due=due)
        assert outcome(store.append(request)) == (Verdict.OK, 9_000, [])
        assert store.read(GAME) == raws(request.entries)
        assert store.secrets(GAME) == secrets
        assert store.texts(GAME) == texts
        assert store.due(ALWAYS, most=10_000) == due

    def test_what_is_known_about_a_player_is_kept_and_replaced_by_field(self, store: Store) -> None:
        store.save_player("player0001", {"name": "Änne".encode(), "language": b"de"})
        store.save_player("player0002", {"name": b"Bo"})
        store.save_player("player0001", {"language": b"en"})
        anne = {"name": "Änne".encode(), "language": b"en"}
        asked = ["player0002", "player0003", "player0001", "player0002"]
        assert store.players(asked) == [{"name": b"Bo"}, {}, anne, {"name": b"Bo"}]
        assert store.players([]) == []

    def test_all_about_whom_something_is_kept_are_listed(self, store: Store) -> None:
        assert store.player_ids() == []
        for player in ("mensch0002", "mensch0001", "mensch0002"):
            store.save_player(player, {"name": b"Bo"})
        store.save_player("mensch0003", {})
        store.append(following())
        assert store.player_ids() == ["mensch0001", "mensch0002"]

    def test_a_player_about_whom_nothing_is_said_stays_unknown(self, store: Store) -> None:
        store.save_player("player0001", {})
        assert store.players(["player0001"]) == [{}]

    def test_secrets_can_be_kept_without_an_append_and_dropped(self, store: Store) -> None:
        store.append(replace(following(), secrets={"seed": b"s"}))
        store.keep(GAME, {"orders:0": b"A+5", "answer:1": b"\xff"})
        store.keep(GAME, {"orders:0": b"N3"})
        store.keep(GAME, {})
        assert store.secrets(GAME) == {"seed": b"s", "orders:0": b"N3", "answer:1": b"\xff"}
        store.drop(GAME, ["answer:1", "answer:2"])
        store.drop(GAME, [])
        store.drop(OTHER, ["seed"])
        assert store.secrets(GAME) == {"seed": b"s", "orders:0": b"N3"}
        assert store.read(GAME) == raws(following().entries)

    def test_of_two_that_keep_a_new_secret_the_first_wins_and_both_learn_it(self, store: Store) -> None:
        assert store.keep_new(GAME, "token:0:4", b"first") == b"first"
        assert store.keep_new(GAME, "token:0:4", b"second") == b"first"
        assert store.keep_new(OTHER, "token:0:4", b"") == b""
        assert store.secret(GAME, "token:0:4") == b"first"
        store.drop(GAME, ["token:0:4"])
        assert store.keep_new(GAME, "token:0:4", b"third") == b"third"

    def test_a_text_can_be_erased_while_its_record_stays(self, store: Store) -> None:
        store.append(replace(following(), texts={"a": b"1", "b": b"2"}))
        store.erase_texts(GAME, ["a", "c"])
        store.erase_texts(OTHER, ["b"])
        assert store.texts(GAME) == {"b": b"2"}
        assert store.read(GAME) == raws(following().entries)

    def test_received_messages_are_kept_apart_by_game_and_can_be_erased(self, store: Store) -> None:
        raw = bytes(range(256)) * 1_000
        store.attach(GAME, "b" * 64, raw)
        store.attach(GAME, "a" * 64, b"")
        store.attach(OTHER, "c" * 64, b"x")
        assert store.attachments(GAME) == ["a" * 64, "b" * 64]
        assert store.attachment(GAME, "b" * 64) == raw
        assert store.attachment(GAME, "c" * 64) is None
        store.detach(GAME, ["b" * 64, "c" * 64])
        assert store.attachments(GAME) == ["a" * 64]
        assert store.attachment(OTHER, "c" * 64) == b"x"
        assert store.secrets(GAME) == {}

    def test_an_address_belongs_to_one_player_whatever_its_case(self, store: Store) -> None:
        assert store.find_player("anne@example.org") is None
        assert store.save_address("Anne@Example.org", "mensch0001") == "mensch0001"
        assert store.save_address("anne@example.ORG", "mensch0002") == "mensch0001"
        assert store.find_player(" ANNE@example.org") == "mensch0001"

    def test_things_about_a_player_can_be_erased_one_by_one(self, store: Store) -> None:
        store.save_player("mensch0001", {"name": b"Anne", "digest": b"7"})
        store.erase_fields("mensch0001", ["digest", "mail"])
        store.erase_fields("mensch0002", ["digest"])
        assert store.players(["mensch0001", "mensch0002"]) == [{"name": b"Anne"}, {}]

    def test_of_a_forgotten_player_nothing_is_left_and_all_others_stay(self, store: Store) -> None:
        for player, addresses in {
            "mensch0001": ["anne@a.org", "anne@b.org"],
            "mensch0002": ["bo@a.org"],
        }.items():
            store.save_player(player, {"name": b"x"})
            for address in addresses:
                store.save_address(address, player)
        for _ in range(2):
            store.forget_player("mensch0001")
            assert store.players(["mensch0001", "mensch0002"]) == [{}, {"name": b"x"}]
            assert store.player_ids() == ["mensch0002"]
            assert [store.find_player(f"{who}.org") for who in ("anne@a", "anne@b", "bo@a")] == [
                None,
                None,
                "mensch0002",
            ]
        assert store.save_address("anne@a.org", "mensch0003") == "mensch0003"
