"""Print constraints that hold every dependency of a pyproject.toml at its lower bound.

    python tests/packaging/lowest.py pyproject.toml

Needs no installed package, since it runs before there are any.
"""

import re
import sys
import tomllib
from pathlib import Path

_BOUND = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[^]]*\])?>=(?P<version>[0-9.]+)\s*(?P<marker>;.*)?")


def lower_bounds(pyproject: str, *extras: str) -> list[str]:
    """Turn each `name>=version` of the project and of these extras into the constraint `name==version`.

    >>> lower_bounds('''[project]
    ... dependencies = ["redis[hiredis]>=8.0", "rq>=3.0; sys_platform == 'linux'"]''')
    ['redis==8.0', "rq==3.0; sys_platform == 'linux'"]

    Raises:
        ValueError: a requirement is not one plain lower bound.
    """
    project = tomllib.loads(pyproject)["project"]
    requirements: list[str] = list(project["dependencies"])
    for extra in extras:
        requirements += project["optional-dependencies"][extra]
    bounds = []
    for requirement in requirements:
        match = _BOUND.fullmatch(requirement)
        if match is None:
            raise ValueError(f"{requirement!r} is not of the form name>=version")
        bounds.append(f"{match['name']}=={match['version']}{match['marker'] or ''}")
    return bounds


if __name__ == "__main__":
    print("\n".join(lower_bounds(Path(sys.argv[1]).read_text(encoding="utf-8"), "dev")))
