"""A tournament's game of bots, written in one piece.

It follows to the last byte from the tournament's secret and log: seed, ids and salts are derived, and all its
records have the time at which its round was paired. So a job that runs twice, or dies and runs again, writes
the same game, and once the secret is public anybody can write it again. Deciding move by move would lead to
the very same records, which a test holds; it takes five times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from mensch.core.bots import bot
from mensch.core.deck import Deal, bot_key, cause_salt, commitment, entropy, joiner_bytes, seeded_deal
from mensch.core.errors import NewerLogError, UsageError
from mensch.core.match import play_on
from mensch.core.outcome import places
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.said import said
from mensch.events import bodies as t
from mensch.events.cause import Cause, seal_cause
from mensch.events.ids import derived_id
from mensch.events.record import Entry, genesis, seal
from mensch.events.referee import derived_command, reasons_in_parts
from mensch.events.tournament.bodies import MILLIONTHS, GameResult
from mensch.events.tournament.secrets import derived_seed


class Plan(msgspec.Struct, frozen=True):
    """A game that is to be played.

    Attributes:
        game: its id.
        seed: its seed.
        context: the id in its deck block; the game's own unless it shares its deck.
        players: by seat, the player's id and the bot.
        at: when its round was paired, in milliseconds UTC.
        adjusted: whether to find what draws were worth.
    """

    game: str
    seed: bytes
    context: str
    players: tuple[tuple[str, t.Bot], ...]
    at: int
    adjusted: bool = False

    @property
    def shared(self) -> bool:
        """Whether other games have the same deck."""
        return self.context != self.game


class Written(msgspec.Struct, frozen=True):
    """A game that was played.

    Attributes:
        entries: its records up to the end; without the reveal where it shares its deck.
        reveal: the records that reveal a shared deck, and the causes; empty where it does not share it.
        result: what the tournament records of it.
    """

    entries: list[Entry]
    reveal: list[Entry]
    result: GameResult


def plan(
    secret: bytes,
    *,
    round: int,  # noqa: A002  # the field's own name
    table: int,
    deck: int,
    number: int,
    shared: bool,
    players: Sequence[tuple[str, t.Bot]],
    at: int,
    adjusted: bool,
) -> Plan:
    """A game of a table.

    Args:
        secret: the tournament's.
        round: from 1.
        table: from 1.
        deck: the number of its deck at that table, from 0.
        number: its own number at that table, from 0.
        shared: whether its deck is played in other rotations too.
    """
    game = game_id(secret, round, table, number)
    context = derived_id(secret, f"deck:{round}:{table}:{deck}") if shared else game
    seed = derived_seed(secret, f"{round}:{table}:{deck}")
    return Plan(game, seed, context, tuple(players), at, adjusted)


def game_id(secret: bytes, round: int, table: int, number: int) -> str:  # noqa: A002  # the field's own name
    """The id of a game of a table."""
    return derived_id(secret, f"game:{round}:{table}:{number}")


def write_game(plan: Plan, beat: Callable[[], object] | None = None) -> Written:
    """Play a game, and write its log.

    Args:
        beat: called before every move, for whoever has to show that a long game goes on.

    Raises:
        NewerLogError: this program does not have one of the bots.
    """
    seats = len(plan.players)
    rules = classic(seats)
    try:
        players = [bot(one.level, one.version) for _, one in plan.players]
    except UsageError as error:
        raise NewerLogError(
            said("game {game} needs a newer version of this program: {error}", game=plan.game, error=error)
        ) from None
    committed = commitment(plan.seed)
    joined = [joiner_bytes(plan.seed, seat) for seat in range(seats)]
    position = Position(rules, _deal(plan, committed, joined))
    position.play_for_good()
    opening = [
        t.Event(t.OPERATOR, t.GameCreated(t.Deck(committed.hex(), plan.context), t.Rules.of(rules))),
        *(
            t.Event(t.OPERATOR, t.PlayerJoined(joined[seat].hex(), player, seat, one))
            for seat, (player, one) in enumerate(plan.players)
        ),
        t.Event(t.OPERATOR, t.GameStarted()),
    ]
    began = len(opening)

    def key(number: int, seat: int) -> bytes:
        if beat is not None:
            beat()
        return bot_key(plan.seed, began + number, seat)

    moves, luck = play_on(position, players, key, plan.adjusted)
    won = position.outcome
    assert won is not None
    envelopes = [Cause("bot", one.level, one.version).envelope for _, one in plan.players]
    reasons = []
    events = opening
    for seq, (seat, move) in enumerate(moves, began + 1):
        salt = cause_salt(plan.seed, seq)
        reasons.append(t.Reason(envelopes[seat], salt.hex(), seq))
        auth = seal_cause(envelopes[seat], salt)
        events.append(t.Event(f"bot:{seat}", t.MovePlayed(auth, move.text)))
    ranking = list(places(position.scores, won.winner))
    scores = list(position.scores)
    events.append(t.Event(t.OPERATOR, t.GameFinished(won.ending.value, ranking, scores, won.winner)))
    opened = [
        t.Event(t.OPERATOR, t.DeckRevealed(plan.seed.hex())),
        *(t.Event(t.OPERATOR, t.ReasonsPublished(part)) for part in reasons_in_parts(reasons)),
    ]
    cmd = derived_command(plan.seed, f"game:{plan.game}")
    head = genesis(plan.game)
    entries = seal(
        events if plan.shared else events + opened, game=plan.game, after=0, head=head, cmd=cmd, at=plan.at
    )
    reveal: list[Entry] = []
    if plan.shared:
        cmd = derived_command(plan.seed, f"reveal:{plan.game}")
        last = entries[-1]
        reveal = seal(opened, game=plan.game, after=last.seq, head=last.hash, cmd=cmd, at=plan.at)
    result = GameResult(
        plan.game,
        (reveal or entries)[-1].hash,
        ranking,
        scores,
        [round(MILLIONTHS * worth) for worth in luck] if plan.adjusted else None,
    )
    return Written(entries, reveal, result)


def _deal(plan: Plan, committed: bytes, joined: list[bytes]) -> Deal:
    return seeded_deal(plan.seed, entropy(committed, plan.context, joined))
