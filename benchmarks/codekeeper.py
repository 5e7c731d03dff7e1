"""How well a bot plays CodeKeeper, and how long it thinks: a table and a histogram in Markdown.

    python benchmarks/codekeeper.py --bot seeker --seeds 0-999 --part 30-999

Scores are those of `hoplon match codekeeper` on the same seeds. Times are processor times of single moves, so
that other programs on the machine do not count.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from time import thread_time
from typing import Any

from hoplon.bots import bot as find_bot
from hoplon.core.bot import Bot, Dice
from hoplon.core.choices import Choice, Choices
from hoplon.games import game
from hoplon.referee.run import run
from hoplon.referee.series import read_seeds
from hoplon.referee.stats import mean, spread

LIMIT_MS = 50
WIDTH = 500  # of a bar of the histogram, in points
LEAST, MOST = -1500, 1500
SIGNS = 60
HEADINGS = ("bot", "seeds", "mean", "95 %", "spread", "median", "exit", "dead", "limit",
            "ms a move: mean / 99 % / most", f"moves over {LIMIT_MS} ms")  # fmt: skip


class Timed:
    """A bot with a stop-watch."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name = bot.name
        self.times: list[float] = []

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:
        """Choose, and note the processor time."""
        began = thread_time()
        choice = self.bot.choose(view, legal, dice, clock)
        self.times.append(1000 * (thread_time() - began))
        return choice


@dataclass(frozen=True)
class Result:
    """One run."""

    seed: int
    score: int
    end: str
    times: list[float]


def play(name: str, seed: int) -> Result:
    """One run of a bot; its first turn is played before, so that compiling counts on no clock."""
    timed = Timed(player(name))
    done = run(game("codekeeper"), [timed], seed)
    assert done.match.outcome is not None, f"seed {seed}: {done.fault}"
    return Result(seed, int(done.match.outcome.scores[0]), done.verdict, timed.times)


_players: dict[str, Bot] = {}


def player(name: str) -> Bot:
    """One bot of a name for all runs."""
    if name not in _players:
        _players[name] = find_bot(name, "codekeeper")
        run(game("codekeeper"), [_players[name]], 0, longest=2)
    return _players[name]


def row(name: str, seeds: range, results: Sequence[Result]) -> str:
    """A line of the table."""
    scores = [float(r.score) for r in results]
    times = sorted(t for r in results for t in r.times)
    ends = Counter(r.end for r in results)
    middle = mean(scores)
    cells = [
        f"`{name}`",
        f"{seeds[0]}–{seeds[-1]}",
        f"{middle.value:,.0f}",
        f"{middle.low:,.0f} to {middle.high:,.0f}",
        f"{spread(scores):,.0f}",
        f"{median(scores):,.0f}",
        *(f"{ends[end] / len(results):.1%}" for end in ("exit", "dead", "limit")),
        f"{sum(times) / len(times):.2f} / {times[len(times) * 99 // 100]:.1f} / {times[-1]:.1f}",
        f"{sum(t > LIMIT_MS for t in times)} of {len(times):,}",
    ]
    return f"| {' | '.join(cells)} |"


def histogram(results: Sequence[Result]) -> str:
    """How often which score: runs that left by the exit have 10,000 points more than the others."""
    left = Counter((r.end == "exit", bucket(r.score - 10_000 * (r.end == "exit"))) for r in results)
    most = max(left.values())
    lines = []
    for by_exit in (False, True):
        found = [b for e, b in left if e == by_exit]
        for b in range(min(found, default=0), max(found, default=-WIDTH) + WIDTH, WIDTH):
            n = left[by_exit, b]
            low = b + 10_000 * by_exit
            bar = "#" * max(round(SIGNS * n / most), int(n > 0))
            lines.append(f"{low:6d} … {low + WIDTH - 1:6d}  {n:4d}  {bar}".rstrip())
    return "\n".join(lines)


def bucket(points: int) -> int:
    """The lower edge of the bar that points belong to."""
    return min(max(points // WIDTH * WIDTH, LEAST), MOST)


def main() -> None:
    """Play and print."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("--bot", action="append", required=True, help="a bot; give several")
    reader.add_argument("--seeds", default="0-99", help="such as 0-999")
    reader.add_argument("--part", help="some of the seeds, as a line of their own")
    given = reader.parse_args()
    parts = [read_seeds(text) for text in (given.seeds, given.part) if text]
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}")
    for name in given.bot:
        results = [play(name, seed) for seed in parts[0]]
        for seeds in parts:
            print(row(name, seeds, [r for r in results if r.seed in seeds]))
        print(f"\n{histogram(results)}\n", flush=True)


if __name__ == "__main__":
    main()
