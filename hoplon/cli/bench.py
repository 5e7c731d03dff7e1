"""`hoplon bench`: how fast this machine plays, for each way of running the rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

LONGEST = 64
INTERPRETED_TURNS = 400
GPU_MATCHES = 1 << 18
GPU_TURNS = 512


def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Games to measure; all if none is named.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each line.")] = 3.0,
    cold: Annotated[bool, typer.Option(help="Also time a first compile in an empty cache.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each game.")] = False,
) -> None:
    """Measure turns per second of random play: interpreted, compiled, on all cores, on a GPU.

    Matches are cut off at 64 turns and start over, including the generation of levels. Compare the ratios;
    the figures themselves depend on what else the machine is doing.

    \b
    Examples:
      hoplon bench
      hoplon bench hoplite --seconds 5
    """
    from hoplon.games import game, game_names

    console = Console(stderr=as_json)
    for name in games or game_names():
        found = game(name)
        console.print(f"[bold]{escape(found.title)}[/] on {os.cpu_count()} cores: measuring …")
        rows = measure(found, seconds, cold)
        if as_json:
            print(json.dumps({"game": name, **{key: figure for key, _, figure in rows}}), flush=True)
        else:
            console.print(table_of(escape(found.title), rows))


Row = tuple[str, str, float]


def measure(found: Any, seconds: float, cold: bool) -> list[Row]:
    """All lines of the table: a key, a name, a figure."""
    from hoplon.core.warm import warm

    rows: list[Row] = []
    if cold:
        rows.append(("first_compile_s", "first compile, s", in_subprocess(found.name, cold=True)))
    warm(found)
    rows.append(("interpreted", "interpreted, turns/s", in_subprocess(found.name, cold=False)))
    rows.append(("api", "Match.play from Python, turns/s", api_speed(found, seconds)))
    rows.append(("runner", "a match between random bots, turns/s", runner_speed(found, seconds)))
    rows.append(("one_core", "compiled, one core, turns/s", batch_speed(found, 1, seconds)))
    cores = os.cpu_count() or 1
    if cores > 1:
        rows.append(("all_cores", f"compiled, {cores} cores, turns/s", batch_speed(found, cores, seconds)))
    rows.append(("copy_ns", "copy of a state, ns", copy_cost(found, seconds)))
    rows.append(("start_us", "a new match, µs", start_cost(found, seconds)))
    on_gpu = gpu_speed(found)
    if on_gpu:
        rows.append(("gpu", "GPU, turns/s", on_gpu))
    return rows


def table_of(title: str, rows: list[Row]) -> Table:
    """The lines with their ratio to one compiled core."""
    base = next(figure for key, _, figure in rows if key == "one_core")
    table = Table(title=title)
    table.add_column("what")
    table.add_column("figure", justify="right")
    table.add_column("of one core", justify="right")
    for _, name, figure in rows:
        ratio = f"{figure / base:.3g}" if name.endswith("turns/s") else ""
        table.add_row(name, f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}", ratio)
    return table


Clock = Callable[[], float]


def per_second(work: Callable[[], int], seconds: float, clock: Clock = time.process_time) -> float:
    """How many units of work a second, best of the rounds that fit.

    What runs on one core is timed by that core, so that other programs disturb it little.
    """
    best, end = 0.0, time.perf_counter() + seconds
    while True:
        start = clock()
        done = work()
        took = clock() - start
        best = max(best, done / max(took, 1e-9))
        if time.perf_counter() > end:
            return best


def batch_speed(found: Any, threads: int, seconds: float) -> float:
    """Random turns a second in a batch, logs written."""
    from hoplon.core.batch import Batch

    batch = Batch(found, 1024, threads=threads, longest=LONGEST)

    def work() -> int:
        batch.play_randomly(100)
        return len(batch) * 100

    work()
    return per_second(work, seconds, time.process_time if threads == 1 else time.perf_counter)


def api_speed(found: Any, seconds: float) -> float:
    """Turns a second through Match, as a script plays them."""
    from hoplon.core.match import Match

    def work() -> int:
        done = 0
        for seed in range(20):
            match = Match(found, seed)
            while not match.is_over and len(match.choices) < LONGEST:
                legal = match.legal()
                match.play(legal[(7 * len(match.choices) + seed) % len(legal)])
                done += 1
        return done

    return per_second(work, seconds)


def runner_speed(found: Any, seconds: float) -> float:
    """Turns a second of whole matches: views, times and records included."""
    from hoplon.bots import bot
    from hoplon.referee.run import run

    bots = [bot("random", found.name) for _ in range(found.seat_count(found.options()))]

    def work() -> int:
        return sum(len(run(found, bots, seed, longest=LONGEST).match.choices) for seed in range(10))

    work()
    return per_second(work, seconds)


def copy_cost(found: Any, seconds: float) -> float:
    """Nanoseconds to copy a state, inside compiled code."""
    from hoplon.core.entrypoints import copy_many

    states, rooms = found.new_states(4096), found.new_states(4096)

    def work() -> int:
        copy_many(states, rooms, 50)
        return 50 * len(states)

    work()
    return 1e9 / per_second(work, seconds)


def start_cost(found: Any, seconds: float) -> float:
    """Microseconds to begin a match, inside compiled code: a batch whose matches last one turn."""
    from hoplon.core.batch import Batch

    def cost(longest: int) -> float:
        batch = Batch(found, 1024, threads=1, longest=longest)

        def work() -> int:
            batch.play_randomly(20)
            return len(batch) * 20

        work()
        return 1e6 / per_second(work, seconds)

    return max(0.0, cost(1) - cost(LONGEST))


def gpu_speed(found: Any) -> float:
    """Random turns a second on the GPU; 0 without one."""
    from hoplon.core import gpu
    from hoplon.core.errors import HoplonError

    try:
        batch = gpu.GpuBatch(found, GPU_MATCHES, longest=LONGEST)
    except HoplonError:
        return 0.0
    batch.play_randomly(gpu.TURNS_A_CALL)
    start = time.perf_counter()
    batch.play_randomly(GPU_TURNS)
    return GPU_MATCHES * GPU_TURNS / (time.perf_counter() - start)


SCRIPT = """
import sys, time
from hoplon.games import game
from hoplon.core.batch import Batch
from hoplon.core.warm import warm
found = game(sys.argv[1])
start = time.perf_counter()
if sys.argv[2] == "cold":
    warm(found)
    print(time.perf_counter() - start)
else:
    batch = Batch(found, 4, threads=1, longest=64)
    start = time.perf_counter()
    batch.play_randomly(int(sys.argv[2]) // 4)
    print(4 * (int(sys.argv[2]) // 4) / (time.perf_counter() - start))
"""


def in_subprocess(name: str, cold: bool) -> float:
    """A figure that needs a fresh interpreter: the first compile, or the interpreted rules."""
    with tempfile.TemporaryDirectory() as folder:
        switch = {"HOPLON_CACHE": folder} if cold else {"NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, name, "cold" if cold else str(INTERPRETED_TURNS)],
            env=os.environ | switch,
            capture_output=True,
            text=True,
            check=True,
        )
    return float(done.stdout)
