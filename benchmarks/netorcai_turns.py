"""What a fast game costs the server: `python benchmarks/netorcai_turns.py [turns] [cells]`.

Four players and a visualization answer at once; the state has `cells` small objects.
Only the server's own processor time is counted, its start included.
"""

import asyncio
import os
import socket
import subprocess
import sys
import time

from hoplon.protocols.netorcai import NOBODY, AsyncClient, DoInit, DoTurn, GameStarts, Turn
from hoplon.protocols.netorcai.gojson import Json, JsonObject

PLAYERS = 4


class Rules:
    def __init__(self, cells: int) -> None:
        self._state: JsonObject = {"cells": [{"q": i, "r": i, "color": i % 4} for i in range(cells)]}

    def init(self, _: DoInit) -> JsonObject:
        return self._state

    def turn(self, _: DoTurn) -> tuple[JsonObject, int]:
        return self._state, NOBODY


async def decide(_start: GameStarts, turn: Turn) -> list[Json]:
    return [{"movement": "none", "turn": turn.turn_number}]


async def play(port: int, cells: int) -> None:
    async def join(role: str) -> None:
        async with AsyncClient("127.0.0.1", port) as client:
            await client.login("bench", role)
            if role == "player":
                await client.play(decide)
            elif role == "visualization":
                async for _ in client.watch():
                    pass
            else:
                await client.referee(Rules(cells))

    roles = ["game logic", "visualization", *["player"] * PLAYERS]
    await asyncio.gather(*map(join, roles))


def main(turns: int = 1000, cells: int = 20) -> None:
    with socket.create_server(("", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "hoplon.protocols.netorcai.command", f"--port={port}"]
    options = ["--fast", "--autostart", f"--nb-turns-max={turns}", f"--nb-players-max={PLAYERS}"]
    server = subprocess.Popen([*command, *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    assert server.stdout is not None
    server.stdout.readline()
    began = time.perf_counter()
    asyncio.run(play(port, cells))
    wall = time.perf_counter() - began
    _, status, used = os.wait4(server.pid, 0)
    server.returncode = os.waitstatus_to_exitcode(status)
    print(f"{turns} turns, {cells} cells: {wall:.2f} s, server {used.ru_utime + used.ru_stime:.2f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
