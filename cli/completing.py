"""What a shell offers when a person presses Tab: ids of games, and the moves that are legal now."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from mensch.core.errors import MenschError

MOST_OFFERED = 200
"""Games that are offered at most; with more, the next letter narrows it."""


class GameId(click.ParamType[str]):
    """The id of a game, or its beginning."""

    name = "game"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The games whose ids go on from what was typed; none where no server can be asked."""
        from mensch.cli.opening import open_store
        from mensch.events.ids import prefix_of

        prefix = prefix_of(incomplete) if incomplete else ""
        if prefix is None:
            return []
        try:
            store = open_store()
            games = store.games(prefix, most=MOST_OFFERED)
            heads = store.heads(games)
        except MenschError:
            return []
        return [
            CompletionItem(game, help=head.status)
            for game, head in zip(games, heads, strict=True)
            if head is not None
        ]


class MoveText(click.ParamType[str]):
    """A move of the player to move in the game that stands before it on the command line."""

    name = "move"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The legal moves that go on from what was typed, each with what it does."""
        from mensch.cli.moves import view_to_move, written_moves
        from mensch.cli.opening import load, open_referee

        typed = ctx.params.get("game")
        if not isinstance(typed, str):
            return []
        try:
            game, names = load(open_referee(), typed)
            view = view_to_move(game)
        except MenschError:
            return []
        moves = view.legal_moves()
        return [
            CompletionItem(move.text, help=written.replace(":", " "))
            for move, written in zip(moves, written_moves(view, moves, names), strict=True)
            if move.text.upper().startswith(incomplete.upper())
        ]


TYPES: dict[str, click.ParamType[str]] = {"game": GameId(), "move": MoveText()}
"""The types of arguments by their names, which are the same in all commands."""
