"""From a store to a game: reading, verifying and folding a log."""

from __future__ import annotations

from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.bodies import Body, DisputeOpened, MessageLeft, RulingGiven
from mensch.events.game import Game, fold, initial
from mensch.events.ids import LENGTH, prefix_of
from mensch.events.record import Entry, verify
from mensch.events.salt import SALT_SIZE
from mensch.events.store import Store
from mensch.events.tournament.finding import find_tournament, tournaments_meant


def find_game(store: Store, typed: str) -> str:
    """The id of the one game that begins with what a person typed.

    Raises:
        NotFoundError: there is none, or it is a tournament.
        UsageError: there are several.
    """
    prefix = prefix_of(typed)
    found = store.games(prefix, most=4) if prefix is not None else []
    if len(found) == 1:
        return found[0]
    if found:
        shown = ", ".join(found[:3]) + (", …" if len(found) > 3 else "")
        raise UsageError(
            said("“{typed}” is the beginning of several games: {shown}", typed=printable(typed), shown=shown)
        )
    if tournaments := tournaments_meant(store, typed):
        raise NotFoundError(
            said(
                "“{typed}” is a tournament: `mensch tournament show {tournament}` shows it",
                typed=printable(typed),
                tournament=tournaments[0] if len(tournaments) == 1 else printable(typed),
            )
        )
    raise NotFoundError(
        said(
            "there is no game “{typed}”: ids are {length} letters and digits, see `mensch games`",
            typed=printable(typed),
            length=LENGTH,
        )
    )


def find_log(store: Store, typed: str) -> str:
    """The id of the one game, or else the one tournament, that a person means.

    Raises:
        NotFoundError: there is neither.
        UsageError: there are several.
    """
    prefix = prefix_of(typed)
    if (prefix is None or not store.games(prefix, most=1)) and tournaments_meant(store, typed):
        return find_tournament(store, typed)
    return find_game(store, typed)


def entries(store: Store, game: str) -> list[Entry]:
    """The verified records of a log.

    Raises:
        NotFoundError: there is no such log.
        mensch.core.errors.LogError: the log is corrupt, or newer than this program.
    """
    log = list(verify(store.read(game), game=game))
    if not log:
        raise NotFoundError(said("there is no game {game}", game=game))
    return log


def public_game(game: str, log: list[Entry], upto: int | None = None) -> Game:
    """A game as everybody may see it: with all dice once the whole log has revealed them, else face down.

    Args:
        log: all verified records.
        upto: fold to this record only; None for all.
    """
    whole = fold(initial(game), log)
    if upto is None and whole.revealed is None:
        return whole
    return fold(initial(game, whole.revealed), log[:upto])


def digest_of(body: Body) -> str | None:
    """The digest of the text that a record says has been left; None for one that says of none."""
    match body:
        case MessageLeft(digest=digest) | DisputeOpened(claim=digest):
            return digest
        case RulingGiven(grounds=grounds):
            return grounds
    return None


def said_in(store: Store, game: str) -> dict[str, str]:
    """The texts of a game by the digest that stands in the log; those that were erased are missing."""
    kept = store.texts(game)
    return {digest: text[SALT_SIZE:].decode(errors="replace") for digest, text in kept.items()}


def names_of(store: Store, game: Game) -> list[str]:
    """How people call the players, by seat; `seat 1` where nobody knows, or all was erased."""
    holders = game.seats
    known = store.players([holder.player for holder in holders if holder])
    fields = iter(known)
    names = []
    for seat, holder in enumerate(holders):
        name = next(fields).get("name", b"").decode(errors="replace") if holder else ""
        names.append(name or f"seat {seat}")
    return names
