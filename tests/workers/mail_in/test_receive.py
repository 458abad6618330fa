"""A mail with a valid token does what its first lines say, once; any other mail does nothing at all."""

from __future__ import annotations

import hashlib
from email.header import Header

import pytest

from mensch.core.errors import ServerError
from mensch.events.bodies import MessageLeft, MovePlayed, PlayerResigned
from mensch.events.cause import cause_field, mail_cause, opened_cause
from mensch.events.due import ANSWER
from mensch.events.loading import said_in
from mensch.events.memory import MemoryStore
from mensch.events.people import set_language
from mensch.events.referee import Referee
from mensch.events.store import Append, Appended
from mensch.workers.mail.inbound.answer import MOST_A_DAY
from mensch.workers.mail.inbound.reading import LARGEST
from tests.workers.mail_in.by_mail import DAY, HOUR, SERVICE_TO, ByMail


@pytest.fixture
def table() -> ByMail:
    return ByMail()


def test_a_move_is_played_and_needs_no_answer_of_its_own(table: ByMail) -> None:
    move = table.legal()
    assert table.receives(table.reply(0, move)) == "done"
    assert table.seat == 1
    assert isinstance(body := table.log[-1].record.body, MovePlayed)
    assert (body.move, table.log[-1].record.by) == (move, "seat:0")
    assert table.answers() == []


def test_a_number_means_the_move_in_the_list_of_the_mail(table: ByMail) -> None:
    second = table.legal(1)
    table.receives(table.reply(0, "2"))
    assert isinstance(body := table.log[-1].record.body, MovePlayed)
    assert body.move == second


def test_a_message_goes_with_the_move_in_one_append_wherever_it_stands(table: ByMail) -> None:
    table.receives(table.reply(0, "sag Viel Glück!", "", "1"))
    message, move = table.log[-2:]
    assert isinstance(message.record.body, MessageLeft)
    assert isinstance(move.record.body, MovePlayed)
    assert message.record.cmd == move.record.cmd
    assert said_in(table.store, table.id)[message.record.body.digest] == "Viel Glück!"
    assert table.answers() == []


def test_the_hash_of_the_raw_mail_lies_in_the_sealed_cause_and_the_mail_beside_the_log(table: ByMail) -> None:
    raw = table.reply(0, "1")
    table.receives(raw)
    digest = hashlib.sha256(raw).hexdigest()
    seq = table.log[-1].seq
    kept = table.store.secret(table.id, cause_field(seq))
    assert kept is not None
    assert opened_cause(kept, seq).envelope == mail_cause(digest).envelope
    assert table.store.attachments(table.id) == [digest]
    assert table.store.attachment(table.id, digest) == raw


def test_a_mail_that_is_delivered_twice_plays_once_and_is_not_answered(table: ByMail) -> None:
    raw = table.reply(0, "1", message_id="<same@home.example>")
    table.receives(raw)
    other_way = b"Received: from elsewhere\r\n" + raw
    assert table.receives(raw) == "done"
    assert table.receives(other_way) == "done"
    assert sum(isinstance(entry.record.body, MovePlayed) for entry in table.log) == 1
    assert table.answers() == []


def test_a_mail_that_was_answered_is_answered_once(table: ByMail) -> None:
    raw = table.reply(0, "help")
    assert table.receives(raw) == "answered"
    assert table.receives(raw) == "came before"
    assert len(table.answers()) == 1


def test_an_answer_waits_as_a_due_item_until_it_is_sent(table: ByMail) -> None:
    table.receives(table.reply(0, "show"))
    assert [item.game for item in table.store.due(table.now) if item.kind == ANSWER] == [table.id]


def test_a_mail_about_an_old_turn_is_answered_and_not_executed(table: ByMail) -> None:
    first, seat = table.game.turn_began, table.seat
    old = table.token(seat)
    for _ in range(2):
        table.receives(table.reply(table.seat, "1"))
    table.token(seat)  # the mail about the new turn goes out
    before = table.game.seq
    assert table.receives(table.reply(seat, "1", token=old)) == "answered"
    assert table.game.seq == before
    assert f"That was turn #{first}, it is #{table.game.turn_began} now" in table.only_answer()
    assert table.answers()[0].table


def test_a_move_needs_the_very_turn_and_all_else_only_the_latest_mail(table: ByMail) -> None:
    seat = table.seat
    latest = table.token(seat)
    table.receives(table.reply(seat, "1"))
    before = table.game.seq
    assert table.receives(table.reply(seat, "1", token=latest)) == "answered"
    assert table.game.seq == before
    assert "that was turn" in table.only_answer()
    table.receives(table.reply(seat, "say see you tomorrow", token=latest))
    assert isinstance(table.log[-1].record.body, MessageLeft)


def test_an_old_token_opens_nothing_by_the_message_id_of_a_mail_that_has_played(table: ByMail) -> None:
    old = table.token(0)
    table.receives(table.reply(0, "1", token=old, message_id="<played@home.example>"))
    table.receives(table.reply(1, "1"))
    table.token(0)  # the mail about the new turn goes out
    forged = table.reply(0, "1", "resign", token=old, message_id="<played@home.example>")
    assert table.receives(forged) == "done"
    assert not any(isinstance(entry.record.body, PlayerResigned) for entry in table.log)


def test_a_second_move_in_the_same_turn_of_the_mail_counts_for_nothing(table: ByMail) -> None:
    token = table.token(0)
    table.receives(table.reply(0, "1", token=token))
    table.receives(table.reply(0, "2", token=token))
    assert sum(isinstance(entry.record.body, MovePlayed) for entry in table.log) == 1


def test_an_illegal_move_is_answered_with_what_would_be_legal(table: ByMail) -> None:
    assert table.receives(table.reply(0, "A+6")) == "answered"
    said = table.only_answer()
    assert "“A+6” was not done" in said
    assert "Legal: " in said
    assert table.store.attachments(table.id) == []


def test_a_mail_out_of_turn_is_told_so_and_nothing_about_anybodys_dice(table: ByMail) -> None:
    table.receives(table.reply(1, "1"))
    assert "it is not your turn" in table.only_answer()
    assert "Legal" not in table.only_answer()


@pytest.mark.parametrize("line", ["My dear friends", "B+", "resign me, please", "42 is the answer"])
def test_a_line_that_is_no_command_is_quoted_with_what_would_be(table: ByMail, line: str) -> None:
    before = table.game.seq
    table.receives(table.reply(0, line, "1"))
    assert table.game.seq == before
    assert f"“{line}” is not understood" in table.only_answer()
    assert "say TEXT" in table.only_answer()


def test_what_stands_below_an_empty_line_is_the_players_own_affair(table: ByMail) -> None:
    assert table.receives(table.reply(0, "1", "", "Nice weather here. resign?")) == "done"
    assert table.answers() == []


def test_a_line_right_below_a_command_may_have_been_meant_and_is_told(table: ByMail) -> None:
    table.receives(table.reply(0, "1", "Thanks!"))
    assert table.seat == 1
    assert "Understood: the move" in table.only_answer()
    assert "“Thanks!” was not understood" in table.only_answer()


def test_two_moves_are_none(table: ByMail) -> None:
    before = table.game.seq
    table.receives(table.reply(0, "1", "2"))
    assert table.game.seq == before
    assert "names several" in table.only_answer()


def test_what_stands_behind_a_refused_command_is_not_done(table: ByMail) -> None:
    table.receives(table.reply(0, "A+6", "resign"))
    assert not any(isinstance(entry.record.body, PlayerResigned) for entry in table.log)
    assert "Nothing behind it was done" in table.only_answer()


def test_a_player_resigns_by_mail_and_the_mail_is_kept(table: ByMail) -> None:
    table.receives(table.reply(1, "Ich gebe auf."))
    assert any(isinstance(entry.record.body, PlayerResigned) for entry in table.log)
    assert len(table.store.attachments(table.id)) == 1


def test_an_empty_mail_is_answered_with_help(table: ByMail) -> None:
    table.receives(table.reply(0, "", "> 1"))
    assert "No command was found" in table.only_answer()


def test_a_mail_that_is_too_large_is_not_read_but_answered(table: ByMail) -> None:
    raw = table.reply(0, "1", "x" * LARGEST)
    assert table.receives(raw) == "answered"
    assert "more than 256 KiB" in table.only_answer()


def test_a_command_that_was_refused_is_quoted_as_it_was_typed(table: ByMail) -> None:
    table.receives(table.reply(0, "Sammelmail: mittags"))
    assert table.only_answer().startswith("“Sammelmail: mittags” was not done: ")


def test_an_answer_is_in_the_players_language(table: ByMail) -> None:
    set_language(table.store, table.person(0).id, "de")
    table.receives(table.reply(0, "language en"))
    assert table.person(0).language == "en"


def test_a_token_that_nobody_was_given_is_dropped_without_a_word(table: ByMail) -> None:
    right = table.token(0)
    wrong = right[:-1] + ("0" if right[-1] != "0" else "1")
    other_seat = right.replace(f"{table.id}.0.", f"{table.id}.1.")
    for token in (wrong, other_seat, "nogame1234.0.5." + "0" * 20, "garbage"):
        assert table.receives(table.reply(0, "1", to=SERVICE_TO.format(token=token))) == "no token"
    assert table.answers() == []
    assert table.seat == 0


def test_the_token_may_stand_in_the_subject(table: ByMail) -> None:
    raw = table.reply(
        0, "1", to="mensch@games.example", headers=[f"Subject: Re: Your turn [{table.token(0)}]"]
    )
    assert table.receives(raw) == "done"
    assert table.seat == 1


def test_a_token_in_the_subject_survives_what_programs_do_to_umlauts(table: ByMail) -> None:
    subject = Header(f"Re: Du bist dran, {'ä' * 40} [{table.token(0)}]", "utf-8", header_name="Subject")
    raw = table.reply(0, "1", to="mensch@games.example", headers=[f"Subject: {subject.encode()}"])
    assert table.receives(raw.replace(b"\n =?", b"\n\t=?")) == "done"
    assert table.seat == 1


def test_the_envelope_address_counts_where_somebody_else_is_in_to(table: ByMail) -> None:
    delivered = f"Delivered-To: {SERVICE_TO.format(token=table.token(0))}"
    assert table.receives(table.reply(0, "1", to="a list of friends:;", headers=[delivered])) == "done"


def test_nobody_gets_more_than_a_score_of_answers_a_day(table: ByMail) -> None:
    for _ in range(MOST_A_DAY + 3):
        table.now += HOUR // 10
        table.receives(table.reply(0, "help"))
    assert len(table.answers(0)) == MOST_A_DAY
    table.receives(table.reply(1, "help"))
    assert len(table.answers(1)) == 1
    for answered in [item for item in table.store.due(table.now + DAY) if item.kind == ANSWER]:
        table.store.mark_sent(answered, f"answer:{answered.seq}", table.now, last=True)
        table.store.drop(table.id, [f"answer:{answered.seq}"])
    table.now += 2 * DAY
    assert table.receives(table.reply(0, "help")) == "answered"


def test_whoever_had_the_seat_before_is_not_heard_any_more(table: ByMail) -> None:
    from mensch.events.commands import TakeOverSeat

    token = table.token(0)
    table.referee.act(table.game, [TakeOverSeat(0, "p" * 10)])
    assert table.receives(table.reply(0, "resign", token=token)) == "no token"


def test_after_the_end_a_move_is_answered_with_that(table: ByMail) -> None:
    token = table.token(0)
    table.receives(table.reply(1, "resign"))
    table.receives(table.reply(0, "1", token=token))
    (answer,) = table.answers(0)
    assert f"game {table.id} is finished" in "\n".join(answer.lines)


class _Away(MemoryStore):
    """A store that is lost when it is to write."""

    lost = False

    def append(self, request: Append) -> Appended:
        if self.lost:
            raise ServerError("the server is away")
        return super().append(request)


def test_a_server_that_is_away_loses_nothing_and_says_nothing() -> None:
    store = _Away()
    table = ByMail(referee=Referee(store))
    raw = table.reply(0, "1")
    store.lost = True
    with pytest.raises(ServerError):
        table.receives(raw)
    store.lost = False
    assert table.receives(raw) == "done"
    assert table.seat == 1
