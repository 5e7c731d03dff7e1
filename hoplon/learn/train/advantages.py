"""How much better than expected each action turned out: the generalised advantage estimate."""

from __future__ import annotations

from typing import Any

import torch


def advantages(
    rewards: Any, values: Any, last: Any, goes_on: Any, gamma: float, trace: float, sides: Any = None
) -> Any:
    """The advantages of steps (a row for each step, a column for each trajectory).

    `last` has the values after the last step, and `goes_on` is 0 where a step ended its match. With `sides`,
    which has one row more, the gains are those of two sides that play for opposite ends: a value is told by
    the side that is asked, so its sign changes where the next one to be asked is the other.
    """
    found = torch.empty_like(rewards)
    ahead, later = last, torch.zeros_like(last)
    for t in reversed(range(len(rewards))):
        kept = gamma * goes_on[t]
        if sides is not None:
            kept = torch.where(sides[t + 1] == sides[t], kept, -kept)
        later = rewards[t] + kept * ahead - values[t] + trace * kept * later
        found[t] = later
        ahead = values[t]
    return found
