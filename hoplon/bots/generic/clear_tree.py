"""The tree of a search in a game without dice and secrets.

All choices of a position become nodes at once, side by side. For two seats a node also has bounds, in terms
of the seat that chose it: -1 lost, 0 drawn, 1 won. Where they meet, its value is proven.
"""

from __future__ import annotations

import math

from hoplon.bots.generic.desk import ROOT, SEATS, STANDING, USED, count_result, eagerness, promise
from hoplon.core.kernel import record, rule

node_t = record(
    [
        ("worth", "f8"),  # the mean result for the seat that chose it
        ("choice", "i8"),
        ("visits", "i4"),
        ("first", "i4"),  # of the choices below it
        ("count", "i2"),
        ("certain", "i2"),  # the most that is proven for the seat that chooses below it
        ("low", "i2"),
        ("high", "i2"),
    ]
)


@rule
def clear(desk):
    """Begin with the root alone."""
    blank(desk.nodes[ROOT], 0)
    desk.counts[USED] = 1


@rule
def blank(node, choice):
    """Nothing is known of a new node."""
    node.worth = 0.0
    node.choice = choice
    node.visits = 0
    node.first = 0
    node.count = 0
    node.certain = -1
    node.low = -1
    node.high = 1


@rule
def add_choices(desk, at, n):
    """Nodes for n choices below a node, if there is room."""
    used = desk.counts[USED]
    if used + n > len(desk.nodes):
        return
    for k in range(n):
        blank(desk.nodes[used + k], desk.choices[k])
    desk.nodes[at].first = used
    desk.nodes[at].count = n
    desk.counts[USED] = used + n


@rule
def most_promising(desk, at):
    """The choice below a node to try next; none that cannot be better than what is certain."""
    node = desk.nodes[at]
    first = int(node.first)
    eager = eagerness(desk, int(node.visits))
    best = first
    most = -math.inf
    for i in range(first, first + int(node.count)):
        child = desk.nodes[i]
        if child.high <= node.certain:
            continue
        if child.visits == 0:
            return i
        found = promise(desk, child, eager)
        if found > most:
            most = found
            best = i
    return best


@rule
def best_low(desk, first, last):
    """What is certain for the seat that chooses."""
    low = -1
    for i in range(first, last):
        low = max(low, int(desk.nodes[i].low))
    return low


@rule
def best_high(desk, first, last):
    """What is possible for the seat that chooses."""
    high = -1
    for i in range(first, last):
        high = max(high, int(desk.nodes[i].high))
    return high


@rule
def back_up(desk, length, is_over):
    """Count the result of a simulation along its path; after the end of the match, prove what follows."""
    for i in range(1, length + 1):
        count_result(desk, desk.nodes[desk.path[i]], desk.seats[i - 1])
    desk.nodes[ROOT].visits += 1
    if is_over and desk.counts[SEATS] == 2 and length > 0:
        prove(desk, length)


@rule
def prove(desk, length):
    """The bounds of a node follow from those of the choices below it."""
    end = desk.nodes[desk.path[length]]
    lead = desk.values[STANDING, 0] if desk.seats[length - 1] == 0 else -desk.values[STANDING, 0]
    end.low = end.high = 1 if lead > 0 else -1 if lead < 0 else 0
    for i in range(length - 1, -1, -1):
        node = desk.nodes[desk.path[i]]
        first = int(node.first)
        last = first + int(node.count)
        low = best_low(desk, first, last)
        high = best_high(desk, first, last)
        node.certain = low
        if i > 0 and desk.seats[i - 1] != desk.seats[i]:
            low, high = -high, -low
        if node.low == low and node.high == high:
            return
        node.low = low
        node.high = high


@rule
def is_settled(desk):
    """Is the value of the position proven?"""
    return desk.nodes[ROOT].low == desk.nodes[ROOT].high


@rule
def decide(desk):
    """The choice with the best proven value; else the one tried most, unless a certain draw is better."""
    root = desk.nodes[ROOT]
    first = int(root.first)
    last = first + int(root.count)
    certain = best_low(desk, first, last)
    settled = best_high(desk, first, last) == certain
    best = -1
    for i in range(first, last):
        child = desk.nodes[i]
        fits = child.low == certain if settled else child.high > certain
        if fits and (best < 0 or child.visits > desk.nodes[best].visits):
            best = i
    if settled or certain < 0:
        return desk.nodes[best].choice
    tried = desk.nodes[best]
    for i in range(first, last):
        if desk.nodes[i].low == certain and tried.worth < 0:
            return desk.nodes[i].choice
    return tried.choice
