"""What a learner is told of hexabomb. An agent is a character; its seat knows all but the others' orders."""

from __future__ import annotations

import numpy as np

from hoplon.core.actions import NOWHERE
from hoplon.core.encoding import NO_ACTION, Encoding
from hoplon.core.game import Game
from hoplon.core.kernel import rule
from hoplon.games.hexabomb import around, boardwide
from hoplon.games.hexabomb.legal import (
    LISTED,
    MOVE,
    ORDINARY,
    REVIVE,
    SPACE,
    STAY,
    asked_character,
    bomb_choice,
    can_bomb,
    can_revive,
    delay_of,
    is_special,
    kind_of,
    range_of,
    way_of,
)
from hoplon.games.hexabomb.state import ALIVE, SIZES, Do, state_type
from hoplon.games.hexabomb.tables import LEAST_BOMB, MOST_BOMB, WAYS

# Actions of `around`: a move for each way, a bomb for each range and delay, revive, stay.
BOMBS = ORDINARY * ORDINARY
TO_REVIVE = WAYS + BOMBS
TO_STAY = TO_REVIVE + 1
ACTIONS = TO_STAY + 1

# Actions of `whole`: the choices of the rules in their order.
CHOICES = np.array(SPACE, np.int64)


@rule
def seat_of(s, agent):
    """The seat of a character."""
    return int(s.seat[agent])


@rule
def count_agents(s):
    """All characters, dead or alive."""
    return int(s.characters)


@rule
def mask_around(s, agent, memory, mask):
    """What a character may be ordered; it may always stay."""
    write_moves(s, agent, mask)
    if can_bomb(s, agent):
        for k in range(BOMBS):
            mask[WAYS + k] = 1
    if can_revive(s, agent):
        mask[TO_REVIVE] = 1
    mask[TO_STAY] = 1


@rule
def write_moves(s, agent, mask):
    """The ways that lead to a cell; it may turn out to be taken."""
    if s.wait[agent] == ALIVE:
        here = int(s.at[agent])
        for way in range(WAYS):
            if s.near[here, way] != NOWHERE:
                mask[way] = 1


@rule
def choice_around(s, action):
    """The choice that an action stands for."""
    if action < WAYS:
        return MOVE | action
    if action < TO_REVIVE:
        bomb = action - WAYS
        return bomb_choice(LEAST_BOMB + bomb // ORDINARY, LEAST_BOMB + bomb % ORDINARY)
    return REVIVE if action == TO_REVIVE else STAY


@rule
def action_around(s, choice):
    """The action that stands for a choice; none for the bombs that only the special player has."""
    kind = kind_of(choice)
    if kind == Do.MOVE:
        return way_of(choice)
    if kind == Do.BOMB:
        reach = range_of(choice)
        delay = delay_of(choice)
        if reach > MOST_BOMB or delay > MOST_BOMB:
            return NO_ACTION
        return WAYS + (reach - LEAST_BOMB) * ORDINARY + delay - LEAST_BOMB
    return TO_REVIVE if kind == Do.REVIVE else TO_STAY


@rule
def mask_whole(s, agent, memory, mask):
    """What a character may be ordered; the special player has more bombs."""
    write_moves(s, agent, mask)
    if can_bomb(s, agent):
        sides = len(LISTED) if is_special(s, agent) else ORDINARY
        for reach in range(sides):
            for delay in range(sides):
                mask[WAYS + reach * len(LISTED) + delay] = 1
    if can_revive(s, agent):
        mask[len(CHOICES) - 2] = 1
    mask[len(CHOICES) - 1] = 1


@rule
def choice_whole(s, action):
    """The choice that an action stands for."""
    return int(CHOICES[action])


@rule
def action_whole(s, choice):
    """The action that stands for a choice; none for a bomb that is not listed."""
    for action in range(len(CHOICES)):
        if CHOICES[action] == choice:
            return action
    return NO_ACTION


def fits_whole(game: Game) -> bool:
    """Only boards of the smallest record have all their cells in the planes."""
    return game.state == state_type(SIZES[0])


ENCODINGS = (
    Encoding(
        name="around",
        version=1,
        words="what a character sees around it, on any board; the orders of ordinary players",
        parts=around.PARTS,
        actions=ACTIONS,
        observe=around.observe,
        mask=mask_around,
        choice_of=choice_around,
        action_of=action_around,
        agent_of=asked_character,
        seat_of=seat_of,
        count_agents=count_agents,
    ),
    Encoding(
        name="whole",
        version=1,
        words=f"all cells of a board of up to {boardwide.CELLS}; every order that the rules list",
        parts=boardwide.PARTS,
        actions=len(SPACE),
        observe=boardwide.observe,
        mask=mask_whole,
        choice_of=choice_whole,
        action_of=action_whole,
        agent_of=asked_character,
        seat_of=seat_of,
        count_agents=count_agents,
        fits=fits_whole,
    ),
)
