"""How long a choice takes in the arena: from sending it to the new view, with many live matches.

    python benchmarks/arena.py [MATCHES] [SECONDS]

Server and players are two processes on this machine; every match has its own socket, and each player thinks
for one to three seconds before the next choice.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

GAMES = ("hoplite", "hexabomb", "codekeeper", "cardbattle")
WARM_UP = 5.0


def fetch(base: str, path: str, body: object = None) -> object:
    """Ask the server."""
    sent = None if body is None else json.dumps(body).encode()
    request = Request(f"http://{base}{path}", sent, {"Content-Type": "application/json"})
    with urlopen(request, timeout=120) as answer:
        return json.load(answer)


async def play(base: str, number: int, until: float, took: list[tuple[float, float]]) -> None:
    """One player: a match after the other, until time is up."""
    dice = random.Random(number)
    game = GAMES[number % len(GAMES)]
    await asyncio.sleep(dice.uniform(0, 3))
    while time.perf_counter() < until:
        made = await asyncio.to_thread(
            fetch, base, "/api/matches", {"game": game, "seed": dice.randrange(10**6)}
        )
        async with connect(f"ws://{base}/api/matches/{made['id']}/socket", max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": made["tokens"][0]["token"]}))
            await socket.recv()
            state = json.loads(await socket.recv())
            while state["choices"] and time.perf_counter() < until:
                await asyncio.sleep(dice.uniform(1, 3))
                offers = [offer["text"] for offer in state["choices"] if offer["tool"] != "resign"]
                choice = {"type": "choose", "choice": dice.choice(offers), "number": state["number"]}
                began = time.perf_counter()
                await socket.send(json.dumps(choice))
                text = await socket.recv()
                took.append((began, time.perf_counter() - began))
                state = json.loads(text)["state"]


async def measure(base: str, matches: int, seconds: float) -> None:
    """Play and print."""
    began = time.perf_counter()
    took: list[tuple[float, float]] = []
    until = began + WARM_UP + seconds
    await asyncio.gather(*(play(base, n, until, took) for n in range(matches)))
    times = sorted(ms * 1000 for at, ms in took if at > began + WARM_UP)
    p99 = times[int(0.99 * len(times))]
    print(
        f"{matches} live matches, {len(times) / seconds:.0f} choices a second: "
        f"median {median(times):.1f} ms, 99 % within {p99:.1f} ms, slowest {times[-1]:.1f} ms"
    )


def main(matches: int, seconds: float) -> None:
    """Start a server, measure, end it."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'arena.sqlite'}"
        began = time.perf_counter()
        command = [sys.executable, "-m", "hoplon.cli", "serve", "--port", "0", "--database", database]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            base = server.stdout.readline().split("http://")[1].split("/")[0]
            while True:
                try:
                    games = fetch(base, "/api/games")
                except OSError:
                    time.sleep(0.02)
                    continue
                if all(game["ready"] for game in games):
                    break
                time.sleep(0.05)
            print(f"ready after {time.perf_counter() - began:.1f} s")
            asyncio.run(measure(base, matches, seconds))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, float(sys.argv[2]) if len(sys.argv) > 2 else 20.0)
