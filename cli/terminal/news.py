"""News of one game from the feed of all."""

from __future__ import annotations

from mensch.core.errors import ServerError
from mensch.events.store import Store

_PAGE = 1000


class News:
    """Whether something has happened in a game since it was looked at last.

    Args:
        store: where its log is.
        game: its id.
    """

    def __init__(self, store: Store, game: str) -> None:
        self._store = store
        self._game = game
        self._after = "0-0"
        self._owed = False
        self.away = False
        """Whether the server did not answer when it was asked last."""
        while len(page := store.feed(self._after, _PAGE)) == _PAGE:  # what was before does not count
            self._after = page[-1].at
        if page:
            self._after = page[-1].at

    def __call__(self) -> bool:
        """Look; a server that is away for a moment has no news."""
        try:
            page = self._store.feed(self._after, _PAGE)
        except ServerError:
            self.away = True
            return False
        self.away = False
        if page:
            self._after = page[-1].at
        owed, self._owed = self._owed, False
        return owed or any(pointer.game == self._game for pointer in page)

    def missed(self) -> None:
        """Tell the news again, once the server answers: the game could not be looked at."""
        self._owed = True
