"""Checks a whole log, written from docs/event-log.md and docs/rules.md alone.

Plain standard-library Python, and PyNaCl for signatures, that imports nothing of this project, so that it
agrees with the program only where both do what the two pages say. `verifier_disputes`, `verifier_records`,
`verifier_signatures`, `verifier_table` and `verifier_time` are parts of it. Simple before fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any  # what JSON holds

from tests.events.verifier_disputes import DISPUTING, ruling_for
from tests.events.verifier_records import NewerError, parse, record
from tests.events.verifier_signatures import check_line, key_changed, line_of, plain, take_key
from tests.events.verifier_table import (
    Board,
    Shuffle,
    ViolationError,
    entropy,
    mac,
    require,
    sha,
    shuffle,
    u32,
    unknown,
)
from tests.events.verifier_time import TIMED, Time, agreed, begin, settle, waited

# Hash and chain


def chained(raws: Sequence[bytes], game: str) -> Iterator[dict[str, Any]]:
    """The records of a log, each of which must stand in its place."""
    prev, at, commands, cmd = sha("mensch/genesis/v1", game.encode()), 0, set[str](), ""
    for number, raw in enumerate(raws, 1):
        this = record(raw)
        require(this["game"] == game and this["seq"] == number, "it belongs elsewhere")
        require(this["prev"] == prev, "the chain is broken")
        require(this["at"] >= at, "time goes back")
        require(this["cmd"] == cmd or this["cmd"] not in commands, "a command comes again")
        prev, at, cmd = sha("mensch/event/v1", raw), this["at"], this["cmd"]
        commands.add(cmd)
        yield this


# What may follow what

ALLOWED = {
    "new": {"game_created"},
    "open": {
        "player_joined",
        "message_left",
        "game_started",
        "game_aborted",
        "key_changed",
        "absence_announced",
        "start_lapsed",
    },
    "running": {
        "move_played",
        "message_left",
        "seat_taken_over",
        "player_resigned",
        "abort_offered",
        "game_aborted",
        "game_finished",
        "key_changed",
        *DISPUTING,
        *(TIMED.keys() - {"start_lapsed"}),
    },
    "over": {"deck_revealed", "reasons_published", *DISPUTING},
}
WAIT_FOR_A_RULING = {"move_played", "seat_taken_over", "deck_revealed", "turn_missed"}
WAIT_FOR_A_PAUSE = {"move_played", "turn_missed"}
BEGIN_NO_TURN = {
    "message_left",
    "abort_offered",
    "deck_revealed",
    "reasons_published",
    "dispute_opened",
    "reason_opened",
    "key_changed",
    *(TIMED.keys() - {"player_forfeited", "start_lapsed"}),
}
BY_PLAYERS = {"move_played", "message_left", "player_resigned", "abort_offered"}


@dataclass
class Log:
    """The state of a game while its log is checked.

    Attributes:
        sealed: the `auth` of the moves whose cause is not published, by record.
        disputes: the disputes that are open, from the record that opened one to the record that it is about.
        ended: with which type it ended, at which record and when.
        began: the record with which the turn began.
        moves: who played which move, with what key the seat had then and the record its turn began with.
        hashes: that of each record but the last, behind what the first has for `prev`.
        nonces: of the signed lines so far.
        time: the clocks, and whether the game pauses.
        created_at: the time of the first record.
        instead: the moves of a bot for who was late.
    """

    seed: str | None
    status: str = "new"
    created: dict[str, Any] = field(default_factory=dict)
    players: dict[int, dict[str, Any]] = field(default_factory=dict)
    joined: list[dict[str, Any]] = field(default_factory=list)
    board: Board | None = None
    offers: set[int] = field(default_factory=set)
    sealed: dict[int, str] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)
    revealed: bool = False
    last: str = ""
    by: str = ""
    disputes: dict[int, int] = field(default_factory=dict)
    started: int = 0
    ended: tuple[str, int, int] | None = None
    annulled: bool = False
    game: str = ""
    cmd: str = ""
    began: int = 0
    moves: dict[int, tuple[int, str, str | None, int]] = field(default_factory=dict)
    hashes: list[str] = field(default_factory=list)
    nonces: set[str] = field(default_factory=set)
    time: Time = field(default_factory=Time)
    created_at: int = 0
    instead: set[int] = field(default_factory=set)

    def happen(self, this: dict[str, Any]) -> None:
        """Check one record against what was before it, and let it happen."""
        kind, body, by = this["type"], this["body"], this["by"]
        require(kind in ALLOWED[self.status], f"{kind} in a game that is {self.status}")
        self.game = this["game"]
        self.hashes.append(this["prev"])
        owed = self.owed
        require(not owed or (owed == kind and self.cmd == this["cmd"]), f"{owed} is missing before {kind}")
        won = self.board is not None and self.board.winner is not None and self.status == "running"
        require(won == (kind == "game_finished"), "what wins the game, and only that, ends it at once")
        require(not self.disputes or kind not in WAIT_FOR_A_RULING, f"{kind} while a dispute is open")
        require(self.time.paused is None or kind not in WAIT_FOR_A_PAUSE, f"{kind} in a pause")
        if kind in DISPUTING:
            DISPUTING[kind](self, this)
        elif kind in TIMED:
            TIMED[kind](self, this)
        elif kind == "key_changed":
            key_changed(self, this)
        elif kind in BY_PLAYERS:
            seat = int(by[-1]) if by[:3] in ("sea", "bot") else -1
            require(seat in self.players and by == f"{self.author(seat, kind)}:{seat}", f"{kind} by {by}")
            require(body.get("seat", seat) == seat, "it is said of another seat")
        elif by == "clock":
            require(kind in ("player_joined", "game_started") and waited(self, this), f"{kind} by {by}")
            joining = self.created["joining"]
            require(kind != "player_joined" or body.get("bot", 0) == joining.get("bot"), "it is no such bot")
        else:
            require(by == "operator", f"{kind} by {by}")
        if "seat" in body and kind not in ("player_joined", "key_changed", *DISPUTING, *TIMED):
            require(body["seat"] in self.players and body["seat"] not in self.table.gone, "not in the game")
        if kind not in DISPUTING and kind not in TIMED and kind != "key_changed":
            getattr(self, kind)(body, this["seq"], by)
        if kind == "game_created":
            self.created_at = this["at"]
            begin(self)
        settle(self, this)
        self.last, self.by, self.cmd = kind, by, this["cmd"]
        stands = kind == "ruling_given" and body["ruling"] == "stands"
        self.began = self.began if kind in BEGIN_NO_TURN or stands else this["seq"]
        if kind == "deck_revealed" and self.ended is not None:
            window = self.created.get("dispute_window", 0)
            require(this["at"] >= self.ended[2] + window, "the dispute window is open")
        if self.status == "over" and self.ended is None:
            self.ended = kind, this["seq"], this["at"]

    @property
    def shares_deck(self) -> bool:
        """Whether other games have its deck, which then becomes public after the last of them."""
        own = self.created["deck"]["context"] == self.game
        return not (own or "fork" in self.created or "insecure_seed" in self.created)

    @property
    def owed(self) -> str:
        """What belongs directly behind the last record, by the same command; empty if nothing does."""
        if self.status == "open" and (self.last, self.by) == ("player_joined", "clock"):
            return "player_joined" if len(self.players) < self.created["rules"]["seats"] else "game_started"
        if self.status == "running":
            if self.table.winner is not None:
                return "game_finished"
            if self.last == "turn_missed":
                return self.time.owed
            if self.last == "pause_offered" and agreed(self):
                return "game_paused"
            return "game_aborted" if self.last == "abort_offered" and self.agreed else ""
        if self.status != "over":
            return ""
        held = self.revealed or self.disputes or "dispute_window" in self.created or self.shares_deck
        return "" if held else "deck_revealed"

    def holder(self, seat: int) -> str:
        return "bot" if "bot" in self.players[seat] or seat in self.time.held else "seat"

    def author(self, seat: int, kind: str) -> str:
        """Who does something at a seat: where a bot holds it for somebody, only the moves are the bot's."""
        return self.holder(seat) if kind == "move_played" or "bot" in self.players[seat] else "seat"

    def takes_offers_back(self, seat: int) -> None:
        self.offers.discard(seat)
        self.time.offers.discard(seat)

    def leaves(self, seat: int) -> None:
        self.table.leave(seat)
        self.takes_offers_back(seat)
        self.steps.append(f"L{seat}")

    @property
    def table(self) -> Board:
        if self.board is None:
            raise ViolationError("the game has not started")
        return self.board

    def game_created(self, body: dict[str, Any], seq: int, by: str) -> None:
        rules = body["rules"]
        if (rules["name"], rules["version"]) != ("classic", 1):
            raise NewerError("rules")
        self.created, self.status = body, "open"
        if self.seed is not None:
            committed = sha("mensch/commitment/v1", bytes.fromhex(self.seed))
            require(committed == body["deck"]["commitment"], "the seed does not fit the commitment")
        fork = body.get("fork")
        if fork and fork["dice"] == "fresh":
            require(fork.get("dealt", 0) == len(fork["history"]), "a fresh fork deals after its history")
        require(not fork or fork.get("dealt", 0) <= len(fork["history"]), "it deals after its history")

    def player_joined(self, body: dict[str, Any], seq: int, by: str) -> None:
        seat = body["seat"]
        require(seat < self.created["rules"]["seats"] and seat not in self.players, "the seat is not free")
        self.sit(seat, body)
        self.joined.append(body)

    def sit(self, seat: int, body: dict[str, Any]) -> None:
        others = [held["player"] for other, held in self.players.items() if other != seat]
        require(body["player"] not in others, "one player has two seats")
        require("mail" not in body or "bot" not in body, "a bot gets mail")
        take_key(self, seat, body)
        self.players[seat] = body

    def game_started(self, body: dict[str, Any], seq: int, by: str) -> None:
        self.started = seq
        rules, fork, deck = self.created["rules"], self.created.get("fork"), self.created["deck"]
        require(len(self.players) == rules["seats"], "a seat is free")
        self.status = "running"
        order: Shuffle = unknown
        if self.seed is not None:
            public = entropy(deck["commitment"], deck["context"], [join["entropy"] for join in self.joined])
            order = shuffle(bytes.fromhex(self.seed), public)
        dealt = fork.get("dealt", 0) if fork else 0
        self.board = Board(rules["seats"], rules["target"], rules["stars"], unknown if dealt else order)
        if fork:
            self.board.steps(fork["history"][:dealt])
            if dealt:
                self.board.deal(order)
            self.board.steps(fork["history"][dealt:])
            self.steps = fork["history"][:]

    def move_played(self, body: dict[str, Any], seq: int, by: str) -> None:
        seat = self.table.turn
        require(int(by[-1]) == seat, "it is another seat's turn")
        self.table.play(body["move"])
        self.takes_offers_back(seat)
        if self.last == "turn_missed":
            self.instead.add(seq)
        self.sealed[seq] = body["auth"]
        self.moves[seq] = (seat, body["move"], self.players[seat].get("key"), self.began)
        self.steps.append(body["move"])

    def message_left(self, body: dict[str, Any], seq: int, by: str) -> None:
        pass

    def seat_taken_over(self, body: dict[str, Any], seq: int, by: str) -> None:
        self.sit(body["seat"], body)
        self.time.held.discard(body["seat"])
        self.takes_offers_back(body["seat"])

    def player_resigned(self, body: dict[str, Any], seq: int, by: str) -> None:
        if "line" in body:
            key = self.players[body["seat"]].get("key")
            check_line(self, body["line"], body["seat"], "resign", seq, key, self.began)
        self.leaves(body["seat"])

    @property
    def agreed(self) -> bool:
        """Whether an offer to abort stands of everybody who is still in and no bot."""
        people = {seat for seat in self.players if self.holder(seat) == "seat"}
        return people - self.table.gone <= self.offers

    def abort_offered(self, body: dict[str, Any], seq: int, by: str) -> None:
        require(body["seat"] not in self.offers or self.agreed, "it has offered already")
        self.offers.add(body["seat"])

    def game_aborted(self, body: dict[str, Any], seq: int, by: str) -> None:
        self.status = "over"
        if body["cause"] == "agreed":
            require(self.last == "abort_offered" and self.agreed, "they have not agreed")
        else:
            require(not self.disputes, "the operator ends a disputed game")
            require(self.last != "abort_offered" or not self.agreed, "they have agreed")

    def game_finished(self, body: dict[str, Any], seq: int, by: str) -> None:
        board, self.status = self.table, "over"
        result = {"ending": board.ending, "places": board.ranking(), "scores": board.scores}
        require(body == {**result, "winner": board.winner}, f"the result is {result}")

    def deck_revealed(self, body: dict[str, Any], seq: int, by: str) -> None:
        require(not self.revealed, "it is revealed already")
        self.revealed = True

    def reasons_published(self, body: dict[str, Any], seq: int, by: str) -> None:
        require(self.revealed, "it is not revealed")
        seqs = [reason["seq"] for reason in body["reasons"]]
        require(seqs == sorted(seqs), "reasons are not ascending")
        for reason in body["reasons"]:
            self.open(reason)

    def open(self, reason: dict[str, Any]) -> None:
        """Open the cause of a move, with the line that it holds if it was signed."""
        seq, content = reason["seq"], bytes.fromhex(reason["salt"]) + reason["envelope"].encode()
        require(self.sealed.pop(seq, None) == sha("mensch/auth/v1", content), f"not the cause of {seq}")
        if seq in self.instead:
            named = plain({"kind": "autopilot", **self.created["clock"]["bot"]}).decode()
            require(reason["envelope"] == named, "another bot, or somebody, moved for who was late")
        line = line_of(reason["envelope"])
        if line is not None:
            seat, move, key, began = self.moves[seq]
            check_line(self, line, seat, move, seq, key, began)


def verify(raws: Sequence[bytes]) -> Log:
    """Check a whole log; with its dice where it reveals them.

    Raises:
        MalformedError: bytes that are no record.
        NewerError: a record that the page does not describe.
        ViolationError: a record that may not be there.
    """
    game = parse(raws[0]).get("game", "")
    records = list(chained(raws, game if isinstance(game, str) else ""))
    seeds = [this["body"]["seed"] for this in records if this["type"] == "deck_revealed"]
    log = Log(seeds[0] if seeds else None)
    for this in records:
        log.happen(this)
    fork = log.created.get("fork", {})
    if log.seed is not None and fork.get("dice") != "same":
        for number, join in enumerate(log.joined):
            own = mac(bytes.fromhex(log.seed), "joiner", u32(number)).hex()
            chosen = join["entropy"] != own and ("bot" in join or "insecure_seed" in log.created)
            require(not chosen, f"the bytes of seat {join['seat']} do not follow from the seed")
    return log


def verify_fork(raws: Sequence[bytes], parent: Sequence[bytes]) -> None:
    """Check what a fork says of its parent, both of whose logs are right."""
    child, fork = verify(raws), verify(raws).created["fork"]
    require(fork["seq"] <= len(parent) and parse(parent[0])["game"] == fork["parent"], "another parent")
    require(sha("mensch/event/v1", parent[fork["seq"] - 1]) == fork["hash"], "the parent has another record")
    origin = verify(parent[: fork["seq"]])
    require(origin.status == "running" and origin.steps == fork["history"], "the parent went another way")
    require(origin.created["rules"] == child.created["rules"], "the parent has other rules")
    joined = origin.joined[: len(child.joined)]  # of those who have joined, if it has not started yet
    require([j["seat"] for j in joined] == [j["seat"] for j in child.joined], "other joining order")
    ruled = ruling_for(parse(raws[0])["game"], parent)
    for join in child.joined:
        held = origin.players[join["seat"]]
        require(held.get("bot") == join.get("bot"), "another bot has a seat")
        before = [one["player"] for one in ([held] if ruled else origin.players.values())]
        require((join["player"] in before) == (ruled is not None), "another roster")
        require(not join.get("mail") or (ruled and held.get("mail")), "by mail, and it was not")
    for name in ("dispute_window", "clock"):
        theirs = origin.created.get(name) if ruled else None
        require(child.created.get(name) == theirs, f"another {name}")
    require(not ruled or (ruled["replayed_from"], "fresh") == (fork["seq"], fork["dice"]), "not as ruled")
    same = origin.created["deck"] == child.created["deck"]
    same = same and [j["entropy"] for j in joined] == [j["entropy"] for j in child.joined]
    require(same == (fork["dice"] == "same"), "the dice are not those")
    if same:
        require(verify(parent).revealed, "the parent's dice are not public")
        dealt = origin.created.get("fork", {}).get("dealt")
        require(dealt == fork.get("dealt"), "the parent dealt at another step")
