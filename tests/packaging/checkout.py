"""The checkout that the tests of this folder read."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAYERS = ("core", "events", "workers", "cli")


def copy_of_checkout(folder: Path) -> Path:
    """Copy what the Dockerfile copies for its build, and nothing else, into the new `folder`."""
    folder.mkdir()
    for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines():
        if line.startswith("COPY ") and "--from=" not in line:
            for name in line.split()[1:-1]:
                source = ROOT / name
                if source.is_dir():
                    made = shutil.ignore_patterns("__pycache__", "*.egg-info")
                    shutil.copytree(source, folder / name, symlinks=True, ignore=made)
                else:
                    shutil.copy2(source, folder / name)
    return folder
