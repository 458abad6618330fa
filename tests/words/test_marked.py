"""Whatever a person reads is marked for translation: errors are raised with `said`, cli echoes no literal."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mensch.events.audit.report import EVIDENCE
from tests.packaging.checkout import LAYERS, ROOT

SOURCES = {
    str(path.relative_to(ROOT)): ast.parse(path.read_bytes())
    for layer in LAYERS
    for path in sorted((ROOT / layer).rglob("*.py"))
}
NODES = [(source, node) for source, tree in SOURCES.items() for node in ast.walk(tree)]
CALLS = [(source, node) for source, node in NODES if isinstance(node, ast.Call)]

_AGAIN = "type(error)"
"""Stands for an error that is raised again as one of its own class."""


def _name(node: ast.expr) -> str:
    """The last part of a dotted name."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id="type")):
            return _AGAIN
    return ""


def _kinds_of_error() -> set[str]:
    """The names of all classes of the family of MenschError."""
    kinds = {"MenschError"}
    classes = [node for _source, node in NODES if isinstance(node, ast.ClassDef)]
    while more := {node.name for node in classes if kinds & set(map(_name, node.bases))} - kinds:
        kinds |= more
    return kinds


def _is_literal(node: ast.expr) -> bool:
    match node:
        case ast.JoinedStr(values=values):
            return any(isinstance(part, ast.Constant) and _has_words(part.value) for part in values)
        case ast.Constant(value=str(text)):
            return _has_words(text)
        case ast.BinOp(left=left, right=right):
            return _is_literal(left) or _is_literal(right)
    return False


def _has_words(text: object) -> bool:
    return re.search(r"[^\W\d_]{2}", str(text)) is not None


def _with_literals(names: set[str], layers: str = "") -> list[str]:
    """Where one of these functions is called with a text that stands there bare."""
    return [
        f"{source}:{call.lineno}"
        for source, call in CALLS
        if source.startswith(layers) and _name(call.func) in names and any(map(_is_literal, call.args))
    ]


def test_every_error_is_raised_with_a_marked_sentence() -> None:
    kinds = _kinds_of_error()
    assert {"UsageError", "UnknownOutcomeError"} < kinds
    assert _with_literals(kinds | {_AGAIN}) == [], "say it with mensch.core.said.said"


def test_every_finding_of_an_audit_is_a_marked_sentence() -> None:
    assert _with_literals({"breaks", "holds", "leaves"}) == [], "say it with mensch.core.said.said"


def test_the_command_line_prints_no_literal_text() -> None:
    assert _with_literals({"complain", "echo", "secho"}, "cli/") == [], (
        "what a person reads stands in texts.py"
    )


def test_what_is_marked_is_a_literal_that_can_be_collected() -> None:
    computed = {
        source
        for source, call in CALLS
        if isinstance(call.func, ast.Name) and call.func.id in ("said", "marked") and call.args
        if not isinstance(call.args[0], ast.Constant)
    }
    # The system's own reasons, which that file lists; and what was marked where it came from.
    assert computed == {"events/words/reasons.py", "events/words/sentence.py"}


def test_every_name_of_evidence_in_an_audit_is_marked() -> None:
    names = {
        key.value
        for source, tree in SOURCES.items()
        if source.startswith("events/audit/")
        for evidence in _evidence(tree)
        for found in ast.walk(evidence)
        if isinstance(found, ast.Dict)
        for key in found.keys
        if isinstance(key, ast.Constant)
    }
    assert {"commitment", "hash noted", "record in the copy"} <= names
    assert names - set(EVIDENCE) == set()


def _evidence(tree: ast.AST) -> Iterator[ast.expr]:
    """What is given as evidence, or is called so."""
    for node in ast.walk(tree):
        match node:
            case ast.keyword(arg="evidence", value=value):
                yield value
            case ast.Assign(targets=[ast.Name(id="evidence" | "named")], value=value):
                yield value
            case ast.AnnAssign(target=ast.Name(id="evidence" | "named"), value=ast.expr() as value):
                yield value
