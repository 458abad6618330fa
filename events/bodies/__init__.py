"""The event types of a game: what each record's body may hold. docs/event-log.md describes every field.

A body never changes once it is on main: new meaning is a new type, an optional field, or a new version
with an upcaster. Fields stand in the order of their names, as canonical JSON wants them.
"""

from __future__ import annotations

import msgspec

from mensch.events.bodies.creation import (
    Clock,
    Deck,
    Fork,
    GameCreated,
    GameStarted,
    Joining,
    OnTimeout,
    PlayerJoined,
    Rules,
)
from mensch.events.bodies.disputing import (
    DisputeOpened,
    ReasonOpened,
    RulingGiven,
)
from mensch.events.bodies.fields import (
    DEPARTURE,
    Bot,
    Count,
    Fields,
    Hex32,
    Hex64,
    HistoryStep,
    Id,
    Line,
    MoveText,
    Name,
    Seat,
    Seq,
    Span,
    Text,
)
from mensch.events.bodies.playing import (
    AbortOffered,
    DeckRevealed,
    GameAborted,
    GameFinished,
    KeyChanged,
    MessageLeft,
    MovePlayed,
    PlayerResigned,
    Reason,
    ReasonsPublished,
    SeatTakenOver,
)
from mensch.events.bodies.timing import (
    AbsenceAnnounced,
    GamePaused,
    GameResumed,
    PauseOffered,
    PlayerForfeited,
    SeatHeld,
    SeatReturned,
    StartLapsed,
    TimeReturned,
    TurnMissed,
)

__all__ = [
    "CLOCK",
    "DEPARTURE",
    "OPERATOR",
    "TYPES",
    "AbortOffered",
    "AbsenceAnnounced",
    "Body",
    "Bot",
    "Clock",
    "Count",
    "Deck",
    "DeckRevealed",
    "DisputeOpened",
    "Event",
    "Fields",
    "Fork",
    "GameAborted",
    "GameCreated",
    "GameFinished",
    "GamePaused",
    "GameResumed",
    "GameStarted",
    "Hex32",
    "Hex64",
    "HistoryStep",
    "Id",
    "Joining",
    "KeyChanged",
    "Line",
    "MessageLeft",
    "MovePlayed",
    "MoveText",
    "Name",
    "OnTimeout",
    "PauseOffered",
    "PlayerForfeited",
    "PlayerJoined",
    "PlayerResigned",
    "Reason",
    "ReasonOpened",
    "ReasonsPublished",
    "Rules",
    "RulingGiven",
    "Seat",
    "SeatHeld",
    "SeatReturned",
    "SeatTakenOver",
    "Seq",
    "Span",
    "StartLapsed",
    "Text",
    "TimeReturned",
    "TurnMissed",
]

Body = (
    GameCreated
    | PlayerJoined
    | GameStarted
    | MovePlayed
    | MessageLeft
    | SeatTakenOver
    | PlayerResigned
    | KeyChanged
    | AbortOffered
    | GameAborted
    | GameFinished
    | DeckRevealed
    | ReasonsPublished
    | DisputeOpened
    | RulingGiven
    | ReasonOpened
    | TurnMissed
    | SeatHeld
    | SeatReturned
    | PlayerForfeited
    | TimeReturned
    | AbsenceAnnounced
    | PauseOffered
    | GamePaused
    | GameResumed
    | StartLapsed
)

TYPES: dict[tuple[str, int], type[Body]] = {
    ("game_created", 1): GameCreated,
    ("player_joined", 1): PlayerJoined,
    ("game_started", 1): GameStarted,
    ("move_played", 1): MovePlayed,
    ("message_left", 1): MessageLeft,
    ("seat_taken_over", 1): SeatTakenOver,
    ("player_resigned", 1): PlayerResigned,
    ("key_changed", 1): KeyChanged,
    ("abort_offered", 1): AbortOffered,
    ("game_aborted", 1): GameAborted,
    ("game_finished", 1): GameFinished,
    ("deck_revealed", 1): DeckRevealed,
    ("reasons_published", 1): ReasonsPublished,
    ("dispute_opened", 1): DisputeOpened,
    ("ruling_given", 1): RulingGiven,
    ("reason_opened", 1): ReasonOpened,
    ("turn_missed", 1): TurnMissed,
    ("seat_held", 1): SeatHeld,
    ("seat_returned", 1): SeatReturned,
    ("player_forfeited", 1): PlayerForfeited,
    ("time_returned", 1): TimeReturned,
    ("absence_announced", 1): AbsenceAnnounced,
    ("pause_offered", 1): PauseOffered,
    ("game_paused", 1): GamePaused,
    ("game_resumed", 1): GameResumed,
    ("start_lapsed", 1): StartLapsed,
}
"""Body types by the `type` and `v` of their record."""

OPERATOR = "operator"
"""How a record's `by` names who holds the log."""

CLOCK = "clock"
"""How a record's `by` names what came of itself because a time had come."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened, before it has its place in a log.

    Attributes:
        by: who did it: `seat:<n>`, `bot:<n>`, `clock`, `operator` or `arbiter:<id>`.
    """

    by: str
    body: Body
