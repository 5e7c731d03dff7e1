"""Tasks of hexabomb: all characters act in one step, on maps of which some are met in tests only."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hoplon.bots.hexabomb.gains import UNIT, superiority
from hoplon.games.hexabomb.generate import generate
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.tables import DEFAULT_TURNS
from hoplon.learn.tasks.figures import MARGIN, RANK, WON
from hoplon.learn.tasks.task import Task

MAPS = 7  # made from seeds, besides those that come with the game
OTHER_SEEDS = 1000  # of maps that are met in tests only
SEEDS = range(50)  # to be tested with on each map, from every seat


@cache
def made(players: int, cells: int, seed: int, characters: int) -> HexabombOptions:
    """A match on a map made from a seed."""
    return HexabombOptions(map=generate(players, cells, seed, characters).to_text())


def crossroads() -> tuple[HexabombOptions, ...]:
    """Crossroads, and maps of the same kind."""
    return HexabombOptions(map="crossroads"), *(made(4, 300, seed, 5) for seed in range(MAPS))


def other_crossroads() -> tuple[HexabombOptions, ...]:
    """Maps for four that are made from other seeds, smaller and larger ones too."""
    return tuple(made(4, cells, OTHER_SEEDS + cells, 5) for cells in (200, 300, 400))


def duels() -> tuple[HexabombOptions, ...]:
    """The duel, and maps of the same kind."""
    return HexabombOptions(map="duel"), *(made(2, 91, seed, 2) for seed in range(MAPS))


def other_duels() -> tuple[HexabombOptions, ...]:
    """Maps for two that are made from other seeds, and Delta with two of its three seats taken."""
    sizes = tuple(made(2, cells, OTHER_SEEDS + cells, 2) for cells in (61, 91, 150))
    return *sizes, HexabombOptions(map="delta", players=2)


DUEL = Task(
    name="hexabomb-duel-v1",
    game="hexabomb",
    summary="two characters against two; four maps are met in tests only",
    encoding="around",
    encoding_version=1,
    measure=superiority,
    unit=UNIT,
    longest=DEFAULT_TURNS,
    gamma=0.98,
    options=duels,
    held_out=other_duels,
    test=SEEDS,
    joint=True,
    opponents=("painter", "search"),
    figures=(WON, MARGIN),
)

TASKS = (
    replace(
        DUEL,
        name="hexabomb-crossroads4-v1",
        summary="four seats with five characters each; three maps are met in tests only",
        options=crossroads,
        held_out=other_crossroads,
        opponents=("painter",),
        figures=(WON, RANK, MARGIN),
    ),
    DUEL,
)
