"""The search of a game with dice or secrets."""

from __future__ import annotations

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
    eagerness,
    fingerprint,
    measure_spread,
    promise,
)
from hoplon.bots.generic.open_tree import (
    NONE,
    add_choice,
    back_up,
    clear,
    decide,
    find_choice,
    node_t,
)
from hoplon.bots.generic.simulation import MEASURED, Search, parts_of
from hoplon.core.game import Rules
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_number, quick_stream

OPEN_DICE = 0x4D435453
WORLDS = 2  # in which choices are compared
DOUBT = 75  # of a hundred choices of the others that are taken at random, where they have secrets
DOUBTS, NEW = 2000, 4000  # the draws of a simulation: after those for choices at random
FEW = 4  # choices below a node that are tried in any case


def open_search(rules: Rules) -> Search:
    """Make the search of a game."""
    count_legal, nth_legal, is_legal = rules.count_legal, rules.nth_legal, rules.is_legal
    take_turn = rules.take_turn
    doubt = 0 if rules.redeal is None else DOUBT
    parts = parts_of(rules)
    begin, step, play_on, survey = parts.begin, parts.step, parts.play_on, parts.survey

    @rule
    def best_choice(desk, s, at, key, length):
        """The choice below a node to try next, perhaps a new one; NONE if there is no node for any."""
        best = NONE
        most = -1e300
        available = 0
        child = int(desk.nodes[at].first)
        while child != NONE:
            node = desk.nodes[child]
            if at == ROOT or is_legal(s, int(node.choice)):
                available += 1
                node.seen += 1
                found = promise(desk, node, eagerness(desk, int(node.seen)))
                if found > most:
                    most = found
                    best = child
            child = int(node.next)
        if at == ROOT:
            return best if is_legal(s, int(desk.nodes[best].choice)) else NONE
        if available * available < FEW * FEW + int(desk.nodes[at].visits):
            n = count_legal(s)
            if available < n:
                k = draw(key, NEW + length, n)
                for j in range(n):
                    choice = nth_legal(s, (k + j) % n)
                    if find_choice(desk, at, choice) == NONE:
                        new = add_choice(desk, at, choice)
                        return best if new == NONE else new
        return best

    @rule
    def any_choice(desk, s, at, key, length):
        """Any choice below a node, all as likely."""
        choice = nth_legal(s, draw(key, length, count_legal(s)))
        found = find_choice(desk, at, choice)
        return add_choice(desk, at, choice) if found == NONE else found

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
            if mover != desk.counts[SEAT] and draw(key, DOUBTS + length, 100) < doubt:
                at = any_choice(desk, s, at, key, length)
            else:
                at = best_choice(desk, s, at, key, length)
            if at == NONE:
                break
            desk.seats[length] = mover
            length += 1
            desk.path[length] = at
            mover = step(desk, s, int(desk.nodes[at].choice), weight)
            weight *= desk.sums[PATIENCE]
            if desk.nodes[at].visits == 0:
                break
        play_on(desk, s, key, length, weight, mover)
        back_up(desk, length)

    @rule
    def compare(desk, key):
        """Nodes for the choices at the root; of those that lead to the same position, only the first."""
        kept = 0
        for k in range(count_legal(desk.states[KNOWN])):
            choice = nth_legal(desk.states[KNOWN], k)
            found = 0
            for world in range(WORLDS):
                begin(desk, quick_number(key, world))
                take_turn(desk.states[WORLD], desk.turns[0], choice)
                found = 31 * found + fingerprint(desk.words[WORLD])
            is_new = True
            for i in range(kept):
                is_new = is_new and desk.prints[i] != found
            if is_new:
                desk.prints[kept] = found
                kept += 1
                add_choice(desk, ROOT, choice)

    @rule
    def prepare(desk, seed, horizon):
        key = quick_stream(seed, OPEN_DICE, 0)
        survey(desk, key, horizon)
        clear(desk)
        compare(desk, key)

    @rule
    def grow(desk, seed, n):
        key = quick_stream(seed, OPEN_DICE, 1)
        until = desk.counts[SIMULATIONS] + n
        while desk.counts[SIMULATIONS] < until:
            simulate(desk, quick_number(key, desk.counts[SIMULATIONS]))
            desk.counts[SIMULATIONS] += 1
            if desk.counts[SIMULATIONS] % MEASURED == 0:
                measure_spread(desk)
        return decide(desk)

    return Search(node_t, prepare, grow)
