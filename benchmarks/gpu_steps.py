"""Steps a second for learners on a GPU, and the proof that they are those of the processor.

    python benchmarks/gpu_steps.py compare TASK[:ENCODING] [--n 2048] [--steps 100] [--against BOT]
    python benchmarks/gpu_steps.py measure TASK[:ENCODING] [--n 65536 262144] [--threads 64] [--registers 128]

`compare` plays random allowed actions here and there and compares the bytes of all arrays at every step.
`measure` draws such actions in torch, which is not counted, and tells the milliseconds of each kernel.
With `--against`, that bot has seat 1 and makes one choice in a step; steps of the learner are counted.
"""

from __future__ import annotations

import argparse
import time
from types import SimpleNamespace
from typing import Any

import numpy as np

from hoplon import learn
from hoplon.core.gpu import THREADS
from hoplon.core.gpu_kernels import REGISTERS
from hoplon.learn import gpu, gpu_kernels

SHOWN = (
    "obs", "mask", "active", "reward", "terminated", "truncated", "to_move", "lengths", "returns", "scores",
    "final", "seeds", "refused",
)  # fmt: skip
LARGE_BLOCK = gpu.MOST_THREADS
WARM, TIMED = 96, 96  # steps; both are whole numbers of deals


def asked(given: Any) -> dict[str, Any]:
    """What matches are made with."""
    opponents = {1: given.against} if given.against else None
    return {
        "encoding": given.task.partition(":")[2] or None, "opponents": opponents, "paced": bool(opponents),
        "illegal": "refuse",
    }  # fmt: skip


def compare(given: Any) -> None:
    """The same steps on both; ends at the first difference."""
    name, (n, *_) = given.task.partition(":")[0], given.n
    start = time.perf_counter()
    here = learn.make(name, n, threads=None, **asked(given))
    there = learn.make(name, n, device="cuda", **asked(given))
    there.mask.copy_to_host()
    print(f"{given.task}: compiled after {time.perf_counter() - start:.1f} s", flush=True)
    dice = np.random.default_rng(1)
    for number in range(given.steps):
        for array in SHOWN:
            if not np.array_equal(getattr(here, array), getattr(there, array).copy_to_host()):
                raise SystemExit(f"{given.task}: {array} DIFFERS after {number} steps")
        if here.states.tobytes() != there.states.tobytes():
            raise SystemExit(f"{given.task}: positions DIFFER after {number} steps")
        actions = (dice.random(here.mask.shape, np.float32) * here.mask).argmax(1)
        here.step(actions)
        there.step(actions)
    print(f"{given.task}: {n * given.steps:,} steps of {n:,} matches, all bytes the same", flush=True)


class Timed:
    """A kernel that notes when it begins and ends on the GPU."""

    def __init__(self, kernel: Any, notes: list[Any]) -> None:
        self.kernel, self.notes = kernel, notes

    def __getitem__(self, grid: Any) -> Any:
        import torch

        def call(*arguments: Any) -> None:
            pair = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            pair[0].record()
            self.kernel[grid](*arguments)
            pair[1].record()
            self.notes.append(pair)

        return call


def measure(given: Any) -> None:
    """Each size in turn."""
    for n in given.n:
        for threads in given.threads or [LARGE_BLOCK if n >= gpu.MANY else THREADS]:
            for registers in given.registers:
                vars(gpu).update(THREADS=threads, MOST_THREADS=threads)
                vars(gpu_kernels).update(REGISTERS=registers // 2)
                gpu_kernels._kernels.clear()
                measure_one(given, n, f"{threads} threads a block, at most {registers} registers")


def measure_one(given: Any, n: int, words: str) -> None:
    """Steps of n matches, and how long each kernel takes."""
    import torch

    start = time.perf_counter()
    env = learn.make(given.task.partition(":")[0], n, device="cuda", final=given.final, **asked(given))
    mask = torch.as_tensor(env.mask, device="cuda")
    active = torch.as_tensor(env.active, device="cuda")
    torch.cuda.synchronize()
    ready = time.perf_counter() - start

    def draw() -> Any:
        return (torch.rand(mask.shape, device="cuda", dtype=torch.float16) * mask).argmax(1)

    def play(steps: int) -> tuple[list[Any], Any]:
        pairs, learned = [], torch.zeros((), dtype=torch.int64, device="cuda")
        for _ in range(steps):
            actions = draw()
            learned += active.sum()
            pair = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            pair[0].record()
            env.step(actions)
            pair[1].record()
            pairs.append(pair)
        torch.cuda.synchronize()
        return pairs, learned

    steps = given.steps if given.steps < TIMED else TIMED
    play(min(WARM, steps))
    start = time.perf_counter()
    pairs, learned = play(steps)
    wall = time.perf_counter() - start
    spent = sum(a.elapsed_time(b) for a, b in pairs) / 1e3
    made = env._kernels
    notes: dict[str, list[Any]] = {"deal": [], "step": [], "show": []}
    kernels = {
        name: Timed(getattr(made, name), notes[name]) for name in notes if name != "deal" or made.ahead
    }
    env._kernels = SimpleNamespace(ahead=made.ahead, shown=made.shown, **kernels)
    play(steps)
    told = ", ".join(
        f"{name} {sum(a.elapsed_time(b) for a, b in pairs) / steps:.3f}"
        for name, pairs in notes.items()
        if pairs
    )
    rows = n * env.columns * steps
    print(
        f"{given.task}{' against ' + given.against if given.against else ''}: {n:>9,} matches, {words}: "
        f"{rows / spent / 1e6:7.1f} million rows/s, {rows / wall / 1e6:.1f} with the drawing"
        f"{f', {int(learned) / spent / 1e6:.2f} of learners' if given.against else ''}; "
        f"{spent / steps * 1e3:.3f} ms a step: {told}; {int(env.refused.copy_to_host().sum())} refused; "
        f"ready after {ready:.1f} s",
        flush=True,
    )


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description="Steps a second on a GPU.")
    parser.add_argument("what", choices=("compare", "measure"))
    parser.add_argument("task", help="TASK or TASK:ENCODING")
    parser.add_argument("--n", type=int, nargs="+", default=[2048])
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--threads", type=int, nargs="+", default=[])
    parser.add_argument("--registers", type=int, nargs="+", default=[2 * REGISTERS])
    parser.add_argument("--against", default="")
    parser.add_argument("--no-final", dest="final", action="store_false")
    given = parser.parse_args()
    compare(given) if given.what == "compare" else measure(given)


if __name__ == "__main__":
    main()
