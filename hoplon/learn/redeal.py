"""Matches as they might be: for searches that are not to know what their player cannot know."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hoplon.core.dice import named
from hoplon.core.errors import HoplonError
from hoplon.core.game import Rules
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_below, quick_stream
from hoplon.learn.stepping import OPPONENT_DICE, Kind
from hoplon.learn.vector import Vector

WHOEVER_ACTS = -1
FAR = 1 << 29  # how far on the dice of bots inside the step may be put


def redeal(vector: Vector, seed: int, seat: int = WHOEVER_ACTS) -> None:
    """Deal anew what a seat does not know, in every match: hidden things and the dice to come, those of
    bots inside the step too.

    Unless a seat is named, it is the one that acts. What that seat is told stays as it is.
    """
    plan = vector.plan
    if plan.joint:
        raise HoplonError("nothing is dealt anew where all agents act in one step; expected joint=False")
    if not WHOEVER_ACTS <= seat < plan.seats:
        raise HoplonError(f"there is no seat {seat}; expected 0 to {plan.seats - 1}")
    given = vector._states, vector._places, vector.obs, vector.mask
    redealing_of(plan.kind)(*given, int(seed), int(seat))


@cache
def redealing_of(kind: Kind) -> Callable[..., None]:
    """The compiled function of one kind."""
    to_move, deal_anew = kind.rules.to_move, kind.rules.redeal or other_dice(kind.rules)
    observe, allow = kind.encoding.observe, kind.encoding.mask

    @rule
    def redeal_many(states, places, obs, mask, seed, seat):
        """Who acts looks again where somebody else's knowledge was kept."""
        for i in range(len(states)):
            s = states[i]
            actor = to_move(s)
            if actor < 0:
                continue
            knows = actor if seat == WHOEVER_ACTS else seat
            deal_anew(s, knows, named(seed + i))
            places[i].draws = quick_below(quick_stream(seed, OPPONENT_DICE, i), 0, FAR)
            if knows != actor:
                obs[i] = 0
                mask[i] = 0
                agent = int(places[i].agent)
                observe(s, agent, places[i].memory[agent], obs[i])
                allow(s, agent, places[i].memory[agent], mask[i])

    return redeal_many


def other_dice(rules: Rules) -> Any:
    """All that is dealt anew in a game that hides nothing else."""
    forget = rules.forget_dice

    @rule
    def forget_dice(s, seat, dice):
        forget(s, dice)

    return forget_dice
