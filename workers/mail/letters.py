"""What a mail to a player says, by what it is about."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from mensch.events import bodies, due
from mensch.events.bodies import Clock
from mensch.events.game import Status
from mensch.events.story import final_places
from mensch.events.words import Words
from mensch.events.words.times import write_span, write_time
from mensch.workers.mail import causes, texts, tournament_lines
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.causes import Notice
from mensch.workers.mail.letter import Section
from mensch.workers.mail.table import numbered_moves
from mensch.workers.mail.tale import Tale, happened, shown_table
from mensch.workers.mail.tokens import Token

_SUBJECTS = {
    causes.START: texts.SUBJECT_START,
    causes.END: texts.SUBJECT_END,
    causes.DISPUTED: texts.SUBJECT_DISPUTED,
    causes.RULED: texts.SUBJECT_RULED,
    causes.PAUSED: texts.SUBJECT_PAUSED,
    causes.RESUMED: texts.SUBJECT_RESUMED,
    causes.HELD: texts.SUBJECT_HELD,
    causes.FORFEITED: texts.SUBJECT_FORFEITED,
}

_LATE = {
    "autopilot": texts.LATE_AUTOPILOT,
    "forfeit": texts.LATE_FORFEIT,
    "takeover": texts.LATE_TAKEOVER,
}


def subject(tale: Tale, notice: Notice, words: Words) -> str:
    """What stands in the subject of a mail about one game: `[mensch k7m2 #17] Your turn, 2 d 4 h left`."""
    match notice.kind:
        case causes.TURN | due.HALF | due.LATE:
            text = _turn_subject(tale, notice.seat, words)
        case causes.OFFER:
            text = words.say(texts.SUBJECT_OFFER, name=", ".join(_offering(tale)))
        case kind:
            text = words.text(_SUBJECTS[kind])
    return headed(tale, notice.occasions[0].seq, text)


def headed(tale: Tale, seq: int, text: str) -> str:
    """A subject that names its game and a record, by which mail programs and people sort."""
    return f"[mensch {tale.short} #{seq}] {text}"


def player_section(tale: Tale, notice: Notice, words: Words) -> Section:
    """All that a mail tells a player of one game; how to answer comes with `answerable`."""
    upto = tournament_lines.last_told(tale, notice.upto)
    told = Section(
        lead=tuple(_lead(tale, notice, words)),
        heading=words.text(texts.SINCE_LAST if notice.since else texts.SO_FAR),
        happened=happened(tale, notice.since or max(0, tale.game.started - 1), upto, words),
    )
    return with_table(told, tale, notice.seat, words)


def with_table(section: Section, tale: Tale, seat: int, words: Words) -> Section:
    """A section together with how the game stands for a player: the table, their dice, moves and time."""
    view = tale.view(seat)
    if view is None:
        return section
    section = replace(section, table=shown_table(tale, seat))
    if tale.game.over or seat in view.departed:
        return section
    return replace(
        section,
        dice=words.say(texts.YOUR_DICE, dice=" ".join(map(str, view.hand(seat)))),
        moves=numbered_moves(view, tale.names) if is_asked(tale, seat) else (),
        time=tuple(_time(tale, seat, words)),
    )


def is_asked(tale: Tale, seat: int) -> bool:
    """Whether a move of this seat would count now."""
    game = tale.game
    return game.person_to_move == seat and game.paused is None and not game.disputes


def answerable(
    section: Section, tale: Tale, token: Token, sender: ServiceAddress, title: str, words: Words
) -> Section:
    """A section together with where a reply goes, and what it can say."""
    closing: list[str] = []
    if not tale.game.over:
        closing.append(words.text(texts.HOW_TO_MOVE if section.moves else texts.HOW_TO_REPLY))
        if section.moves:
            closing.append(words.text(texts.MORE_WORDS))
        if not sender.plus:
            closing.append(words.text(texts.REPLY_SUBJECT))
    return replace(
        section,
        closing=tuple(closing),
        reply=sender.reply_to(token),
        reply_subject=replied(title, token, sender),
    )


def replied(title: str, token: Token, sender: ServiceAddress) -> str:
    """The subject of a reply, which holds the token where the address does not."""
    return f"Re: {with_token(title, token, sender)}"


def with_token(title: str, token: Token, sender: ServiceAddress) -> str:
    """A subject, with the token where the address does not hold it."""
    return title if sender.plus else f"{title} ({token.text})"


def write_terms(terms: Clock | None, words: Words) -> str:
    """The time control of a game in a few sentences."""
    if terms is None:
        return words.text(texts.NO_CLOCK)
    spans = {"bank": terms.bank, "increment": terms.increment, "cap": terms.cap}
    text = texts.TERMS if terms.increment else texts.TERMS_NO_INCREMENT
    sentences = [words.say(text, **{name: write_span(span, words) for name, span in spans.items()})]
    if terms.grace:
        sentences.append(words.say(texts.TERMS_GRACE, grace=write_span(terms.grace, words)))
    sentences.append(words.say(_LATE[terms.on_timeout], misses=terms.misses))
    return " ".join(sentences)


def _turn_subject(tale: Tale, seat: int, words: Words) -> str:
    left = tale.game.left(seat, tale.now)
    if left is None or tale.game.deadline is None:
        return words.text(texts.SUBJECT_TURN)
    if left == 0:
        return words.text(texts.SUBJECT_TURN_GRACE)
    return words.say(texts.SUBJECT_TURN_LEFT, left=write_span(left, words))


def _time(tale: Tale, seat: int, words: Words) -> Iterator[str]:
    game = tale.game
    left = game.left(seat, tale.now)
    if left is None:
        return
    if game.person_to_move != seat or game.deadline is None:
        yield words.say(texts.TIME_BANK, left=write_span(left, words))
    elif left:
        yield words.say(texts.TIME_LEFT, left=write_span(left, words), time=write_time(game.deadline))
    else:
        yield words.say(texts.TIME_GRACE, time=write_time(game.deadline))


def _lead(tale: Tale, notice: Notice, words: Words) -> Iterator[str]:
    """What a mail is about, a paragraph for each occasion, and whose turn it is where nothing says so."""
    for occasion in notice.occasions:
        match occasion.kind:
            case due.HALF:
                yield words.text(texts.HALF_GONE)
            case due.LATE:
                yield words.text(texts.LATE_NOW)
            case causes.START:
                text = texts.YOU_PLAY if tale.game.turn_began > tale.game.started else texts.BEGINS
                yield words.say(text, name=_mover(tale))
            case causes.END:
                yield from ending(tale, words)
            case causes.DISPUTED:
                about = tale.game.disputes.get(occasion.seq, occasion.seq)
                opener = _seat_of(tale, occasion.seq)
                yield words.say(texts.DISPUTED, name=opener, record=about)
            case causes.RULED:
                yield words.text(texts.RULED)
            case causes.PAUSED:
                yield from _pause(tale, words)
            case causes.RESUMED:
                yield words.text(texts.RESUMED)
            case causes.HELD:
                yield words.text(texts.HELD)
            case causes.FORFEITED:
                yield words.text(texts.FORFEITED)
    if is_asked(tale, notice.seat):
        yield words.say(texts.YOUR_TURN, name=tale.names[notice.seat])
    elif notice.kind not in (causes.START, causes.END) and tale.game.position is not None:
        yield words.say(texts.IS_TO_MOVE, name=_mover(tale))
    if not notice.since and not tale.game.over:
        yield from tournament_lines.introduction(tale, notice.seat, words)
    yield from _offers(tale, notice.seat, words)


def _offers(tale: Tale, seat: int, words: Words) -> Iterator[str]:
    """The offers that stand and that a player has not agreed to."""
    game = tale.game
    if game.status is not Status.RUNNING or seat in game.table.departed:
        return
    for text, offers in ((texts.OFFERS_ABORT, game.offers), (texts.OFFERS_PAUSE, game.pause_offers)):
        if offers and seat not in offers:
            yield words.say(text, names=", ".join(tale.names[other] for other in sorted(offers)))


def _offering(tale: Tale) -> list[str]:
    return [tale.names[seat] for seat in sorted(tale.game.offers | tale.game.pause_offers)]


def _pause(tale: Tale, words: Words) -> Iterator[str]:
    pause = tale.game.paused
    if pause is None:
        return
    yield words.text(texts.PAUSED_AGREED if pause.cause == "agreed" else texts.PAUSED_OPERATOR)
    if pause.until is not None:
        yield words.say(texts.PAUSED_UNTIL, time=write_time(pause.until))


def ending(tale: Tale, words: Words) -> Iterator[str]:
    """How a game ended, and the final order."""
    game, by_round = tale.game, tournament_lines.is_ended_by_round(tale)
    yield from tournament_lines.of_round(tale, words)
    if game.status is Status.ANNULLED:
        yield words.text(texts.OVER_ANNULLED)
    elif isinstance(tale.log[game.ended - 1].record.body, bodies.StartLapsed):
        yield words.text(texts.OVER_LAPSED)
    elif by_round:
        yield tournament_lines.round_ended(tale, words)
    elif game.status is Status.ABORTED:
        yield words.text(texts.OVER_ABORTED if game.started else texts.OVER_NOT_BEGUN)
    else:
        yield words.text(texts.OVER)
    places = tournament_lines.adjudicated(tale) if by_round else final_places(game)
    if places is not None:
        order = sorted(range(len(places)), key=lambda seat: places[seat])
        scores = game.table.scores
        yield " · ".join(
            words.say(texts.RESULT, place=places[seat], name=tale.names[seat], score=scores[seat])
            for seat in order
        )


def _mover(tale: Tale) -> str:
    return tale.names[tale.game.table.turn]


def _seat_of(tale: Tale, seq: int) -> str:
    """The name of the player whom a record is by."""
    return tale.names[int(tale.log[seq - 1].record.by.partition(":")[2])]
