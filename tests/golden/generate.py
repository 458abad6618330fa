"""Writes golden logs that are not there yet: `python -m tests.golden.generate`.

The logs that are there stay as they are for ever, whatever becomes of this program; a new event type, or a
new version of one, gets a new log. Seeds, ids, salts and times are fixed, so that a log can be made again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from unittest import mock

import msgspec

from mensch.core.deck import commitment, joiner_bytes
from mensch.core.rules import RuleSet, classic
from mensch.events import commands as c
from mensch.events.arbitration import (
    Ruling,
    arbiters,
    open_cause,
    open_dispute,
    register_arbiter,
    rule,
)
from mensch.events.bodies import Bot, Clock, Joining, RulingGiven
from mensch.events.cause import FORCED, TABLE, autopilot_cause, mail_cause, order_cause
from mensch.events.ed25519 import public_key
from mensch.events.fork import Dice, fork
from mensch.events.game import Game
from mensch.events.ids import new_id
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.referee import Player, Referee
from mensch.events.signing import sign
from mensch.events.submission import take_line
from mensch.workers.turns import bot_to_move, choose_move, take_turn
from tests.golden.recorded import FOLDER, read, result

BEGAN = 1_764_440_400_000
HOUR = 3600 * 1000
DAY = 24 * HOUR

ARBITER = bytes(range(32))
"""The private key of the arbiter, who is registered as the first."""


class Host:
    """A referee whose games are the same each time."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)
        self.now = BEGAN
        self.referee = Referee(MemoryStore(), self._tick)

    def _tick(self) -> int:
        self.now += self.random.randrange(500, 90_000)
        return self.now

    def new(
        self,
        rules: RuleSet,
        bots: Sequence[str | None] = (),
        *,
        insecure: bool = False,
        window: int | None = None,
        clock: Clock | None = None,
        mail: Sequence[int] = (),
    ) -> Game:
        """A running game; people have no bot."""
        seats = [*bots, *[None] * rules.seats][: rules.seats]
        players = [
            Player(f"seat {n}", Bot(level, 1) if level else None, mail=n in mail)
            for n, level in enumerate(seats)
        ]
        seed = self.random.randbytes(32)
        return self.referee.new_game(
            rules, players, seed=seed, insecure=insecure, dispute_window=window, game_clock=clock
        )

    def play(self, game: Game, moves: int = 10_000) -> Game:
        """Play up to so many moves: bots as they do, people at random."""
        for _ in range(moves):
            if game.over:
                break
            if bot_to_move(game):
                game = take_turn(self.referee, game)
            else:
                move = self.random.choice(game.table.legal_moves())
                game = self.referee.play(game, game.table.turn, move.text, TABLE)
        return game

    def act(self, game: Game, *commands: c.Command) -> Game:
        """Let commands happen one after the other."""
        for command in commands:
            game = self.referee.act(game, [command])
        return game

    def late(self, game: Game) -> Game:
        """A game in which the flag of the seat to move has fallen."""
        assert game.clocks is not None
        assert game.deadline is not None
        self.now = game.deadline
        flag = c.FlagFall(game.table.turn, game.turn_began, 0)
        stand_in = game.clocks.stand_in
        if stand_in is not None:
            envelope, salt = autopilot_cause(stand_in).envelope, secrets.token_bytes(32).hex()
            move = choose_move(stand_in, game).text
            flag = c.FlagFall(game.table.turn, game.turn_began, 0, move, envelope, salt)
        return self.act(game, flag)

    def fork(self, game: Game, at: int, dice: Dice) -> Game:
        """A fork of a game."""
        return fork(self.referee, game.id, at, dice)

    def dispute(self, game: Game, seat: int, seq: int) -> Game:
        """A game in which a seat disputes a record."""
        return open_dispute(self.referee, game, seat, seq, f"Record {seq} is not right.")

    def rule(
        self, game: Game, ruling: Ruling, *, seat: int | None = None, replay_from: int | None = None
    ) -> Game:
        """A game in which an arbiter has closed the first dispute that is open."""
        known = arbiters(self.referee.store)
        arbiter = known[0] if known else register_arbiter(self.referee.store, "arbiter", public_key(ARBITER))
        return rule(
            self.referee,
            game,
            min(game.disputes),
            ruling,
            arbiter,
            ARBITER,
            seat=seat,
            replay_from=replay_from,
            grounds="So it is." if ruling != "forfeit" else None,
        )

    def closed(self, game: Game) -> bytes:
        """The whole log, with its reasons."""
        game = self.referee.publish_reasons(game)
        return b"".join(entry.raw + b"\n" for entry in entries(self.referee.store, game.id))


def two_seats(h: Host) -> Game:
    return h.play(h.new(classic(2)))


def three_seats(h: Host) -> Game:
    return h.play(h.new(classic(3)))


def four_seats(h: Host) -> Game:
    return h.play(h.new(classic(4), [None, "greedy", "random"]))


def passes(h: Host) -> Game:
    """The number is one with which somebody has to pass."""
    return h.play(h.new(classic(2, 60)))


def own_rows(h: Host) -> Game:
    """Somebody can choose between two of their own rows, and does."""
    game = h.new(classic(3))
    while not game.over:
        legal = game.table.legal_moves()
        own = [move for move in legal if move.source and move.source.seat == game.table.turn]
        move = h.random.choice(own or legal)
        game = h.referee.play(game, game.table.turn, move.text, TABLE)
    return game


def own_stars(h: Host) -> Game:
    return h.play(h.new(classic(3, 25, {1: 5, 7: 4, 12: 1, 39: 2, 40: 3})), 10_000)


def opening_with_open_seed(h: Host) -> Game:
    return h.play(h.new(classic(2, 9), insecure=True))


def resignations(h: Host) -> Game:
    """Seat 2 goes while it is not to move, then the seat to move, then one more: the last seat wins."""
    game = h.act(h.play(h.new(classic(4)), 33), c.Resign(2))
    game = h.play(game, 20)
    game = h.play(h.act(game, c.Resign(game.table.turn)), 11)
    still_in = sorted({0, 1, 2, 3} - game.table.departed)
    return h.act(game, c.Resign(still_in[0]))


def takeover_and_agreed_abort(h: Host) -> Game:
    game = h.play(h.new(classic(3)), 7)
    game = h.act(game, c.TakeOverSeat(game.table.turn, new_id(), Bot("greedy", 1)))
    game = h.referee.say(h.play(game, 8), 0, "Mensch ärgere dich nicht!")
    bot = next(seat for seat in range(3) if game.holder(seat).bot)
    game = h.act(game, c.TakeOverSeat(bot, new_id()), c.OfferAbort(game.table.turn))
    game = h.play(game, 4)  # an own move takes the offer back
    game = h.act(game, c.TakeOverSeat(1, new_id(), Bot("random", 1)))
    return h.act(game, c.OfferAbort(2), c.OfferAbort(0))


def aborted_by_operator(h: Host) -> Game:
    return h.act(h.play(h.new(classic(2)), 12), c.AbortGame())


def aborted_before_the_start(h: Host) -> Game:
    seed = h.random.randbytes(32)
    game = new_id()
    first = c.JoinGame(1, new_id(), joiner_bytes(seed, 0).hex(), Bot("random", 1))
    opened = h.referee.open_game(game, seed, [c.create(classic(2), commitment(seed), game), first], ["one"])
    return h.act(opened, c.AbortGame())


def still_running(h: Host) -> Game:
    return h.play(h.new(classic(3), [None, "greedy"]), 40)


def fork_with_the_same_dice(h: Host) -> Game:
    parent = h.play(h.new(classic(2)))
    return h.play(h.fork(parent, 60, "same"))


def fork_with_fresh_dice(h: Host) -> Game:
    """Of a running game that a seat has left."""
    parent = h.play(h.act(h.play(h.new(classic(3), ["greedy"]), 30), c.Resign(1)), 5)
    return h.play(h.fork(parent, parent.seq, "fresh"))


def fork_of_a_fork(h: Host) -> Game:
    """The same dice as a fork that had fresh ones: dealt anew within the history."""
    parent = h.play(h.new(classic(2, 20)), 90)
    fresh = h.play(h.fork(parent, 80, "fresh"))
    return h.play(h.fork(fresh, 20, "same"))


def dispute_that_stands(h: Host) -> Game:
    """The cause of the disputed move is opened, somebody talks meanwhile, and the game goes on to its end."""
    game = h.play(h.new(classic(2, 20), [None, "greedy"]), 10)
    game = h.dispute(game, 0, 8)
    game = open_cause(h.referee, h.referee.say(game, 0, "Look at that!"), min(game.disputes))
    return h.play(h.rule(game, "stands"))


def dispute_with_forfeits(h: Host) -> Game:
    """Two disputes at once: one seat has to forfeit, then another one, and the last one wins."""
    game = h.play(h.new(classic(3)), 16)
    game = h.dispute(h.dispute(game, 0, 15), 1, 16)
    game = h.rule(game, "forfeit", seat=2)
    return h.rule(game, "forfeit", seat=0)


def dispute_that_annuls(h: Host) -> Game:
    """A won game is annulled within its window, which is then waited out; last, that is disputed in vain."""
    game = h.play(h.new(classic(2, 9), window=DAY))
    game = h.rule(h.dispute(game, 1, game.seq), "annulled")
    h.now += DAY
    game = h.referee.reveal_deck(game)
    return h.rule(h.dispute(game, 0, game.seq), "stands")


def dispute_while_all_leave(h: Host) -> Game:
    """Players agree on an abort while a dispute is open, and the deck waits for the ruling."""
    game = h.dispute(h.play(h.new(classic(3)), 9), 2, 11)
    game = h.act(game, c.Resign(1), c.OfferAbort(0), c.OfferAbort(2))
    return h.rule(game, "stands")


def dispute_that_replays(h: Host) -> Game:
    """What the operator has ended goes on from before that."""
    game = h.play(h.new(classic(3), [None, "greedy"], window=DAY), 25)
    game = h.act(game, c.AbortGame())
    game = h.rule(h.dispute(game, 0, game.seq), "replayed", replay_from=game.seq - 3)
    h.now += DAY
    return h.referee.reveal_deck(game)


def replay_by_a_ruling(h: Host) -> Game:
    """The fork that the ruling of the game before names."""
    log = entries(h.referee.store, dispute_that_replays(h).id)
    [fork] = [entry.record.body.fork for entry in log if isinstance(entry.record.body, RulingGiven)]
    assert fork is not None
    game = h.play(h.referee.load(fork), 60)
    game = h.act(game, c.Resign(0), c.Resign(2))
    h.now += DAY
    return h.referee.reveal_deck(game)


KEYS = [bytes([seat + 1]) * 32 for seat in range(3)]
"""The private keys of players who sign."""

OTHER_KEY = bytes(range(64, 96))
"""The private key that one of them changes to."""


def signed(h: Host, game: Game, seat: int, move: str, private: bytes) -> Game:
    """A game in which a signed line has been taken up."""
    line = sign(private, game=game.id, seat=seat, seq=game.seq, head=game.head, move=move)
    return take_line(h.referee, line.text).game


def signed_lines(h: Host) -> Game:
    """Two of three seats sign; one gets another key from the operator and then changes it again."""
    players = [Player(f"seat {n}", key=public_key(KEYS[n]) if n < 2 else None) for n in range(3)]
    game = h.referee.new_game(classic(3), players, seed=h.random.randbytes(32))
    for _ in range(4):
        move = h.random.choice(game.table.legal_moves()).text
        seat = game.table.turn
        game = signed(h, game, seat, move, KEYS[seat]) if seat < 2 else h.play(game, 1)
    game = h.act(game, c.ChangeKey(1, public_key(KEYS[2])))
    game = signed(h, game, 1, f"key={public_key(OTHER_KEY)}", KEYS[2])
    game = h.act(game, c.TakeOverSeat(2, new_id(), key=public_key(KEYS[2])))
    game = signed(h, game, game.table.turn, "resign", [KEYS[0], OTHER_KEY, KEYS[2]][game.table.turn])
    return h.act(game, c.Resign(next(seat for seat in range(3) if seat not in game.table.departed)))


GREEDY = Bot("greedy", 1)


def clock_with_autopilot(h: Host) -> Game:
    """Flags fall, the service is down for a while, somebody is away, and the game pauses twice."""
    clock = Clock(5 * DAY, 7 * DAY, "autopilot", GREEDY, grace=HOUR, increment=12 * HOUR)
    game = h.play(h.new(classic(3, 9), [None, None, "random"], clock=clock, mail=[0]), 4)
    down = game.at
    h.now += 9 * HOUR
    game = h.act(game, c.ReturnTime(game.table.turn, 8 * HOUR, down + HOUR, down + 9 * HOUR))
    game = h.late(game)
    game = h.act(game, c.AnnounceAbsence(0, h.now + DAY, h.now + 9 * DAY))
    game = h.play(h.late(h.play(game, 1)), 3)
    game = h.act(game, c.OfferPause(0), c.OfferPause(1))
    h.now += 40 * DAY
    game = h.play(h.act(game, c.ResumeGame("seat:1")), 4)
    game = h.act(game, c.PauseGame(h.now + 3 * DAY))
    h.now += 3 * DAY
    game = h.act(game, c.ResumeGame("clock"))
    while not game.over:
        game = h.late(game) if game.table.turn == 0 and game.seq % 3 == 0 else h.play(game, 1)
    return game


def clock_with_takeover(h: Host) -> Game:
    """A bot holds a seat after two missed turns, until its player comes back with a move. Moves come by mail,
    by standing order, and because nothing else is legal.
    """
    clock = Clock(DAY, DAY, "takeover", GREEDY, increment=HOUR, misses=2)
    game = h.new(classic(2, 60), clock=clock, mail=[0, 1])
    for cause in (mail_cause("c0" * 32), order_cause(1)):
        for _ in range(2):
            move = h.random.choice(game.table.legal_moves()).text
            game = h.referee.play(game, game.table.turn, move, cause)
    while len(game.table.legal_moves()) > 1:
        game = h.play(game, 1)
    game = h.referee.play(game, game.table.turn, game.table.legal_moves()[0].text, FORCED)
    game = h.late(h.play(h.late(game), 1))
    game = h.play(game, 6)
    while game.table.turn != 0:
        game = h.play(game, 1)
    move = h.random.choice(game.table.legal_moves()).text
    envelope, salt = mail_cause("c1" * 32).envelope, secrets.token_bytes(32).hex()
    back: list[c.Command] = [c.ReturnToSeat(0), c.PlayMove(0, move, game.turn_began, envelope, salt)]
    game = h.play(h.referee.act(game, back), 5)
    game = h.late(h.play(h.late(game), 1))
    game = h.act(game, c.TakeOverSeat(next(n for n in (0, 1) if game.holder(n).held), new_id(), mail=True))
    return h.act(h.play(game, 5), c.AbortGame())


def clock_that_forfeits(h: Host) -> Game:
    """One seat forfeits, then another one, and the last one wins."""
    clock = Clock(DAY, 2 * DAY, "forfeit", increment=HOUR)
    game = h.late(h.play(h.new(classic(3), clock=clock), 11))
    return h.late(h.play(game, 5))


def clock_in_a_replay(h: Host) -> Game:
    """The fork that a ruling makes of a game with time control, in which flags go on to fall."""
    clock = Clock(DAY, 2 * DAY, "autopilot", GREEDY, increment=HOUR)
    game = h.play(h.new(classic(3), ["greedy"], clock=clock, mail=[2]), 14)
    game = h.rule(h.dispute(game, 1, 9), "replayed", replay_from=9)
    log = entries(h.referee.store, game.id)
    [fork] = [entry.record.body.fork for entry in log if isinstance(entry.record.body, RulingGiven)]
    assert fork is not None
    game = h.referee.load(fork)
    while bot_to_move(game):
        game = h.play(game, 1)
    return h.act(h.play(h.late(game), 7), c.AbortGame())


def _with_one_player(h: Host, joining: Joining) -> Game:
    seed = h.random.randbytes(32)
    game = new_id()
    create = c.create(classic(3), commitment(seed), game, joining=joining)
    first = c.JoinGame(1, new_id(), h.random.randbytes(32).hex(), mail=True)
    return h.referee.open_game(game, seed, [create, first], ["one"])


def start_that_lapses(h: Host) -> Game:
    opened = _with_one_player(h, Joining(7 * DAY))
    h.now += 7 * DAY
    return h.act(opened, c.LapseStart(0))


def start_with_bots(h: Host) -> Game:
    """Bots take the seats for which nobody came."""
    opened = _with_one_player(h, Joining(7 * DAY, GREEDY))
    h.now += 7 * DAY
    assert opened.seed is not None
    added = [joiner_bytes(opened.seed, index).hex() for index in (1, 2)]
    game = h.act(opened, c.LapseStart(0, [new_id(), new_id()], added))
    return h.act(h.play(game, 20), c.AbortGame())


GAMES: dict[str, tuple[int, Callable[[Host], Game]]] = {
    "two-seats": (2, two_seats),
    "three-seats": (3, three_seats),
    "four-seats": (4, four_seats),
    "passes": (16, passes),
    "own-rows": (17, own_rows),
    "own-stars": (5, own_stars),
    "open-seed": (6, opening_with_open_seed),
    "resignations": (7, resignations),
    "takeover-and-agreed-abort": (8, takeover_and_agreed_abort),
    "aborted-by-operator": (9, aborted_by_operator),
    "aborted-before-the-start": (10, aborted_before_the_start),
    "still-running": (11, still_running),
    "fork-same": (12, fork_with_the_same_dice),
    "fork-fresh": (13, fork_with_fresh_dice),
    "fork-of-a-fork": (14, fork_of_a_fork),
    "dispute-stands": (20, dispute_that_stands),
    "dispute-forfeits": (21, dispute_with_forfeits),
    "dispute-annulled": (22, dispute_that_annuls),
    "dispute-and-abort": (23, dispute_while_all_leave),
    "dispute-replayed": (24, dispute_that_replays),
    "replay-by-ruling": (24, replay_by_a_ruling),
    "signed-lines": (25, signed_lines),
    "clock-autopilot": (30, clock_with_autopilot),
    "clock-takeover": (42, clock_with_takeover),
    "clock-forfeit": (32, clock_that_forfeits),
    "clock-replayed": (33, clock_in_a_replay),
    "start-lapsed": (34, start_that_lapses),
    "start-with-bots": (35, start_with_bots),
}
"""Every golden log: the number that all its randomness comes from, and how it is played."""


@contextmanager
def repeatable(random: Random) -> Iterator[None]:
    """Draw ids, salts and seeds from a generator that can be set back, instead of the system's."""
    with (
        mock.patch.object(secrets, "token_bytes", random.randbytes),
        mock.patch.object(secrets, "token_hex", lambda size: random.randbytes(size).hex()),
        mock.patch.object(secrets, "choice", random.choice),
    ):
        yield


def main() -> None:
    for name, (number, play) in GAMES.items():
        path = FOLDER / f"{name}.jsonl"
        if path.exists():
            print(f"{path.name} stays as it is")
            continue
        host = Host(number)
        with repeatable(host.random):
            path.write_bytes(host.closed(play(host)))
        log = read(name)
        pretty = msgspec.json.format(msgspec.json.encode(result(log), order="sorted"), indent=1)
        (FOLDER / f"{name}.json").write_bytes(pretty + b"\n")
        print(f"{path.name}: {len(log)} records")


if __name__ == "__main__":
    main()
