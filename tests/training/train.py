"""Train the bots' value functions again, measure them, and print the games that the tests compare.

    python -m tests.training.train                  all six weights files, from their seeds: the shipped bytes
    python -m tests.training.train sharp3           one of them
    python -m tests.training.train --games          tests/training/games.jsonl, with the weights as they are
    python -m tests.training.train --match steady   what the weights win against greedy, 100,000 games each

Needs a C compiler (cc) and nothing else. The bits don't depend on the machine; how long it takes does.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
WEIGHTS = HERE.parents[1] / "core" / "bots" / "weights"
BUILD = HERE.parents[1] / "build" / "training"
LEVELS = ("steady", "sharp")
# No contraction into fused operations and no fast-math: that would make the result depend on the machine.
FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-Wall", "-Wextra", "-DHIDDEN=32")
RECORDED = 2
MEASURED = 100_000


class Stage(msgspec.Struct, frozen=True):
    """Some games of learning.

    Attributes:
        first: the learning rate at the beginning, from where it falls exponentially to `last`.
        against_greedy: in so many of a hundred games, one seat learns against greedy at all others.
    """

    games: int
    first: float
    last: float
    against_greedy: int = 0


class Run(msgspec.Struct, frozen=True):
    """How one value function is learned.

    Attributes:
        hidden: units of the hidden layer; 0 for a linear function.
        decay: lambda of TD(lambda), per own turn.
        stages: each goes on from the 16-bit weights of the one before; their seeds are 1, 2, ...
    """

    seats: int
    hidden: int
    decay: float
    stages: tuple[Stage, ...]


RUNS = {
    "steady2": Run(2, 0, 0.9, (Stage(400_000, 0.005, 0.0001),)),
    "steady3": Run(3, 0, 0.5, (Stage(200_000, 0.005, 0.0001),)),
    "steady4": Run(4, 0, 0.4, (Stage(150_000, 0.005, 0.0001),)),
    "sharp2": Run(2, 32, 0.5, (Stage(1_600_000, 0.015, 0.0002),)),
    "sharp3": Run(3, 32, 0.4, (Stage(1_200_000, 0.015, 0.0002), Stage(400_000, 0.003, 0.0002, 50))),
    "sharp4": Run(4, 32, 0.35, (Stage(900_000, 0.015, 0.0002), Stage(600_000, 0.004, 0.0002, 50))),
}


def build() -> Path:
    """Compile the trainer."""
    BUILD.mkdir(parents=True, exist_ok=True)
    trainer = BUILD / "trainer"
    subprocess.run(["cc", *FLAGS, "-o", trainer, HERE / "trainer.c", "-lm"], check=True)
    return trainer


def learn(trainer: Path, name: str) -> None:
    """Learn one value function; its progress goes to stdout."""
    run = RUNS[name]
    before: list[Path] = []
    for seed, stage in enumerate(run.stages, start=1):
        after = WEIGHTS / f"{name}.bin" if seed == len(run.stages) else BUILD / f"{name}.{seed}.bin"
        size = (run.seats, run.hidden, stage.games)
        course = (run.decay, stage.first, stage.last, stage.against_greedy, seed)
        subprocess.run([trainer, "train", *map(str, size + course), after, *before], check=True)
        before = [after]


def record_games(trainer: Path) -> None:
    """Write games with the value of every after-state."""
    lines: list[str] = []
    for name, run in RUNS.items():
        printed = subprocess.run(
            [trainer, "games", WEIGHTS / f"{name}.bin", str(RECORDED), "1"],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        level = name.removesuffix(str(run.seats))
        lines += [
            json.dumps({"level": level, **json.loads(line)}, separators=(",", ":"))
            for line in printed.stdout.splitlines()
        ]
    (HERE / "games.jsonl").write_text("\n".join(lines) + "\n")


def measure(trainer: Path, level: str) -> None:
    """Print what a level wins against greedy at every other seat."""
    for seats in (2, 3, 4):
        weights = WEIGHTS / f"{level}{seats}.bin"
        command = [str(trainer), "match", str(weights), "greedy", str(seats), str(MEASURED), "99"]
        print(f"{level}, {seats} seats:", end=" ", flush=True)
        subprocess.run(command, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="train the bots' value functions")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(RUNS)}; default all")
    parser.add_argument("--games", action="store_true", help="write games.jsonl instead")
    parser.add_argument("--match", choices=LEVELS, help="measure a level instead")
    asked = parser.parse_args()
    unknown = set(asked.names) - set(RUNS)
    if unknown:
        sys.exit(f"no such weights: {', '.join(sorted(unknown))}")
    trainer = build()
    if asked.games:
        record_games(trainer)
    elif asked.match:
        measure(trainer, asked.match)
    else:
        for name in asked.names or RUNS:
            print(name)
            learn(trainer, name)


if __name__ == "__main__":
    main()
