"""The referee, where it holds what a log cannot."""

import pytest

from mensch.core.errors import MenschError, UsageError
from mensch.core.rules import classic
from mensch.events.memory import MemoryStore
from mensch.events.referee import SEED, Player, Referee


class _WrongSeed(MemoryStore):
    """A store whose secrets came from another game's backup."""

    def secrets(self, game: str) -> dict[str, bytes]:
        return {**super().secrets(game), SEED: bytes(32)}


def test_a_seed_that_the_log_does_not_commit_to_is_not_played_with() -> None:
    store = _WrongSeed()
    game = Referee(store).new_game(classic(2), [Player("anna"), Player("bert")])
    with pytest.raises(MenschError, match="is not the one its log commits to"):
        Referee(store).load(game.id)


def test_what_could_not_be_read_again_is_not_written() -> None:
    store = MemoryStore()
    with pytest.raises(UsageError, match="a record that nobody could read is not written"):
        Referee(store).new_game(classic(2), [Player("anna"), Player("bert")], dispute_window=-1)
    assert store.games() == []
