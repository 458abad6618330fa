"""What happened in a game, record by record: the story that replay tells, as values and as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from rich.cells import chop_cells
from rich.text import Text

from mensch.cli import texts
from mensch.cli.screen import WIDTH, Mark, filled, mark_of
from mensch.core.errors import CorruptLogError
from mensch.core.moves import MOVES, SLOT_NAMES, Kind, Move
from mensch.core.notation import write_move
from mensch.core.outcome import places
from mensch.core.position import Effect, Position
from mensch.core.quoting import printable
from mensch.events import bodies
from mensch.events.game import Game, Status
from mensch.events.record import Entry

_MARGIN = 6
"""Columns before a record's words: its number and two spaces."""


class Played(msgspec.Struct, frozen=True):
    """A move and what it did.

    Attributes:
        seat: who played it.
        move: the move.
        effect: what it took, from where, and what it scored.
        slot: the row it went to, 0 to 2; None for a pass.
        reshuffled: whether the discards became the draw pile on the way.
    """

    seat: int
    move: Move
    effect: Effect
    slot: int | None
    reshuffled: bool


class Scene(msgspec.Struct, frozen=True):
    """One record and the game after it.

    Attributes:
        entry: the record.
        game: the game after it; it goes on with the next scene, so it is to be looked at now.
        played: for a move, what it did.
    """

    entry: Entry
    game: Game
    played: Played | None

    @property
    def mark(self) -> Mark | None:
        """The figure to mark on the table."""
        return mark_of(self.played.seat, self.played.effect) if self.played else None


def scenes(start: Game, log: Sequence[Entry]) -> Iterator[Scene]:
    """Every record of a log with the game after it.

    Args:
        start: the game before the first of them; it stays as it is.
        log: records that fold without an error, as `mensch.events.game.fold` has found before.
    """
    game = start.copy()
    for entry in log:
        body = entry.record.body
        played = None
        if isinstance(body, bodies.MovePlayed):
            position = game.table
            played = _about_to_play(position, MOVES[body.move])
            decks = position.reshuffles
            game.advance(entry)
            if position.reshuffles > decks:
                played = msgspec.structs.replace(played, reshuffled=True)
        else:
            game.advance(entry)
        yield Scene(entry, game, played)


def _about_to_play(position: Position, move: Move) -> Played:
    seat = position.turn
    slot = None if move.kind is Kind.PASS else move.slot
    if move.kind is Kind.START:
        slot = position.rows(seat).index(())
    return Played(seat, move, position.effect(move), slot, False)


def final_places(game: Game) -> tuple[int, ...] | None:
    """The place of each seat; None while the game goes on, and where it has no winner."""
    position = game.position
    if position is None or position.outcome is None or game.status is Status.ANNULLED:
        return None
    return places(position.scores, position.outcome.winner, position.departed)


def tell(scene: Scene, names: Sequence[str], said: str | None) -> list[Text]:
    """A record in words: number, who, the move, what it did. One line, or more where names are long.

    Raises:
        CorruptLogError: it names a seat that the game does not have, or nobody who could have done it.
    """
    try:
        return _told(scene, names, said)
    except (LookupError, ValueError):
        record = scene.entry.record
        raise CorruptLogError(
            f"record {record.seq} of {record.game} contradicts those before it: nobody has that seat"
        ) from None


def _told(scene: Scene, names: Sequence[str], said: str | None) -> list[Text]:
    record = scene.entry.record
    line = Text(f"{record.seq:4}  ")
    if scene.played is not None:
        name = names[scene.played.seat]
        line.append(f"{name}  ")
        line.append(
            write_move(scene.played.move, scene.played.effect, scene.played.seat, names), style="bold"
        )
        line.append(f"  {_deed(scene.played, names)}")
    else:
        line.append(_happening(scene, names, said))
    return filled(Text(), _words(line), margin=_MARGIN)


def _words(line: Text) -> Iterator[Text]:
    """The words of a line, each with the space behind it; what no line can hold comes in pieces."""
    room = WIDTH - _MARGIN
    for word in line.split(" ", include_separator=True):
        if word.cell_len <= room:
            yield word
        else:
            yield from map(Text, chop_cells(word.plain, room))


def _deed(played: Played, names: Sequence[str]) -> str:
    effect = played.effect
    if effect.figure is None or played.slot is None:
        return texts.PASSES
    row = SLOT_NAMES[played.slot]
    source = effect.source
    if source is None:
        deed = texts.TAKES_CENTRE.format(figure=effect.figure)
    elif source.seat == played.seat:
        deed = texts.TAKES_OWN.format(figure=effect.figure, row=SLOT_NAMES[source.slot])
    else:
        deed = texts.STEALS.format(figure=effect.figure, name=names[source.seat], row=SLOT_NAMES[source.slot])
    parts = [deed]
    if effect.points:
        parts = [texts.COMPLETES.format(row=row)]
    elif played.move.kind is Kind.START:
        parts.append(texts.STARTS_ROW.format(row=row))
    if played.reshuffled:
        parts.append(texts.RESHUFFLED)
    return ", ".join(parts)


def _happening(scene: Scene, names: Sequence[str], said: str | None) -> str:
    game = scene.game
    match scene.entry.record.body:
        case bodies.GameCreated(rules=rules):
            return texts.CREATED.format(
                rules=rules.name, version=rules.version, seats=rules.seats, target=rules.target
            )
        case bodies.PlayerJoined(seat=seat):
            return texts.JOINED.format(name=names[seat], seat=seat)
        case bodies.GameStarted():
            return texts.STARTED.format(name=names[game.table.turn])
        case bodies.MessageLeft():
            return f"{names[_seat(scene)]}  {_spoken(said)}"
        case bodies.SeatTakenOver(seat=seat):
            return texts.TAKEN_OVER.format(seat=seat, name=names[seat])
        case bodies.PlayerResigned(seat=seat):
            return f"{names[seat]}  {texts.RESIGNED}"
        case bodies.KeyChanged(seat=seat, line=line):
            return f"{names[seat]}  {texts.KEY_REPLACED if line is None else texts.KEY_CHANGED}"
        case bodies.AbortOffered(seat=seat):
            return f"{names[seat]}  {texts.OFFERED}"
        case bodies.GameAborted(cause=cause):
            return texts.ABORTED_AGREED if cause == "agreed" else texts.ABORTED_OPERATOR
        case bodies.GameFinished(ending=ending, winner=winner, scores=scores):
            text = texts.WON if ending == "target" else texts.WON_LAST
            return text.format(name=names[winner], score=scores[winner])
        case bodies.DeckRevealed(seed=seed):
            return texts.REVEALED.format(seed=seed[:16])
        case bodies.ReasonsPublished(reasons=reasons):
            return texts.REASONS.format(count=len(reasons))
        case bodies.DisputeOpened(seat=seat, seq=seq):
            return f"{names[seat]}  {texts.DISPUTES.format(record=seq)}, {_spoken(said)}"
        case bodies.RulingGiven() as ruling:
            told = _ruling(ruling, _author(scene), names)
            return told if ruling.grounds is None else f"{told}, {_spoken(said)}"
        case bodies.ReasonOpened(reason=reason):
            return texts.REASON_OPENED.format(record=reason.seq, envelope=reason.envelope)
        case bodies.MovePlayed(move=move):
            return move


def _ruling(given: bodies.RulingGiven, arbiter: str, names: Sequence[str]) -> str:
    name = names[given.seat] if given.seat is not None else ""
    ruling = texts.TOLD_RULINGS[given.ruling].format(name=name, record=given.replayed_from, fork=given.fork)
    return texts.RULES.format(arbiter=arbiter, dispute=given.dispute, ruling=ruling)


def _spoken(said: str | None) -> str:
    """What somebody said, safe to show."""
    return texts.SAID_UNKNOWN if said is None else texts.SAYS.format(text=printable(said, len(said)))


def _author(scene: Scene) -> str:
    return scene.entry.record.by.partition(":")[2]


def _seat(scene: Scene) -> int:
    return int(_author(scene))
