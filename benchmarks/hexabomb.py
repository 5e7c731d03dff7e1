"""Turns a second of hexabomb on one core: rules alone, choices of a match, and JSON in and out.

python benchmarks/hexabomb.py [MAP] [SECONDS]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import hoplon
from hoplon.core.actions import begin
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import mix
from hoplon.games.hexabomb.maps import HexMap, find
from hoplon.games.hexabomb.rules import play_turn
from hoplon.games.hexabomb.state import Do, order_t
from hoplon.games.hexabomb.tables import WAY_NAMES
from hoplon.games.hexabomb.wire import Play

WISHES = 8  # six moves, a bomb, a revival


@rule
def random_orders(s: Any, orders: Any, x: int) -> int:
    """A wish for each character, regardless of legality; returns the dice."""
    for c in range(s.characters):
        x = mix(x + 0x1E3779B1)
        wish = (x * WISHES) >> 32
        o = orders[c]
        o.seat = s.seat[c]
        o.who = c
        o.way = 0
        if wish < 6:
            o.kind = Do.MOVE
            o.way = wish
        elif wish == 6:
            o.kind = Do.BOMB
            o.range = 3
            o.delay = 3
        else:
            o.kind = Do.REVIVE
    return x


@rule
def many_turns(states: Any, turns: Any, orders: Any, n: int, x: int) -> int:
    """Turns with random orders; returns how many actions were logged."""
    s = states[0]
    turn = turns[0]
    logged = 0
    for _ in range(n):
        x = random_orders(s, orders, x)
        begin(turn)
        play_turn(s, turn, orders, int(s.characters))
        logged += turn.n
    return logged


def rate(go: Callable[[int], object], n: int, seconds: float) -> float:
    """Times a second that something is done, the best of three runs."""
    go(n)
    best = 0.0
    for _ in range(3):
        done, start = 0, time.thread_time()
        while time.thread_time() - start < seconds / 3:
            go(n)
            done += n
        best = max(best, done / (time.thread_time() - start))
    return best


def lines_of(board: HexMap, players: int, n: int) -> list[str]:
    """Actions of random players as they come over a network."""
    dice = np.random.default_rng(1)

    def order(who: int) -> dict[str, Any]:
        wish = int(dice.integers(WISHES))
        if wish < 6:
            return {"id": who, "movement": "move", "direction": WAY_NAMES[wish]}
        if wish == 6:
            return {"id": who, "movement": "bomb", "bomb_delay": 3, "bomb_range": 3}
        return {"id": who, "movement": "revive"}

    each = board.characters
    return [
        json.dumps(
            [
                {"player_id": p, "turn_number": 1, "actions": [order(p * each + c) for c in range(each)]}
                for p in range(players)
            ]
        )
        for _ in range(n)
    ]


def main(name: str = "crossroads", seconds: float = 3.0) -> None:
    """Print the table."""
    board = find(name)
    players = len(board.starts)
    print(f"{name}: {len(board.cells)} cells, {players} players with {board.characters} characters each")
    play = Play(board, players)
    orders = np.zeros(players * board.characters, order_t)
    turns = rate(lambda n: many_turns(play.states, play._turns, orders, n, 5), 1000, seconds)
    print(f"{turns:12,.0f} turns/s, rules with random orders")

    batch = hoplon.batch("hexabomb", 1, threads=1, map=name, turns=200)
    choices = rate(lambda n: batch.play_randomly(n), 1000, seconds)
    print(f"{choices:12,.0f} choices/s of a match, {choices / len(orders):,.0f} turns/s")

    lines = lines_of(board, players, 200)

    def wire(loads: Callable[[str], Any]) -> Callable[[int], None]:
        def go(n: int) -> None:
            for line in lines[:n]:
                play.turn(loads(line))
                play.state()

        return go

    size = len(play.state())
    print(f"{rate(wire(json.loads), 200, seconds):12,.0f} turns/s, JSON in and out ({size} bytes)")
    try:
        import orjson
    except ImportError:
        return
    print(f"{rate(wire(orjson.loads), 200, seconds):12,.0f} turns/s, JSON in by orjson and out")


if __name__ == "__main__":
    main(*(cast(word) for cast, word in zip((str, float), sys.argv[1:], strict=False)))
