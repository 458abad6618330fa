"""A person is forgotten: nothing personal is left, and every log still verifies."""

from __future__ import annotations

import hashlib

import pytest

from mensch.core.errors import UsageError
from mensch.core.rules import classic
from mensch.events.cause import mail_cause
from mensch.events.commands import OpenDispute, Resign, TakeOverSeat
from mensch.events.due import NEVER
from mensch.events.forgetting import forget
from mensch.events.game import Game, fold, initial
from mensch.events.inviting import invitation_field
from mensch.events.loading import entries, names_of, said_in
from mensch.events.memory import MemoryStore
from mensch.events.orders import orders_field
from mensch.events.people import Person, enrol, note_seat, people, person_at
from mensch.events.received import keep_received, received_from
from mensch.events.referee import Player, Referee
from mensch.events.salt import salted
from mensch.events.spectators import add_spectator, spectators
from mensch.events.store import Head


class Table:
    """Anna and bert have played, and both have said something."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.referee = Referee(self.store)
        self.anna, self.bert = (
            enrol(self.store, f"{name}@home.example", name, "de") for name in ("anna", "bert")
        )
        self.game = self.begin()
        for seat, text in enumerate(("my secret plan", "good luck")):
            self.game = self.referee.say(self.game, seat, text)

    def begin(self) -> Game:
        """One more game of the two."""
        seats = [Player(person.name, id=person.id, mail=True) for person in (self.anna, self.bert)]
        game = self.referee.new_game(classic(2), seats)
        for seat, person in enumerate((self.anna, self.bert)):
            note_seat(self.store, person.id, game.id, seat)
        return game

    def end(self, game: Game) -> Game:
        """The game is over."""
        return self.referee.act(game, [Resign(1)])

    def known(self, person: Person) -> Person:
        """What is kept about somebody now."""
        return people(self.store, [person.id])[0]


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.mark.parametrize(
    "quote",
    [
        b"\r\n> anna: my secret plan",
        b"\r\n> To: ANNA@home.example",
        b"Content-Transfer-Encoding: base64\r\n\r\nPiBhbm5hIHNheXM=",
        b"Content-Type: text/html\r\n\r\n<b>ann&#97;</b>",
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n> anna\r\n--b--\r\n",
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\n> an=\r\nna says",
    ],
)
def test_mails_of_others_that_quote_the_player_go_too(table: Table, quote: bytes) -> None:
    game = table.end(table.game)
    keep_received(table.store, game.id, table.bert.id, "b" * 64, b"From: bert\r\n" + quote)
    keep_received(table.store, game.id, table.bert.id, "c" * 64, b"From: bert\r\n\r\nsay to hannah: hi")
    assert forget(table.store, table.known(table.anna)).mails == 1
    assert table.store.attachments(game.id) == ["c" * 64]
    assert received_from(table.store, game.id, table.bert.id) == ["c" * 64]


def test_name_address_texts_mails_and_tokens_are_gone_and_those_of_others_stay(table: Table) -> None:
    game = table.end(table.game)
    table.store.keep(
        game.id,
        {
            f"token:0:4:{table.anna.id}": b"x",
            f"token:1:4:{table.bert.id}": b"x",
            "answer:7": b'{"player":"%s","lines":["hello anna"]}' % table.anna.id.encode(),
            orders_field(0): b"{}",
            orders_field(1): b"{}",
        },
    )
    keep_received(table.store, game.id, table.anna.id, "a" * 64, b"From: anna")
    keep_received(table.store, game.id, table.bert.id, "b" * 64, b"From: bert")
    done = forget(table.store, table.known(table.anna))
    assert (done.games, done.texts, done.mails) == ([game.id], 1, 1)
    assert table.known(table.anna) == Person(table.anna.id)
    assert person_at(table.store, "anna@home.example") is None
    assert list(said_in(table.store, game.id).values()) == ["good luck"]
    assert names_of(table.store, game) == ["seat 0", "bert"]
    assert table.store.attachments(game.id) == ["b" * 64]
    assert received_from(table.store, game.id, table.bert.id) == ["b" * 64]
    kept = table.store.secrets(game.id)
    assert {f"token:1:4:{table.bert.id}", orders_field(1)} <= set(kept)
    assert not {f"token:0:4:{table.anna.id}", "answer:7", orders_field(0)} & set(kept)
    assert all(b"anna" not in value for value in [*kept.values(), *table.store.texts(game.id).values()])


def test_the_log_is_what_it_was_and_verifies(table: Table) -> None:
    game = table.end(table.game)
    before = table.store.read(game.id)
    forget(table.store, table.known(table.anna))
    assert table.store.read(game.id) == before
    assert fold(initial(game.id), entries(table.store, game.id)).over


def test_who_still_plays_is_not_forgotten_and_the_games_are_named(table: Table) -> None:
    table.end(table.game)
    other = table.begin()
    with pytest.raises(UsageError, match=f"still play in {other.id}: give their seat"):
        forget(table.store, table.known(table.anna))
    assert table.known(table.anna).name == "anna"
    assert "my secret plan" in said_in(table.store, table.game.id).values()


def test_a_dispute_that_is_open_needs_the_mails_of_all(table: Table) -> None:
    digest, text = salted("that was not me")
    table.referee.act(table.game, [OpenDispute(0, table.game.seq, digest)], texts={digest: text})
    with pytest.raises(UsageError, match="a dispute has to be ruled on"):
        forget(table.store, table.known(table.anna))


def test_whoever_has_given_their_seat_away_can_be_forgotten_and_the_next_one_keeps_orders(
    table: Table,
) -> None:
    game = table.referee.act(table.game, [TakeOverSeat(0, "n" * 10)])
    game = table.referee.say(game, 0, "hello, I am new")
    table.store.keep(game.id, {orders_field(0): b"{}"})
    forget(table.store, table.known(table.anna))
    assert sorted(said_in(table.store, game.id).values()) == ["good luck", "hello, I am new"]
    assert orders_field(0) in table.store.secrets(game.id)


def test_mails_of_an_archived_game_are_found_by_the_causes_that_name_them_and_by_the_address(
    table: Table,
) -> None:
    game = table.game
    raws = [b"by another address", b"resign\nFrom: Anna@home.example", b"From: bert"]
    digests = [hashlib.sha256(raw).hexdigest() for raw in raws]
    move = game.table.legal_moves()[0].text
    game = table.referee.play(game, 0, move, mail_cause(digests[0]))
    for raw, digest, person in zip(raws, digests, (table.anna, table.anna, table.bert), strict=True):
        keep_received(table.store, game.id, person.id, digest, raw)
    game = table.referee.reveal_deck(table.end(game))
    records = table.store.read(game.id)
    for item in table.store.due(NEVER):  # the mails about the end go out
        table.store.done(item)
    assert table.store.entomb(game.id, Head(game.seq, game.head, game.status.value, game.at))
    table.store.unearth = {game.id: records}.get
    done = forget(table.store, table.known(table.anna))
    assert done.mails == 2
    assert table.store.attachments(game.id) == [digests[2]]
    assert list(said_in(table.store, game.id).values()) == ["good luck"]


def test_invitations_and_looking_on_are_forgotten_too(table: Table) -> None:
    table.end(table.game)
    carla = enrol(table.store, "carla@home.example", "carla")
    other = table.begin()
    invited = b'{"player":"%s","since":1}' % carla.id.encode()
    table.store.keep(other.id, {invitation_field(1): invited})
    add_spectator(table.store, other, "Carla@home.example", "en", 1)
    forget(table.store, carla)
    kept = table.store.secrets(other.id)
    assert invitation_field(1) not in kept
    assert spectators(kept) == {}


def test_a_second_time_there_is_nothing_left_to_forget(table: Table) -> None:
    table.end(table.game)
    forget(table.store, table.known(table.anna))
    again = forget(table.store, table.known(table.anna))
    assert (again.texts, again.mails) == (0, 0)
