"""Games that were recorded once must fold to their recorded result for ever."""

import json

import pytest

from mensch.core.deck import commitment
from mensch.core.figures import CLASSIC_STARS
from mensch.core.moves import MOVES, Kind
from mensch.events.bodies import (
    TYPES,
    Body,
    GameAborted,
    GameCreated,
    GameFinished,
    KeyChanged,
    MovePlayed,
    PlayerJoined,
    PlayerResigned,
    ReasonOpened,
    ReasonsPublished,
    RulingGiven,
    SeatTakenOver,
)
from mensch.events.cause import signed_line
from mensch.events.game import fold, initial
from mensch.events.loading import public_game
from mensch.events.record import canonical, decode
from tests.events.verifier import verify_fork
from tests.golden.recorded import FOLDER, names, raws, read, result

EVERY_BODY: list[Body] = [entry.record.body for name in names() for entry in read(name)]


@pytest.mark.parametrize("name", names())
def test_a_golden_log_folds_to_its_recorded_result(name: str) -> None:
    assert result(read(name)) == json.loads((FOLDER / f"{name}.json").read_bytes())


@pytest.mark.parametrize("name", names())
def test_a_golden_log_is_written_again_with_the_same_bytes(name: str) -> None:
    assert [canonical(decode(raw)) for raw in raws(name)] == raws(name)


@pytest.mark.parametrize("name", names())
def test_the_recorded_scores_are_those_that_the_log_itself_states(name: str) -> None:
    log = read(name)
    stated = [entry.record.body for entry in log if isinstance(entry.record.body, GameFinished)]
    last = json.loads((FOLDER / f"{name}.json").read_bytes())["states"][str(len(log))]
    assert len(stated) == (last.get("winner") is not None)
    for body in stated:
        assert (body.scores, body.places, body.winner, body.ending) == (
            last["scores"],
            last["places"],
            last["winner"],
            last["ending"],
        )


def test_every_event_type_is_in_a_golden_log() -> None:
    written = {(entry.record.type, entry.record.v) for name in names() for entry in read(name)}
    assert written == TYPES.keys()


def test_every_log_has_a_result_and_every_result_a_log() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == names() != []


def test_the_golden_games_are_for_every_number_of_seats_with_printed_and_own_stars() -> None:
    rules = [body.rules.read() for body in EVERY_BODY if isinstance(body, GameCreated)]
    assert {rule.seats for rule in rules if rule.stars == CLASSIC_STARS} == {2, 3, 4}
    assert any(rule.stars != CLASSIC_STARS for rule in rules)


def test_the_golden_games_have_moves_of_every_kind_and_choices_of_own_and_others_rows() -> None:
    shown: set[str] = set()
    for name in names():
        log = read(name)
        for before, entry in enumerate(log):
            if not isinstance(entry.record.body, MovePlayed):
                continue
            move = MOVES[entry.record.body.move]
            shown.add(move.kind.value)
            shown.add(f"{len(move.dice)} dice")
            if move.source is not None:
                turn = public_game(log[0].record.game, log[:before]).table.turn
                shown.add("choice of own rows" if move.source.seat == turn else "choice of others' rows")
    assert shown == {
        *(kind.value for kind in Kind),
        "1 dice",
        "2 dice",
        "choice of own rows",
        "choice of others' rows",
    }


def test_the_golden_games_end_in_every_way_and_reshuffle() -> None:
    endings = {body.ending for body in EVERY_BODY if isinstance(body, GameFinished)}
    causes = {body.cause for body in EVERY_BODY if isinstance(body, GameAborted)}
    assert (endings, causes) == ({"target", "last seat"}, {"agreed", "operator"})
    tables = [fold(initial(read(name)[0].record.game), read(name)).position for name in names()]
    assert max(table.reshuffles for table in tables if table is not None) >= 2


def test_the_golden_games_have_seats_taken_over_by_a_bot_and_by_a_person() -> None:
    assert {body.bot is None for body in EVERY_BODY if isinstance(body, SeatTakenOver)} == {True, False}


def test_the_golden_games_have_forks_with_the_same_and_with_fresh_dice_and_one_dealt_within_its_history() -> (
    None
):
    forks = [body.fork for body in EVERY_BODY if isinstance(body, GameCreated) and body.fork]
    assert {fork.dice for fork in forks} == {"same", "fresh"}
    assert any(fork.dice == "same" and fork.dealt and fork.dealt < len(fork.history) for fork in forks)
    assert any(step.startswith("L") for fork in forks for step in fork.history)


def test_the_golden_games_have_every_ruling_a_window_and_an_opened_cause() -> None:
    rulings = {body.ruling for body in EVERY_BODY if isinstance(body, RulingGiven)}
    assert rulings == {"annulled", "forfeit", "replayed", "stands"}
    assert any(body.dispute_window for body in EVERY_BODY if isinstance(body, GameCreated))
    assert any(isinstance(body, ReasonOpened) for body in EVERY_BODY)


def test_the_golden_replay_is_the_fork_that_its_ruling_names() -> None:
    parent, child = raws("dispute-replayed"), raws("replay-by-ruling")
    verify_fork(child, parent)
    bodies = [entry.record.body for entry in read("dispute-replayed")]
    named = [body.fork for body in bodies if isinstance(body, RulingGiven)]
    assert named == [read("replay-by-ruling")[0].record.game]


def test_the_golden_games_have_lines_and_keys_in_every_type_that_holds_them_and_also_none() -> None:
    keys = (PlayerJoined, SeatTakenOver)
    lines = (PlayerResigned, KeyChanged)
    with_key = {(type(body), body.key is not None) for body in EVERY_BODY if isinstance(body, keys)}
    with_line = {(type(body), body.line is not None) for body in EVERY_BODY if isinstance(body, lines)}
    assert with_key == {(body, held) for body in keys for held in (True, False)}
    assert with_line == {(body, signed) for body in lines for signed in (True, False)}


def test_the_golden_games_have_moves_whose_published_cause_is_a_signed_line() -> None:
    published = [one for body in EVERY_BODY if isinstance(body, ReasonsPublished) for one in body.reasons]
    assert {signed_line(one.envelope) is not None for one in published} == {True, False}


def test_the_golden_games_have_one_with_an_open_seed() -> None:
    assert any(body.insecure_seed for body in EVERY_BODY if isinstance(body, GameCreated))


@pytest.mark.parametrize("name", names())
def test_the_revealed_seed_of_a_golden_log_is_the_one_committed_to(name: str) -> None:
    game = fold(initial(read(name)[0].record.game), read(name))
    assert game.deck is not None
    assert game.revealed is None or commitment(game.revealed).hex() == game.deck.commitment
