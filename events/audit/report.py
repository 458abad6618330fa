"""What an audit says: a verdict, findings with their evidence, and what was not checked and why."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from mensch.core.quoting import printable

OPERATOR = "operator"
"""The party that holds the server of the log, and alone can append to it."""

COPY = "whoever made this copy"
"""The party behind bytes that need not have come from any server."""

LONGEST_QUOTE = 2000
"""Characters of a record that are quoted as evidence; the file itself has all of them."""


Evidence = dict[str, str | int]
"""What a finding can be computed again from, by name."""


class Verdict(enum.IntEnum):
    """What an audit comes to; the value is the exit code of `mensch audit` (design.md)."""

    SOUND = 0
    """Nothing is broken; what is unproven is listed."""

    VIOLATION = 10
    """Something was done that format, rules or deck do not allow."""

    TWO_HISTORIES = 11
    """There are two logs of one game that part."""

    CUT = 20
    """Something is missing at the end."""

    MALFORMED = 30
    """These bytes are no log."""

    NEWER = 40
    """A newer version wrote it, and this one does not guess."""


_GRAVITY = (
    Verdict.SOUND,
    Verdict.CUT,
    Verdict.VIOLATION,
    Verdict.TWO_HISTORIES,
    Verdict.NEWER,
    Verdict.MALFORMED,
)
"""Of several verdicts the last one here is that of the whole."""


class Standing(enum.Enum):
    """How far a finding can be relied on."""

    PROVEN = "PROVEN"
    """Anybody can compute it again from the evidence, and nobody has to be believed."""

    ATTESTED = "ATTESTED"
    """A party says so."""

    UNPROVEN = "UNPROVEN"
    """Nothing that was given proves or disproves it."""


class Step(enum.Enum):
    """The steps of an audit, in their order. One that fails so that the next make no sense ends it."""

    SHAPE = "size and shape"
    PARSE = "records one by one"
    KEYS = "pinned keys"
    CHAIN = "chain, numbers, game id"
    HEADS = "receipts and other copies"
    CAUSES = "opened causes and signatures"
    DECK = "deck and players' bytes"
    REPLAY = "replay by the rules"
    PARENT = "the game that it is a fork of"
    BOTS = "bots' moves, run again"
    TIME = "order of times, deadlines"
    SECRECY = "nothing told before the reveal"
    ANNEX = "names and texts beside the log"


class Code(enum.Enum):
    """What a finding is about. docs/audit.md says of each what it means and what it does not."""

    ANNEX_OK = "annex-fits"
    BOTS_OK = "bots-chose"
    CAUSES_OK = "causes-open"
    CHAIN_OK = "chain-holds"
    DECK_OK = "deck-follows-commitment"
    EYES = "operator-looks"
    HEAD_OK = "head-noted"
    KEY_BY_OPERATOR = "key-by-operator"
    HISTORY = "history-of-parent"
    ORDER_OK = "time-order"
    OVERRULED = "bot-overruled"
    PARENT_OK = "parent-fits"
    REPLAY_OK = "play-is-legal"
    RULING = "ruling"
    SECRECY_OK = "nothing-early"
    SEED_CHOICE = "seed-not-chosen"
    SIGNED = "signed"
    SHARED_DECK = "deck-shared"
    UNSIGNED = "not-signed"
    WHO_PLAYED = "who-played"

    AFTER_THE_END = "after-the-end"
    BOT_DIFFERS = "bot-differs"
    BYTES_DIFFER = "bytes-differ"
    CHAIN_BROKEN = "chain-broken"
    COMMAND_AGAIN = "command-again"
    COUNT_DIFFERS = "count-differs"
    CUT = "cut"
    EARLY = "told-early"
    EVENT_DIFFERS = "event-differs"
    FALSE_ANNEX = "annex-differs"
    FALSE_CAUSE = "cause-differs"
    FALSE_HISTORY = "history-illegal"
    FALSE_PARENT = "parent-differs"
    HEAD_DIFFERS = "head-differs"
    ILLEGAL_MOVE = "move-illegal"
    INDEX_DIFFERS = "index-differs"
    KEY_DIFFERS = "key-differs"
    LINE_AGAIN = "line-again"
    MALFORMED = "malformed"
    NEWER = "newer"
    NOT_ALLOWED = "not-allowed"
    OTHER_GAME = "other-game"
    OUT_OF_TURN = "out-of-turn"
    SEED_DIFFERS = "seed-differs"
    SIGNATURE_DIFFERS = "signature-differs"
    TIME_BACK = "time-back"
    TOO_LARGE = "too-large"
    TWO_HISTORIES = "two-histories"
    WRONG_NUMBER = "wrong-number"


class Finding(msgspec.Struct, frozen=True):
    """One thing that an audit found.

    Attributes:
        code: what it is about.
        verdict: what it leads to; `SOUND` for what holds.
        first: the first record concerned; 0 for the file as a whole.
        last: the last one.
        party: whom it concerns: `operator`, `seat:<n>`, `bot:<n>`, or who made a copy.
        standing: how far it can be relied on.
        says: the finding in a sentence.
        evidence: what it can be computed again from, by name; foreign text in it is safe to show.
    """

    code: Code
    verdict: Verdict
    first: int
    last: int
    party: str
    standing: Standing
    says: str
    evidence: Evidence


class Unchecked(msgspec.Struct, frozen=True):
    """Something that was not checked, and why."""

    step: Step
    why: str


class Report(msgspec.Struct, frozen=True):
    """All that an audit says.

    Attributes:
        game: the id that the records name; None where no record could be read.
        records: how many there are.
        head: the hash of the last one.
        checked: the steps that were gone through to their end.
    """

    verdict: Verdict
    game: str | None
    records: int
    head: str | None
    checked: list[Step]
    findings: list[Finding]
    unchecked: list[Unchecked]

    def with_findings(self, more: Sequence[Finding]) -> Report:
        """The same report with findings from elsewhere."""
        findings = [*self.findings, *more]
        return msgspec.structs.replace(self, findings=findings, verdict=gravest(findings))

    @property
    def broken(self) -> list[Finding]:
        """The findings that are faults."""
        return [finding for finding in self.findings if finding.verdict is not Verdict.SOUND]


def counted(number: int, what: str) -> str:
    """A number of things in words.

    >>> counted(1, "move"), counted(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def gravest(findings: Sequence[Finding]) -> Verdict:
    """The verdict of the whole."""
    return max((Verdict.SOUND, *(finding.verdict for finding in findings)), key=_GRAVITY.index)


def quote(raw: bytes) -> str:
    """Bytes from outside as evidence: safe to show, and cut short where they are long."""
    return printable(raw.decode(errors="replace"), LONGEST_QUOTE)
