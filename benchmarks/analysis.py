"""How long reviews take: seconds of Hoplite runs and of a card battle.

python benchmarks/analysis.py

How well values foretell what happens, and whether luck is zero on average, is in `calibration.py`.
"""

from __future__ import annotations

import os
import time

import hoplon
from hoplon.analysis.review import review


def time_reviews() -> None:
    """Whole matches, reviewed on two threads; the second time everything is compiled."""
    for name, bots in (
        ("hoplite", ("search:nodes=500",)),
        ("hoplite", ("greedy",)),
        ("cardbattle", ("judge", "judge")),
    ):
        match = hoplon.run(name, *bots, seed=5).match
        review(match, threads=2)
        began, spent = time.perf_counter(), time.process_time()
        review(match, threads=2)
        wall, processor = time.perf_counter() - began, time.process_time() - spent
        load = os.getloadavg()[0]
        print(
            f"{name} by {' and '.join(bots)}: {len(match.choices)} choices, "
            f"{wall:.1f} s, {processor:.1f} s of processor time, load {load:.1f}"
        )


if __name__ == "__main__":
    time_reviews()
