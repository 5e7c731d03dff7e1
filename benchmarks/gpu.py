"""Speed on a GPU, and the proof that it plays the same: `python benchmarks/gpu.py [GAME]`.

Plays the same random matches on the CPU and on the GPU and compares positions byte for byte and logs check
for check; then measures turns per second for several batch sizes.
"""

from __future__ import annotations

import sys
import time

from hoplon.core import gpu
from hoplon.core.batch import Batch
from hoplon.games import game

LONGEST = 64
MOST_BYTES = 16 << 30


def same(name: str, n: int, turns: int) -> None:
    """Both ways from the same seeds; every byte and every log."""
    found = game(name)
    on_gpu = gpu.GpuBatch(found, n)
    start = time.perf_counter()
    on_gpu.play_randomly(turns, LONGEST, checked=True)
    first = time.perf_counter() - start
    on_cpu = Batch(found, n)
    on_cpu.play_randomly(turns, LONGEST, checked=True)
    states = on_gpu.states.tobytes() == on_cpu.states.tobytes()
    logs = on_gpu.results.tobytes() == on_cpu.results.tobytes()
    print(
        f"{name}: {n * turns:,} turns on GPU and CPU: positions {'same' if states else 'DIFFER'}, "
        f"logs {'same' if logs else 'DIFFER'} (first GPU call with compiling {first:.1f} s)",
        flush=True,
    )
    if not (states and logs):
        sys.exit(1)


def speed(name: str, n: int, turns: int) -> None:
    """Turns per second of one call, after a first one."""
    batch = gpu.GpuBatch(game(name), n)
    batch.play_randomly(turns, LONGEST)
    before = batch.results["matches"].sum()
    start = time.perf_counter()
    batch.play_randomly(turns, LONGEST)
    took = time.perf_counter() - start
    ended = batch.results["matches"].sum() - before
    print(
        f"{name}: {n:>9,} matches × {turns} turns: {n * turns / took / 1e6:8.1f} million turns/s "
        f"({ended:,} matches ended)",
        flush=True,
    )


if __name__ == "__main__":
    for name in sys.argv[1:] or ["hoplite"]:
        same(name, 4096, 256)
        for size in (1 << 14, 1 << 16, 1 << 18, 1 << 20):
            if size * game(name).state.itemsize * (gpu.DEALT_AHEAD + 1) < MOST_BYTES:
                speed(name, size, 512)
