"""A tournament's game of bots is written in one piece, with the records that deciding leads to."""

from __future__ import annotations

import pytest

from mensch.core.deck import cause_salt
from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.audit import audit
from mensch.events.audit.report import Verdict
from mensch.events.bodies import (
    Bot,
    DeckRevealed,
    GameCreated,
    MovePlayed,
    PlayerJoined,
    ReasonsPublished,
    Rules,
)
from mensch.events.cause import Cause
from mensch.events.decide import decide
from mensch.events.game import Game, fold, initial
from mensch.events.record import Entry, seal
from mensch.events.tournament.bot_game import Plan, Written, plan, write_game
from tests.events import verifier

SECRET = bytes(range(32))
LEVELS = ("greedy", "random", "greedy", "random")
AT = 1_764_440_400_000


def planned(seats: int = 2, *, number: int = 0, shared: bool = False, adjusted: bool = False) -> Plan:
    players = [(f"p{seat}00000000", Bot(LEVELS[seat], 1)) for seat in range(seats)]
    turned = players[number % seats :] + players[: number % seats]
    deck = number // seats if shared else number
    return plan(
        SECRET,
        round=1,
        table=2,
        deck=deck,
        number=number,
        shared=shared,
        players=turned,
        at=AT,
        adjusted=adjusted,
    )


def decided(game: Plan, written: Written) -> list[Entry]:
    """The same game, decided command by command."""
    log: list[Entry] = []
    folded = initial(game.game, game.seed)
    for command in commands(game, written):
        sealed = next_records(folded, command, written)
        folded = fold(folded, sealed)
        log += sealed
    return log


def next_records(folded: Game, command: c.Command, written: Written) -> list[Entry]:
    cmd = (written.entries + written.reveal)[folded.seq].record.cmd
    events = decide(folded, command)
    return seal(events, game=folded.id, after=folded.seq, head=folded.head, cmd=cmd, at=AT)


def commands(game: Plan, written: Written) -> list[c.Command]:
    found: list[c.Command] = []
    auths: dict[int, str] = {}
    for entry in [*written.entries, *written.reveal]:
        match entry.record.body:
            case GameCreated(deck=deck):
                rules = Rules.of(classic(len(game.players)))
                found.append(c.CreateGame(rules, deck.commitment, game.context))
            case PlayerJoined(seat=seat, player=player, entropy=added, bot=bot):
                found.append(c.JoinGame(seat, player, added, bot))
                if seat == len(game.players) - 1:
                    found.append(c.StartGame())
            case MovePlayed(move=move, auth=auth):
                auths[entry.seq] = auth
                seat = int(entry.record.by[-1])
                envelope = Cause("bot", game.players[seat][1].level, 1).envelope
                salt = cause_salt(game.seed, entry.seq).hex()
                found.append(c.PlayMove(seat, move, entry.seq - 1, envelope, salt))
            case DeckRevealed() if game.shared:
                found.append(c.RevealDeck(AT))
            case ReasonsPublished(reasons=reasons):
                found.append(c.PublishReasons(reasons, [auths[reason.seq] for reason in reasons]))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("shared", [False, True], ids=["own deck", "shared deck"])
def test_its_records_are_those_that_deciding_move_by_move_leads_to(seats: int, shared: bool) -> None:
    game = planned(seats, number=1, shared=shared)
    written = write_game(game)
    assert [entry.raw for entry in decided(game, written)] == [
        entry.raw for entry in [*written.entries, *written.reveal]
    ]


@pytest.mark.parametrize("shared", [False, True], ids=["own deck", "shared deck"])
def test_it_stands_every_audit_and_the_outsiders_verifier(shared: bool) -> None:
    written = write_game(planned(3, shared=shared))
    raws = [entry.raw for entry in [*written.entries, *written.reveal]]
    assert audit(raws).verdict is Verdict.SOUND
    assert verifier.verify(raws).status == "over"


def test_it_is_the_same_to_the_last_byte_whenever_it_is_written() -> None:
    first, second = write_game(planned()), write_game(planned())
    assert [entry.raw for entry in first.entries] == [entry.raw for entry in second.entries]
    assert first.result == second.result


def test_its_result_names_the_hash_of_its_last_record_and_what_that_states() -> None:
    for shared in (False, True):
        written = write_game(planned(shared=shared))
        log = [*written.entries, *written.reveal]
        game = fold(initial(written.result.game), log)
        assert written.result.hash == game.head
        assert written.result.scores == list(game.table.scores)
        assert written.result.places[game.table.turn] == 1


def test_rotations_of_a_deck_share_the_dice_and_not_the_id() -> None:
    first, second = (write_game(planned(number=number, shared=True)) for number in (0, 1))
    tables = [fold(initial(one.result.game), one.entries) for one in (first, second)]
    assert tables[0].deck == tables[1].deck
    assert first.result.game != second.result.game
    decks = [
        fold(initial(one.result.game, planned(number=0, shared=True).seed), one.entries[:4])
        for one in (first, second)
    ]
    assert decks[0].table.hand(0) == decks[1].table.hand(0)
    players = [[holder.player for holder in table.seats if holder] for table in tables]
    assert players[0] == players[1][::-1]


def test_a_shared_deck_is_not_revealed_with_the_end_of_a_game() -> None:
    written = write_game(planned(shared=True))
    assert fold(initial(written.result.game), written.entries).revealed is None
    assert not any(
        isinstance(entry.record.body, DeckRevealed | ReasonsPublished) for entry in written.entries
    )
    assert isinstance(written.reveal[0].record.body, DeckRevealed)


def test_games_of_other_tables_rounds_and_decks_have_other_seeds_and_ids() -> None:
    def at(number: int, table: int, deck: int) -> Plan:
        return plan(
            SECRET,
            round=number,
            table=table,
            deck=deck,
            number=deck,
            shared=False,
            players=[],
            at=AT,
            adjusted=False,
        )

    plans = [at(1, 1, 0), at(1, 1, 1), at(1, 2, 0), at(2, 1, 0)]
    assert len({one.seed for one in plans}) == len({one.game for one in plans}) == 4


def test_luck_is_found_where_it_is_asked_for_and_changes_no_move() -> None:
    plain, adjusted = write_game(planned()), write_game(planned(adjusted=True))
    assert plain.result.luck is None
    assert adjusted.result.luck is not None
    assert any(adjusted.result.luck)
    assert [entry.raw for entry in plain.entries] == [entry.raw for entry in adjusted.entries]


def test_every_move_is_told_of_so_that_a_long_game_can_show_that_it_goes_on() -> None:
    told: list[None] = []
    written = write_game(planned(), lambda: told.append(None))
    moves = sum(isinstance(entry.record.body, MovePlayed) for entry in written.entries)
    reasons = [
        reason
        for entry in written.entries
        if isinstance(entry.record.body, ReasonsPublished)
        for reason in entry.record.body.reasons
    ]
    assert len(told) == moves == len(reasons)
