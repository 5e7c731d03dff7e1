"""Bots of the card battle as rules, for opponents inside a learner's step: (s, seat, key, n) -> choice.

They are given the position as the seat knows it, the key of their dice, and how many choices they have made.
"""

from __future__ import annotations

from hoplon.bots.cardbattle.judgement import judge
from hoplon.bots.cardbattle.strengths import SLIPS
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_below
from hoplon.games.cardbattle.legal import nth_legal
from hoplon.games.cardbattle.listing import count_legal
from hoplon.games.cardbattle.state import ARGS, Do


@rule
def judge_policy(s, _seat, _key, _n):
    """The choice of `judge`, who rolls no dice."""
    return judge(s)


@rule
def easy_policy(s, _seat, key, n):
    """Judge, but one choice in four is any legal one, as of `easy`."""
    choice = judge(s)
    if quick_below(key, 2 * n, SLIPS) > 0 or is_step(choice // ARGS):
        return choice
    return nth_legal(s, quick_below(key, 2 * n + 1, count_legal(s)))


@rule
def is_step(do):
    """Is it a step of something begun?"""
    return do == Do.LOOSE or do == Do.RESOLVE or do == Do.CLOSE or do == Do.GIVE
