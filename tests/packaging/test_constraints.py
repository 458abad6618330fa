"""constraints.txt pins whatever pyproject.toml and its dependencies ask for, and says nothing else."""

import importlib.metadata
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.checkout import ROOT
from tests.packaging.lowest import lower_bounds

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = ("3.11.0", "3.11.3", "3.12.0", "3.13.0")


def lines() -> list[str]:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def pins(python: str) -> dict[str, str]:
    """Name and version of each pin that holds on this version of Python."""
    found: dict[str, str] = {}
    for requirement in map(Requirement, lines()):
        if requirement.marker is None or requirement.marker.evaluate({"python_full_version": python}):
            (pin,) = requirement.specifier
            assert pin.operator == "=="
            found[canonicalize_name(requirement.name)] = pin.version
    return found


def asked_for(extras: set[str]) -> list[Requirement]:
    """The project's requirements with those of these extras."""
    return [
        Requirement(text)
        for group in (PROJECT["dependencies"], *(PROJECT["optional-dependencies"][extra] for extra in extras))
        for text in group
    ]


def installed_closure(requirements: list[Requirement], python: str) -> dict[str, list[Requirement]]:
    """By name, every requirement that follows from these on a version of Python, as far as installed here."""
    found: dict[str, list[Requirement]] = {}
    extras: dict[str, set[str]] = {}
    todo = list(requirements)
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        known = found.setdefault(name, [])
        if requirement in known and requirement.extras <= extras[name]:
            continue
        known.append(requirement)
        extras.setdefault(name, set()).update(requirement.extras)
        try:
            nested = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue
        environment = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
        for inner in map(Requirement, nested):
            if inner.marker is None or any(
                inner.marker.evaluate(environment | {"extra": extra}) for extra in ("", *extras[name])
            ):
                todo.append(inner)
    return found


@pytest.mark.parametrize("python", PYTHONS)
def test_every_version_is_pinned_within_its_bounds(python: str) -> None:
    pinned = pins(python)
    closure = installed_closure(asked_for({"dev"}), python)
    assert {"msgspec", "redis", "hiredis", "croniter", "pluggy"} <= set(closure)
    for name, requirements in closure.items():
        assert name in pinned, f"{name} is not in constraints.txt"
        for requirement in requirements:
            assert requirement.specifier.contains(pinned[name]), f"{requirement} excludes {pinned[name]}"


def test_the_peers_of_the_benchmark_are_pinned() -> None:
    for requirement in asked_for({"bench"}):
        assert requirement.specifier.contains(pins("3.11.3")[canonicalize_name(requirement.name)])


def test_constraints_name_no_place_to_download_from() -> None:
    for line in lines():
        requirement = Requirement(line)  # refuses options such as --index-url
        assert requirement.url is None


def test_every_dependency_has_a_lower_bound_to_test_with() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    bounds = lower_bounds(text, "dev", "bench")
    assert len(bounds) == len(asked_for({"dev", "bench"}))
