"""Why an order cannot be given, in words (rulebook 3.3)."""

from __future__ import annotations

from typing import Any

from hoplon.core.actions import NOWHERE
from hoplon.games.hexabomb.legal import (
    asked_character,
    delay_of,
    kind_of,
    range_of,
    way_of,
)
from hoplon.games.hexabomb.state import ALIVE, NO_BOMB, Do
from hoplon.games.hexabomb.tables import LEAST_BOMB, MOST_BOMB, MOST_SPECIAL_BOMB, WAY_NAMES

STAY, MOVE, BOMB, REVIVE = Do.STAY.value, Do.MOVE.value, Do.BOMB.value, Do.REVIVE.value


def why_illegal(states: Any, i: int, choice: int) -> str:
    """What is wrong with a choice of the character to be ordered."""
    who = int(asked_character(states[i]))
    return why_not(states, i, who, kind_of(choice), way_of(choice), range_of(choice), delay_of(choice))


def why_not(states: Any, i: int, who: int, kind: int, way: int, reach: int, delay: int) -> str:
    """What is wrong with an order, in the order of the rulebook; empty if nothing is.

    A game logic asks for each order of a turn: columns are read ten times as fast as a record, and calling
    the compiled rules from here would be slower still.
    """
    wait = states["wait"][i, who]
    if kind == REVIVE:
        if states["special"][i] == 1:
            return "nobody comes back to life in sudden death"
        if wait == ALIVE:
            return f"character {who} is alive"
        return f"character {who} must wait {wait} turns more" if wait > 0 else ""
    if kind not in (MOVE, BOMB):
        return "" if kind == STAY else "there is no such order"
    if wait != ALIVE:
        return f"character {who} is dead"
    cell = states["at"][i, who]
    if kind == MOVE:
        missing = states["near"][i, cell, way] == NOWHERE
        return f"there is no cell {WAY_NAMES[way]} of character {who}" if missing else ""
    if states["held"][i, who] == 0:
        return f"character {who} holds no bomb"
    if states["mine"][i, cell] != NO_BOMB:
        return f"there is a bomb already under character {who}"
    most = MOST_SPECIAL_BOMB if states["special"][i] == 1 and states["seat"][i, who] == 0 else MOST_BOMB
    if not (LEAST_BOMB <= reach <= most and LEAST_BOMB <= delay <= most):
        return f"range and delay of a bomb are {LEAST_BOMB} to {most} each"
    return ""
