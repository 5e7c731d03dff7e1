"""The tree of the search at Hoplite: over the hero's choices, grown by playing the level out again and again.

Every simulation plays the real rules on a copy of the position, with dice of its own. In the tree the next
choice is the one that promises most (mean result so far, plus a share for what instinct likes and what was
tried little); below it instinct plays alone, with some noise. A simulation ends with the level, and is worth
what the hero then is worth. The tree knows choices, not positions: the demons walk anew each time.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from hoplon.bots.hoplite.instinct import PLANS, SKIP_ALTAR, think
from hoplon.bots.hoplite.worth import worth, worth_below
from hoplon.core.actions import NOWHERE
from hoplon.core.dice import named
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import mix, quick_number, quick_stream
from hoplon.games.hoplite.rules import forget_dice, take_turn
from hoplon.games.hoplite.state import End

SEARCH_DICE = 0x534541
FACES = 2**31

# A result is worth less the later it comes: a little, and more once a run dawdles.
PER_TURN = 0.997
PER_TURN_AT_WORST = 0.967
TURNS_A_DEPTH = 25
DAWDLING = 100

HORIZON = 40
WORTH_AT_HORIZON = 0.5
NOISE = 0.4
TRUST = 0.6
LEAST_SHARE = 0.002
PLAN_TRUST = 0.3
COLDEST = -12.0

ROOT = 0
CODE_BITS = 12

# Places in `counts`.
USED = 0
TURNS = 1
DRAWN = 2


class Tree(NamedTuple):
    """Nodes 0 (the root), 1 … PLANS (one a plan), then the rest; a hash table finds the node of a choice."""

    keys: Any
    nodes: Any
    visits: Any
    totals: Any
    counts: Any


class Desk(NamedTuple):
    """What a simulation works with."""

    states: Any
    turns: Any
    charts: Any
    thoughts: Any
    path: Any


@rule
def simulate(roots, tree, desk, key, turns):
    """Simulations until so many turns were made."""
    root = roots[0]
    now = worth_below(root)
    per_turn = keenness(root)
    until = tree.counts[TURNS] + turns
    while tree.counts[TURNS] < until:
        plan = choose_plan(root, tree)
        desk.states[0] = roots[0]
        forget_dice(desk.states[0], named(draw(tree, key)))
        began = tree.counts[TURNS]
        length = play_out(tree, desk, plan, key)
        value = result(desk.states[0], int(root.depth)) / now * per_turn ** (tree.counts[TURNS] - began)
        for i in range(length):
            tree.visits[desk.path[i]] += 1
            tree.totals[desk.path[i]] += value


@rule
def keenness(root):
    """What is left of a result a turn later."""
    late = (int(root.turn) - TURNS_A_DEPTH * int(root.depth)) / DAWDLING
    return PER_TURN - (PER_TURN - PER_TURN_AT_WORST) * min(1.0, max(0.0, late))


@rule
def choose_plan(root, tree):
    """The plan that promises most (UCB); where there is no altar to pray at, none skips it."""
    no_altar = root.altar == NOWHERE or root.altar_used == 1
    best = 0
    most = -1.0
    for plan in range(PLANS):
        if no_altar and plan & SKIP_ALTAR != 0:
            continue
        n = tree.visits[1 + plan]
        if n == 0:
            return plan
        spread = math.sqrt(math.log(tree.visits[ROOT] + 1.0) / n)
        promise = tree.totals[1 + plan] / n + PLAN_TRUST * spread
        if promise > most:
            most = promise
            best = plan
    return best


@rule
def play_out(tree, desk, plan, key):
    """Play a level to its end or the horizon; the nodes passed are left in `path`, returns how many."""
    s = desk.states[0]
    turn = desk.turns[0]
    thoughts = desk.thoughts[0]
    node = 1 + plan
    desk.path[0] = ROOT
    desk.path[1] = node
    length = 2
    in_tree = True
    for _ in range(HORIZON):
        think(s, desk.charts[0], plan, thoughts)
        if in_tree:
            pick, place = most_promising(tree, node, thoughts)
            if tree.keys[place] == 0:
                in_tree = False
                if tree.counts[USED] == len(tree.visits):
                    place = -1
                else:
                    add_node(tree, place, node, thoughts.code[pick])
            if place >= 0:
                node = tree.nodes[place]
                desk.path[length] = node
                length += 1
        else:
            pick = liked_best(tree, thoughts, key)
        take_turn(s, turn, thoughts.code[pick])
        tree.counts[TURNS] += 1
        if s.end != End.RUNNING or turn.new_deal == 1:
            break
    return length


@rule
def most_promising(tree, node, thoughts):
    """In the tree (PUCT): the mean so far, and a share by instinct that shrinks with the visits."""
    top = thoughts.score[0]
    for i in range(1, thoughts.n):
        top = max(top, thoughts.score[i])
    whole = 0.0
    for i in range(thoughts.n):
        thoughts.score[i] = math.exp(max(thoughts.score[i] - top, COLDEST)) + LEAST_SHARE
        whole += thoughts.score[i]
    eager = TRUST * math.sqrt(tree.visits[node] + 1.0) / whole
    untried = tree.totals[node] / max(tree.visits[node], 1)
    most = -1.0
    pick = 0
    found = 0
    for i in range(thoughts.n):
        place = find(tree, node, thoughts.code[i])
        visits = 0
        mean = untried
        if tree.keys[place] != 0:
            child = tree.nodes[place]
            visits = tree.visits[child]
            mean = tree.totals[child] / max(visits, 1)
        promise = mean + eager * thoughts.score[i] / (1 + visits)
        if promise > most:
            most = promise
            pick = i
            found = place
    return pick, found


@rule
def liked_best(tree, thoughts, key):
    """Below the tree: instinct with noise, mostly small and at times large enough to leave a dead end."""
    most = -math.inf
    pick = 0
    for i in range(thoughts.n):
        liking = thoughts.score[i] - NOISE * math.log((draw(tree, key) + 1) / FACES)
        if liking > most:
            most = liking
            pick = i
    return pick


@rule
def result(s, depth):
    """What the end of a simulation is worth."""
    if s.end == End.WON:
        return 1.0
    if s.end != End.RUNNING:
        return 0.0
    if s.depth != depth:
        return worth(int(s.depth), int(s.health), int(s.max_health), int(s.prayers))
    return WORTH_AT_HORIZON * worth_below(s)


@rule
def draw(tree, key):
    """The next of the search's own dice, 31 bits."""
    n = tree.counts[DRAWN]
    tree.counts[DRAWN] = n + 1
    return quick_number(key, n) >> 1


@rule
def find(tree, node, code):
    """The place of a node's choice in the hash table; an empty one if it has no node yet."""
    key = (node << CODE_BITS) + code + 1
    mask = len(tree.keys) - 1
    place = mix(key) & mask
    while tree.keys[place] != 0 and tree.keys[place] != key:
        place = (place + 1) & mask
    return place


@rule
def add_node(tree, place, node, code):
    """A new node for a choice."""
    tree.keys[place] = (node << CODE_BITS) + code + 1
    tree.nodes[place] = tree.counts[USED]
    tree.counts[USED] += 1


@rule
def most_visited(roots, tree, desk):
    """The choice tried most under the plan tried most."""
    plan = 0
    for p in range(1, PLANS):
        if tree.visits[1 + p] > tree.visits[1 + plan]:
            plan = p
    thoughts = desk.thoughts[0]
    think(roots[0], desk.charts[0], plan, thoughts)
    best = 0
    most = -1
    for i in range(thoughts.n):
        place = find(tree, 1 + plan, thoughts.code[i])
        if tree.keys[place] != 0 and tree.visits[tree.nodes[place]] > most:
            most = tree.visits[tree.nodes[place]]
            best = i
    return thoughts.code[best]


@rule
def grow_tree(roots, tree, desk, seed, turns):
    """Go on with a search for so many turns and say the best choice so far."""
    simulate(roots, tree, desk, quick_stream(seed, SEARCH_DICE, 0), turns)
    return most_visited(roots, tree, desk)
