"""The moves of bots, decided again: a bot is a pure function, so its move is no matter of belief."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mensch.core.bots import bot
from mensch.core.deck import bot_key
from mensch.core.errors import UsageError
from mensch.core.said import counted, message_of, said
from mensch.events.audit.causes import BOT_KIND, ORDER_KIND, Opened
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Evidence, Standing, Step, Verdict
from mensch.events.bodies import Bot, MovePlayed, TurnMissed
from mensch.events.cause import Cause
from mensch.events.game import Game, initial
from mensch.events.record import Entry


def rerun_bots(draft: Draft, seed: bytes | None, opened: Mapping[int, Opened], upto: int) -> None:
    """Let every bot choose again, and compare.

    Args:
        seed: None where it is not known, and then nothing can be compared.
        upto: the last record that the replay found right; behind it no position is to be relied on.
    """
    log = draft.log[:upto]
    moves = [entry for entry in log if _is_bots(entry, log, opened)]
    if not moves:
        draft.done(Step.BOTS)
        return
    if seed is None:
        draft.leaves(
            Step.BOTS,
            said(
                "{moves} of bots can be run again once the deck is revealed",
                moves=counted("{n} move", "{n} moves", len(moves)),
            ),
        )
        return
    assert draft.game is not None
    game = initial(draft.game, seed)
    same: list[int] = []
    unknown: dict[str, int] = {}
    for entry in log:
        if _is_bots(entry, log, opened):
            problem = _compare(draft, game, entry, opened.get(entry.seq))
            if problem is None:
                same.append(entry.seq)
            elif problem:
                unknown[problem] = unknown.get(problem, 0) + 1
        game.advance(entry)
    for problem, count in unknown.items():
        draft.leaves(
            Step.BOTS,
            said(
                "{moves} of bots: {problem}", moves=counted("{n} move", "{n} moves", count), problem=problem
            ),
        )
    if same:
        says = said(
            "{moves} of bots, run again: they are what their levels choose",
            moves=counted("{n} move", "{n} moves", len(same)),
        )
        draft.holds(Code.BOTS_OK, Standing.PROVEN, says, seqs=(same[0], same[-1]))
    draft.done(Step.BOTS)


def _is_bots(entry: Entry, log: Sequence[Entry], opened: Mapping[int, Opened]) -> bool:
    """Whether a bot has made this move: for a seat that it has, in place of somebody who was late, or by
    standing orders that left it to one.
    """
    if not isinstance(entry.record.body, MovePlayed):
        return False
    late = isinstance(log[entry.seq - 2].record.body, TurnMissed)
    return entry.record.by.startswith("bot:") or late or _ordered(opened.get(entry.seq)) is not None


def _ordered(opened: Opened | None) -> Bot | None:
    """The bot that standing orders left a move to."""
    cause = opened.cause if opened else None
    if cause is None or cause.kind != ORDER_KIND or cause.level is None or cause.version is None:
        return None
    return Bot(cause.level, cause.version)


def _compare(draft: Draft, game: Game, entry: Entry, opened: Opened | None) -> str | None:
    """Compare a move with what the bot chooses: None if they are the same, a text why that cannot be said,
    an empty one when the draft says it.
    """
    body = entry.record.body
    assert isinstance(body, MovePlayed)
    seat = game.table.turn
    player = game.holder(seat).bot
    instead = player is None  # a bot for a person: `decide` has found that it was its turn to stand in
    if player is None:
        player = _ordered(opened) or (game.clock.bot if game.clock is not None else None)
    assert player is not None  # since the author of the record is the one that `decide` names
    assert game.seed is not None
    cause = opened.cause if opened else None
    if not instead and opened is not None and (cause is None or cause.kind != BOT_KIND):
        says = said(
            "record {record}: this move of a bot's seat was not the bot's, says its cause", record=entry.seq
        )
        evidence = {"envelope": opened.reason.envelope, "move": body.move}
        draft.holds(Code.OVERRULED, Standing.ATTESTED, says, seqs=(entry.seq, entry.seq), evidence=evidence)
        return ""
    if cause is not None and not _is_of(cause, player):
        says = said(
            "record {record}: the cause names another bot than the one that has the seat", record=entry.seq
        )
        named: Evidence = {"level": player.level, "version": player.version}
        draft.breaks(Verdict.VIOLATION, Code.FALSE_CAUSE, says, at=entry.seq, raw=entry.raw, evidence=named)
        return ""
    try:
        choose = bot(player.level, player.version)
    except UsageError as error:
        return message_of(error)
    chosen = choose(game.table.view(seat), bot_key(game.seed, game.turn_began, seat)).text
    if chosen == body.move:
        return None
    draft.breaks(
        Verdict.VIOLATION,
        Code.BOT_DIFFERS,
        said(
            "record {record}: {level} version {version} chooses {chosen} here, "
            "not {move}: somebody else chose this move",
            record=entry.seq,
            level=player.level,
            version=player.version,
            chosen=chosen,
            move=body.move,
        ),
        at=entry.seq,
        raw=entry.raw,
        evidence={"the bot's own choice": chosen, "its turn began with record": game.turn_began},
    )
    return ""


def _is_of(cause: Cause, player: Bot) -> bool:
    return (cause.level, cause.version) == (player.level, player.version)
