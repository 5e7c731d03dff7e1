"""What an agent sees and what a network makes of it, compiled for one game and one of its encodings."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from hoplon.bots.generic.forward import Sheet, Weights, compute, new_sheet
from hoplon.core.encoding import Encoding
from hoplon.core.game import Rules
from hoplon.core.kernel import rule

NO_CHOICE = -1
SIDES = 1 << 16  # of the die that picks an action


class Eye(NamedTuple):
    """What a network looks with; `row` and `mask` are those of the last position it looked at.

    `prior` is what a policy thinks of the actions that the mask allows, as probabilities.
    """

    weights: Weights
    sheet: Sheet
    row: Any
    mask: Any
    prior: Any


@dataclass(frozen=True)
class Looking:
    """For compiled code: `agent_of(s)` is asked now; `fill_mask(s, agent, eye, memory)` notes what it may do,
    and `judge(s, agent, eye, memory)` also what the network says.

    For Python, with an array of one position: `count(states)` agents, or 0 if each seat is one;
    `notice(states, memories)` remembers what the agent asked now sees, and `choose(states, memories, eye)`
    then says which choice the network likes best, or NO_CHOICE. `vary(states, eye, drawn)` is another choice
    for the same position, as likely as the network thinks; `drawn` is one of SIDES numbers.
    """

    count: Callable[..., int]
    agent_of: Callable[..., int]
    fill_mask: Callable[..., None]
    judge: Callable[..., None]
    notice: Callable[..., None]
    choose: Callable[..., int]
    vary: Callable[..., int]


def new_eye(weights: Weights, encoding: Encoding) -> Eye:
    """Room to look at one position at a time."""
    row, mask = np.zeros(encoding.width, np.uint8), np.zeros(encoding.actions, np.uint8)
    return Eye(weights, new_sheet(weights), row, mask, np.zeros(encoding.actions))


@rule
def best_action(logits, mask):
    """The allowed action with the greatest logit, the first of several; NO_CHOICE if none is allowed."""
    best = NO_CHOICE
    most = -math.inf
    for action in range(len(mask)):
        if mask[action] != 0 and (best == NO_CHOICE or logits[action] > most):
            best = action
            most = logits[action]
    return best


@rule
def weigh(eye, logits):
    """What a policy thinks of the actions that the mask allows."""
    best = best_action(logits, eye.mask)
    total = 0.0
    for action in range(len(eye.mask)):
        eye.prior[action] = 0.0
        if eye.mask[action] != 0:
            eye.prior[action] = math.exp(float(logits[action]) - float(logits[best]))
            total += eye.prior[action]
    for action in range(len(eye.mask)):
        eye.prior[action] /= total


@rule
def likely_action(eye, drawn):
    """An allowed action, as likely as the policy thinks."""
    left = drawn / SIDES
    found = NO_CHOICE
    for action in range(len(eye.mask)):
        if eye.mask[action] != 0:
            found = action
            left -= eye.prior[action]
            if left < 0.0:
                break
    return found


@cache
def looking_at(rules: Rules, encoding: Encoding) -> Looking:
    """Compile it, on first use."""
    observe, mask_of, remember = encoding.observe, encoding.mask, encoding.remember
    choice_of, is_legal = encoding.choice_of, rules.is_legal
    agent_of = encoding.agent_of or rules.to_move
    count = _counting(encoding)

    @rule
    def fill_mask(s, agent, eye, memory):
        for i in range(len(eye.mask)):
            eye.mask[i] = 0
        mask_of(s, agent, memory, eye.mask)

    @rule
    def judge(s, agent, eye, memory):
        for i in range(len(eye.row)):
            eye.row[i] = 0
        observe(s, agent, memory, eye.row)
        fill_mask(s, agent, eye, memory)
        compute(eye.weights, eye.sheet, eye.row)

    @rule
    def notice(states, memories):
        agent = agent_of(states[0])
        remember(states[0], agent, memories[agent])

    @rule
    def choose(states, memories, eye):
        s = states[0]
        agent = agent_of(s)
        remember(s, agent, memories[agent])
        judge(s, agent, eye, memories[agent])
        action = best_action(eye.sheet.outputs, eye.mask)
        while action != NO_CHOICE:
            choice = choice_of(s, action)
            if is_legal(s, choice):
                return int(choice)
            eye.mask[action] = 0
            action = best_action(eye.sheet.outputs, eye.mask)
        return NO_CHOICE

    @rule
    def vary(states, eye, drawn):
        for _ in range(len(eye.mask)):
            weigh(eye, eye.sheet.outputs)
            action = likely_action(eye, drawn)
            choice = choice_of(states[0], action)
            if is_legal(states[0], choice):
                return int(choice)
            eye.mask[action] = 0
        return NO_CHOICE

    return Looking(count, agent_of, fill_mask, judge, notice, choose, vary)


def _counting(encoding: Encoding) -> Callable[..., int]:
    """`count(states)` for an encoding."""
    if encoding.count_agents is None:
        return lambda _states: 0
    count_agents = encoding.count_agents

    @rule
    def count(states):
        return int(count_agents(states[0]))

    found: Callable[..., int] = count
    return found
