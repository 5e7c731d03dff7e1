"""How long a choice takes in the arena while many viewers let it think about positions.

    python benchmarks/analysis_viewers.py [VIEWERS [SECONDS [MATCHES]]]    # 100 viewers, 30 s, 50 matches

One server plays the matches, as in `benchmarks/arena.py`. Meanwhile each viewer has a board of its own, walks
to another position every few seconds, and has it thought about. The table says how long choices took without
viewers and with them, and what the viewers got: when the first values came, and how rounds were shared.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median
from typing import Any

from arena import FILES, Run, serve
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

POSITIONS = (
    "hoplite depth=3 hero=4,5 demons=F4,7;A6,6",
    "hoplite depth=5 hero=4,2 demons=F4,6;A2,7;W6,8",
)
STAYS = (3.0, 8.0)  # seconds at one position


class Viewer:
    """Somebody who looks at positions, and what they were told."""

    def __init__(self, base: str, number: int) -> None:
        self._base = base
        self._dice = random.Random(number)
        self._position = POSITIONS[number % len(POSITIONS)]
        self.rounds = 0
        self.first: list[float] = []  # seconds until the first values of a position

    async def look(self, until: float) -> None:
        """Walk and think until time is up."""
        with suppress(ConnectionClosed, TimeoutError):
            async with connect(f"ws://{self._base}/api/study", max_size=None, proxy=None) as socket:
                await socket.send(json.dumps({"type": "hello", "position": self._position}))
                told = json.loads(await socket.recv())
                assert told["type"] == "welcome", told
                state = json.loads(await socket.recv())
                while time.perf_counter() < until:
                    await self._think(socket, until)
                    state = await self._step(socket, state)

    async def _think(self, socket: Any, until: float) -> None:
        began = time.perf_counter()
        leaves = min(began + self._dice.uniform(*STAYS), until)
        is_first = True
        await socket.send(json.dumps({"type": "think"}))
        with suppress(TimeoutError):
            async with asyncio.timeout(leaves - began):
                while True:
                    heard = json.loads(await socket.recv())
                    if heard["type"] != "found":
                        continue
                    self.rounds += 1
                    if is_first:
                        self.first.append(time.perf_counter() - began)
                        is_first = False

    async def _step(self, socket: Any, state: Any) -> Any:
        """Another position: one choice further, or back to the start."""
        if state["choices"]:
            choice = self._dice.choice([offer["text"] for offer in state["choices"]])
            await socket.send(json.dumps({"type": "choose", "choice": choice, "number": state["number"]}))
        else:
            await socket.send(json.dumps({"type": "go", "line": 0, "at": 0}))
        while True:
            heard = json.loads(await socket.recv())
            if heard["type"] in ("state", "turn"):
                return heard["state"] if heard["type"] == "turn" else heard


async def measure(base: str, viewers: list[Viewer], seconds: float, matches: int) -> list[float]:
    """The milliseconds of choices while viewers look."""
    players = Run([base], matches, seconds)
    playing = asyncio.create_task(players.measure())
    while players.until == float("inf"):
        await asyncio.sleep(0.05)
    await asyncio.gather(*(viewer.look(players.until) for viewer in viewers))
    return await playing


def main(words: list[str]) -> None:
    """Without viewers, then with them."""
    many = int(words[0]) if words else 100
    seconds = float(words[1]) if len(words) > 1 else 30.0
    matches = int(words[2]) if len(words) > 2 else 50
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, FILES) if most > 0 else FILES, most))
    headings = (
        "viewers",
        "matches",
        "median of choices",
        "99 % within",
        "first values",
        "rounds of a viewer",
    )
    print(f"| {' | '.join(headings)} |\n|{'---|' * len(headings)}", flush=True)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_servers:
        base, _ = serve(open_servers, f"sqlite:///{Path(folder) / 'arena.sqlite'}")
        for count in (0, many):
            viewers = [Viewer(base, n) for n in range(count)]
            times = asyncio.run(measure(base, viewers, seconds, matches))
            first = [each for viewer in viewers for each in viewer.first]
            rounds = sorted(viewer.rounds for viewer in viewers)
            told = f"median {median(first):.1f} s" if first else "none"
            shared = f"{rounds[0]} to {rounds[-1]}" if rounds else "none"
            cells = (
                str(count), str(matches), f"{median(times):.1f} ms",
                f"{times[int(0.99 * len(times))]:.1f} ms", told, shared,
            )  # fmt: skip
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
