"""What a networked game of hexabomb costs: `python benchmarks/hexabomb_net.py [turns] [map] [players]`.

The server and the game logic are the real programs, each in a process of its own, in fast mode. Only their
processor time counts, loading included; the players live in this process and send prepared orders, so that
they cost little and nobody waits for them. The rules are loaded once beforehand, so nothing is compiled.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time

from hoplon.games.hexabomb import maps
from hoplon.games.hexabomb.tables import WAY_NAMES
from hoplon.protocols.netorcai import AsyncClient
from hoplon.protocols.netorcai.hexabomb.logic import make_ready

HOST = "127.0.0.1"


def orders(dice: random.Random, characters: list[int]) -> list[dict[str, object]]:
    """Any step, a bomb or a revival for each character, as likely; many are illegal, as with real bots."""
    found: list[dict[str, object]] = []
    for who in characters:
        k = dice.randrange(len(WAY_NAMES) + 2)
        if k < len(WAY_NAMES):
            found.append({"id": who, "movement": "move", "direction": WAY_NAMES[k]})
        elif k == len(WAY_NAMES):
            found.append({"id": who, "movement": "bomb", "bomb_range": 3, "bomb_delay": 3})
        else:
            found.append({"id": who, "movement": "revive"})
    return found


async def join(port: int, seed: int, characters: int) -> None:
    """One player."""
    dice = random.Random(seed)
    async with AsyncClient(HOST, port) as client:
        await client.login(f"bot{seed}", "player")
        await client.play(lambda start, _turn: answer(dice, start.player_id * characters, characters))


async def answer(dice: random.Random, first: int, count: int) -> list[dict[str, object]]:
    """The orders of a turn."""
    return orders(dice, list(range(first, first + count)))


def start(module: str, *words: str, output: int) -> subprocess.Popen[bytes]:
    """One of the programs."""
    command = [sys.executable, "-m", module, *words]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)


def used(process: subprocess.Popen[bytes]) -> float:
    """Processor seconds of a program, at its end."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"a program ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def spent(process: subprocess.Popen[bytes]) -> float:
    """Processor seconds of a program so far."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(turns: int = 1000, name: str = "crossroads", players: int = 4) -> None:
    """Play one game and print the split."""
    board = maps.find(name)
    make_ready(board)
    with socket.create_server(("", 0)) as probe:
        port = probe.getsockname()[1]
    options = [f"--port={port}", "--fast", "--autostart", f"--nb-turns-max={turns}", "--nb-visus-max=0"]
    server = start(
        "hoplon.protocols.netorcai.command",
        *options,
        f"--nb-players-max={players}",
        output=subprocess.PIPE,
    )
    assert server.stdout is not None
    server.stdout.readline()
    with tempfile.TemporaryFile() as printed:
        logic = start(
            "hoplon.protocols.netorcai.hexabomb.program", name, "-p", str(port), output=printed.fileno()
        )
        while b"Waiting for DO_INIT" not in os.pread(printed.fileno(), 4096, 0):
            time.sleep(0.05)
        loading = spent(server), spent(logic)
        began = time.perf_counter()

        async def everybody() -> None:
            await asyncio.gather(*(join(port, seed, board.characters) for seed in range(players)))

        asyncio.run(everybody())
        wall = time.perf_counter() - began
        total = used(server), used(logic)
    playing = total[0] - loading[0], total[1] - loading[1]
    print(
        f"{turns} turns, {players} players, map {name} of {len(board.cells)} cells: {wall:.2f} s of wall time"
    )
    print("processor seconds     playing   with loading")
    for what, game, whole in (
        ("server", playing[0], total[0]),
        ("game logic", playing[1], total[1]),
        ("together", sum(playing), sum(total)),
    ):
        print(f"{what:<18}{game:>11.2f}{whole:>15.2f}")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(*(int(word) if word.isdecimal() else word for word in given))  # type: ignore[arg-type]
