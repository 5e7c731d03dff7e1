"""Tasks of Hoplites, the card battle."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hoplon.bots.cardbattle.gains import UNIT, advantage
from hoplon.games.cardbattle.armies import supplied
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.learn.tasks.figures import MARGIN, WON
from hoplon.learn.tasks.task import Task

SEEDS = range(500)  # to be tested with, each from both sides
LONGEST = 2000  # several times the choices of a battle

# Armies that a learner meets in tests only: one of every sort, none with a type or special rule of its own.
HELD_OUT = ("britons", "epirus", "lion_kingdom", "scythians", "thebes", "uesugi")


@cache
def all_pairs() -> tuple[CardBattleOptions, ...]:
    """Every two armies of a period, in both orders; an army also meets itself, but at the Hot Gates."""
    return tuple(
        CardBattleOptions(army_a=ours.id, army_b=theirs.id)
        for ours in supplied()
        for theirs in supplied()
        if ours.module == theirs.module and (ours is not theirs or not ours.turn_limit + ours.endless)
    )


def is_held_out(options: CardBattleOptions) -> bool:
    """Is one of its armies kept for tests?"""
    return options.army_a in HELD_OUT or options.army_b in HELD_OUT


def train_options() -> tuple[CardBattleOptions, ...]:
    """The battles to learn with: 278."""
    return tuple(pair for pair in all_pairs() if not is_held_out(pair))


def held_out_options() -> tuple[CardBattleOptions, ...]:
    """The battles in which an army takes part that the learner has never met: 158."""
    return tuple(pair for pair in all_pairs() if is_held_out(pair))


def small_battle() -> tuple[CardBattleOptions, ...]:
    """One army against its like, beaten when a tenth of it is lost."""
    return (CardBattleOptions(army_a="carthage", army_b="carthage", rout_a=10, rout_b=10),)


ARMIES = Task(
    name="cardbattle-armies-v1",
    game="cardbattle",
    summary="battles of all periods with hidden cards; six armies are met in tests only",
    encoding="units",
    encoding_version=1,
    measure=advantage,
    unit=UNIT,
    longest=LONGEST,
    gamma=0.997,
    options=train_options,
    held_out=held_out_options,
    test=SEEDS,
    skip_forced=True,
    opponents=("judge",),
    figures=(WON, MARGIN),
)

TASKS = (
    ARMIES,
    replace(
        ARMIES,
        name="cardbattle-small-v1",
        summary="short battles of one army against its like: learned in a minute, to try self-play out",
        gamma=0.99,
        options=small_battle,
        held_out=tuple,
        opponents=("random", "judge"),
    ),
)
