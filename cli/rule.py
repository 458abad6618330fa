"""`mensch rule`: close a dispute as its arbiter, or open the cause of the move that it is about."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.documents import Document, print_json, public_document
from mensch.cli.opening import checked_message, load, open_referee, seat_of
from mensch.cli.receipts import Receipts, receipt_option
from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.arbitration import Ruling, arbiter_of, open_cause, rule
from mensch.events.bodies import ReasonOpened, RulingGiven
from mensch.events.game import Game
from mensch.events.ids import is_id
from mensch.events.keyfile import read_private_key
from mensch.events.loading import entries
from mensch.events.referee import Referee
from mensch.workers.flags import give_back


class _Wanted(msgspec.Struct, frozen=True):
    """The ruling that was asked for; none where only a cause is to be opened."""

    ruling: Ruling | None
    forfeit: str | None = None
    replay_from: int | None = None


@click.command()
@click.argument("game")
@click.option("--dispute", type=int, help=texts.DISPUTE)
@click.option("--stands", is_flag=True, help=texts.STANDS)
@click.option("--forfeit", metavar="SEAT", help=texts.FORFEIT)
@click.option("--annul", is_flag=True, help=texts.ANNUL)
@click.option("--replay-from", type=int, help=texts.REPLAY_FROM)
@click.option("--open-reason", is_flag=True, help=texts.OPEN_REASON)
@click.option("--arbiter", metavar="ID", help=texts.ARBITER_ID)
@click.option("key_file", "--key", metavar="FILE", type=click.Path(path_type=Path), help=texts.ARBITER_KEY)
@click.option("--say", help=texts.GROUNDS)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    game: str,
    dispute: int | None,
    stands: bool,
    forfeit: str | None,
    annul: bool,
    replay_from: int | None,
    open_reason: bool,
    arbiter: str | None,
    key_file: Path | None,
    say: str | None,
    receipt_file: Path | None,
    as_json: bool,
) -> None:
    """The ruling is signed with the arbiter's key, over the whole log up to it. Nothing is removed from the
    log: a replay annuls the game, and a fork with fresh dice goes on from the record that it names, for the
    same players. Before ruling, --open-reason shows the sealed cause of the disputed move."""
    wanted = _wanted(stands, forfeit, annul, replay_from, open_reason)
    receipts = Receipts(receipt_file)
    if wanted.ruling is None:
        if arbiter is not None or key_file is not None or say is not None:
            raise UsageError(
                said("--open-reason is no ruling, so --arbiter, --key and --say do not go with it")
            )
        referee = open_referee()
        loaded, names = load(referee, game)
        after = open_cause(referee, loaded, _dispute(loaded, dispute))
        receipts.take(after)
        _tell_cause(referee, after, names, receipts, as_json=as_json)
        return
    if arbiter is None or key_file is None:
        raise UsageError(said("a ruling needs --arbiter and --key"))
    if say is not None:
        checked_message(say)
    private = read_private_key(key_file)
    referee = open_referee()
    judge = arbiter_of(referee.store, _checked_arbiter(arbiter))
    loaded, names = load(referee, game)
    closed = _dispute(loaded, dispute)
    after = rule(
        referee,
        give_back(referee, loaded),
        closed,
        wanted.ruling,
        judge,
        private,
        seat=seat_of(wanted.forfeit, names) if wanted.forfeit is not None else None,
        replay_from=wanted.replay_from,
        grounds=say,
    )
    given = _given(referee, after, closed)
    after = let_bots_play(referee, after)
    receipts.take(after)
    if given.fork is not None:
        let_bots_play(referee, referee.load(given.fork))
    _tell_ruling(after, given, names, receipts, as_json=as_json)


def _wanted(
    stands: bool, forfeit: str | None, annul: bool, replay_from: int | None, open_reason: bool
) -> _Wanted:
    """The one thing that was asked for.

    Raises:
        UsageError: it was none, or several.
    """
    asked = [
        wanted
        for wanted, given in (
            (_Wanted("stands"), stands),
            (_Wanted("forfeit", forfeit=forfeit), forfeit is not None),
            (_Wanted("annulled"), annul),
            (_Wanted("replayed", replay_from=replay_from), replay_from is not None),
            (_Wanted(None), open_reason),
        )
        if given
    ]
    if len(asked) != 1:
        raise UsageError(said("say one of --stands, --forfeit, --annul, --replay-from and --open-reason"))
    return asked[0]


def _dispute(game: Game, typed: int | None) -> int:
    """The dispute that is meant: the only open one, where none is named."""
    if typed is not None:
        return typed
    if len(game.disputes) == 1:
        return next(iter(game.disputes))
    if not game.disputes:
        raise UsageError(said("no dispute is open in game {game}", game=game.id))
    records = ", ".join(map(str, sorted(game.disputes)))
    raise UsageError(
        said(
            "several disputes are open in game {game}, so name one with --dispute: {records}",
            game=game.id,
            records=records,
        )
    )


def _checked_arbiter(typed: str) -> str:
    if not is_id(typed):
        raise NotFoundError(
            said("“{typed}” is no id of an arbiter: mensch arbiter lists them", typed=printable(typed))
        )
    return typed


def _tell_cause(referee: Referee, game: Game, names: list[str], receipts: Receipts, *, as_json: bool) -> None:
    [reason] = [
        entry.record.body.reason
        for entry in entries(referee.store, game.id)[-1:]
        if isinstance(entry.record.body, ReasonOpened)
    ]
    if as_json:
        document = {**public_document(game, names), "reason": reason}
        print_json(receipts.with_latest(document))
    else:
        click.echo(texts.CAUSE_OPENED.format(record=reason.seq, envelope=printable(reason.envelope, 4096)))
    receipts.finish(as_json=as_json)


def _given(referee: Referee, game: Game, dispute: int) -> RulingGiven:
    """The ruling that closed a dispute."""
    bodies = (entry.record.body for entry in entries(referee.store, game.id)[dispute:])
    return next(body for body in bodies if isinstance(body, RulingGiven) and body.dispute == dispute)


def _tell_ruling(
    game: Game, given: RulingGiven, names: list[str], receipts: Receipts, *, as_json: bool
) -> None:
    if as_json:
        document: Document = {**public_document(game, names), "ruling": given}
        print_json(receipts.with_latest(document))
    else:
        name = names[given.seat] if given.seat is not None else ""
        text = texts.RULINGS[given.ruling]
        click.echo(text.format(game=game.id, name=name, fork=given.fork, record=given.replayed_from))
        if given.ruling == "forfeit" and game.over:
            click.echo(texts.OVER.format(game=game.id))
    receipts.finish(as_json=as_json)
