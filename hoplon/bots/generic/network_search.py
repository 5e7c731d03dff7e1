"""The search of `learned`: a tree over choices, with a network's opinion of what to try and how it will end.

A node stands for a sequence of choices, not for a position: each simulation begins in another position that
the seat considers possible, with other dice. It goes down the tree, by the network's policy and by what came
of it before, to a node that is new; what was gained on the way and what the network says there is the result.

Where two seats take turns, both choose so, each for itself. Where more do, or all at once, the others do what
the network would do in their place, and the tree is over the own choices alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from hoplon.bots.generic.desk import KNOWN, ROOT, WORLD, draw
from hoplon.bots.generic.looking import NO_CHOICE, SIDES, Eye, likely_action, looking_at, weigh
from hoplon.bots.generic.network import Network
from hoplon.bots.generic.simulation import dealer
from hoplon.core.actions import FINE
from hoplon.core.dice import named
from hoplon.core.encoding import Encoding
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import record, rule
from hoplon.core.quick_dice import quick_number, quick_stream

SEARCH_DICE = 0x4E4554
DEEPEST = 250  # choices of a simulation that are in the tree
LONGEST = 2000  # choices of it at all
EAGER = 1.25  # how much the policy counts beside the results
CAUTION = 0.15  # how much worse an untried choice is thought to be
LEAST_SPREAD = 0.1  # of results, in the units of rewards: smaller differences count for less
NONE = 0  # instead of a node: the root is below none

# Places in `counts`.
USED = 0  # nodes
SEAT = 1  # whose choice it is
AGENT = 2
PLAYED = 3  # choices of a simulation
LENGTH = 4  # those of it that are in the tree

# Places in `sums`.
UNIT = 0  # what a point of the measure is worth
GAMMA = 1  # what is left of a reward that comes a choice later
WEIGHT = 2  # what is left of one that comes now
STEP = 3  # what is left of that after the choice that was made last

# Rows of `values`, with a number for each seat.
RESULT = 0  # of a simulation
BEFORE = 1  # what the measure said last
LOW = 2  # the least mean result of a node
HIGH = 3

node_t = record(
    [
        ("total", "f8"),  # of the results for the seat that chose it
        ("visits", "i4"),
        ("action", "i4"),
        ("first", "i4"),  # of the choices below it
        ("next", "i4"),  # beside it
        ("looked", "i4"),  # has the network looked at it?
    ]
)

Search = Callable[..., int]


class Desk(NamedTuple):
    """What a search works with: fixed memory, filled anew for each choice."""

    states: Any
    turns: Any
    eye: Eye
    nodes: Any
    logits: Any  # of each node, as the network saw it first
    path: Any  # nodes of a simulation
    seats: Any  # who chose there
    child: Any  # of the node that is looked at, by action
    values: Any
    counts: Any
    sums: Any


def new_desk(game: Game, network: Network, eye: Eye, room: int) -> Desk:
    """Room for so many nodes."""
    actions = network.encoding.actions
    sums = np.array([network.number("unit"), network.number("gamma"), 1.0, 1.0])
    return Desk(
        game.new_states(2),
        game.new_turns(1),
        eye,
        np.zeros(room + 1, node_t),
        np.zeros((room + 1, actions), np.float32),
        np.zeros(DEEPEST + 1, np.int64),
        np.zeros(DEEPEST + 1, np.int64),
        np.zeros(actions, np.int64),
        np.zeros((4, max(game.seats[1], 2)), np.float64),
        np.zeros(5, np.int64),
        sums,
    )


@rule
def clear(desk):
    """Begin with the root alone."""
    blank(desk.nodes[ROOT], NO_CHOICE, NONE)
    desk.counts[USED] = 1
    for seat in range(desk.values.shape[1]):
        desk.values[LOW, seat] = math.inf
        desk.values[HIGH, seat] = -math.inf


@rule
def blank(node, action, beside):
    """Nothing is known of a new node."""
    node.total = 0.0
    node.visits = 0
    node.action = action
    node.first = NONE
    node.next = beside
    node.looked = 0


@rule
def add_child(desk, at, action):
    """A node for an action below a node; none if there is no room."""
    used = desk.counts[USED]
    if used == len(desk.nodes):
        return NONE
    blank(desk.nodes[used], action, int(desk.nodes[at].first))
    desk.nodes[at].first = used
    desk.counts[USED] = used + 1
    return used


@rule
def only_action(mask):
    """The only action that a mask allows; NO_CHOICE if there are several or none."""
    found = NO_CHOICE
    for action in range(len(mask)):
        if mask[action] != 0:
            if found != NO_CHOICE:
                return NO_CHOICE
            found = action
    return found


@rule
def scaled(desk, seat, result):
    """A result of a seat between 0, the worst there is in the tree, and 1."""
    low, high = desk.values[LOW, seat], desk.values[HIGH, seat]
    if high < low:
        return 0.5
    spread = max(high - low, LEAST_SPREAD)
    return 0.5 + (result - 0.5 * (low + high)) / spread


@rule
def promising(desk, at, seat):
    """The allowed action below a node to try next; what the policy thinks is there already."""
    node = desk.nodes[at]
    for action in range(len(desk.child)):
        desk.child[action] = NONE
    child = int(node.first)
    tried = 0
    total = 0.0
    mass = 0.0
    while child != NONE:
        below = desk.nodes[child]
        desk.child[below.action] = child
        tried += int(below.visits)
        total += below.total
        mass += desk.eye.prior[below.action]
        child = int(below.next)
    untried = 0.5
    if tried > 0:
        untried = scaled(desk, seat, total / tried) - CAUTION * math.sqrt(mass)
    eager = EAGER * math.sqrt(tried + 1.0)
    best = NO_CHOICE
    most = -math.inf
    for action in range(len(desk.child)):
        if desk.eye.mask[action] == 0:
            continue
        found = untried + eager * desk.eye.prior[action]
        child = desk.child[action]
        if child != NONE and desk.nodes[child].visits > 0:
            below = desk.nodes[child]
            visits = int(below.visits)
            found = scaled(desk, seat, below.total / visits) + eager * desk.eye.prior[action] / (1 + visits)
        if found > most:
            most = found
            best = action
    return best


@rule
def back_up(desk):
    """Count the result of a simulation along its path."""
    for i in range(desk.counts[LENGTH]):
        node, seat = desk.nodes[desk.path[i]], desk.seats[i]
        node.visits += 1
        node.total += desk.values[RESULT, seat]
        mean = node.total / int(node.visits)
        desk.values[LOW, seat] = min(desk.values[LOW, seat], mean)
        desk.values[HIGH, seat] = max(desk.values[HIGH, seat], mean)


@rule
def decide(desk):
    """The action tried most; of several, the one with the better results."""
    best = child = int(desk.nodes[ROOT].first)
    while child != NONE:
        node, leader = desk.nodes[child], desk.nodes[best]
        if (node.visits, node.total) > (leader.visits, leader.total):
            best = child
        child = int(node.next)
    return int(desk.nodes[best].action) if best != NONE else NO_CHOICE


def find_search(game: Game, encoding: Encoding, measure: Callable[..., int]) -> Search:
    """`search(desk, memories, seed, n)`: a choice, from n simulations. KNOWN of the desk is the position."""
    in_turn = game.seats == (2, 2) and not game.simultaneous
    return _search(game.rules, encoding, measure, in_turn)


@cache
def _search(rules: Rules, encoding: Encoding, measure: Callable[..., int], in_turn: bool) -> Search:
    """Compile it; `in_turn` says that two seats take turns."""
    to_move, take_turn, is_legal = rules.to_move, rules.take_turn, rules.is_legal
    choice_of, remember = encoding.choice_of, encoding.remember
    looking = looking_at(rules, encoding)
    agent_of, fill_mask, judge = looking.agent_of, looking.fill_mask, looking.judge
    deal = dealer(rules)

    @rule
    def measured(desk, s, seat, memories):
        """What the measure says of a seat."""
        return float(measure(s, seat, memories[seat if in_turn else desk.counts[AGENT]]))

    @rule
    def gain(desk, s, memories):
        """Add what was gained since last time."""
        for seat in range(2) if in_turn else range(desk.counts[SEAT], desk.counts[SEAT] + 1):
            now = measured(desk, s, seat, memories)
            worth = desk.sums[UNIT] * (now - desk.values[BEFORE, seat])
            desk.values[RESULT, seat] += desk.sums[WEIGHT] * worth
            desk.values[BEFORE, seat] = now
        desk.sums[WEIGHT] *= desk.sums[STEP]
        desk.sums[STEP] = 1.0

    @rule
    def begin(desk, memories, own, key):
        """A position that the seat considers possible, with nothing gained."""
        desk.states[WORLD] = desk.states[KNOWN]
        s = desk.states[WORLD]
        deal(s, desk.counts[SEAT], named(key >> 1))
        for agent in range(memories.shape[0]):
            for i in range(memories.shape[1]):
                memories[agent, i] = own[agent, i]
        desk.turns[0].fault = FINE
        desk.counts[PLAYED] = desk.counts[LENGTH] = 0
        desk.sums[WEIGHT] = desk.sums[STEP] = 1.0
        for seat in range(2) if in_turn else range(desk.counts[SEAT], desk.counts[SEAT] + 1):
            desk.values[RESULT, seat] = 0.0
            desk.values[BEFORE, seat] = measured(desk, s, seat, memories)

    @rule
    def play(desk, s, action):
        """Play an action if it is legal, and say whether it was."""
        choice = choice_of(s, action)
        if not is_legal(s, choice):
            desk.eye.mask[action] = 0
            return False
        take_turn(s, desk.turns[0], choice)
        desk.counts[PLAYED] += 1
        return True

    @rule
    def value_here(desk, s, agent, seat, memories, at):
        """The network looks at the position; what it says of the actions is kept if the node is new."""
        judge(s, agent, desk.eye, memories[agent])
        outputs = desk.eye.sheet.outputs
        if desk.nodes[at].looked == 0:
            desk.nodes[at].looked = 1
            for action in range(desk.logits.shape[1]):
                desk.logits[at, action] = outputs[action]
        worth = desk.sums[WEIGHT] * float(outputs[desk.logits.shape[1]])
        desk.values[RESULT, seat] += worth
        if in_turn:
            desk.values[RESULT, 1 - seat] -= worth

    @rule
    def descend(desk, s, at, seat):
        """Play the action to try next; the node below, or NONE if there is none."""
        weigh(desk.eye, desk.logits[at])
        for _ in range(desk.logits.shape[1]):
            action = promising(desk, at, seat)
            if action == NO_CHOICE:
                return NONE
            below = desk.child[action]
            if play(desk, s, action):
                if below == NONE:
                    below = add_child(desk, at, action)
                desk.sums[STEP] = desk.sums[GAMMA]
                if below != NONE:
                    desk.path[desk.counts[LENGTH]] = below
                    desk.seats[desk.counts[LENGTH]] = seat
                    desk.counts[LENGTH] += 1
                return below
        return NONE

    @rule
    def simulate(desk, memories, own, key):
        begin(desk, memories, own, key)
        s = desk.states[WORLD]
        at = ROOT
        while desk.counts[PLAYED] < LONGEST and desk.turns[0].fault == FINE:
            seat = int(to_move(s))
            agent = int(agent_of(s)) if seat >= 0 else 0
            if desk.counts[PLAYED] > 0:  # the position at the root was noticed already
                if seat >= 0:
                    remember(s, agent, memories[agent])
                gain(desk, s, memories)
            if seat < 0:
                break
            fill_mask(s, agent, desk.eye, memories[agent])
            only = only_action(desk.eye.mask)
            if only != NO_CHOICE:  # no node for what has no alternative
                if not play(desk, s, only):
                    break
            elif seat != desk.counts[SEAT] and not in_turn:
                judge(s, agent, desk.eye, memories[agent])
                weigh(desk.eye, desk.eye.sheet.outputs)
                if not play(desk, s, likely_action(desk.eye, draw(key, desk.counts[PLAYED], SIDES))):
                    break
            elif desk.nodes[at].looked == 0 or desk.counts[LENGTH] == DEEPEST:
                value_here(desk, s, agent, seat, memories, at)
                break
            else:
                at = descend(desk, s, at, seat)
                if at == NONE:
                    break
        back_up(desk)

    @rule
    def grow(desk, memories, own, seed, n):
        s = desk.states[KNOWN]
        desk.counts[SEAT] = to_move(s)
        desk.counts[AGENT] = agent_of(s)
        clear(desk)
        begin(desk, memories, own, 0)
        value_here(desk, s, desk.counts[AGENT], desk.counts[SEAT], own, ROOT)
        key = quick_stream(seed, SEARCH_DICE, 0)
        for k in range(n):
            simulate(desk, memories, own, quick_number(key, k))
        action = decide(desk)
        return int(choice_of(s, action)) if action != NO_CHOICE else NO_CHOICE

    grown: Search = grow

    def search(desk: Desk, memories: Any, seed: int, n: int) -> int:
        return grown(desk, memories.copy(), memories, seed, n)

    return search
