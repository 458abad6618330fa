"""`make bench`: prints each ratio with its target. See docs/speed.md."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tests.bench.measure import FULL, QUICK, Bound
from tests.bench.peers import availability as peer
from tests.bench.rows import ROWS, Result, run
from tests.bench.site import Site, open_site
from tests.bench.sizes import Sizes, lines, sizes


class Report(msgspec.Struct, frozen=True):
    """A whole run, as `--json` writes it.

    Attributes:
        core: the one that everything ran on; None where nothing could be pinned.
        peers: their versions; None for one that is not installed.
        sizes: what games weigh; None where only some rows were asked for.
    """

    python: str
    server: str
    core: int | None
    passes: int
    peers: dict[str, str | None]
    rows: list[Result]
    sizes: Sizes | None = None


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure all rows and print them as they come."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="also write the report there; - is stdout alone")
    parser.add_argument("--quick", action="store_true", help="try every row once, without meaning its ratio")
    parser.add_argument(
        "--row", action="append", choices=[row.name for row in ROWS], help="this row only; may be repeated"
    )
    options = parser.parse_args(arguments)
    rows = [row for row in ROWS if options.row is None or row.name in options.row]
    table = sys.stderr if options.json == "-" else sys.stdout
    with open_site(QUICK if options.quick else FULL) as site:
        print(_heading(site), file=table, flush=True)
        results = []
        for row in rows:
            results.append(run(row, site))
            print(_line(results[-1]), file=table, flush=True)
        weighed = sizes(site.effort) if options.row is None else None
        if weighed is not None:
            print("", *lines(weighed), sep="\n", file=table, flush=True)
        report = Report(
            platform.python_version(),
            site.server_version,
            site.core,
            site.effort.passes,
            {package: peer.installed(package) for package in peer.ALL},
            results,
            weighed,
        )
    if options.json is not None:
        written = msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"
        if options.json == "-":
            sys.stdout.write(written.decode())
        else:
            Path(options.json).write_bytes(written)


def _heading(site: Site) -> str:
    where = "not pinned to a core" if site.core is None else f"all on core {site.core}"
    return (
        f"Python {platform.python_version()}, {site.server_version}, {where}; "
        f"median of {site.effort.passes} passes (and quartiles)\n"
    )


def _line(result: Result) -> str:
    if result.ratio is None:
        outcome = f"not measured: {result.missing} is not installed (`make bench` installs it)"
    else:
        ratio = result.ratio
        verdict = {True: "met", False: "MISSED", None: ""}[result.met]
        outcome = (
            f"{ratio.median:6.2f} ({ratio.low:.2f}–{ratio.high:.2f})".ljust(22)
            + f"{_target(result)}  {verdict}".rstrip()
        )
    return f"{result.what:<40}{result.against:<37}{outcome}".rstrip()


def _target(result: Result) -> str:
    if result.target is None:
        return "no target"
    return f"{'≥' if result.bound is Bound.AT_LEAST else '≤'} {result.target:g}".ljust(6)


if __name__ == "__main__":
    main()
