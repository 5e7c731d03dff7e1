"""Matches a second of a league, and what its database takes: python benchmarks/league.py [--matches 2000].

    explorer: CodeKeeper, the built-in bot, two jobs. C++: the starter of the bot kit in the strict sandbox.
    database: what leasing, pairing and handing in take for a match, without playing it: seconds of the clock
        and of a processor, SQLite on this disk.

The figures mean something on two idle cores. Beside them stands the processor time of a match, which a busy
machine changes less; `load` is that of the machine at the beginning.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from hoplon.league.file import Plan, make
from hoplon.league.playing import packed
from hoplon.league.queue import Queue
from hoplon.league.running import running_here
from hoplon.league.settings import Settings
from hoplon.league.store import Store
from hoplon.league.task import Played, Task
from hoplon.referee.run import SeatResult

STARTER = Path(__file__).parents[1] / "examples" / "bots" / "cpp" / "hero.cpp"
FILE = 3000  # bytes of a match file and of a record, as they are compressed
BATCH = 32  # matches that are leased and handed in together, as two quick jobs do


def processor() -> float:
    """Processor time of this process and of those it has waited for, in seconds."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def played(folder: Path, name: str, source: str, matches: int, sandbox: str = "auto") -> tuple[float, float]:
    """Play a league with two jobs; matches a second, and milliseconds of a processor for each."""
    settings = Settings(seeds=f"1-{matches}", trial=0, sandbox=sandbox)
    with Store(str(folder / f"{name}.db"), is_new=True) as store:
        league = make(store, Plan(name, "codekeeper", settings=settings, bots=((name, source),)), name)
        spent, began = processor(), perf_counter()
        told = running_here(store, league, 2).run()
        took = perf_counter() - began
    assert told.played == matches
    return matches / took, (processor() - spent) / matches * 1000


def stored(folder: Path, matches: int) -> tuple[float, float]:
    """Milliseconds of the clock and of a processor that the database takes for a match."""
    settings = Settings(seeds=f"1-{matches // 66 + 1}", trial=0)
    bots = tuple((f"bot {n}", "builtin:random") for n in range(12))
    text = packed(os.urandom(FILE).hex())
    with Store(str(folder / "stored.db"), is_new=True) as store:
        league = make(store, Plan("stored", "cardbattle", settings=settings, bots=bots), "stored")
        queue = Queue(store, league)
        worker = queue.join("benchmark", 2)

        def result(task: Task) -> Played:
            seats = tuple(
                SeatResult(seat, "x", "won", seat + 1, 1, 40, 0.1, 0.1, 0.0, 0.01, 0, 0, 0) for seat in (0, 1)
            )
            return Played(task.pairing, task.attempt, 0.0, 1.0, "won", 80, 0, seats, text, text)

        done = 0
        spent, began = process_time(), perf_counter()
        while tasks := queue.lease(worker, BATCH):
            queue.finish(worker, [result(task) for task in tasks])
            done += len(tasks)
        return (perf_counter() - began) / done * 1000, (process_time() - spent) / done * 1000


def main() -> None:
    """Print the figures."""
    wanted = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    wanted.add_argument("--matches", type=int, default=2000)
    matches = wanted.parse_args().matches
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, {matches} matches, two jobs")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs: dict[str, Callable[[], tuple[float, float]]] = {
            "explorer": lambda: played(folder, "explorer", "builtin:explorer", matches)
        }
        if shutil.which("g++"):
            (folder / "cpp").mkdir()
            words = ["g++", "-std=c++17", "-O2", str(STARTER), "-o", str(folder / "cpp" / "bot")]
            subprocess.run(words, check=True)
            jobs["C++, strict sandbox"] = lambda: played(
                folder, "cpp", str(folder / "cpp"), max(1, matches // 4), "strict"
            )
        for what, play in jobs.items():
            rate, spent = play()
            print(f"{what:<22}{rate:8.0f} matches a second{spent:8.2f} ms of a processor a match")
        clock, spent = stored(folder, matches)
        print(f"{'database':<22}{clock:8.2f} ms a match{spent:14.2f} ms of a processor a match")


if __name__ == "__main__":
    main()
