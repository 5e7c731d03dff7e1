"""Tasks of CodeKeeper."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hoplon.bots.codekeeper.gains import UNIT, findings
from hoplon.games.codekeeper.cells import HEIGHT, WIDTH
from hoplon.games.codekeeper.options import ROW_END, CodeKeeperOptions
from hoplon.games.codekeeper.state import LAST_TURN
from hoplon.games.codekeeper.tables import HERO
from hoplon.learn.tasks.figures import LENGTH, SCORE, WON
from hoplon.learn.tasks.task import Task

ROOMS = 64  # empty ones to learn with
HELD_OUT = 16  # others
STRIDE = 37  # between the numbers of two rooms: prime to the number of cells, so that all places occur


def usual() -> tuple[CodeKeeperOptions, ...]:
    """A maze from the seed."""
    return (CodeKeeperOptions(),)


def room(number: int) -> CodeKeeperOptions:
    """An empty room with the hero and the exit somewhere in it."""
    cells = WIDTH * HEIGHT
    hero = number * STRIDE % cells
    exit_ = (hero + cells // 2 + 5 * (number % 7)) % cells
    signs = ["."] * cells
    signs[hero], signs[exit_] = HERO, "E"
    return CodeKeeperOptions(
        maze=ROW_END.join("".join(signs[first : first + WIDTH]) for first in range(0, cells, WIDTH))
    )


@cache
def rooms() -> tuple[CodeKeeperOptions, ...]:
    """The rooms to learn with."""
    return tuple(map(room, range(ROOMS)))


@cache
def other_rooms() -> tuple[CodeKeeperOptions, ...]:
    """Rooms that come in tests only."""
    return tuple(map(room, range(ROOMS, ROOMS + HELD_OUT)))


FOG = Task(
    name="codekeeper-fog-v1",
    game="codekeeper",
    summary="a maze under fog: find treasures and the exit, remember, fight, and leave in 150 turns",
    encoding="map",
    encoding_version=1,
    measure=findings,
    unit=UNIT,
    longest=LAST_TURN + 10,  # the rules end a match before
    gamma=0.995,
    options=usual,
    figures=(SCORE, WON),
)

TASKS = (
    FOG,
    replace(
        FOG,
        name="codekeeper-open-v1",
        summary="an empty room under fog: find the exit, soon; learned in seconds, to try a memory out",
        gamma=0.97,
        options=rooms,
        held_out=other_rooms,
        figures=(WON, SCORE, LENGTH),
    ),
)
