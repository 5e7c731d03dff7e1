"""A table for examples: a picture, orders by letter, and what became of them."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np

import hoplon
from hoplon.core.match import Match
from hoplon.core.text import turn_of
from hoplon.games.hexabomb.picture import LETTERS, diagram, read_diagram
from hoplon.games.hexabomb.rules import play_orders
from hoplon.games.hexabomb.state import order_t, state_type, turn_record
from hoplon.games.hexabomb.view import Position, put, whole
from hoplon.games.hexabomb.wire import read_order
from hoplon.games.hexabomb.words import phrases


@dataclass
class After:
    """The turn log, the board and the whole position after a turn."""

    log: str
    board: str
    position: Position


def order_of(text: str, position: Position) -> tuple[int, ...]:
    """`A move x+`, `A bomb 3 2` (range, delay) or `A revive`, as it would come from its player."""
    name, movement, *rest = text.split()
    who = LETTERS.index(name)
    given: dict[str, Any] = {"id": who, "movement": movement}
    if movement == "move":
        given["direction"] = rest[0]
    elif movement == "bomb":
        given |= {"bomb_range": int(rest[0]), "bomb_delay": int(rest[1])}
    order = read_order(given, position.characters[who].seat)
    assert isinstance(order, tuple), order
    return order


class Table:
    """A position that turns are played on."""

    def __init__(self, picture: str, **values: Any) -> None:
        position = read_diagram(textwrap.dedent(picture), **values)
        self.phrases = phrases(position.board)
        self.states = np.zeros(1, state_type(position.size()))
        self.turns = np.zeros(1, turn_record(position.size()))
        put(position, self.states, 0)

    def play(self, *orders: str) -> After:
        """One turn with these orders, in this sequence."""
        position = whole(self.states, 0)
        array = np.zeros(max(1, len(orders)), order_t)
        for n, text in enumerate(orders):
            array[n] = order_of(text, position)
        play_orders(self.states, 0, self.turns, 0, array, len(orders))
        after = whole(self.states, 0)
        log = [line for line in str(turn_of(self.turns[0], self.phrases)).splitlines() if "lead" not in line]
        return After("\n".join(log), diagram(after), after)

    def wait(self, turns: int) -> After:
        """Some turns without orders; the last one's result."""
        for _ in range(turns - 1):
            self.play()
        return self.play()


def picture(text: str) -> str:
    """A picture as written in a test, as `board` gives it."""
    lines = textwrap.dedent(text).strip("\n").splitlines()
    return "\n".join(line.rstrip() for line in lines)


def played(seed: int, choices: list[int], **options: Any) -> Match:
    """A match in which choice k is the k-th number of the list, counted round the legal ones."""
    match = hoplon.new("hexabomb", seed=seed, **options)
    for k in choices:
        if match.is_over:
            break
        legal = match.legal()
        match.play(legal[k % len(legal)])
    return match
