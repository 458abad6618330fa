"""A game that is played on the full screen, by one person or by several at one keyboard.

A move that was typed is shown with what it would do, and can be taken back until it is sent. While somebody
else is to move, the screen follows the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.keyboard import HELP, QUIT
from mensch.cli.language import WORDS
from mensch.cli.moves import written_moves
from mensch.cli.opening import checked_message
from mensch.cli.receipts import Receipts
from mensch.cli.replay import Replay
from mensch.cli.screen import dice_text
from mensch.cli.terminal import keys
from mensch.cli.terminal.cards import NOWHERE, Reach, reach
from mensch.cli.terminal.line import Line
from mensch.cli.terminal.news import News
from mensch.cli.terminal.stage import Stage
from mensch.cli.terminal.table_now import pictures, seen_as
from mensch.core.errors import GameOverError, MoveError, TurnError, UsageError
from mensch.core.moves import Move
from mensch.core.notation import read_choice, write_move
from mensch.core.view import SeatView
from mensch.events.cause import TABLE
from mensch.events.game import Game
from mensch.events.referee import Referee
from mensch.workers.turns import bot_to_move

_SAY = ("say ", "sage ")


class Table:
    """The full-screen view of a game in which somebody plays.

    Args:
        game: folded with its seed.
        only: the one seat that is played here; None for all that people have.
        receipts: where receipts go.
    """

    def __init__(self, referee: Referee, game: Game, only: int | None, receipts: Receipts) -> None:
        self._referee = referee
        self._game = game
        self._only = only
        self._receipts = receipts
        self._replay = Replay(referee.store, game.id)
        self._news = News(referee.store, game.id)
        people = [seat for seat in range(len(game.seats)) if game.holder(seat).bot is None]
        self._shared = only is None and len(people) > 1
        self._alone = people[0] if len(people) == 1 else None
        self._shown_to: int | None = None
        self._note = ""
        self._played = False  # whether a move was, for which there is no receipt yet

    def play(self, stage: Stage) -> Game:
        """Play until the game is over or the person stops; the game then."""
        while True:
            self._catch_up(stage)
            if self._game.over:
                self._wait(stage, texts.PRESS_TO_LEAVE)
                return self._game
            seat = self._game.table.turn
            if self._only not in (None, seat):
                if not self._wait(stage, texts.TURN.format(name=self._replay.names[seat]), texts.WATCHING):
                    return self._game
                continue
            if self._shared and self._shown_to not in (None, seat) and not self._hand_over(stage, seat):
                return self._game
            self._shown_to = seat
            if not self._turn(stage, seat):
                return self._game

    def _catch_up(self, stage: Stage) -> None:
        """Look at the game as it is now, after bots have played; who thinks is said meanwhile."""
        self._set(self._referee.load(self._game.id))
        if bot_to_move(self._game):
            name = self._replay.names[self._game.table.turn]
            self._show(stage, self._own, [Text(texts.TURN.format(name=name), style="bold")])
        self._set(let_bots_play(self._referee, self._game))
        if self._played:
            self._receipts.take(self._game)
            self._played = False

    def _set(self, game: Game) -> None:
        self._game = game
        self._replay = Replay(self._referee.store, game.id)

    def _wait(self, stage: Stage, *prompt: str) -> bool:
        """Show the table while another one is to move; False when the person leaves."""
        self._show(stage, self._own, [Text(line, style="bold") for line in prompt])
        while True:
            key = stage.key(self._news)
            if key is None:
                return True
            if key in ("q", keys.CLOSED) or (self._game.over and key in (keys.ENTER, keys.ESCAPE)):
                return False

    def _hand_over(self, stage: Stage, seat: int) -> bool:
        """Show nobody's dice until the next player sits at the keyboard; False when they stop."""
        prompt = texts.PASS_KEYBOARD.format(name=self._replay.names[seat])
        stage.drop_keys()  # one Enter too many after the move, and the wrong person would see the dice
        self._show(stage, None, [Text(prompt, style="bold")])
        while (key := stage.key()) != keys.ENTER:
            if key in ("q", keys.CLOSED):
                return False
        return True

    def _turn(self, stage: Stage, seat: int) -> bool:
        """Let the player to move type until a move is sent or the turn is gone; False when they stop."""
        typed = Line()
        while True:
            if not stage.typed_ahead:  # of what is pasted, only the end is drawn
                self._draw_turn(stage, seat, typed)
            key = stage.key(self._news)
            if key is None:
                before = self._game.turn_began
                self._set(self._referee.load(self._game.id))
                if self._game.turn_began != before or self._game.over:
                    return True
            elif key == keys.CLOSED:
                return False
            elif key == keys.ENTER:
                match typed.text.strip().casefold():
                    case "":
                        continue
                    case word if word in QUIT:
                        return False
                    case word if word in HELP:
                        self._note = f"{texts.HELP_MOVES}\n{texts.HELP_LINE}"
                    case _:
                        left = self._entered(stage, seat, typed.text.strip())
                        if left is None:
                            return True
                        typed = left
                        continue
                typed = Line()
            elif key != keys.NOTHING:
                self._note = ""
                typed = typed.pressed(key)

    def _entered(self, stage: Stage, seat: int, typed: str) -> Line | None:
        """Take what was typed; what stays on the line, or None where the turn is over."""
        said = next((typed[len(word) :] for word in _SAY if typed.casefold().startswith(word)), None)
        view = self._game.table.view(seat)
        try:
            if said is not None:
                self._set(self._referee.say(self._game, seat, checked_message(said.strip())))
                return Line()
            move = read_choice(typed, view, self._replay.names)
        except (MoveError, UsageError) as error:
            self._note = WORDS.of_error(error)
            return Line(typed, refused=True)
        if not self._confirmed(stage, seat, move):
            self._note = texts.TAKEN_BACK
            return Line()
        try:
            played = self._referee.play(self._game, seat, move.text, TABLE)
        except (TurnError, GameOverError) as error:  # somebody was faster, or has ended the game
            self._note = WORDS.of_error(error)
            return None
        self._set(played)
        self._played = True
        return None

    def _confirmed(self, stage: Stage, seat: int, move: Move) -> bool:
        """Show what a move would do; whether it is to be sent."""
        view = self._game.table.view(seat)
        effect = view.effect(move)
        written = write_move(move, effect, seat, self._replay.names)
        prompt = [Text(texts.SEND_MOVE.format(move=written), style="bold")]
        self._show(stage, seat, prompt, reach(view, [move]))
        while True:
            match stage.key():
                case keys.ENTER:
                    return True
                case keys.BACKSPACE | keys.ESCAPE | "u" | "q" | keys.CLOSED:
                    return False

    def _draw_turn(self, stage: Stage, seat: int, typed: Line) -> None:
        view = self._game.table.view(seat)
        moves = view.legal_moves()
        ask = texts.ASK_MOVE.format(name=self._replay.names[seat])
        line = Text(f"› {typed.shown()}")
        if typed.refused:
            line.append(f"  {texts.REFUSED_LINE}", style="dim")
        prompt = [Text(f"{ask} [{dice_text(view.hand(seat))}]", style="bold"), line]
        if self._note:
            prompt.insert(0, Text(self._note, style="bold yellow"))
        self._show(stage, seat, prompt, reach(view, moves), moves)

    def _show(
        self,
        stage: Stage,
        seat: int | None,
        prompt: list[Text],
        within: Reach = NOWHERE,
        moves: Sequence[Move] = (),
    ) -> None:
        """Draw the game as a seat, or with None everybody, sees it.

        Args:
            within: figures that are pointed out.
            moves: what the seat can choose from.
        """
        view = self._view(seat)
        seen = texts.OPEN if self._game.revealed is not None else seen_as(self._replay, seat, texts.PUBLIC)
        stage.show(
            *pictures(
                self._replay,
                self._game,
                view,
                seen,
                prompt,
                colour=stage.colour,
                within=within,
                moves=moves,
                written=written_moves(view, list(moves), self._replay.names),
            )
        )

    def _view(self, seat: int | None) -> SeatView:
        table = self._game.table
        return table.revealed() if self._game.revealed is not None else table.view(seat)

    @property
    def _own(self) -> int | None:
        """Whose dice are drawn while nobody here is to move."""
        return self._only if self._only is not None else self._alone
