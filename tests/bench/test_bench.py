"""`make bench` measures every row. What the ratios are is no test: it depends on the machine."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.bench.__main__ import Report
from tests.bench.peers.availability import ALL, installed
from tests.bench.rows import ROWS
from tests.packaging.checkout import ROOT


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.bench", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Report]:
    """What a quick run prints, and its report."""
    file: Path = tmp_path_factory.mktemp("bench") / "report.json"
    printed = bench("--quick", "--json", str(file)).stdout
    return printed, msgspec.json.decode(file.read_bytes(), type=Report)


def test_every_row_is_reported_in_its_order(run: tuple[str, Report]) -> None:
    _, report = run
    assert [result.row for result in report.rows] == [row.name for row in ROWS]


def test_a_row_is_measured_unless_its_peer_is_not_installed(run: tuple[str, Report]) -> None:
    _, report = run
    for row, result in zip(ROWS, report.rows, strict=True):
        if row.package is None or installed(row.package):
            assert result.ratio is not None
            assert result.ratio.median > 0
            assert (result.met is None) == (row.target is None)
        else:
            assert result.missing == row.package
            assert result.ratio is None


def test_what_is_printed_names_both_sides_of_every_row(run: tuple[str, Report]) -> None:
    printed, _ = run
    _, _, *lines = printed.partition("\n\nbytes of")[0].splitlines()
    for line, row in zip(lines, ROWS, strict=True):
        assert line.startswith(row.what)
        assert row.against in line


def test_what_is_printed_names_the_peer_that_a_row_lacks(run: tuple[str, Report]) -> None:
    printed, report = run
    missing = [result.missing for result in report.rows if result.missing]
    assert [
        line.split("not measured: ")[1].split()[0] for line in printed.splitlines() if "not m" in line
    ] == missing


def test_what_games_weigh_is_reported_and_printed(run: tuple[str, Report]) -> None:
    printed, report = run
    assert report.sizes is not None
    assert report.sizes.archive < report.sizes.records < report.sizes.redis
    assert f"  in the archive{report.sizes.archive:>27,}" in printed.splitlines()


def test_the_report_says_what_it_was_measured_with(run: tuple[str, Report]) -> None:
    _, report = run
    assert report.peers == {package: installed(package) for package in ALL}
    assert report.server.split()[0] in ("redis", "valkey")


def test_a_dash_leaves_standard_output_to_the_report() -> None:
    done = bench("--quick", "--row", "tail", "--json", "-")
    assert [result.row for result in msgspec.json.decode(done.stdout, type=Report).rows] == ["tail"]
    assert "read what is new" in done.stderr
