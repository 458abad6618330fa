"""A record in words, in any language: what happened, and what a move did to whom."""

from __future__ import annotations

from collections.abc import Sequence

from mensch.core.errors import CorruptLogError
from mensch.core.moves import SLOT_NAMES, Kind
from mensch.core.notation import write_move
from mensch.core.quoting import printable
from mensch.core.said import said as sentence
from mensch.events import bodies
from mensch.events.story import Played, Scene
from mensch.events.telling_time import of_time
from mensch.events.words import Words, marked

CREATED = marked("game created: {rules} {version}, {seats} seats, target {target}")
JOINED = marked("{name} joins at seat {seat}")
STARTED = marked("the dice are dealt, {name} begins")
TAKES_CENTRE = marked("takes {figure} from the centre")
TAKES_OWN = marked("takes {figure} from row {row}")
STEALS = marked("steals {figure} from {name}, row {row}")
STARTS_ROW = marked("starts row {row}")
COMPLETES = marked("completes row {row}")
PASSES = marked("can play nothing and discards a die")
RESHUFFLED = marked("the discards become the draw pile")
SAYS = marked("says: {text}")
SAID_UNKNOWN = marked("said something that was erased")
TAKEN_OVER = marked("seat {seat} is played by {name} now")
RESIGNED = marked("leaves the table")
KEY_CHANGED = marked("has another key")
KEY_REPLACED = marked("has another key, from the operator")
OFFERED = marked("offers to end the game without a winner")
ABORTED_AGREED = marked("the game ends without a winner, as all agree")
ABORTED_OPERATOR = marked("the game is ended by the operator, without a winner")
WON = marked("{name} wins with {score} points")
WON_LAST = marked("{name} wins as the last at the table")
REVEALED = marked("the deck is revealed: {seed}…")
REASONS = marked("the causes of {count} moves are published")
DISPUTES = marked("disputes record {record}")
RULES = marked("arbiter {arbiter} rules on record {dispute}: {ruling}")
REASON_OPENED = marked("the cause of record {record} is opened: {envelope}")
RULINGS = {
    "annulled": marked("the game is annulled"),
    "forfeit": marked("{name} forfeits and leaves the table"),
    "replayed": marked("the game is annulled and goes on from record {record} as game {fork}"),
    "stands": marked("the game stands"),
}
"""What an arbiter has ruled, by the ruling's kind."""


def happening(scene: Scene, names: Sequence[str], said: str | None, words: Words) -> str:
    """A record in words, on one line: who, and what they did.

    Args:
        scene: the record and the game after it.
        names: the players' names by seat, safe to show.
        said: the text that the record has a digest of; None where it was erased or never known.
        words: the language.

    Raises:
        CorruptLogError: it names a seat that the game does not have, or nobody who could have done it.
    """
    try:
        return _told(scene, names, said, words)
    except (LookupError, ValueError):
        record = scene.entry.record
        raise CorruptLogError(
            sentence(
                "record {seq} of {game} contradicts those before it: nobody has that seat",
                seq=record.seq,
                game=record.game,
            )
        ) from None


def deed(played: Played, names: Sequence[str], words: Words) -> str:
    """What a move did: what it took from where, and what came of it.

    Args:
        played: the move.
        names: the players' names by seat, safe to show.
        words: the language.
    """
    effect = played.effect
    if effect.figure is None or played.slot is None:
        return words.text(PASSES)
    row = SLOT_NAMES[played.slot]
    source = effect.source
    if source is None:
        taken = words.say(TAKES_CENTRE, figure=effect.figure)
    elif source.seat == played.seat:
        taken = words.say(TAKES_OWN, figure=effect.figure, row=SLOT_NAMES[source.slot])
    else:
        name = names[source.seat]
        taken = words.say(STEALS, figure=effect.figure, name=name, row=SLOT_NAMES[source.slot])
    parts = [taken]
    if effect.points:
        parts = [words.say(COMPLETES, row=row)]
    elif played.move.kind is Kind.START:
        parts.append(words.say(STARTS_ROW, row=row))
    if played.reshuffled:
        parts.append(words.text(RESHUFFLED))
    return ", ".join(parts)


def spoken(said: str | None, words: Words) -> str:
    """What somebody said, safe to show.

    Args:
        said: their text; None where it was erased or never known.
        words: the language.
    """
    return words.text(SAID_UNKNOWN) if said is None else words.say(SAYS, text=printable(said, len(said)))


def _told(scene: Scene, names: Sequence[str], said: str | None, words: Words) -> str:
    game = scene.game
    match scene.entry.record.body:
        case bodies.GameCreated(rules=rules):
            return words.say(
                CREATED, rules=rules.name, version=rules.version, seats=rules.seats, target=rules.target
            )
        case bodies.PlayerJoined(seat=seat):
            return words.say(JOINED, name=names[seat], seat=seat)
        case bodies.GameStarted():
            return words.say(STARTED, name=names[game.table.turn])
        case bodies.MovePlayed(move=text):
            return text if scene.played is None else _played(scene.played, names, words)
        case bodies.MessageLeft():
            return f"{names[_seat(scene)]}  {spoken(said, words)}"
        case bodies.SeatTakenOver(seat=seat):
            return words.say(TAKEN_OVER, seat=seat, name=names[seat])
        case bodies.PlayerResigned(seat=seat):
            return f"{names[seat]}  {words.text(RESIGNED)}"
        case bodies.KeyChanged(seat=seat, line=line):
            return f"{names[seat]}  {words.text(KEY_REPLACED if line is None else KEY_CHANGED)}"
        case bodies.AbortOffered(seat=seat):
            return f"{names[seat]}  {words.text(OFFERED)}"
        case bodies.GameAborted(cause=cause):
            return words.text(ABORTED_AGREED if cause == "agreed" else ABORTED_OPERATOR)
        case bodies.GameFinished(ending=ending, winner=winner, scores=scores):
            text = WON if ending == "target" else WON_LAST
            return words.say(text, name=names[winner], score=scores[winner])
        case bodies.DeckRevealed(seed=seed):
            return words.say(REVEALED, seed=seed[:16])
        case bodies.ReasonsPublished(reasons=reasons):
            return words.say(REASONS, count=len(reasons))
        case bodies.DisputeOpened(seat=seat, seq=seq):
            return f"{names[seat]}  {words.say(DISPUTES, record=seq)}, {spoken(said, words)}"
        case bodies.RulingGiven() as ruling:
            told = _ruling(ruling, _author(scene), names, words)
            return told if ruling.grounds is None else f"{told}, {spoken(said, words)}"
        case bodies.ReasonOpened(reason=reason):
            return words.say(REASON_OPENED, record=reason.seq, envelope=reason.envelope)
        case _ as body:
            return of_time(body, _author(scene), names, words)


def _played(played: Played, names: Sequence[str], words: Words) -> str:
    move = write_move(played.move, played.effect, played.seat, names)
    return f"{names[played.seat]}  {move}  {deed(played, names, words)}"


def _ruling(given: bodies.RulingGiven, arbiter: str, names: Sequence[str], words: Words) -> str:
    name = names[given.seat] if given.seat is not None else ""
    ruling = words.say(RULINGS[given.ruling], name=name, record=given.replayed_from, fork=given.fork)
    return words.say(RULES, arbiter=arbiter, dispute=given.dispute, ruling=ruling)


def _author(scene: Scene) -> str:
    return scene.entry.record.by.partition(":")[2]


def _seat(scene: Scene) -> int:
    return int(_author(scene))
