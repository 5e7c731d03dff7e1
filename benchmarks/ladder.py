"""A ladder with many remote bots: how long it takes to pair them, and what a connected bot costs.

    python benchmarks/ladder.py                 # 1,000 bots
    python benchmarks/ladder.py BOTS SECONDS

The arena is one process, all bots are another, and everything goes over loopback. Every bot has a socket for
its offers. First everybody connects and waits, with nobody to play (the ladder is for two, and the bots of
one person never meet); then a second half comes that belongs to others, and all are paired. A simulated bot
takes its seat and resigns at once, so that it is free again: the matches take as little as possible, and
pairing as much. The time to pair is processor time, by the server's own histogram `hoplon_pairing_seconds`.
"""

from __future__ import annotations

import asyncio
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from sqlalchemy import insert
from websockets.asyncio.client import ClientConnection, connect

from hoplon.server.ladder_leagues import make_ladder
from hoplon.server.seated_match import hash_of
from hoplon.server.store import Store
from hoplon.server.tables import players

FILES = 16_384
BOTS, SECONDS = 1000, 20.0
AT_ONCE = 50  # that connect at once
MANY = [
    word
    for name in ("connections", "requests", "matches", "rated", "people")
    for word in ("--limit", f"{name}=1000000")
]
ALONE = "a" * 10  # who owns the first half


def prepare(url: str, bots: int) -> list[str]:
    """A ladder, and as many bots; their tokens. The first half belongs to one person, the others to many."""
    store = Store(url)
    make_ladder(store.kept_leagues, "hexabomb", {"turns": "1"}, "5m")
    tokens = [f"token-of-bot-{n:06d}" for n in range(bots)]
    rows = [
        {
            "id": f"{n:010d}",
            "kind": "bot",
            "owner": ALONE if n < bots // 2 else f"p{n}",
            "name": f"bot {n}",
            "key": f"bot{n}",
            "token": hash_of(token),
            "made": time.time(),
        }
        for n, token in enumerate(tokens)
    ]
    with store.kept_leagues.changing() as connection:
        connection.execute(insert(players), rows)
    store.close()
    return tokens


def memory_of(process: int) -> float:
    """Megabytes that a process has in memory."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def pairing_times(base: str) -> dict[str, float]:
    """The histogram of the server."""
    with urlopen(f"http://{base}/metrics", timeout=60) as answer:
        text = answer.read().decode()
    found = re.findall(r'hoplon_pairing_seconds_bucket\{le="([^"]+)"\} (\d+)', text)
    return {bound: float(count) for bound, count in found}


class Bots:
    """All simulated bots."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.sockets: list[ClientConnection] = []
        self.offers: list[float] = []
        self.over = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def come(self, tokens: list[str]) -> None:
        """Connect, so many at a time."""
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(token: str) -> None:
            async with slots:
                socket = await connect(f"ws://{self.base}/api/ladders/hexabomb/socket", open_timeout=120)
                await socket.send(json.dumps({"type": "hello", "token": token, "digest": "1", "games": 1}))
                message: Any = json.loads(await socket.recv())
                assert message["type"] == "welcome", message
            self.sockets.append(socket)
            self._keep(self._listen(socket, token))

        await asyncio.gather(*(one(token) for token in tokens))

    def _keep(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self, socket: ClientConnection, token: str) -> None:
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "offer":
                self.offers.append(time.monotonic())
                self._keep(asyncio.to_thread(self._resign, message["match"], token))
            elif message["type"] == "over":
                self.over += 1

    def _resign(self, match: str, token: str) -> None:
        """Take the seat; who is second resigns."""
        head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        address = f"http://{self.base}/api/matches/{match}"
        try:
            with urlopen(
                Request(f"{address}/share", b'{"share":""}', head, method="POST"), timeout=60
            ) as said:
                if not json.loads(said.read())["dice"]["waits"]:
                    urlopen(Request(f"{address}/resign", b"", head, method="POST"), timeout=60).close()
        except OSError:  # the other was quicker
            return


async def measure(base: str, server: int, tokens: list[str], seconds: float) -> None:
    """Connect, wait, pair; print what was found."""
    bots, half = Bots(base), len(tokens) // 2
    before = memory_of(server)
    began = time.monotonic()
    await bots.come(tokens[:half])
    print(f"{half} bots connected in {time.monotonic() - began:.1f} s")
    await asyncio.sleep(3)
    waiting = memory_of(server)
    each = (waiting - before) * 1024 / half
    print(f"memory of a bot that waits: {each:.0f} kB ({before:.0f} to {waiting:.0f} MB)")
    await bots.come(tokens[half:])
    print(f"{len(tokens)} bots are connected")
    await asyncio.sleep(seconds)
    times = pairing_times(base)
    rounds = times["+Inf"]
    within = {bound: count for bound, count in times.items() if bound != "+Inf" and count == rounds}
    slowest = f"within {1000 * min(map(float, within)):g} ms" if within else "beyond all bounds"
    quick = times["0.05"] / rounds if rounds else 0.0
    print(f"{rounds:.0f} rounds of pairing: {quick:.1%} within 50 ms, the slowest {slowest}")
    print(f"{len(bots.offers) / 2:.0f} matches offered and {bots.over / 2:.0f} over after {seconds:g} s more")
    print(f"memory of the server with all of them: {memory_of(server):.0f} MB")
    for socket in bots.sockets:
        await socket.close()


def is_ready(base: str) -> bool:
    """Does the server answer, and are the rules ready?"""
    try:
        with urlopen(f"http://{base}/api/games", timeout=60) as answer:
            return all(one["ready"] for one in json.loads(answer.read()))
    except OSError:
        return False


def main() -> None:
    """Start an arena, and measure."""
    bots = int(sys.argv[1]) if len(sys.argv) > 1 else BOTS
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES if hard < 0 else min(FILES, hard), hard))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/arena.sqlite"
        tokens = prepare(url, bots)
        command = [sys.executable, "-m", "hoplon.cli", "serve", "--port", "0", "--database", url, *MANY]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            base = server.stdout.readline().split("http://")[1].split("/")[0]
            while not is_ready(base):
                time.sleep(1)
            asyncio.run(measure(base, server.pid, tokens, seconds))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
