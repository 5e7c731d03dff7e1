"""A game among honest clients goes on whatever the others do.

A few seconds in the normal suite; HOPLON_FUZZ_SECONDS makes it as long as wanted, and
HOPLON_FUZZ_SEED repeats a failure.
"""

import contextlib
import json
import os
import random
import resource
import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest
from netorcai_harness import PATIENCE, Bare, ProcessSettings

from hoplon.protocols.netorcai import Client, Kicked
from hoplon.protocols.netorcai.logs import Level
from tests.needed import lacking

SECONDS = float(os.environ.get("HOPLON_FUZZ_SECONDS", "5"))
SEED = int(os.environ.get("HOPLON_FUZZ_SEED", time.time_ns()))
TURNS = 6
ENEMIES: list[float] = []  # all that there were
WORDS = [
    "LOGIN", "TURN_ACK", "DO_INIT_ACK", "DO_TURN_ACK", "KICK", "player", "special player",
    "visualization", "game logic", "2.0.0", "1.0.0", "", "\ud800", "\x00", "<&>", "x" * 500,
]  # fmt: skip
NAMES = [
    "message_type", "nickname", "role", "metaprotocol_version", "turn_number", "actions",
    "initial_game_state", "game_state", "all_clients", "winner_player_id", "other",
]  # fmt: skip


def value(dice: random.Random, depth: int = 3) -> object:
    kind = dice.randrange(9 if depth else 6)
    if kind < 2:
        return dice.choice(WORDS)
    if kind == 2:
        return dice.choice([0, -0.0, 1, -1, -2, 1e300, 5e-324, 0.5, 10**400, 2**53 + 1])
    if kind < 6:
        return dice.choice([None, True, False, dice.random(), dice.randrange(-5, 100)])
    if kind == 6:
        return [value(dice, depth - 1) for _ in range(dice.randrange(4))]
    return {dice.choice(NAMES): value(dice, depth - 1) for _ in range(dice.randrange(4))}


def message(dice: random.Random) -> dict[str, object]:
    good: dict[str, object] = dice.choice(
        [
            {
                "message_type": "LOGIN",
                "nickname": "foe",
                "role": dice.choice(["player", "special player", "visualization"]),
                "metaprotocol_version": "2.0.0",
            },
            {"message_type": "TURN_ACK", "turn_number": dice.randrange(-1, TURNS), "actions": []},
            {"message_type": "DO_INIT_ACK", "initial_game_state": {"all_clients": {}}},
            {
                "message_type": "DO_TURN_ACK",
                "winner_player_id": -1,
                "game_state": {"all_clients": {}},
            },
        ]
    )
    for _ in range(dice.randrange(3)):
        name = dice.choice([*good, *NAMES])
        if dice.random() < 0.3:
            good.pop(name, None)
        else:
            good[name] = value(dice)
    return good


def content(dice: random.Random) -> bytes:
    """Text that is nearly right, or not at all."""
    octets = bytearray(json.dumps(message(dice)).encode())
    kind = dice.randrange(6)
    if kind == 0:
        return dice.randbytes(dice.randrange(60))
    if kind == 1:
        for _ in range(dice.randrange(1, 4)):
            octets[dice.randrange(len(octets))] = dice.randrange(256)
    if kind == 2:
        del octets[dice.randrange(len(octets)) :]
    if kind == 3 and dice.random() < 0.2:
        octets[1:1] = b'"deep":' + b"[" * dice.randrange(5000) + b","
    return bytes(octets)


def framed(dice: random.Random) -> bytes:
    octets = content(dice)
    size = len(octets)
    if dice.random() < 0.1:
        size = dice.choice([0, 1, size - 1, size + 1, 1023, 1024, 2**24 - 1, 2**24, 2**32 - 1])
    return struct.pack("<I", max(0, size)) + octets


def hostile(dice: random.Random, port: int) -> None:
    """One enemy: logs in or not, says something, and goes one way or another."""
    with contextlib.suppress(OSError, EOFError, ValueError):
        foe = Bare(port)
        try:
            foe.socket.settimeout(0.2)
            if dice.random() < 0.6:
                foe.login(dice.choice(["player", "special player", "visualization"]), "foe")
            for _ in range(dice.randrange(5)):
                say_something(dice, foe)
            leave(dice, foe)
        finally:
            foe.close()


def say_something(dice: random.Random, foe: Bare) -> None:
    kind = dice.randrange(7)
    if kind == 0:
        foe.send_octets(dice.randbytes(dice.randrange(200)))
    elif kind == 1:
        for octet in framed(dice)[:30]:
            foe.send_octets(bytes([octet]))
            time.sleep(0.0005)
    elif kind == 2:
        foe.send_octets(framed(dice) * dice.randrange(1, 200))
    elif kind == 3:
        heard = foe.read()
        if heard["message_type"] == "TURN":
            foe.ack(heard["turn_number"], [value(dice)])
    elif kind == 4 and dice.random() < 0.1:
        foe.send_octets(struct.pack("<I", 2**24 - 1) + b"[" * dice.randrange(2**20))
    else:
        foe.send_octets(framed(dice))


def leave(dice: random.Random, foe: Bare) -> None:
    kind = dice.randrange(4)
    if kind == 0:
        foe.socket.shutdown(socket.SHUT_WR)
        foe.read()
    elif kind == 1:
        foe.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    elif kind == 2:
        foe.socket.shutdown(socket.SHUT_RD)


class Referee:
    """An honest game logic that is in no hurry, so that the enemies meet every phase."""

    def init(self, _do_init):
        self.turns = 0
        return {"turn": 0}

    def turn(self, _do_turn):
        self.turns += 1
        time.sleep(0.005)
        return {"turn": self.turns}, -1


def friends(house: ProcessSettings, results: list) -> list[threading.Thread]:
    """Honest clients, logged in; each will note how its game went."""

    def play(client: Client, job) -> None:
        with client:
            try:
                results.append(job(client))
            except BaseException as problem:
                results.append(problem)

    jobs = {
        "game logic": lambda client: client.referee(Referee()),
        "player": lambda client: client.play(lambda _start, turn: [turn.turn_number]),
        "visualization": lambda client: list(client.watch())[-1],
    }
    threads = []
    for role in ("game logic", "player", "player", "visualization"):
        client = Client("127.0.0.1", house.port, timeout=PATIENCE)
        client.login("friend", role)
        threads.append(threading.Thread(target=play, args=(client, jobs[role]), daemon=True))
    return threads


def enemies(dice: random.Random, port: int, number: int) -> list[threading.Thread]:
    seeds = [dice.random() for _ in range(number)]
    ENEMIES.extend(seeds)
    return [threading.Thread(target=hostile, args=(random.Random(seed), port), daemon=True) for seed in seeds]


def play_round(dice: random.Random, note: str) -> None:
    house = ProcessSettings(
        level=dice.choice([Level.DEBUG, Level.WARNING]),
        fast=dice.random() < 0.7,
        nb_turns_max=TURNS,
        nb_players_max=100,
        nb_splayers_max=100,
        nb_visus_max=100,
    )
    results: list = []
    try:
        honest = friends(house, results)
        early = enemies(dice, house.port, dice.randrange(12))
        for thread in early:
            thread.start()
        if dice.random() < 0.5:
            time.sleep(dice.random() * 0.05)
        house.start()
        late = enemies(dice, house.port, dice.randrange(12))
        for thread in (*honest, *late):
            thread.start()
        for thread in (*honest, *early, *late):
            thread.join(PATIENCE)
            assert not thread.is_alive(), note
        assert house.end() == 0, note
    finally:
        house.close()
    endings = [result for result in results if result is not None]
    assert len(results) == 4, note
    assert [ending.game_state for ending in endings] == [{"turn": TURNS}] * 3, (note, results)


def play_with_bad_referee(dice: random.Random, note: str) -> None:
    """The game logic itself goes wrong: everybody is told, and the server ends."""
    house = ProcessSettings(fast=True, nb_turns_max=TURNS)
    try:
        logic = house.game_logic()
        player = house.guest()
        house.start()
        logic.read("DO_INIT")
        with contextlib.suppress(OSError):
            if dice.random() < 0.7:
                logic.init_ack()
            for _ in range(3):
                logic.send_octets(framed(dice))
            logic.socket.shutdown(socket.SHUT_WR)
        assert house.end() == 1, note
        heard = [player.read()["message_type"]]
        while heard[-1] != "KICK":
            heard.append(player.read()["message_type"])
        assert player.is_over(), note
    finally:
        house.close()


def test_honest_games_go_on() -> None:
    deadline = time.monotonic() + SECONDS
    seed = SEED
    ENEMIES.clear()
    while time.monotonic() < deadline:
        note = f"HOPLON_FUZZ_SEED={seed}"
        dice = random.Random(seed)
        if dice.random() < 0.8:
            play_round(dice, note)
        else:
            play_with_bad_referee(dice, note)
        seed += 1
    print(f"{seed - SEED} games, {len(ENEMIES)} bad clients")
    assert ENEMIES


CROWD = 1000


@pytest.fixture
def room_for_a_crowd() -> Iterator[None]:
    """A thousand connections take as many descriptors on our side."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < CROWD + 200:
        pytest.skip(lacking("more open files", f"only {hard} are allowed"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, CROWD + 200), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_thousand_connections_at_once(command, room_for_a_crowd) -> None:
    """All of them are there before the game begins, and misbehave one after the other while it is played."""
    turns = 40
    note = f"HOPLON_FUZZ_SEED={SEED}"
    dice = random.Random(SEED)
    process = command(
        "--fast", f"--nb-turns-max={turns}", "--nb-players-max=1", "--nb-visus-max=1", "--quiet"
    )
    process.wait_for_port()
    crowd = [process.stranger() for _ in range(CROWD)]
    logic, player = process.guest("game logic"), process.guest()
    for foe in crowd[: CROWD // 4]:
        foe.login("player", "foe")
    process.type("start")
    logic.read("DO_INIT")
    logic.init_ack()
    player.read("GAME_STARTS")
    for turn in range(turns):
        logic.read("DO_TURN")
        logic.turn_ack({"turn": turn})
        if turn < turns - 1:
            assert player.read("TURN")["game_state"] == {"turn": turn}, note
            player.ack(turn)
        for foe in crowd[turn :: 2 * turns]:
            foe.socket.settimeout(0.02)
            with contextlib.suppress(OSError, EOFError, ValueError):
                say_something(dice, foe)
                leave(dice, foe)
            foe.close()
    assert player.read("GAME_ENDS")["game_state"] == {"turn": turns - 1}, note
    assert player.read_kick() == "Game is finished"
    assert logic.read_kick() == "Game is finished"
    assert process.end() == 0, note


def test_the_fuzzers_friends_are_no_fools() -> None:
    """A game that is cut short would be noticed."""
    house = ProcessSettings(fast=True, nb_turns_max=TURNS)
    results: list = []
    try:
        for thread in (threads := friends(house, results)):
            thread.start()
        house.do(house.server.stop, 0)
        for thread in threads:
            thread.join(PATIENCE)
    finally:
        house.close()
    assert [type(result) for result in results] == [Kicked] * 4
