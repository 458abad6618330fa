"""What an audit says: a verdict, findings with their evidence, and what was not checked and why."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from mensch.core.quoting import printable
from mensch.events.words import marked

OPERATOR = "operator"
"""The party that holds the server of the log, and alone can append to it."""

COPY = "whoever made this copy"
"""The party behind bytes that need not have come from any server."""

LONGEST_QUOTE = 2000
"""Characters of a record that are quoted as evidence; the file itself has all of them."""


Evidence = dict[str, str | int]
"""What a finding can be computed again from, by name."""

EVIDENCE = (
    marked("SHA-256 of the seed"),
    marked("body that it leads to"),
    marked("bytes that follow from the seed"),
    marked("commitment"),
    marked("digest"),
    marked("digest in the header"),
    marked("entropy"),
    marked("envelope"),
    marked("hash"),
    marked("hash here"),
    marked("hash in the index"),
    marked("hash in the parent"),
    marked("hash noted"),
    marked("hash of the last record"),
    marked("hash of the record before"),
    marked("hash that the fork names"),
    marked("head"),
    marked("head in the header"),
    marked("in the log"),
    marked("its own, in ms"),
    marked("its turn began with record"),
    marked("legal"),
    marked("level"),
    marked("move"),
    marked("parent"),
    marked("pinned"),
    marked("players who added to it"),
    marked("prev of this record"),
    marked("published in record"),
    marked("record"),
    marked("record in the copy"),
    marked("secret"),
    marked("seed"),
    marked("seq"),
    marked("signed line"),
    marked("the bot's own choice"),
    marked("time of the record before, in ms"),
    marked("version"),
)
"""The names of evidence, as people read them; JSON has them as they stand here."""


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

    SHAPE = marked("size and shape")
    PARSE = marked("records one by one")
    KEYS = marked("pinned keys")
    CHAIN = marked("chain, numbers, game id")
    HEADS = marked("receipts and other copies")
    CAUSES = marked("opened causes and signatures")
    DECK = marked("deck and players' bytes")
    REPLAY = marked("replay by the rules")
    PARENT = marked("the game that it is a fork of")
    GAMES = marked("a tournament's games")
    BOTS = marked("bots' moves, run again")
    TIME = marked("order of times, deadlines")
    SECRECY = marked("nothing told before the reveal")
    ANNEX = marked("names and texts beside the log")


OF_A_GAME = tuple(step for step in Step if step is not Step.GAMES)
"""The steps of the audit of a game."""

OF_A_TOURNAMENT = (Step.SHAPE, Step.PARSE, Step.CHAIN, Step.DECK, Step.REPLAY, Step.GAMES, Step.BOTS)
"""The steps of the audit of a tournament."""


class Code(enum.Enum):
    """What a finding is about. docs/audit.md says of each what it means and what it does not."""

    ANNEX_OK = "annex-fits"
    BOTS_OK = "bots-chose"
    CAUSES_OK = "causes-open"
    CHAIN_OK = "chain-holds"
    CORRECTED = "result-corrected"
    DECK_OK = "deck-follows-commitment"
    EYES = "operator-looks"
    FLAGS_OK = "flags-in-time"
    HEAD_OK = "head-noted"
    KEY_BY_OPERATOR = "key-by-operator"
    HISTORY = "history-of-parent"
    ORDER_OK = "time-order"
    OVERRULED = "bot-overruled"
    PARENT_OK = "parent-fits"
    REPLAY_OK = "play-is-legal"
    RESULTS_OK = "results-of-games"
    RULING = "ruling"
    SECRECY_OK = "nothing-early"
    SEED_CHOICE = "seed-not-chosen"
    SIGNED = "signed"
    SHARED_DECK = "deck-shared"
    TIME_RETURNED = "time-returned"
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
    FLAG_EARLY = "flag-early"
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
    RESULT_DIFFERS = "result-differs"
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
    def of_a_tournament(self) -> bool:
        """Whether the log is a tournament's, as far as could be seen."""
        return Step.GAMES in (*self.checked, *(one.step for one in self.unchecked))

    @property
    def broken(self) -> list[Finding]:
        """The findings that are faults."""
        return [finding for finding in self.findings if finding.verdict is not Verdict.SOUND]


def gravest(findings: Sequence[Finding]) -> Verdict:
    """The verdict of the whole."""
    return max((Verdict.SOUND, *(finding.verdict for finding in findings)), key=_GRAVITY.index)


def quote(raw: bytes) -> str:
    """Bytes from outside as evidence: safe to show, and cut short where they are long."""
    return printable(raw.decode(errors="replace"), LONGEST_QUOTE)
