"""How long a choice takes in the arena: from sending it to the new view, with many live matches.

    python benchmarks/arena.py                            # 200 matches, then 2,000 on two servers
    python benchmarks/arena.py MATCHES SECONDS [SERVERS]  # one run

Players are one process, and so is each server; all servers use one SQLite file. Every match has its own
socket. With 200 matches each player thinks for one to three seconds before the next choice, with more of them
for longer, so that as many choices come in a second. A player's socket is at any of the servers, so of two
servers one passes on half of what it hears. Memory and processor time are those of the servers, without what
they took before the first match.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

GAMES = ("hoplite", "hexabomb", "codekeeper", "cardbattle")
WARM_UP = 5.0
MANY = 100_000
USUAL = 200  # matches, with the usual time to think
AT_ONCE = 20  # that sit down at once
FILES = 16384  # descriptors
HEADINGS = (
    "matches",
    "servers",
    "choices/s",
    "median",
    "99 % within",
    "slowest",
    "processor a choice",
    "memory a match",
    "of it positions",
    "passed on",
)


def fetch(base: str, path: str, body: object = None) -> Any:
    """Ask a server."""
    sent = None if body is None else json.dumps(body).encode()
    request = Request(f"http://{base}{path}", sent, {"Content-Type": "application/json"})
    with urlopen(request, timeout=120) as answer:
        text = answer.read().decode()
    return json.loads(text) if "json" in answer.headers["content-type"] else text


class Run:
    """Players at the servers, and what they measured."""

    def __init__(self, bases: list[str], matches: int, seconds: float) -> None:
        self.bases, self.matches, self.seconds = bases, matches, seconds
        self.thinks = max(1.0, matches / USUAL)
        self.took: list[tuple[float, float]] = []
        self.until = float("inf")
        self._door = asyncio.Semaphore(AT_ONCE)
        self._seated = 0
        self._all = asyncio.Event()

    async def play(self, number: int) -> None:
        """One player: a match after the other, until time is up."""
        dice = random.Random(number)
        game = GAMES[number % len(GAMES)]
        is_first = True
        while time.perf_counter() < self.until:
            async with self._door:
                body = {"game": game, "seed": dice.randrange(10**6)}
                made = await asyncio.to_thread(fetch, dice.choice(self.bases), "/api/matches", body)
                address = f"ws://{dice.choice(self.bases)}/api/matches/{made['id']}/socket"
                socket = await connect(address, max_size=None, open_timeout=60, proxy=None)
                await socket.send(json.dumps({"type": "hello", "token": made["tokens"][0]["token"]}))
                await socket.recv()
                state = json.loads(await socket.recv())
            if is_first:
                is_first = False
                await self._begin()
            async with socket:
                await self._choose(socket, state, dice)

    async def _begin(self) -> None:
        """Wait until everybody is seated: then the clock runs."""
        self._seated += 1
        if self._seated == self.matches:
            self.began = time.perf_counter()
            self.until = self.began + WARM_UP + self.seconds
            self._all.set()
        await self._all.wait()

    async def _choose(self, socket: Any, state: Any, dice: random.Random) -> None:
        while state["choices"] and (now := time.perf_counter()) < self.until:
            await asyncio.sleep(min(dice.uniform(1, 3) * self.thinks, self.until - now + 0.1))
            if time.perf_counter() > self.until:
                return
            offers = [offer["text"] for offer in state["choices"] if offer["tool"] != "resign"]
            choice = {"type": "choose", "choice": dice.choice(offers), "number": state["number"]}
            began = time.perf_counter()
            await socket.send(json.dumps(choice))
            text = await socket.recv()
            self.took.append((began, time.perf_counter() - began))
            state = json.loads(text)["state"]

    async def measure(self) -> list[float]:
        """Play; the milliseconds of all choices after the warm-up, in order."""
        await asyncio.gather(*(self.play(n) for n in range(self.matches)))
        return sorted(ms * 1000 for at, ms in self.took if at > self.began + WARM_UP)


def metric(bases: list[str], name: str) -> float:
    """A figure of all servers together."""
    lines = [line.split() for base in bases for line in fetch(base, "/metrics").splitlines()]
    return sum(float(words[1]) for words in lines if words[0] == name)


class Spent:
    """The memory and the processor time that processes take from now on."""

    def __init__(self, pids: list[int]) -> None:
        self._pids = pids
        self._before = self._now()

    def _now(self) -> tuple[int, float]:
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self._pids)
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self._pids]
        ticks = sum(int(stat[11]) + int(stat[12]) for stat in stats)
        return pages * os.sysconf("SC_PAGE_SIZE"), ticks / os.sysconf("SC_CLK_TCK")

    def so_far(self) -> tuple[int, float]:
        """Bytes and seconds."""
        memory, seconds = self._now()
        return memory - self._before[0], seconds - self._before[1]


def serve(open_servers: ExitStack, database: str) -> tuple[str, int]:
    """Start a server; where it is, and its process."""
    command = [sys.executable, "-m", "hoplon.cli", "serve", "--port", "0", "--database", database]
    for name in ("connections", "requests", "matches"):  # all players are at one address
        command += ["--limit", f"{name}={MANY}"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    open_servers.callback(server.wait)
    open_servers.callback(server.terminate)
    assert server.stdout is not None
    base = server.stdout.readline().split("http://")[1].split("/")[0]
    while True:
        try:
            if all(game["ready"] for game in fetch(base, "/api/games")):
                return base, server.pid
        except OSError:
            pass
        time.sleep(0.05)


def run(matches: int, seconds: float, servers: int) -> None:
    """Start servers, measure, end them."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_servers:
        database = f"sqlite:///{Path(folder) / 'arena.sqlite'}"
        started = [serve(open_servers, database) for _ in range(servers)]
        bases = [base for base, _ in started]
        spent = Spent([pid for _, pid in started])
        players = Run(bases, matches, seconds)
        times = asyncio.run(players.measure())
        memory, processor = spent.so_far()
        rooms, positions = metric(bases, "hoplon_rooms"), metric(bases, "hoplon_positions_bytes")
        cells = [
            f"{matches}",
            f"{servers}",
            f"{len(times) / seconds:.0f}",
            f"{median(times):.1f} ms",
            f"{times[int(0.99 * len(times))]:.1f} ms",
            f"{times[-1]:.1f} ms",
            f"{1000 * processor / len(players.took):.1f} ms",
            f"{memory / rooms / 1024:.0f} KB",
            f"{positions / rooms / 1024:.0f} KB",
            f"{metric(bases, 'hoplon_relayed_total'):.0f}",
        ]
        print(f"| {' | '.join(cells)} |", flush=True)


def main(words: list[str]) -> None:
    """One run, or the usual ones."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, FILES) if most > 0 else FILES, most))
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}", flush=True)
    if words:
        run(
            int(words[0]), float(words[1]) if len(words) > 1 else 20.0, int(words[2]) if len(words) > 2 else 1
        )
        return
    run(200, 20.0, 1)
    run(2000, 40.0, 2)


if __name__ == "__main__":
    main(sys.argv[1:])
