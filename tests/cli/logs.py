"""Logs in files, and what a command that ends with a verdict says of them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.cli.command_line import Answer, Document


def written(folder: Path, lines: list[bytes]) -> str:
    """A file with these lines."""
    path = folder / "copy.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return str(path)


def document(answer: Answer) -> Document:
    """The one JSON document of stdout, whatever the verdict."""
    return msgspec.json.decode(answer.out, type=Document)
