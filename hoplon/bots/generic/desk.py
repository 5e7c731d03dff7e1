"""What a search works with: fixed memory, filled anew for each choice."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from hoplon.core.game import Game
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import mix

ROOT = 0
LONGEST = 1000  # choices of a simulation, if the score says nothing earlier
DEEPEST = 250  # choices of it that are in the tree
COUNTED = 1 << 16  # visits up to which the need to explore grows

# Places in `counts`.
USED = 0  # nodes
SIMULATIONS = 1
SEATS = 2  # seen so far
HORIZON = 3  # choices of a simulation
SEAT = 4  # whose choice it is

# Places in `sums`. The first three are about the results of that seat.
RESULTS = 0
TOTAL = 1
SQUARES = 2
EXPLORE = 3  # how eager to explore, in standard deviations of the results
SPREAD = 4  # the same in points; at least LEAST, which comes from random play
LEAST = 5
BONUS = 6  # in points, for what the score does not tell
PATIENCE = 7  # what is left of a point that is gained a choice later
PLACES = 8

RESULT = 0  # in `values`: what each seat has gained in a simulation
STANDING = 1  # by how much it leads; only the first seat's, if there are two

KNOWN = 0  # in `states`: what the seat knows
WORLD = 1  # the position of a simulation

_STEP = 0x1E3779B1
_M32 = 0xFFFFFFFF


class Desk(NamedTuple):
    """The arrays of a search; `words` are the bytes of `states`, as whole numbers."""

    states: Any
    words: Any
    turns: Any
    nodes: Any
    path: Any  # nodes of a simulation
    seats: Any  # who chose there
    choices: Any
    prints: Any  # of the positions that choices lead to
    values: Any  # of a simulation
    counts: Any
    sums: Any
    eager: Any  # how much to explore below a node, by its visits
    doubt: Any  # how little is known of a node, by its visits


@cache
def _tables() -> tuple[Any, Any]:
    """sqrt(log(n + 1)), since a logarithm is not the same to the last bit everywhere; and 1 / sqrt(n)."""
    eager = [0.0] + [math.sqrt(math.log(n + 1.0)) for n in range(1, COUNTED)]
    doubt = [math.inf] + [1.0 / math.sqrt(n) for n in range(1, COUNTED)]
    return np.array(eager), np.array(doubt)


def new_desk(game: Game, node: Any, room: int) -> Desk:
    """Room for the positions of a game and for so many nodes of this type."""
    states = game.new_states(2)
    width = math.gcd(states.itemsize, 8)
    return Desk(
        states,
        states.view(f"i{width}").reshape(2, -1),
        game.new_turns(1),
        np.zeros(room, node),
        np.zeros(DEEPEST + 2, np.int64),
        np.zeros(DEEPEST + 2, np.int64),
        np.zeros(game.most_choices, np.int64),
        np.zeros(game.most_choices, np.int64),
        np.zeros((2, game.seats[1]), np.float64),
        np.zeros(5, np.int64),
        np.zeros(PLACES, np.float64),
        *_tables(),
    )


@rule
def draw(key, n, sides):
    """Draw n of a simulation, as one of 0 … sides - 1: quicker than the dice of the rules, and less even."""
    return (mix((key + n * _STEP) & _M32) * sides) >> 32


@rule
def note(desk, value):
    """Take in a result of the seat that chooses."""
    desk.sums[RESULTS] += 1.0
    desk.sums[TOTAL] += value
    desk.sums[SQUARES] += value * value


@rule
def measure_spread(desk):
    """How far the results are apart."""
    sums = desk.sums
    mean = sums[TOTAL] / sums[RESULTS]
    variance = sums[SQUARES] / sums[RESULTS] - mean * mean
    sums[SPREAD] = max(sums[LEAST], sums[EXPLORE] * math.sqrt(max(variance, 1e-12)))


@rule
def eagerness(desk, visits):
    """How much to explore below a node with so many visits."""
    return desk.sums[SPREAD] * desk.eager[min(visits, COUNTED - 1)]


@rule
def promise(desk, node, eager):
    """The mean result of a node, and more the less is known of it."""
    return node.worth + eager * desk.doubt[min(int(node.visits), COUNTED - 1)]


@rule
def count_result(desk, node, seat):
    """One result more for a seat."""
    node.visits += 1
    node.worth += (desk.values[RESULT, seat] - node.worth) / int(node.visits)


@rule
def fingerprint(words):
    """A number for the bytes of a position."""
    found = 0
    for i in range(len(words)):
        word = int(words[i])
        found = mix(found ^ (word & _M32)) + (mix((word >> 32) & _M32 ^ found) << 20) & 0xFFFFFFFFFFFFF
    return found
