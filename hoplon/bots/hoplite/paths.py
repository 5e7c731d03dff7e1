"""How far it is on a level of Hoplite: steps along the paths to the altar or fleece, and to the way out."""

from __future__ import annotations

from hoplon.core.actions import NOWHERE
from hoplon.core.kernel import record, rule
from hoplon.games.hoplite.cells import (
    CELLS,
    STAIRS,
    around,
    both,
    count,
    distance,
    either,
    grow,
    is_empty,
    nth,
    only,
    without,
)
from hoplon.games.hoplite.facts import has_spear, walkable
from hoplon.games.hoplite.state import LAST_DEPTH

FAR = 40

# Steps from each tile to the goal (next to the altar, or the fleece) and to the exit (stairs or portal),
# and from the goal to the exit.
chart_t = record([("to_goal", "i8", (CELLS,)), ("to_exit", "i8", (CELLS,)), ("between", "i8")])


@rule
def survey(states, i, charts):
    """Draw the chart of a level; nothing on it changes before the next one."""
    s = states[i]
    chart = charts[0]
    paths = either(walkable(s), only(int(s.fleece)))
    if s.depth == LAST_DEPTH:
        goals = only(int(s.fleece))
        exits = only(int(s.portal))
    else:
        goals = both(around(int(s.altar)), paths)
        exits = only(STAIRS)
    measure(paths, goals, chart.to_goal)
    measure(either(paths, exits), exits, chart.to_exit)
    chart.between = 0 if is_empty(goals) else FAR
    for k in range(count(goals)):
        chart.between = min(chart.between, chart.to_exit[nth(goals, k)])


@rule
def measure(paths, goals, steps):
    """Steps from every tile to the nearest goal."""
    for c in range(CELLS):
        steps[c] = FAR
    seen = goals
    layer = goals
    n = 0
    while not is_empty(layer):
        for k in range(count(layer)):
            steps[nth(layer, k)] = n
        reached = both(grow(seen), paths)
        layer = without(reached, seen)
        seen = either(reached, seen)
        n += 1


@rule
def steps_from(s, chart, altar, c):
    """Steps still to go from a tile: over the altar if it is wanted and unused, or over the fleece."""
    if s.depth == LAST_DEPTH:
        over_goal = s.carries_fleece == 0
    else:
        over_goal = altar and s.altar != NOWHERE and s.altar_used == 0
    if over_goal:
        return chart.to_goal[c] + chart.between
    return chart.to_exit[c]


@rule
def steps_to_go(s, chart, altar):
    """The same for the hero where he stands, over the spear if it lies somewhere."""
    if has_spear(s):
        return steps_from(s, chart, altar, int(s.hero))
    spear = int(s.spear)
    return distance(int(s.hero), spear) + steps_from(s, chart, altar, spear)
