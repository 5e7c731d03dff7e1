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


def advantages_between(
    rewards: Any, values: Any, last: Any, goes_on: Any, asked: Any, gamma: float, trace: float
) -> tuple[Any, Any]:
    """The same where a trajectory is not asked in every step, and in which steps it is known.

    `asked` has one row more than the others: is it asked then? What is gained in between belongs to the
    action before. An action after which nobody was asked again before the steps ended, although the match
    went on, has no advantage yet.
    """
    found, known = torch.zeros_like(rewards), torch.zeros_like(asked[:-1])
    ahead, later, is_told = last, torch.zeros_like(last), asked[-1]
    for t in reversed(range(len(rewards))):
        is_told = is_told | (goes_on[t] == 0)
        gained = rewards[t] + goes_on[t] * ahead
        better = rewards[t] + gamma * goes_on[t] * ahead - values[t] + trace * gamma * goes_on[t] * later
        known[t] = asked[t] & is_told
        found[t] = torch.where(known[t], better, found[t])
        ahead = torch.where(asked[t], values[t], gained)
        later = torch.where(asked[t], found[t], goes_on[t] * later)
        is_told = is_told | asked[t]
    return found, known
