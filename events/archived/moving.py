"""Moving a game into the archive: file first, read back, and only then the log goes from the store."""

from __future__ import annotations

from mensch.core.errors import CorruptLogError, NotFoundError, TurnError
from mensch.core.said import said
from mensch.events.archived.folder import ArchiveFolder
from mensch.events.game import Game, fold, initial
from mensch.events.record import verify
from mensch.events.store import Head, Store


def move_to_archive(store: Store, folder: ArchiveFolder, game: str) -> bool:
    """Move a game into the archive. Wherever this is killed, the log is whole in the store or in the file.

    Returns:
        False where it is there already.

    Raises:
        NotFoundError: there is no such game.
        TurnError: it is not over yet, or something may still come in it.
        CorruptLogError: its log cannot be used, or another file is read back than was written.
    """
    if store.is_entombed(game):
        return False
    raws = store.read(game)
    if not raws:
        raise NotFoundError(said("there is no game {game}", game=game))
    folded = fold(initial(game), verify(raws, game=game))
    require_done(folded)
    folder.write(game, raws)
    back = folder.read(game)
    if back != raws or fold(initial(game), verify(back, game=game)).head != folded.head:
        raise CorruptLogError(said("the archive does not give game {game} back as it was written", game=game))
    if not store.entomb(game, Head(folded.seq, folded.head, folded.status.value, folded.at)):
        raise TurnError(
            said(
                "game {game} is not archived: it went on meanwhile, or something is still due in it, "
                "such as a mail",
                game=game,
            )
        )
    return True


def require_done(game: Game) -> None:
    """Stop before a game is archived in which something may still come.

    Raises:
        TurnError: it runs, or a dispute is open, or its deck or causes are not public.
    """
    if not game.over:
        raise TurnError(said("game {game} is not over: only then can it be archived", game=game.id))
    if game.disputes:
        raise TurnError(said("a dispute is open in game {game}, so it is not archived", game=game.id))
    if game.revealed is None or game.sealed:
        raise TurnError(said("the deck or causes of game {game} are not public yet", game=game.id))
