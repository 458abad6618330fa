"""The moves of bots, decided again: a bot is a pure function, so its move is no matter of belief."""

from __future__ import annotations

from collections.abc import Mapping

from mensch.core.bots import bot
from mensch.core.deck import bot_key
from mensch.core.errors import UsageError
from mensch.events.audit.causes import BOT_KIND, Opened
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Evidence, Standing, Step, Verdict, counted
from mensch.events.bodies import Bot, MovePlayed
from mensch.events.cause import Cause
from mensch.events.game import Game, initial
from mensch.events.record import Entry


def rerun_bots(draft: Draft, seed: bytes | None, opened: Mapping[int, Opened], upto: int) -> None:
    """Let every bot choose again, and compare.

    Args:
        seed: None where it is not known, and then nothing can be compared.
        upto: the last record that the replay found right; behind it no position is to be relied on.
    """
    moves = [entry for entry in draft.log[:upto] if _is_bots(entry)]
    if not moves:
        draft.done(Step.BOTS)
        return
    if seed is None:
        draft.leaves(
            Step.BOTS, f"{counted(len(moves), 'move')} of bots can be run again once the deck is revealed"
        )
        return
    assert draft.game is not None
    game = initial(draft.game, seed)
    same: list[int] = []
    unknown: dict[str, int] = {}
    for entry in draft.log[:upto]:
        if _is_bots(entry):
            problem = _compare(draft, game, entry, opened.get(entry.seq))
            if problem is None:
                same.append(entry.seq)
            elif problem:
                unknown[problem] = unknown.get(problem, 0) + 1
        game.advance(entry)
    for problem, count in unknown.items():
        draft.leaves(Step.BOTS, f"{counted(count, 'move')} of bots: {problem}")
    if same:
        says = f"{counted(len(same), 'move')} of bots, run again: they are what their levels choose"
        draft.holds(Code.BOTS_OK, Standing.PROVEN, says, seqs=(same[0], same[-1]))
    draft.done(Step.BOTS)


def _is_bots(entry: Entry) -> bool:
    return entry.record.by.startswith("bot:") and isinstance(entry.record.body, MovePlayed)


def _compare(draft: Draft, game: Game, entry: Entry, opened: Opened | None) -> str | None:
    """Compare a move with what the bot chooses: None if they are the same, a text why that cannot be said,
    an empty one when the draft says it.
    """
    body = entry.record.body
    assert isinstance(body, MovePlayed)
    seat = game.table.turn
    player = game.holder(seat).bot
    assert player is not None  # since the author of the record is the one that `decide` names
    assert game.seed is not None
    cause = opened.cause if opened else None
    if opened is not None and (cause is None or cause.kind != BOT_KIND):
        says = f"record {entry.seq}: this move of a bot's seat was not the bot's, says its cause"
        evidence = {"envelope": opened.reason.envelope, "move": body.move}
        draft.holds(Code.OVERRULED, Standing.ATTESTED, says, seqs=(entry.seq, entry.seq), evidence=evidence)
        return ""
    if cause is not None and not _is_of(cause, player):
        says = f"record {entry.seq}: the cause names another bot than the one that has the seat"
        named: Evidence = {"level": player.level, "version": player.version}
        draft.breaks(Verdict.VIOLATION, Code.FALSE_CAUSE, says, at=entry.seq, raw=entry.raw, evidence=named)
        return ""
    try:
        choose = bot(player.level, player.version)
    except UsageError as error:
        return str(error)
    chosen = choose(game.table.view(seat), bot_key(game.seed, game.turn_began, seat)).text
    if chosen == body.move:
        return None
    draft.breaks(
        Verdict.VIOLATION,
        Code.BOT_DIFFERS,
        f"record {entry.seq}: {player.level} version {player.version} chooses {chosen} here, "
        f"not {body.move}: somebody else chose this move",
        at=entry.seq,
        raw=entry.raw,
        evidence={"the bot's own choice": chosen, "its turn began with record": game.turn_began},
    )
    return ""


def _is_of(cause: Cause, player: Bot) -> bool:
    return (cause.level, cause.version) == (player.level, player.version)
