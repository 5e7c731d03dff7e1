"""Hoplon beside OpenSpiel and Pgx on one core: `make peers`, or `python benchmarks/peers.py [--json]`.

Everything runs in one process on one core, in turns (Hoplon, a peer, Hoplon, a peer ...); a figure is the
best of its rounds, in processor time. Counted are the players' moves; dealing a card is none.

Random play.
    Hoplon: `Batch(threads=1).play_randomly`, 1,024 matches, each begun anew when it ends, logs written.
    OpenSpiel: `RandomRolloutEvaluator`, the quickest random play that its wheel offers. It is called through
    `MCTSBot` with one simulation, which is nothing but rollouts of the first position, all in C++. Moves are
    not counted there: they are the rollouts times the mean length of matches, which is measured before. Its
    search crashes where a card is to be dealt first, so Leduc poker begins with two cards dealt.
    Pgx: 1,024 matches under `vmap`, `scan` and `jit` with its `auto_reset`, on the CPU.
From Python.
    A loop that asks for the legal moves and plays one, taken by the same cheap formula on both sides, so that
    no dice are measured. Hoplon: `Match`. OpenSpiel: `State` of pyspiel.
MCTS.
    Simulations a second from the first position, each with one random rollout to the end. Hoplon: the bot
    `mcts`. OpenSpiel: `MCTSBot`, in C++, without its solver.

Hex is played without the swap, except by Pgx, which always has it. Pgx has no Breakthrough.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from peer_works import CONTESTS, KINDS, Work

PEERS = {"OpenSpiel": ("open_spiel", "pyspiel"), "Pgx": ("pgx", "pgx")}  # package, module
TURNS = 5  # of each player
PACKAGES = ("hoplon", "numba", "open_spiel", "pgx", "jax", "gymnasium", "pettingzoo", "envpool", "numpy")


@dataclass(frozen=True)
class Line:
    """One line of the table: units a second by who made them."""

    what: str
    game: str
    figures: dict[str, float]


def measure(players: dict[str, Work], seconds: float) -> dict[str, float]:
    """The best of some rounds by player; they take turns."""
    for work in players.values():
        work()  # compiles, and fills caches
    best = dict.fromkeys(players, 0.0)
    for _ in range(TURNS):
        for name, work in players.items():
            end = time.process_time() + seconds / TURNS
            while (start := time.process_time()) < end:
                done = work()
                best[name] = max(best[name], done / (time.process_time() - start))
    return best


def use_one_core(core: int | None) -> str:
    """Stay on one core from now on; what is left open is said."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    if not hasattr(os, "sched_setaffinity"):
        return "this system cannot keep a process on one core"
    chosen = max(os.sched_getaffinity(0)) if core is None else core
    os.sched_setaffinity(0, {chosen})
    return f"core {chosen} of {os.cpu_count()}"


def missing() -> Iterator[tuple[str, str]]:
    """The peers that are not here, and why."""
    for peer, (package, module) in PEERS.items():
        try:
            import_module(module)
        except Exception as error:  # such as a processor that its library does not know
            yield peer, f"{peer} is not measured: the package {package} cannot be imported ({error})"


def versions() -> dict[str, str]:
    """The versions of what is measured."""
    found = {"Python": platform.python_version()}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def figure(value: float | None) -> str:
    """Units a second, short enough to compare."""
    if value is None:
        return "–"
    return f"{value / 1e6:.2f} million" if value >= 1e6 else f"{value:,.0f}"


def table(lines: list[Line], peers: list[str]) -> str:
    """All lines, with how many times a peer's figure Hoplon's is."""
    head = ["what", "game", "Hoplon", *(text for peer in peers for text in (peer, f"of {peer}"))]
    rows = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for line in lines:
        ours = line.figures.get("Hoplon")
        cells = [line.what, line.game, figure(ours)]
        for peer in peers:
            theirs = line.figures.get(peer)
            cells += [figure(theirs), f"{ours / theirs:.2f}" if ours and theirs else "–"]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def main() -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(description="Hoplon beside OpenSpiel and Pgx on one core.")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure")
    parser.add_argument("--core", type=int, help="the core to run on; the last one if not given")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    where = use_one_core(given.core)
    absent = dict(missing())
    peers = [peer for peer in PEERS if peer not in absent]
    notes = list(absent.values())
    lines: list[Line] = []
    for what, makers in KINDS.items():
        for contest in CONTESTS:
            print(f"{contest.name}: {what} ...", file=sys.stderr, flush=True)
            made = {name: make(contest) for name, make in makers.items() if name not in absent}
            players = {name: work for name, work in made.items() if work is not None}
            lines.append(Line(what, contest.name, measure(players, given.seconds)))
    if not any("Hoplon" in line.figures for line in lines if line.what.startswith("mcts")):
        notes.append("Hoplon's tree search is not measured: it has no bot mcts yet")
    if given.json:
        found = {"versions": versions(), "where": where, "notes": notes, "lines": [*map(asdict, lines)]}
        print(json.dumps(found, indent=2))
        return
    print(", ".join(f"{name} {number}" for name, number in versions().items()) + f"; {where}")
    print("\n".join([*notes, "", table(lines, peers)]))


if __name__ == "__main__":
    main()
