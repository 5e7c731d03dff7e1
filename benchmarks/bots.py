"""How strong a bot is: plays it on seeds and appends one JSON line a run to a file.

    python benchmarks/bots.py --bot search:seconds=1 --seeds 1-64 --jobs 16 --out search.jsonl

Needs numpy and numba alone. Runs already in the file are not played again, unless they were unfinished.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from math import inf
from pathlib import Path
from time import time

sys.path.insert(0, str(Path(__file__).parent.parent))

from hoplon.core.errors import HoplonError
from hoplon.core.options import read_pairs
from hoplon.referee.series import Job, Row, deaths, play_all, read_seeds, write_options
from hoplon.referee.stats import mean, wilson

UNFINISHED = "unfinished"  # the verdict of a run that the deadline ended


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="hoplite")
    parser.add_argument("--bot", required=True)
    parser.add_argument("--seeds", default="1-20", help="such as 1-64")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="JSON lines, appended")
    parser.add_argument("--matches", type=Path, help="keep the match files in this folder")
    parser.add_argument("--longest", type=int, default=2000, help="turns after which a run is stopped")
    parser.add_argument("--stop-after", type=float, default=inf, metavar="SECONDS", help="end in good order")
    return parser.parse_args()


def read_rows(path: Path | None, wanted: set[tuple[str, str, str, int]]) -> list[Row]:
    """The finished runs of earlier calls."""
    if path is None or not path.exists():
        return []
    rows = [Row(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row.verdict != UNFINISHED]
    return [row for row in rows if (row.game, row.bot, row.options, row.seed) in wanted]


def line(row: Row) -> str:
    """One run in words."""
    return (
        f"seed {row.seed:>5}  depth {row.measure:>2}  {row.verdict:<24} {row.turns:>5} turns"
        f" {row.seconds:>8.1f} s  slowest {row.slowest:.3f} s  {row.fault}"
    )


def report(rows: list[Row]) -> None:
    """What all runs together say; unfinished ones are counted apart."""
    finished = [row for row in rows if row.verdict != UNFINISHED]
    print(f"{len(finished)} runs finished, {len(rows) - len(finished)} unfinished")
    if not finished:
        return
    won = wilson(sum(row.won for row in finished), len(finished))
    depth = mean([float(row.measure) for row in finished])
    turns = sum(row.turns for row in finished)
    seconds = sum(row.seconds for row in finished)
    print(f"won {won.value:.1%} (95 %: {won.low:.1%} to {won.high:.1%})")
    print(f"depth {depth.value:.2f} (95 %: {depth.low:.2f} to {depth.high:.2f})")
    print(f"{turns / len(finished):.0f} turns a run, {1000 * seconds / max(turns, 1):.2f} ms a choice")
    for level, verdicts in deaths(finished).items():
        print(f"  depth {level:>2}: " + ", ".join(f"{what} {n}" for what, n in verdicts.most_common()))


def main() -> int:
    """Play what is missing and report on all."""
    given = arguments()
    deadline = time() + given.stop_after
    try:
        seeds = read_seeds(given.seeds)
        options = tuple(read_pairs(given.option).items())
        wanted = {(given.game, given.bot, write_options(options), seed) for seed in seeds}
        rows = read_rows(given.out, wanted)
        done = {row.seed for row in rows}
        folder = "" if given.matches is None else str(given.matches)
        if given.matches is not None:
            given.matches.mkdir(parents=True, exist_ok=True)
        jobs = [
            Job(given.game, given.bot, seed, options, inf, given.longest, deadline, folder)
            for seed in seeds
            if seed not in done
        ]
        for row in play_all(jobs, given.jobs):
            rows.append(row)
            print(line(row), flush=True)
            if given.out is not None:
                with given.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(row)) + "\n")
    except HoplonError as error:
        print(error, file=sys.stderr)
        return 2
    report(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
