"""What is kept beside the log: secrets, texts and players."""

from __future__ import annotations

from msgspec.structs import replace

from mensch.events.compliance.requests import ALWAYS, GAME, OTHER, following, item, outcome, raws
from mensch.events.store import Store, Verdict


class BesideCompliance:
    """Secrets and texts are added field by field, players too."""

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
