"""The choices of a card battle as the actions of a learner: their places in `SPACE`.

Choices name own columns, enemy columns, places of the own hand and of the own second line, whoever chooses.
So an action means the same for both seats, and nothing is renumbered.
"""

from __future__ import annotations

import numpy as np

from hoplon.core.encoding import NO_ACTION
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.legal import SPACE
from hoplon.games.cardbattle.listing import FIRST, mark_legal
from hoplon.games.cardbattle.state import ARGS, CHOICES

ACTIONS = len(SPACE)
CHOICE = np.array(SPACE, np.int16)


@rule
def mask(s, agent, memory, mask):
    """Mark what the seat that is asked may choose."""
    mark_legal(s, mask)


@rule
def choice_of(s, action):
    """The choice that an action stands for."""
    return int(CHOICE[action])


@rule
def action_of(s, choice):
    """The action that stands for a choice."""
    if choice < 0 or choice >= ARGS * CHOICES:
        return NO_ACTION
    do = choice // ARGS
    action = int(FIRST[do]) + choice % ARGS
    return action if action < FIRST[do + 1] else NO_ACTION
