"""What a person gets who installs mensch: from a wheel, and from a checkout they work in."""

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.packaging.checkout import LAYERS, ROOT, copy_of_checkout

SHIPPED = {".py", ".lua", ".json", ".bin", ".mo", ".html", ".css", ".js", ".j2"}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pip(*arguments: str | Path, cwd: Path) -> None:
    run(sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments, cwd=cwd)


class Environment:
    """An empty virtual environment that finds the dependencies of ours, but not our mensch."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False)
        self.bin = folder / "bin"
        self.python = self.bin / "python"
        (self.site_packages,) = folder.glob("lib/python*/site-packages")
        # A folder named by a path entry is searched, but its own path entries are not followed: so the
        # development install that this suite runs in is not found.
        (self.site_packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
        self._before = set(self.site_packages.iterdir())

    def install(self, *what: str | Path) -> None:
        """Install with the build tools that are here already, so without a network."""
        offline = ["--no-index", "--no-deps", "--no-build-isolation"]
        pip("--python", self.python, "install", *offline, *what, cwd=self.site_packages)

    def added(self) -> set[str]:
        """The names that installations have put into site-packages."""
        return {path.name for path in set(self.site_packages.iterdir()) - self._before}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    checkout = copy_of_checkout(folder / "checkout")
    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", folder, checkout, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_every_file_that_the_program_needs(wheel: Path) -> None:
    needed = {
        f"mensch/{path.relative_to(ROOT)}"
        for layer in LAYERS
        for path in (ROOT / layer).rglob("*")
        if path.suffix in SHIPPED or path.name == "py.typed"
    }
    assert {f"mensch/{layer}/py.typed" for layer in LAYERS} < needed
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("mensch/")}
    assert held == needed


def test_an_installed_copy_puts_one_name_into_site_packages(wheel: Path, tmp_path: Path) -> None:
    environment = Environment(tmp_path / "venv")
    environment.install(wheel)
    assert environment.added() == {"mensch", "mensch-0.1.0.dist-info"}
    where = "import mensch.core, mensch.cli.main; print(mensch.core.__file__)"
    assert str(environment.site_packages) in run(environment.python, "-c", where, cwd=tmp_path)
    assert run(environment.bin / "mensch", "--help", cwd=tmp_path).startswith("Usage: mensch ")


def test_a_development_install_finds_a_new_module_at_once(tmp_path: Path) -> None:
    checkout = copy_of_checkout(tmp_path / "a check out")  # with spaces, as paths may have them
    environment = Environment(tmp_path / "venv")
    environment.install("--editable", checkout)
    assert run(environment.bin / "mensch", "--help", cwd=tmp_path).startswith("Usage: mensch ")

    (checkout / "core" / "brand_new").mkdir()
    (checkout / "core" / "brand_new" / "__init__.py").write_text("answer: int = 42\n")
    new = "from mensch.core.brand_new import answer\nprint(answer)\n"
    (tmp_path / "new.py").write_text(new + "doubled: int = 2 * answer\nshouted: str = answer\n")
    assert run(environment.python, "-c", new, cwd=tmp_path) == "42\n"

    mypy: list[str | Path] = [sys.executable, "-m", "mypy", "--strict", "new.py"]
    mypy += ["--python-executable", environment.python]
    checked = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True, check=False)
    (mistake, _summary) = checked.stdout.splitlines()
    assert mistake.startswith("new.py:4: error: Incompatible types in assignment")


def test_the_version_is_said_once(tmp_path: Path, wheel: Path) -> None:
    environment = Environment(tmp_path / "venv")
    environment.install(wheel)
    ask = "import importlib.metadata; print(importlib.metadata.version('mensch'))"
    version = run(environment.python, "-c", ask, cwd=tmp_path).strip()
    assert f'version = "{version}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
