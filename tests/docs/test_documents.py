"""What the documents say beside their examples: links that lead somewhere, lists that the code has."""

import re
from pathlib import Path

import click
import pytest

from mensch.cli import opening  # noqa: F401  so that every kind of error is known below
from mensch.cli.main import commands
from mensch.cli.texts import SUMMARIES
from mensch.core.errors import MenschError
from tests.docs.examples import ROOT

LAYERS = ("core", "events", "workers", "cli")
DOCUMENTS = ("README.md", *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))))
SHARED = {"--help", "--json", "--receipt"}  # explained once, for all commands that have them
_TABLE_ROW = re.compile(r"^\| `?([^|`]+?)`? \|", re.MULTILINE)


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def section(document: str, title: str) -> str:
    """What stands below a heading, up to the next one of its level."""
    _, found, below = text_of(document).partition(f"\n## {title}\n")
    assert found, f"{document} has no section “{title}”"
    return below.partition("\n## ")[0]


def anchors(path: Path) -> set[str]:
    """The names under which headings can be linked to, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def kinds_of_error(kind: type[MenschError] = MenschError) -> set[type[MenschError]]:
    """A class of errors and all that are derived from it."""
    return {kind}.union(*map(kinds_of_error, kind.__subclasses__()))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_somewhere(document: str) -> None:
    here = ROOT / document
    for target in re.findall(r"\]\((?!https://)([^)]+)\)", text_of(document)):
        file, _, anchor = target.partition("#")
        linked = here.parent / file if file else here
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_document_tells_of_the_machine_it_was_written_on(document: str) -> None:
    assert not re.search(r"/tmp/|/root\b|/work/|/home/|/Users/", text_of(document))


def test_every_exit_code_is_explained() -> None:
    explained = set(_TABLE_ROW.findall(section("docs/operate.md", "Exit codes")))
    assert {str(kind.exit_code) for kind in kinds_of_error()} <= explained


def test_every_environment_variable_is_explained_and_no_other() -> None:
    sources = (path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))
    used = {name for path in sources for name in re.findall(r'"(MENSCH_[A-Z_]+)"', path.read_text())}
    explained = set(_TABLE_ROW.findall(section("docs/operate.md", "Environment variables")))
    assert {name for name in explained if name.startswith("MENSCH_")} == used


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_document_names_a_command_that_does_not_exist(document: str) -> None:
    named = set(re.findall(r"(?:`|\$ |\| )mensch ([a-z]+)", text_of(document)))
    assert named <= set(SUMMARIES)


def options_of(name: str) -> set[str]:
    """The long options of a command."""
    context = click.Context(commands)
    command = commands.get_command(context, name)
    assert command is not None
    return {option for parameter in command.params for option in parameter.opts if option[:2] == "--"}


@pytest.mark.parametrize("command", SUMMARIES)
def test_every_command_and_each_of_its_options_is_in_some_document(command: str) -> None:
    pages = [page for page in map(text_of, DOCUMENTS) if re.search(rf"\b(mensch|make) {command}\b", page)]
    assert pages
    written = set(re.findall(r"--[a-z-]+", " ".join(pages)))
    assert options_of(command) - SHARED <= written


def test_the_readme_leads_to_every_document() -> None:
    linked = set(re.findall(r"\]\((docs/[a-z-]+\.md)\)", text_of("README.md")))
    assert linked == set(DOCUMENTS) - {"README.md"}


def test_every_option_of_replay_is_explained_in_its_table() -> None:
    explained = section("docs/play.md", "Replay").replace("`", " ")
    assert {option for option in options_of("replay") if f"{option} " not in explained} == set()
