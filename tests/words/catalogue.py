"""The German catalogue: what is to be translated, collected from the source, and its compiled form.

`make texts` writes both files anew: translations stay, new texts come in empty, texts that are gone go.
Beside what the source marks, a command's help is the docstring of its function, and click has sentences of
its own.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import io
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from mensch.events.words import DOMAIN, LOCALE
from tests.packaging.checkout import LAYERS, ROOT

PO = Path(LOCALE) / "de" / "LC_MESSAGES" / f"{DOMAIN}.po"
MO = PO.with_suffix(".mo")

KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "marked": None,
    "said": None,
    "say": None,
    "text": None,
    "gettext": None,
    "ngettext": (1, 2),
    "counted": (1, 2),
    "many": (1, 2),
    "plural": (1, 2),
}
"""The functions whose literal arguments are texts, and which arguments those are."""

CLICK = ("core", "decorators", "exceptions", "formatting", "parser", "types")
"""The modules of click whose sentences somebody can meet here."""

_BEGAN = datetime(2025, 1, 1, tzinfo=UTC)

Message = tuple[str, ...]
"""A text, or one for one thing and one for several."""


def parts(text: str | Sequence[str] | None) -> Message:
    """What babel has of a message, in one form; empty where it has nothing."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def messages() -> dict[Message, list[str]]:
    """Every text of the program, with the files that it stands in."""
    found: dict[Message, list[str]] = {}
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            source = path.read_bytes()
            name = str(path.relative_to(ROOT))
            for message in [*_marked(source), *_helps(source)]:
                found.setdefault(message, []).append(name)
    # What has a plural is found without asking for one too, and a catalogue holds it once.
    counted = {message[0] for message in found if len(message) > 1}
    return {
        message: files for message, files in found.items() if len(message) > 1 or message[0] not in counted
    }


def click_messages() -> dict[Message, list[str]]:
    """The sentences of click; empty where another version is installed than the one that is translated."""
    if f"click=={version('click')}" not in (ROOT / "constraints.txt").read_text().split():
        return {}
    found: dict[Message, list[str]] = {}
    for module in CLICK:
        spec = importlib.util.find_spec(f"click.{module}")
        assert spec is not None
        assert spec.origin is not None
        for message in _marked(Path(spec.origin).read_bytes()):
            found.setdefault(message, []).append(f"click/{module}.py")
    return found


def catalogue() -> Catalog:
    """The committed translations."""
    with PO.open("rb") as file:
        return read_po(file, locale="de")


def compiled(translations: Catalog) -> bytes:
    """What the compiled file of a catalogue holds."""
    out = io.BytesIO()
    write_mo(out, translations)
    return out.getvalue()


def _marked(source: bytes) -> Iterator[Message]:
    found: Iterator[tuple[int, str, Any, list[str]]]  # Any: strings, or what stands for no literal
    found = extract_python(io.BytesIO(source), KEYWORDS, [], {"encoding": "utf-8"})  # type: ignore[assignment]  # babel states less
    for _line, function, texts, _comments in found:
        literals = [texts] if isinstance(texts, str) else list(texts or ())
        message = literals[: len(KEYWORDS[function] or (1,))]
        if all(message) and message:
            yield tuple(message)


def _helps(source: bytes) -> Iterator[Message]:
    """The docstrings of what is decorated as a command."""
    for node in ast.parse(source).body if b"@click." in source else ():
        if isinstance(node, ast.FunctionDef) and any(map(_is_command, node.decorator_list)):
            docstring = ast.get_docstring(node, clean=False)
            if docstring:
                yield (inspect.cleandoc(docstring),)


def _is_command(decorator: ast.expr) -> bool:
    """Whether it makes a command of a function, with the docstring as its help."""
    match decorator:
        case ast.Call(
            func=ast.Attribute(value=ast.Name("click"), attr="command" | "group"), keywords=keywords
        ):
            return all(keyword.arg != "help" for keyword in keywords)
    return False


def update() -> None:
    """Write both files anew."""
    now = _fresh()
    before = catalogue() if PO.exists() else _fresh()
    for message, files in {**click_messages(), **messages()}.items():
        text = message if len(message) > 1 else message[0]
        known = before.get(message[0])
        same = known is not None and parts(known.id) == message
        translation = known.string if known is not None and same else ""
        now.add(text, translation, locations=[(file, 0) for file in sorted(set(files))])
    PO.parent.mkdir(parents=True, exist_ok=True)
    with PO.open("wb") as file:
        write_po(file, now, width=110, include_lineno=False, sort_by_file=True)
    MO.write_bytes(compiled(catalogue()))


def _fresh() -> Catalog:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return Catalog(
        locale="de",
        project=project["name"],
        version=project["version"],
        copyright_holder="the mensch authors",
        msgid_bugs_address="none",
        last_translator="the mensch authors",
        language_team="German",
        header_comment="# What mensch says, in German: `make texts` collects it anew.",
        creation_date=_BEGAN,
        revision_date=_BEGAN,
        fuzzy=False,
    )


if __name__ == "__main__":
    update()
