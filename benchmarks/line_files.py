"""Folders of JSON lines, each about one numbered thing, filled by several processes and continued later."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import hoplon

Line = dict[str, Any]
OWN = ("kind", "game", "number")


def add_arguments(parser: argparse.ArgumentParser, many: str, wanted: int, first: int) -> None:
    """What `fill` needs to know."""
    parser.add_argument("game", choices=hoplon.game_names())
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=500)
    parser.add_argument("--first", type=int, default=first, help="the number to begin with")
    parser.add_argument(many, type=int, default=wanted, dest="wanted")


def read_lines(folder: Path) -> Iterator[Line]:
    """All lines of a folder, each number of a game once; a line that was cut off is left out."""
    seen = set()
    for path in sorted(folder.glob("*.jsonl")):
        for text in path.read_text(encoding="utf-8").splitlines():
            try:
                line = json.loads(text)
            except ValueError:
                continue
            key = tuple(line[name] for name in OWN)
            if key not in seen:
                seen.add(key)
                yield line


def of(folder: Path, kind: str, game: str) -> list[Line]:
    """The lines of one kind and game, in the order of their numbers; empty ones, too."""
    found = [line for line in read_lines(folder) if (line["kind"], line["game"]) == (kind, game)]
    return sorted(found, key=lambda line: int(line["number"]))


def is_full(line: Line) -> bool:
    """Does a line say anything besides that there is nothing of its number?"""
    return len(line) > len(OWN)


def fill(asked: argparse.Namespace, make: Callable[[int], Line | None]) -> None:
    """Fill the folder by as many processes as asked for, until there are enough lines or time is up."""
    began = time.monotonic()
    asked.out.mkdir(parents=True, exist_ok=True)
    there = of(asked.out, asked.what, asked.game)
    done = {int(line["number"]) for line in there}
    wanted = asked.wanted - sum(map(is_full, there))
    if wanted > 0:
        # The first one compiles everything; the other processes begin with what this one has then.
        make(next(n for n in count(asked.first) if n not in done))
        print(f"{asked.what} {asked.game}: ready after {time.monotonic() - began:.0f} s", flush=True)
        context = get_context("fork")
        until, share = began + asked.seconds, -(-wanted // asked.jobs)
        workers = [
            context.Process(target=_work, args=(asked, make, job, done, share, until))
            for job in range(asked.jobs)
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if any(worker.exitcode for worker in workers):
            raise SystemExit(1)
    full = sum(map(is_full, of(asked.out, asked.what, asked.game)))
    print(f"{asked.what} {asked.game}: {full} lines, {time.monotonic() - began:.0f} s", flush=True)


def _work(
    asked: argparse.Namespace,
    make: Callable[[int], Line | None],
    job: int,
    done: set[int],
    share: int,
    until: float,
) -> None:
    name = f"{asked.what}-{asked.game}-{asked.first}-{job}.jsonl"
    with (asked.out / name).open("a", encoding="utf-8", buffering=1) as file:
        for number in count(asked.first + job, asked.jobs):
            if share <= 0 or time.monotonic() > until:
                return
            if number in done:
                continue
            found = make(number)
            line = {"kind": asked.what, "game": asked.game, "number": number, **(found or {})}
            file.write(json.dumps(line) + "\n")
            share -= found is not None
