"""Why an order cannot be given, in words (rulebook 3.3)."""

from __future__ import annotations

from typing import Any

from hoplon.core.actions import NOWHERE
from hoplon.games.hexabomb.legal import (
    asked_character,
    delay_of,
    is_bomb_in_bounds,
    is_special,
    kind_of,
    range_of,
    way_of,
)
from hoplon.games.hexabomb.state import ALIVE, NO_BOMB, Do
from hoplon.games.hexabomb.tables import LEAST_BOMB, MOST_BOMB, MOST_SPECIAL_BOMB, WAY_NAMES


def why_illegal(states: Any, i: int, choice: int) -> str:
    """What is wrong with a choice of the character to be ordered."""
    who = int(asked_character(states[i]))
    return why_not(states, i, who, kind_of(choice), way_of(choice), range_of(choice), delay_of(choice))


def why_not(states: Any, i: int, who: int, kind: int, way: int, reach: int, delay: int) -> str:
    """What is wrong with an order, in the order of the rulebook; empty if nothing is."""
    s = states[i]
    name = f"character {who}"
    if kind == Do.REVIVE:
        if s.special == 1:
            return "nobody comes back to life in sudden death"
        if s.wait[who] == ALIVE:
            return f"{name} is alive"
        return f"{name} must wait {s.wait[who]} turns more" if s.wait[who] > 0 else ""
    if kind not in (Do.MOVE, Do.BOMB):
        return "" if kind == Do.STAY else "there is no such order"
    if s.wait[who] != ALIVE:
        return f"{name} is dead"
    if kind == Do.MOVE:
        missing = s.near[s.at[who], way] == NOWHERE
        return f"there is no cell {WAY_NAMES[way]} of {name}" if missing else ""
    if s.held[who] == 0:
        return f"{name} holds no bomb"
    if s.mine[s.at[who]] != NO_BOMB:
        return f"there is a bomb already under {name}"
    if not is_bomb_in_bounds(s, who, reach, delay):
        most = MOST_SPECIAL_BOMB if is_special(s, who) else MOST_BOMB
        return f"range and delay of a bomb are {LEAST_BOMB} to {most} each"
    return ""
