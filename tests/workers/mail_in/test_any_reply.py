"""Whatever a player writes, the game takes it or answers, and nothing breaks."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mensch.workers.mail.inbound.receive import DONE
from tests.workers.mail_in.by_mail import CLOCK, HOUR, ByMail

_WORDS = (
    "1|2|0|999|A+5|N3+4|P1|n 1|say|sag|say hi|orders|orders off|orders forced|away|back|pause|resume|"
    "abort|stop|orders A+5, else autopilot|away 5 days|away 1.1.|weg bis 31.12.|away 2030-13-45|"
    "digest 7|digest off|join|no|digest x|language de|language xx|help|show|mensch1|"
    "mensch1 a b c d e f g|??|{name}|{0}|%s|\u202e|\x1b[31m|B+5@anna|B+5=99|move 1|x|> q|-- |else|"
    ", else|unless robbed|for 3 turns|for 999 turns"
)
LINES = st.lists(
    st.one_of(st.sampled_from(_WORDS.split("|")), st.text(max_size=30), st.just("")), min_size=1, max_size=6
)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(LINES, st.booleans())
def test_any_lines_are_taken_or_answered(lines: list[str], german: bool) -> None:
    table = ByMail(game_clock=CLOCK)
    if german:
        table.receives(table.reply(0, "language de"))
    table.now += HOUR

    raw = table.reply(0, *(line.encode(errors="replace").decode() for line in lines))
    assert table.receives(raw) in DONE | {"unreadable"}
    assert table.receives(raw) in DONE | {"unreadable"}  # and once more, as it may come
    for answer in table.answers():
        assert all(line.isprintable() for line in answer.lines)
