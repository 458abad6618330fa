"""Who asks for something by mail, and how what they ask for happens once, however often the mail comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from mensch.events import commands as c
from mensch.events.game import Game
from mensch.events.people import Person
from mensch.events.received import keep_received
from mensch.events.referee import Referee, derived_command
from mensch.events.words import Words, words


class Mail(msgspec.Struct, frozen=True):
    """The mail that somebody asks with.

    Attributes:
        identity: what it is known by when it comes again, in hexadecimal.
        digest: SHA-256 of its bytes, in hexadecimal.
        raw: its bytes.
    """

    identity: str
    digest: str
    raw: bytes


class Request(msgspec.Struct, frozen=True):
    """Somebody who may ask.

    Attributes:
        referee: decides, and has the seeds.
        game: with its hidden dice, as it stood when the mail was taken up.
        seat: whose mail it is.
        person: who plays that seat.
        names: how people call the players, by seat, safe to show.
        mail: what they ask with.
        past: the record with which the turn began that the mail is about, where another has begun since;
            None while it lasts.
        now: in milliseconds UTC.
        happened: the ids of the commands that are in the log.
        invited: whether they are only invited to the seat.
    """

    referee: Referee
    game: Game
    seat: int
    person: Person
    names: Sequence[str]
    mail: Mail
    past: int | None
    now: int
    happened: frozenset[str] = frozenset()
    invited: bool = False

    @property
    def words(self) -> Words:
        """The language of the player."""
        return words(self.person.language)

    def command_id(self, index: int) -> str:
        """The id of what the n-th command of the mail leads to."""
        assert self.game.seed is not None
        cause = f"mail:{self.game.id}:{self.seat}:{self.mail.identity}:{index}"
        return derived_command(self.game.seed, cause)

    def has_happened(self, commands: int) -> bool:
        """Whether one of the first commands of this mail is in the log: it has come before."""
        return any(self.command_id(index) in self.happened for index in range(commands))

    def let_happen(
        self, index: int, commands: Sequence[c.Command], *, texts: Mapping[str, bytes] | None = None
    ) -> Game:
        """Let commands happen together, unless they have; the game afterwards."""
        cmd = self.command_id(index)
        if cmd in self.happened:
            return self.referee.load(self.game.id)
        return self.referee.act(self.game, commands, cmd=cmd, texts=texts)

    def began(self, index: int) -> int:
        """When the n-th command of the mail was taken up first, in milliseconds UTC, for those that say “5
        days” and mean from then on."""
        field, now = f"began:{self.command_id(index)}", b"%d" % self.now
        return int(self.referee.store.keep_new(self.game.id, field, now))

    def keep_mail(self) -> None:
        """Keep the mail apart for disputes, before what it leads to happens."""
        mail = self.mail
        keep_received(self.referee.store, self.game.id, self.person.id, mail.digest, mail.raw)


class Done(msgspec.Struct, frozen=True):
    """What became of one command.

    Attributes:
        line: what there is to say about it, in the player's language.
        needed: whether the player has to be told; a move that counts is told with the next turn's mail.
    """

    line: str
    needed: bool = True
