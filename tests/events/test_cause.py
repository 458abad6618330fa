"""Why a move came: sealed while the game runs, published after the reveal."""

import hashlib

import msgspec
import pytest

from mensch.core.errors import TurnError, UsageError
from mensch.core.rules import classic
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.cause import (
    FORCED,
    TABLE,
    Cause,
    autopilot_cause,
    mail_cause,
    order_cause,
    seal_cause,
)
from mensch.events.game import fold, initial
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.record import LARGEST, decode
from mensch.events.referee import Player, Referee
from tests.events.table import BOT, GREEDY, Table, salt, started


def test_the_envelope_is_canonical_json_without_what_is_absent() -> None:
    assert TABLE.envelope == '{"kind":"table"}'
    assert Cause("bot", "greedy", 1).envelope == '{"kind":"bot","level":"greedy","version":1}'


def test_a_move_holds_the_salted_hash_of_its_envelope() -> None:
    table = started()
    command = table.move()
    (played,) = table.does(command)
    sealed = hashlib.sha256(b"mensch/auth/v1\n" + bytes.fromhex(command.salt) + TABLE.envelope.encode())
    assert isinstance(played, t.MovePlayed)
    assert played.auth == sealed.hexdigest()


def test_another_salt_or_another_envelope_gives_another_seal() -> None:
    seals = {
        seal_cause(envelope, bytes.fromhex(salt(n)))
        for envelope in (TABLE.envelope, BOT.envelope)
        for n in (1, 2)
    }
    assert len(seals) == 4


EVERY_KIND = [
    TABLE,
    BOT,
    Cause("signed", line="mensch1 and so on"),
    mail_cause("0" * 64),
    order_cause(3),
    FORCED,
    autopilot_cause(GREEDY),
]


@pytest.mark.parametrize(
    "cause", [mail_cause("0" * 64), order_cause(3), FORCED], ids=lambda cause: cause.kind
)
def test_whatever_its_cause_a_move_is_written_with_the_same_fields(cause: Cause) -> None:
    typed, other = started(), started()
    typed.plays()
    other.plays(cause=cause)
    one, two = typed.log[-1].record, other.log[-1].record
    assert isinstance(one.body, t.MovePlayed)
    assert isinstance(two.body, t.MovePlayed)
    assert one.body.auth != two.body.auth
    sealed_alike = msgspec.structs.replace(two.body, auth=one.body.auth)
    assert msgspec.structs.replace(two, body=sealed_alike) == one


def test_envelopes_hold_what_the_page_says() -> None:
    assert [cause.envelope for cause in EVERY_KIND[3:]] == [
        f'{{"digest":"{"0" * 64}","kind":"mail"}}',
        '{"index":3,"kind":"order"}',
        '{"kind":"forced"}',
        '{"kind":"autopilot","level":"greedy","version":1}',
    ]


def finished_after(moves: int) -> Table:
    table = started()
    for _ in range(moves):
        table.plays()
    table.does(c.Resign(0))
    return table


def test_after_the_reveal_causes_are_published_and_none_is_sealed_any_more() -> None:
    table = finished_after(3)
    assert table.game.sealed == 3
    (published,) = table.does(table.publishes(0, 1, 2))
    assert isinstance(published, t.ReasonsPublished)
    assert [reason.envelope for reason in published.reasons] == [TABLE.envelope] * 3
    assert (table.game.sealed, table.log[-1].record.by) == (0, "operator")


def test_causes_can_be_published_in_parts() -> None:
    table = finished_after(3)
    table.does(table.publishes(0, 2))
    assert table.game.sealed == 1
    table.does(table.publishes(1))
    assert table.game.sealed == 0


def test_while_the_game_runs_no_cause_is_published() -> None:
    table = started()
    table.plays()
    table.refuses(table.publishes(0), TurnError, 4, "not revealed yet, so causes stay sealed")


def test_a_cause_other_than_the_sealed_one_is_refused() -> None:
    table = finished_after(2)
    (reason,) = table.publishes(0).reasons
    invented = t.Reason(BOT.envelope, reason.salt, reason.seq)
    command = c.PublishReasons([invented], table.publishes(0).sealed)
    table.refuses(command, UsageError, 2, f"record {reason.seq} .* is not the one sealed there")


def test_more_causes_than_are_sealed_are_refused() -> None:
    table = finished_after(1)
    table.does(table.publishes(0))
    table.refuses(table.publishes(0), UsageError, 2, "only 0 moves .* are still sealed")


@pytest.mark.parametrize("numbers", [(), (1, 0), (0, 0)], ids=["none", "descending", "one twice"])
def test_causes_that_are_not_ascending_each_once_are_refused(numbers: tuple[int, ...]) -> None:
    table = finished_after(2)
    table.refuses(table.publishes(*numbers), UsageError, 2, "ascending by record, each once")


# The referee's part: keeping causes, and cutting them into records


def referee_of_a_game(moves: int, envelope_size: int) -> tuple[Referee, str]:
    """A game of many moves with long causes, ended by a resignation."""
    referee = Referee(MemoryStore(), now=lambda: 1)
    game = referee.new_game(classic(4, 200), [Player(f"seat {n}") for n in range(4)])
    for number in range(moves):
        move = game.table.legal_moves()[0].text
        cause = Cause("table", level=f'"\\{number}'.ljust(envelope_size, '"'))
        game = referee.play(game, game.table.turn, move, cause)
    referee.act(game, [c.AbortGame()])
    return referee, game.id


def test_many_long_causes_are_split_over_records_of_at_most_64_kib() -> None:
    referee, game = referee_of_a_game(moves=60, envelope_size=2000)
    after = referee.publish_reasons(referee.load(game))
    log = entries(referee.store, game)
    published = [entry for entry in log if isinstance(entry.record.body, t.ReasonsPublished)]
    assert len(published) > 2
    assert max(len(entry.raw) for entry in published) <= LARGEST
    told = [reason.seq for entry in published for reason in _reasons(entry.record.body)]
    assert told == [entry.seq for entry in log if isinstance(entry.record.body, t.MovePlayed)]
    assert after.sealed == fold(initial(game), log).sealed == 0


def test_publishing_again_writes_nothing() -> None:
    referee, game = referee_of_a_game(moves=5, envelope_size=10)
    after = referee.publish_reasons(referee.load(game))
    assert referee.publish_reasons(referee.load(game)).head == after.head


def test_published_causes_open_what_the_records_sealed() -> None:
    referee, game = referee_of_a_game(moves=8, envelope_size=100)
    referee.publish_reasons(referee.load(game))
    auths, opened = {}, {}
    for raw in referee.store.read(game):
        record = decode(raw)
        if isinstance(record.body, t.MovePlayed):
            auths[record.seq] = record.body.auth
        for reason in _reasons(record.body):
            opened[reason.seq] = seal_cause(reason.envelope, bytes.fromhex(reason.salt))
    assert opened == auths


def _reasons(body: t.Body) -> list[t.Reason]:
    return body.reasons if isinstance(body, t.ReasonsPublished) else []
