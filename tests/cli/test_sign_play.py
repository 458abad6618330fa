"""Signed moves on the way of the operator: typed lines, keys at hand, other keys."""

import pytest

from mensch.core.rules import classic
from mensch.events.bodies import KeyChanged, PlayerJoined
from mensch.events.cause import Cause
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.referee import Player, Referee
from mensch.events.signing import sign
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE
from tests.cli.keys import Keys, keys

__all__ = ["keys"]


def begun(referee: Referee, keys: Keys, seats: int = 2) -> Game:
    players = [Player(PEOPLE[seat], key=keys.public[seat]) for seat in range(seats)]
    return referee.new_game(classic(seats), players)


def signed(game: Game, keys: Keys, move: str | None = None, player: int | None = None) -> str:
    player = game.table.turn if player is None else player
    move = move or game.table.legal_moves()[0].text
    private = keys.private[player]
    return sign(private, game=game.id, seat=player, seq=game.seq, head=game.head, move=move).text


def cause_of(referee: Referee, game: Game, seq: int) -> str:
    return referee.store.secrets(game.id)[f"cause:{seq}"][32:].decode()


# New games


def test_keys_are_registered_by_name_or_seat_in_hex_or_by_file(
    mensch: Mensch, referee: Referee, keys: Keys
) -> None:
    (keys.folder / "public").write_text(keys.public[1] + "\n")
    words = ["new", "--seat", "anna", "--seat", "bert", "--seat", "carla", "--json"]
    words += ["--key", f"Anna={keys.public[0]}", "--key", f"1={keys.folder / 'public'}"]
    game = referee.load(mensch(*words, "--key", f"carla={keys.file(2)}").document["game"])
    assert [game.holder(seat).key for seat in range(3)] == keys.public[:3]


@pytest.mark.parametrize(
    ("typed", "code", "says"),
    [
        ("doris=KEY", 5, "there is no player “doris”"),
        ("KEY", 2, "does not say whose key it is: NAME=KEY"),
        ("anna=", 5, "cannot be read"),
        ("anna=nowhere", 5, "cannot be read"),
        ("anna=" + "00" * 32, 2, "small order"),
        ("greedy=KEY", 2, "bots sign nothing"),
    ],
)
def test_a_key_that_cannot_be_registered_makes_no_game(
    mensch: Mensch, referee: Referee, keys: Keys, typed: str, code: int, says: str
) -> None:
    words = ("new", "--seat", "anna", "--seat", "bot:greedy", "--key", typed.replace("KEY", keys.public[0]))
    mensch(*words).refused(code, says)
    assert referee.store.games() == []


def test_two_keys_for_one_player_are_one_too_many(mensch: Mensch, keys: Keys) -> None:
    words = ["new", "--seat", "anna", "--seat", "bert"]
    words += ["--key", f"anna={keys.public[0]}", "--key", f"0={keys.public[1]}"]
    mensch(*words).refused(2, "two keys are given for anna")


# Lines that were typed


def test_a_typed_line_is_played_and_sealed_as_what_it_is(
    mensch: Mensch, referee: Referee, keys: Keys
) -> None:
    game = begun(referee, keys)
    line = signed(game, keys)
    mensch("play", game.id, line).ok()
    assert cause_of(referee, game, game.seq + 1) == Cause("signed", line=line).envelope
    assert referee.load(game.id).table.turn == 1


def test_a_typed_line_shows_nobodys_dice(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    document = mensch("play", game.id, signed(game, keys), "--json").document
    assert [seat["dice"] for seat in document["seats"]] == [[0, 0], [0, 0]]


def test_a_line_that_is_typed_again_changes_nothing(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    line = signed(game, keys)
    mensch("play", game.id, line).ok()
    mensch("play", game.id, f"  {line}\n").ok()
    assert len(entries(referee.store, game.id)) == game.seq + 1


def test_each_line_that_does_not_count_says_why_in_one_line(
    mensch: Mensch, referee: Referee, keys: Keys
) -> None:
    game = begun(referee, keys)
    line = signed(game, keys)
    other = begun(referee, keys)
    for text, code, says in (
        (signed(other, keys), 2, f"is for game {other.id}"),
        (signed(game, keys, "N1", 1), 4, "not the turn of seat 1"),
        (line.replace(f" {game.id} 0 ", f" {game.id} 1 "), 2, "not signed with the key of seat 1"),
        (line.replace(game.head, "0" * 64), 2, "not signed with the key"),
        (line[:-10], 2, "its signature is none"),
        (signed(game, keys, "A+1"), 3, "not legal"),
    ):
        mensch("play", game.id, text).refused(code, says)
    mensch("play", game.id, "1").ok()
    mensch("play", game.id, "1").ok()
    mensch("play", game.id, line).refused(4, "has moved on since the line was signed after record 4")


def test_a_line_says_itself_who_plays(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    mensch("play", game.id, signed(game, keys), "--as", "anna").refused(2, "--as")
    mensch("play", game.id, signed(game, keys), "--key", keys.file(0)).refused(2, "is to be signed")
    mensch("play", game.id, "--key", keys.file(0)).refused(2, "--key goes with a move")
    mensch("play", game.id, "1", "--inbox").refused(2, "--inbox goes with --key")


# A key at hand, on a server that is open


def test_with_a_key_a_move_is_signed_and_played_in_one_go(
    mensch: Mensch, referee: Referee, keys: Keys
) -> None:
    game = begun(referee, keys)
    document = mensch("play", game.id, "1", "--key", keys.file(0), "--say", "hello", "--json").document
    after = referee.load(game.id)
    assert document["seats"][0]["dice"] == list(after.table.hand(0))
    assert '"kind":"signed"' in cause_of(referee, game, after.seq)
    mensch("play", game.id, "1", "--key", keys.file(0)).refused(3, "no move that can be signed")
    mensch("play", game.id, "N1", "--key", keys.file(0)).refused(4, "not the turn of seat 0")
    mensch("play", game.id, "1", "--key", keys.file(3)).refused(2, "no seat of game")


def test_with_a_key_the_table_is_drawn_for_its_seat(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    own = mensch("show", game.id, "--key", keys.file(1)).ok()
    assert own.out == mensch("show", game.id, "--as", "bert").out
    mensch("show", game.id, "--key", keys.file(1), "--as", "bert").refused(2, "say the same")
    mensch("show", game.id, "--inbox").refused(2, "--inbox goes with --key")


def test_a_resignation_is_signed_and_told(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    answer = mensch("play", game.id, "resign", "--key", keys.file(0)).ok()
    assert "leaves the table" in answer.out
    assert referee.load(game.id).over


# Other keys


def test_a_player_gives_their_seat_another_key(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    line = mensch("sign", game.id, f"key={keys.public[3]}", "--key", keys.file(1)).ok().out
    assert "has another key\n" in mensch("play", game.id, line).ok().out
    assert referee.load(game.id).holder(1).key == keys.public[3]
    assert not referee.load(game.id).rotated_by_operator


def test_the_operator_gives_a_seat_another_key_and_replay_says_so(
    mensch: Mensch, referee: Referee, keys: Keys
) -> None:
    game = begun(referee, keys)
    mensch("rekey", game.id, "--as", "bert", "--key", keys.public[3]).ok()
    body = entries(referee.store, game.id)[-1].record.body
    assert body == KeyChanged(keys.public[3], 1)
    assert "has another key, from the operator" in mensch("replay", game.id).ok().out
    document = mensch("rekey", game.id, "--as", "1", "--key", keys.file(1), "--json").document
    assert ([seat["key"] for seat in document["seats"]][1], document["seq"]) == (keys.public[1], game.seq + 2)
    mensch("rekey", game.id, "--as", "1", "--key", keys.file(1)).refused(2, "has this key already")


def test_names_and_keys_are_apart(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    joined = [entry.record.body for entry in entries(referee.store, game.id)[1:3]]
    assert [body.key for body in joined if isinstance(body, PlayerJoined)] == keys.public[:2]
    assert not any(b"anna" in raw for raw in referee.store.read(game.id))
