"""Speed on a GPU, and the proof that it plays the same: `python benchmarks/gpu.py [GAME] [REGISTERS]`.

Plays the same random matches on the CPU and on the GPU and compares positions byte for byte and logs check
for check; then measures turns per second for several batch sizes. In hexabomb a turn is one of all players:
each of its characters is given a random legal order.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

from hoplon.core import gpu, gpu_kernels
from hoplon.core.batch import Batch
from hoplon.games import game

MOST_BYTES = 16 << 30


@dataclass(frozen=True)
class Case:
    """What is measured of a game: its options, how many choices a match and a turn have at most.

    `also` are options with which the GPU is only compared.
    """

    options: dict[str, object] = field(default_factory=dict)
    also: tuple[dict[str, object], ...] = ()
    longest: int = 64
    choices: int = 1
    compared: int = 256
    timed: int = 512


CASES = {
    "hexabomb": Case(
        {"map": "crossroads", "turns": 50}, longest=1 << 30, choices=20, compared=65 * 20, timed=100 * 20
    ),
    "cardbattle": Case(
        also=(
            {"army_a": "oda", "army_b": "takeda", "cavalry_pursuit": True, "variable_initiative": True},
            {"army_a": "frost_clans", "army_b": "serpent_empire", "fog_of_war": True},
            {"army_a": "persians_300", "army_b": "spartans_300"},
        ),
        longest=1 << 30,
        compared=2048,
        timed=1024,
    ),
}


def same(name: str, n: int) -> None:
    """Both ways from the same seeds; every byte and every log."""
    case = CASES.get(name, Case())
    for options in (case.options, *case.also):
        same_with(name, n, case, options)


def same_with(name: str, n: int, case: Case, given: dict[str, object]) -> None:
    """The same with some options."""
    found = game(name)
    options = found.options(**given)
    on_gpu = gpu.GpuBatch(found, n, options=options, longest=case.longest)
    start = time.perf_counter()
    on_gpu.play_randomly(case.compared, checked=True)
    first = time.perf_counter() - start
    on_cpu = Batch(found, n, options=options, longest=case.longest)
    on_cpu.play_randomly(case.compared, checked=True)
    states = on_gpu.states.tobytes() == on_cpu.states.tobytes()
    logs = on_gpu.results.tobytes() == on_cpu.results.tobytes()
    print(
        f"{' '.join([name, *map(str, given.values())])}: "
        f"{n * case.compared // case.choices:,} turns on GPU and CPU: "
        f"positions {'same' if states else 'DIFFER'}, logs {'same' if logs else 'DIFFER'}, "
        f"{on_cpu.results['matches'].sum():,} matches ended (first GPU call with compiling {first:.1f} s)",
        flush=True,
    )
    if not (states and logs):
        sys.exit(1)


def speed(name: str, n: int) -> None:
    """Turns per second of one call, after a first one."""
    case = CASES.get(name, Case())
    found = game(name)
    batch = gpu.GpuBatch(found, n, options=found.options(**case.options), longest=case.longest)
    batch.play_randomly(case.timed)
    before = batch.results["matches"].sum()
    start = time.perf_counter()
    batch.play_randomly(case.timed)
    took = time.perf_counter() - start
    ended = batch.results["matches"].sum() - before
    turns = case.timed // case.choices
    print(
        f"{name}: {n:>9,} matches × {turns} turns: {n * turns / took / 1e6:8.1f} million turns/s "
        f"({ended:,} matches ended, at most {gpu_kernels.REGISTERS} registers)",
        flush=True,
    )


if __name__ == "__main__":
    words = sys.argv[1:] or ["hoplite"]
    limits = [int(word) for word in words if word.isdecimal()] or [gpu_kernels.REGISTERS]
    for name in (word for word in words if not word.isdecimal()):
        same(name, 4096)
        for limit in limits:
            gpu_kernels.REGISTERS = limit
            gpu_kernels._kernels.clear()
            record = game(name).state.itemsize
            ahead = gpu_kernels.dealt_ahead(game(name)) + 1
            for size in (1 << 14, 1 << 16, 1 << 18, 1 << 20):
                if size * record * ahead < MOST_BYTES:
                    speed(name, size)
