"""The tree of a search in a game with dice or secrets.

A node stands for a sequence of choices, not for a position: each simulation meets other dice and hands there,
and other choices may be legal. A node counts how often it could be chosen. The choices below a node become
nodes one by one, more of them as it is visited more.
"""

from __future__ import annotations

from hoplon.bots.generic.desk import ROOT, USED, count_result
from hoplon.core.kernel import record, rule

node_t = record(
    [
        ("worth", "f8"),  # the mean result for the seat that chose it
        ("choice", "i8"),
        ("visits", "i4"),
        ("seen", "i4"),  # how often it was legal
        ("first", "i4"),  # of the choices below it
        ("next", "i4"),  # beside it
    ]
)
NONE = 0  # instead of a node: the root is below none


@rule
def clear(desk):
    """Begin with the root alone."""
    blank(desk.nodes[ROOT], 0, NONE)
    desk.counts[USED] = 1


@rule
def blank(node, choice, beside):
    """Nothing is known of a new node."""
    node.worth = 0.0
    node.choice = choice
    node.visits = 0
    node.seen = 0
    node.first = NONE
    node.next = beside


@rule
def add_choice(desk, at, choice):
    """A node for a choice below a node; none if there is no room."""
    used = desk.counts[USED]
    if used == len(desk.nodes):
        return NONE
    blank(desk.nodes[used], choice, int(desk.nodes[at].first))
    desk.nodes[used].seen = 1
    desk.nodes[at].first = used
    desk.counts[USED] = used + 1
    return used


@rule
def find_choice(desk, at, choice):
    """The node of a choice below a node."""
    child = int(desk.nodes[at].first)
    while child != NONE and desk.nodes[child].choice != choice:
        child = int(desk.nodes[child].next)
    return child


@rule
def back_up(desk, length):
    """Count the result of a simulation along its path."""
    for i in range(1, length + 1):
        count_result(desk, desk.nodes[desk.path[i]], desk.seats[i - 1])
    desk.nodes[ROOT].visits += 1


@rule
def decide(desk):
    """The choice tried most."""
    best = child = int(desk.nodes[ROOT].first)
    while child != NONE:
        if desk.nodes[child].visits > desk.nodes[best].visits:
            best = child
        child = int(desk.nodes[child].next)
    return desk.nodes[best].choice
