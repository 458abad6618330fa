"""The command `mensch` with the same ids and dice every time, so that a document can say what it prints.

Run as `python -m tests.docs.reproducible SOURCE ARGUMENT…`. Everything else is the real program: only where
it asks the system for randomness does it get numbers that follow from SOURCE, a text.
"""

import random
import secrets
import sys
from collections.abc import Sequence

from mensch.events.ids import ALPHABET


class Source:
    """Randomness that follows from a text.

    `random()` of a seeded generator is the one thing that Python promises to be the same in all versions.
    Ids, bytes and digits come from streams of their own, so that one more id does not change the dice.
    """

    def __init__(self, text: str) -> None:
        self._ids, self._bytes, self._digits = (
            random.Random(f"{text} {use}") for use in ("ids", "bytes", "digits")
        )

    def choice(self, options: Sequence[str]) -> str:
        """One of some characters; ids alone are made with it."""
        assert options == ALPHABET
        return options[int(self._ids.random() * len(options))]

    def token_bytes(self, size: int) -> bytes:
        """Bytes, for seeds and salts."""
        return _bytes(self._bytes, size)

    def token_hex(self, size: int) -> str:
        """Digits, for the ids of commands."""
        return _bytes(self._digits, size).hex()


def _bytes(stream: random.Random, size: int) -> bytes:
    return bytes(int(stream.random() * 256) for _ in range(size))


if __name__ == "__main__":
    source = Source(sys.argv.pop(1))
    for name in ("choice", "token_bytes", "token_hex"):
        setattr(secrets, name, getattr(source, name))
    from mensch.cli.main import main  # only now: it looks for the language among the arguments

    main()
