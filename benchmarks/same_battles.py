"""Card battles interpreted and compiled, log for log: `python benchmarks/same_battles.py [SETS]`.

Of every module so many sets of armies, terrain and preferences are drawn; a batch of random battles of each
is played twice, by plain Python in a process of its own and by compiled code here. The check numbers of all
logs, the results and the positions must be equal. Rout levels are low, so that many battles come to an end.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from hoplon.core.batch import Batch
from hoplon.core.kernel import is_compiled
from hoplon.games import game
from hoplon.games.cardbattle.names import Module
from tests.games.cardbattle.strategies import random_options

ROOT = Path(__file__).parent.parent
BATTLES = 16
CHOICES = 400
LONGEST = 5000


def play(module: Module, number: int) -> tuple[str, int]:
    """One batch: a digest of everything, and how many battles ended."""
    dice = Random(number * 100 + module)
    options = random_options(dice, module) | {"rout_a": dice.randint(4, 15), "rout_b": dice.randint(4, 15)}
    found = game("cardbattle")
    batch = Batch(
        found, BATTLES, seed=number * 1000, options=found.options(**options), threads=1, longest=LONGEST
    )
    results = batch.play_randomly(CHOICES, checked=True)
    digest = hashlib.sha256(batch.states.tobytes() + results.tobytes()).hexdigest()[:16]
    return digest, int(results["matches"].sum())


def lines(sets: int) -> list[str]:
    """A line for each batch."""
    return [
        f"{module.name.lower()} {number} " + "{} {}".format(*play(module, number))
        for number in range(sets)
        for module in Module
    ]


def main() -> int:
    """Compare; 1 if anything differs."""
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    if not is_compiled():
        print("\n".join(lines(sets)))
        return 0
    plain = subprocess.run(
        [sys.executable, __file__, str(sets)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    here = lines(sets)
    different = [pair for pair in zip(here, plain.stdout.splitlines(), strict=True) if pair[0] != pair[1]]
    ended = sum(int(line.split()[-1]) for line in here)
    choices = len(here) * BATTLES * CHOICES
    print(f"{len(here)} batches of all modules, {choices:,} choices, {ended:,} battles ended")
    print(f"interpreted and compiled: {len(different)} batches differ")
    for compiled, interpreted in different:
        print(f"  compiled {compiled}, interpreted {interpreted}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
