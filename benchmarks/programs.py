"""What running a program costs: `python benchmarks/programs.py COMMAND [turns] [programs]`.

COMMAND plays CodeKeeper, such as the C++ starter: `g++ -O2 -o hero examples/bots/cpp/hero.cpp`. A raw pipe
(os.write and os.read in a loop) is measured beside a process without and in a jail, by turns. Times are
processor time, of the referee alone and with the program and all that helps to start, watch and end it, and
wall-clock time. Whole matches follow: what a turn costs the referee from the view to the choice played (the
difference of matches stopped early and played to the end), and what writing it down costs.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from time import clock_gettime, perf_counter, process_time

from hoplon.core.replay import write
from hoplon.games import game
from hoplon.protocols.lines.command import read_command
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.protocols.players import make_player
from hoplon.referee.run import Run, run
from hoplon.sandbox.clock import Clock
from hoplon.sandbox.limits import why_no_jail
from hoplon.sandbox.living import CPU_CLOCK
from hoplon.sandbox.process import Process
from hoplon.sandbox.tree import Tree, cpu_of

ROUNDS = 7
BLOCK = b"""1 10 20 0 5 5 5
13
0 8 1 -1
0 9 1 -1
0 10 4 1
0 11 2 100
2 7 1 -1
2 8 1 -1
2 11 1 -1
4 7 1 -1
4 9 1 -1
4 10 10 8
1 11 1 -1
3 7 1 -1
3 11 1 -1
"""


class Raw:
    """The program with nothing around it."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()

    def ask(self, block: bytes) -> bytes:
        os.write(self.input, block)
        return os.read(self.output, 65536)

    @property
    def pids(self) -> list[int]:
        return [self.process.pid]

    def stop(self) -> None:
        with self.process:
            self.process.kill()


def fine_cpu() -> float:
    """The processor time of this process and of all its living descendants, to the nanosecond."""
    return process_time() + sum(clock_gettime(~pid << 3 | CPU_CLOCK) for pid in Tree(os.getpid()).pids())


def whole_cpu() -> float:
    """The same with those that ended; those that live count in ticks."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + ended.ru_utime + ended.ru_stime + sum(map(cpu_of, Tree(os.getpid()).pids()))


def main(text: str, turns: int = 3000, programs: int = 40) -> None:
    command = read_command(text)
    kinds: dict[str, Callable[[], Raw | Process]] = {
        "raw pipe": lambda: Raw(command),
        "process": lambda: Process(command, sandbox="none", clock=Clock(60.0, 60.0)),
    }
    if why_no_jail():
        print(f"without a jail: {why_no_jail()}")
    else:
        kinds["process in a jail"] = lambda: Process(command, sandbox="strict", clock=Clock(60.0, 60.0))
    asking: dict[str, list[tuple[float, ...]]] = {kind: [] for kind in kinds}
    starting: dict[str, list[tuple[float, ...]]] = {kind: [] for kind in kinds}
    with ExitStack() as stack:
        asked = {kind: begin() for kind, begin in kinds.items()}
        for process in asked.values():
            stack.callback(process.stop)
            process.ask(BLOCK)
        for _ in range(ROUNDS):
            for kind, process in asked.items():
                own, whole, began = process_time(), fine_cpu(), perf_counter()
                for _ in range(turns):
                    process.ask(BLOCK)
                spent = process_time() - own, fine_cpu() - whole, perf_counter() - began
                asking[kind].append(tuple(seconds / turns * 1e6 for seconds in spent))
    for _ in range(ROUNDS):
        for kind, begin in kinds.items():
            whole, began = whole_cpu(), perf_counter()
            for _ in range(programs):
                process = begin()
                process.ask(BLOCK)
                process.stop()
            spent = whole_cpu() - whole, perf_counter() - began
            starting[kind].append(tuple(seconds / programs * 1e3 for seconds in spent))
    print(f"a turn, µs (least of {ROUNDS} rounds of {turns})")
    show(asking, ("referee", "with the program", "wall"))
    print("a turn of a match, µs of the referee (least of rounds)")
    show({"without sandbox": [whole_turn(text) for _ in range(ROUNDS)]}, ("played", "written down"))
    print(f"start, one turn and end, ms (least of {ROUNDS} rounds of {programs})")
    show(starting, ("with the program", "wall"))


def whole_turn(text: str, matches: int = 20) -> tuple[float, float]:
    """What a turn costs in `run`, and in the match file with its record."""
    codekeeper = game("codekeeper")
    player = make_player(text, codekeeper, ProcessSettings(sandbox="none", scale=100))

    def played(longest: int) -> tuple[float, int, list[Run]]:
        began = process_time()
        runs = [run(codekeeper, [player], seed, longest=longest) for seed in range(matches)]
        return process_time() - began, sum(len(one.match.choices) for one in runs), runs

    played(2)
    short, few, _ = played(2)
    long, many, runs = played(2000)
    began = process_time()
    for one in runs:
        write(one.match)
        json.dumps([record.as_json() for record in one.records])
    return (long - short) / (many - few) * 1e6, (process_time() - began) / many * 1e6


def show(measured: dict[str, list[tuple[float, ...]]], titles: tuple[str, ...]) -> None:
    """One line for each kind, one column for each time."""
    print(f"{'':24}" + "".join(f"{title:>20}" for title in titles))
    for kind, rounds in measured.items():
        print(f"{kind:24}" + "".join(f"{min(column):20.2f}" for column in zip(*rounds, strict=True)))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
