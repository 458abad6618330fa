"""`mensch sign`: one line that says what a player plays, made from what they have at hand."""

import msgspec
import pytest

from mensch.cli.sign import meant_by
from mensch.core.rules import classic
from mensch.events import ed25519
from mensch.events.archive import export
from mensch.events.commands import AbortGame
from mensch.events.game import Game, fold, initial
from mensch.events.loading import entries
from mensch.events.receipts import sign as sign_receipt
from mensch.events.referee import Player, Referee
from mensch.events.signing import SignedLine, read_line, verifies
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, choice_of_rows, played
from tests.cli.keys import Keys, keys

__all__ = ["keys"]


def begun(referee: Referee, keys: Keys, seats: int = 2) -> Game:
    players = [Player(PEOPLE[seat], key=keys.public[seat]) for seat in range(seats)]
    return referee.new_game(classic(seats), players, seed=bytes(32), insecure=True)


def line_in(out: str) -> SignedLine:
    (text,) = out.splitlines()
    return read_line(text)


def test_a_line_names_game_seat_and_the_last_record_and_is_signed(
    mensch: Mensch, referee: Referee, keys: Keys
) -> None:
    game = begun(referee, keys)
    line = line_in(mensch("sign", game.id[:6], "n3 + 1", "--key", keys.file(0)).ok().out)
    assert (line.game, line.seat, line.seq, line.hash, line.move) == (game.id, 0, game.seq, game.head, "N1+3")
    assert verifies(line, keys.public[0])


def test_signing_changes_nothing(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    mensch("sign", game.id, "N1", "--key", keys.file(0)).ok()
    assert len(entries(referee.store, game.id)) == game.seq


def test_the_line_is_a_json_document_too(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    document = mensch("sign", game.id, "N1", "--key", keys.file(0), "--json").document
    line = read_line(document.pop("line"))
    assert document == {"game": game.id, "move": "N1", "seat": 0, "seq": line.seq}


def test_offline_it_is_made_from_what_log_or_export_have_written(
    mensch: Mensch, referee: Referee, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(referee, keys)
    files = {
        "log": mensch("log", game.id).out.encode(),
        "export": b"".join(line + b"\n" for line in export(referee.store, game.id)),
    }
    monkeypatch.setenv("MENSCH_REDIS_URL", "redis://127.0.0.1:1")
    for name, content in files.items():
        source = keys.folder / name
        source.write_bytes(content)
        words = ("sign", game.id, "N1", "--key", keys.file(0), "--from")
        for answer in (mensch(*words, str(source)), mensch(*words, "-", typed=content)):
            line = line_in(answer.ok().out)
            assert (line.seat, line.seq, line.hash) == (0, game.seq, game.head)


@pytest.mark.parametrize("form", ["words", "json", "mail", "document"])
def test_offline_it_is_made_from_a_receipt_and_the_seat(
    mensch: Mensch, referee: Referee, keys: Keys, form: str
) -> None:
    game = begun(referee, keys)
    receipt = sign_receipt(
        keys.private[3], game=game.id, seq=game.seq, hash=game.head, at=game.at, provisional=False, epoch=1
    )
    content = {
        "words": f"{receipt.line}\n",
        "json": msgspec.json.encode(receipt).decode() + "\n",
        "mail": f"Dear anna,\n\nit is your turn.\n\n{receipt.line}\n\nThe referee\n",
        "document": mensch("show", game.id, "--json").out,
    }[form]
    words = ("sign", game.id, "N1", "--key", keys.file(1), "--from", "-")
    mensch(*words, typed=content).refused(2, "does not tell which seat", "--as")
    line = line_in(mensch(*words, "--as", "1", typed=content).ok().out)
    assert (line.seat, line.seq, line.hash) == (1, game.seq, game.head)


@pytest.mark.parametrize(
    "content", ["", "hello\n", "{}\n", '{"game":"x","seq":1,"hash":"y"}\n', "\0\n", "{" * 9999]
)
def test_a_file_that_tells_nothing_is_refused(mensch: Mensch, keys: Keys, content: str) -> None:
    words = ("sign", "0123456789", "N1", "--key", keys.file(0), "--from", "-", "--as", "0")
    mensch(*words, typed=content).refused(2, "no exported game, no log and no receipt")


def test_a_file_about_another_game_is_refused(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    content = mensch("log", begun(referee, keys).id).out
    other = begun(referee, keys).id
    answer = mensch("sign", other, "N1", "--key", keys.file(0), "--from", "-", typed=content)
    answer.refused(5, "not about")


def test_a_log_in_which_something_was_changed_is_refused(
    mensch: Mensch, referee: Referee, keys: Keys
) -> None:
    game = begun(referee, keys)
    content = mensch("log", game.id).out.replace('"seat":1', '"seat":0')
    answer = mensch("sign", game.id, "N1", "--key", keys.file(0), "--from", "-", typed=content)
    answer.refused(8)


def test_a_key_that_is_none_of_the_game_signs_nothing(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    mensch("sign", game.id, "N1", "--key", keys.file(3)).refused(2, "no seat of game", keys.public[3][:16])
    mensch("sign", game.id, "N1", "--key", keys.file(0), "--as", "1").refused(2, "that of seat 0")


def test_a_move_is_checked_as_far_as_everybody_can(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    for typed, code, says in (
        ("N7", 3, "no move that can be signed"),
        ("A+1", 3, "not legal here, whatever your dice are"),
        ("P1", 3, "not legal here, whatever your dice are"),
        ("abort", 3, "no move that can be signed"),
    ):
        mensch("sign", game.id, typed, "--key", keys.file(0)).refused(code, says)
    mensch("sign", game.id, "N1", "--key", keys.file(1)).refused(4, "not the turn of seat 1, but of seat 0")


def test_every_legal_move_of_a_whole_game_can_be_signed_and_no_die_is_asked_for(
    mensch: Mensch, referee: Referee, keys: Keys
) -> None:
    game = begun(referee, keys, 3)
    while not game.over:
        public = fold(initial(game.id), entries(referee.store, game.id))
        for move in game.table.legal_moves():
            assert meant_by(move.text.lower(), public, game.table.turn) == move.text
        game = played(referee, game, 5, seed=game.seq)


def test_a_choice_of_rows_is_told(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = played(referee, begun(referee, keys, 3), until=choice_of_rows)
    assert not game.over, "another seed has a choice"
    turn = game.table.turn
    move = next(move.text for move in game.table.legal_moves() if move.source)
    bare = move.partition("@")[0]
    mensch("sign", game.id, bare, "--key", keys.file(turn)).refused(3, "leaves a choice of rows", move)
    assert line_in(mensch("sign", game.id, move, "--key", keys.file(turn)).ok().out).move == move


def test_resignations_and_new_keys_are_signed_in_no_matter_whose_turn(
    mensch: Mensch, referee: Referee, keys: Keys
) -> None:
    game = begun(referee, keys)
    other = ed25519.public_key(keys.private[3])
    for typed, signed in (("Resign", "resign"), (f"key={other}", f"key={other}")):
        assert line_in(mensch("sign", game.id, typed, "--key", keys.file(1)).ok().out).move == signed


def test_nothing_is_signed_in_a_game_that_is_over(mensch: Mensch, referee: Referee, keys: Keys) -> None:
    game = begun(referee, keys)
    referee.act(game, [AbortGame()])
    mensch("sign", game.id, "N1", "--key", keys.file(0)).refused(6, "is aborted")
