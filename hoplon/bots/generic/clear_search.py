"""The search of a game without dice and secrets."""

from __future__ import annotations

from hoplon.bots.generic.clear_tree import (
    add_choices,
    back_up,
    clear,
    decide,
    is_settled,
    most_promising,
    node_t,
)
from hoplon.bots.generic.desk import (
    DEEPEST,
    HORIZON,
    KNOWN,
    PATIENCE,
    ROOT,
    SEAT,
    SIMULATIONS,
    WORLD,
    draw,
    measure_spread,
)
from hoplon.bots.generic.simulation import MEASURED, Search, parts_of
from hoplon.core.game import Rules
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_number, quick_stream

CLEAR_DICE = 0x4D435453
NEW = 2000  # the draws of a simulation: after those for choices at random


def clear_search(rules: Rules) -> Search:
    """Make the search of a game."""
    count_legal, nth_legal = rules.count_legal, rules.nth_legal
    parts = parts_of(rules)
    begin, step, play_on, survey = parts.begin, parts.step, parts.play_on, parts.survey

    @rule
    def expand(desk, s, at, key):
        """Nodes for all choices, in any order."""
        n = count_legal(s)
        choices = desk.choices
        for k in range(n):
            j = draw(key, NEW + k, k + 1)
            choices[k] = choices[j]
            choices[j] = nth_legal(s, k)
        add_choices(desk, at, n)

    @rule
    def simulate(desk, key):
        begin(desk, key)
        s = desk.states[WORLD]
        at = ROOT
        length = 0
        weight = 1.0
        mover = desk.counts[SEAT]
        deepest = min(DEEPEST, desk.counts[HORIZON])
        while mover >= 0 and length < deepest:
            if desk.nodes[at].count == 0:
                if desk.nodes[at].visits == 0:
                    break
                expand(desk, s, at, key)
                if desk.nodes[at].count == 0:
                    break
            at = most_promising(desk, at)
            desk.seats[length] = mover
            length += 1
            desk.path[length] = at
            mover = step(desk, s, int(desk.nodes[at].choice), weight)
            weight *= desk.sums[PATIENCE]
        is_over = mover < 0
        play_on(desk, s, key, length, weight, mover)
        back_up(desk, length, is_over)

    @rule
    def prepare(desk, seed, horizon):
        key = quick_stream(seed, CLEAR_DICE, 0)
        survey(desk, key, horizon)
        clear(desk)
        expand(desk, desk.states[KNOWN], ROOT, quick_number(key, 0))

    @rule
    def grow(desk, seed, n):
        key = quick_stream(seed, CLEAR_DICE, 1)
        until = desk.counts[SIMULATIONS] + n
        while desk.counts[SIMULATIONS] < until and not is_settled(desk):
            simulate(desk, quick_number(key, desk.counts[SIMULATIONS]))
            desk.counts[SIMULATIONS] += 1
            if desk.counts[SIMULATIONS] % MEASURED == 0:
                measure_spread(desk)
        return decide(desk)

    return Search(node_t, prepare, grow)
