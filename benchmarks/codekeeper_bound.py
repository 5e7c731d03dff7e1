"""How far a player could get in CodeKeeper who sees the whole maze: two bounds of the best score.

    python benchmarks/codekeeper_bound.py --matches 200

The matches are the first of the test of `codekeeper-fog-v1`. Two figures enclose the best that can be done in
them:

- *found*: a beam search through the open maze, which knows every cell, every monster and the dice of the
  seed as they will fall. Each turn it goes on from the most promising positions, with the steps, the wait and
  the blows that learners have; it searches three times, more and more hastily. The best line is then played
  in a `Match`, whose score is the one that counts. So somebody who knows all can get at least this, and a
  longer search gets more: a beam gives up lines that begin badly.
- *at most*: the exit, every treasure and every monster of the maze, and no wound. Nobody can get more, but
  perhaps nobody can get this: monsters strike, and 150 turns may not be enough.

Neither says what a player under fog can get: he has to look for the exit and for the treasures, and that
costs him turns and wounds which the search does not have. Nor does it say what somebody can get who sees the
maze but not the coming dice, which decide the order in which monsters step.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from time import process_time
from typing import Any

import numpy as np

from hoplon.core.kernel import rule
from hoplon.core.match import Match
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.cells import STEP, has
from hoplon.games.codekeeper.relative import ACTIONS, choice_of, mask
from hoplon.games.codekeeper.rules import take_turn
from hoplon.games.codekeeper.state import CELLS, LAST_TURN, MAX_HEALTH, End, Thing
from hoplon.games.codekeeper.tables import EXIT_SCORE, FULL_HEALTH, TREASURE_SCORE
from hoplon.games.codekeeper.words import TEXT_OF
from hoplon.learn.sections import Section, starts
from hoplon.learn.tasks import task
from hoplon.referee.stats import mean

TASK = "codekeeper-fog-v1"
FAR = 1 << 12  # more steps than any way has
WORST = -(1 << 40)

# What makes a position promising, in points.
STEP_PRICES = (5, 15, 40)  # one for each search
CHARGE_PRICE = 4
FEAR = np.array([int(500 * exp(-health / 4)) for health in range(MAX_HEALTH + 1)], np.int64)
FIGHTS = 4  # so many steps take a turn more, for monsters in the way
SHARE = 100  # of the beam, one part of so many for positions with the hero on the same cell

RECENT = 1 << 14  # positions remembered so that none is kept twice


@rule
def measure_ways(s, goals, ways):
    """Steps from every cell to each goal, as if there were no monsters; the last goal is the exit, and no way
    to another goal leads across it."""
    queue = np.zeros(CELLS, np.int64)
    out = goals[-1]
    for k in range(len(goals)):
        for c in range(CELLS):
            ways[k, c] = FAR
        ways[k, goals[k]] = 0
        queue[0] = goals[k]
        first, last = 0, 1
        while first < last:
            c = queue[first]
            first += 1
            if c == out and k < len(goals) - 1:
                continue
            for way in range(4):
                to = c + STEP[way]
                if not has(s.walls, to) and ways[k, to] == FAR:
                    ways[k, to] = ways[k, c] + 1
                    queue[last] = to
                    last += 1


@rule
def plan_tours(goals, ways, tours):
    """Fill in `tours[left, c, n]`: steps from a cell by way of n of the treasures left to the exit."""
    treasures = len(goals) - 1
    for left in range(1 << treasures):
        for c in range(CELLS):
            tours[left, c, 0] = ways[treasures, c]
            for n in range(1, treasures + 1):
                tours[left, c, n] = FAR
            for k in range(treasures):
                if (left >> k) & 1 == 1:
                    others = left & ~(1 << k)
                    for n in range(1, treasures + 1):
                        by = min(tours[others, c, n], ways[k, c] + tours[others, goals[k], n - 1])
                        tours[left, c, n] = min(tours[left, c, n], by)


@rule
def promise(s, goals, tours, price):
    """How much a position promises: its score, what can still be fetched in time, and health."""
    left = 0
    for k in range(len(goals) - 1):
        if s.loot[goals[k]] == Thing.TREASURE:
            left |= 1 << k
    turns = LAST_TURN - int(s.turn)
    best = -EXIT_SCORE
    for n in range(len(goals)):
        steps = int(tours[left, s.hero, n])
        if steps + steps // FIGHTS <= turns:
            best = max(best, n * TREASURE_SCORE - price * steps)
    charges = int(s.charges[1]) + int(s.charges[2]) + int(s.charges[3])
    return int(s.score) + best + CHARGE_PRICE * charges - FEAR[s.health]


@rule
def key_of(s):
    """A number that two positions of one search hardly share unless they are the same."""
    key = int(s.turn)
    for i in range(len(s.occupied)):
        key = key * 1000003 ^ int(s.occupied[i])
    for weapon in range(1, 4):
        key = key * 1000003 ^ int(s.charges[weapon])
    key = key * 1000003 ^ int(s.hero)
    key = key * 1000003 ^ int(s.health)
    key = key * 1000003 ^ int(s.score)
    return key ^ (key >> 29)


@rule
def choose_beam(values, keys, places, found, recent, kept, share):
    """The most promising of the positions found, none twice and not too many on one cell; how many."""
    on = np.zeros(CELLS, np.int64)
    n = 0
    for i in np.argsort(-values[:found]):
        slot = keys[i] & (RECENT - 1)
        if n < len(kept) and recent[slot] != keys[i] and on[places[i]] < share:
            recent[slot] = keys[i]
            on[places[i]] += 1
            kept[n] = i
            n += 1
    return n


@rule
def search(states, others, turn, goals, tours, price, parents, choices, recent):
    """Search from `states[0]`, and note for every turn where the positions kept came from. Returns the best
    score, and the turn, the position before and the choice that end its line."""
    width = len(states)
    most = width * ACTIONS
    values, keys, places = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    before, by = np.zeros(most, np.int64), np.zeros(most, np.int64)
    kept = np.zeros(width, np.int64)
    allowed = np.zeros(ACTIONS, np.int8)
    best, last_turn, last_parent, last_choice = WORST, 0, 0, 0
    n = 1
    t = 0
    while n > 0:
        found = 0
        for parent in range(n):
            allowed[:] = 0
            mask(states[parent], 0, allowed, allowed)
            for action in range(ACTIONS):
                if allowed[action] == 0:
                    continue
                others[0] = states[parent]
                s = others[0]
                choice = choice_of(s, action)
                take_turn(s, turn[0], choice)
                if s.end == End.RUNNING:
                    values[found] = promise(s, goals, tours, price)
                    keys[found] = key_of(s)
                    places[found] = s.hero
                    before[found] = parent
                    by[found] = choice
                    found += 1
                elif s.score > best:
                    best, last_turn, last_parent, last_choice = int(s.score), t, parent, choice
        n = choose_beam(values, keys, places, found, recent, kept, max(width // SHARE, 1))
        for k in range(n):
            parents[t, k] = before[kept[k]]
            choices[t, k] = by[kept[k]]
            others[k] = states[parents[t, k]]
            take_turn(others[k], turn[0], choices[t, k])
        states, others = others, states
        t += 1
    return best, last_turn, last_parent, last_choice


class Search:
    """The arrays of a search, for one match after the other."""

    def __init__(self, beam: int) -> None:
        self._states, self._others = GAME.new_states(beam), GAME.new_states(beam)
        self._turn = GAME.new_turns(1)
        self._parents = np.zeros((LAST_TURN, beam), np.int64)
        self._choices = np.zeros((LAST_TURN, beam), np.int64)

    def line(self, start: Any) -> list[int]:
        """The choices of the best line from a position, of those that the searches find."""
        goals = np.array([*treasures_of(start), *np.flatnonzero(start["loot"] == Thing.EXIT)], np.int64)
        ways = np.zeros((len(goals), CELLS), np.int64)
        tours = np.zeros((1 << (len(goals) - 1), CELLS, len(goals)), np.int16)
        self._states[0] = start
        measure_ways(self._states[0], goals, ways)
        plan_tours(goals, ways, tours)
        return max(self._search(start, goals, tours, price) for price in STEP_PRICES)[1]

    def _search(self, start: Any, goals: Any, tours: Any, price: int) -> tuple[int, list[int]]:
        """The best score that one search finds, and the choices that lead to it."""
        self._states[0] = start
        recent = np.zeros(RECENT, np.int64)
        score, turn, parent, choice = search(
            self._states, self._others, self._turn, goals, tours, price, self._parents, self._choices, recent
        )
        line = [choice]
        for t in range(turn - 1, -1, -1):
            line.append(int(self._choices[t, parent]))
            parent = self._parents[t, parent]
        return score, line[::-1]


@dataclass(frozen=True)
class Bounds:
    """What was found for a match, how it ended, and what nobody can exceed."""

    found: int
    end: str
    at_most: int


def treasures_of(start: Any) -> Any:
    """The cells with a treasure."""
    return np.flatnonzero(start["loot"] == Thing.TREASURE)


def ceiling(start: Any) -> int:
    """The exit, every treasure, every monster, and no wound."""
    monsters = int(FULL_HEALTH[start["kind"][: start["monsters"]]].sum())
    return EXIT_SCORE + TREASURE_SCORE * len(treasures_of(start)) + monsters


def bounds(search_: Search, match: Match) -> Bounds:
    """Search a match that begins, and play the line that was found."""
    start = match.states_at(0)[0]
    for choice in search_.line(start):
        match.play(TEXT_OF[choice])
    assert match.outcome is not None, f"the line of seed {match.seed} does not end the match"
    return Bounds(int(match.outcome.scores[0]), match.outcome.reason, ceiling(start))


def written(numbers: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    found = mean(numbers)
    return f"{found.value:,.0f} ({found.low:,.0f} to {found.high:,.0f})"


def main() -> None:
    """Search and print."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("--matches", type=int, default=200, help="so many of the test, from the first on")
    reader.add_argument("--beam", type=int, default=1000, help="positions kept each turn")
    given = reader.parse_args()
    search_ = Search(given.beam)
    began = process_time()
    found = [
        bounds(search_, Match(GAME, start.seed, start.options))
        for start in starts(task(TASK), Section(), given.matches)
    ]
    seconds = process_time() - began
    ends = Counter(one.end for one in found)
    print(f"{TASK}, {len(found)} matches, beam of {given.beam}, {seconds:.0f} s of processor time")
    print(f"found:   {written([one.found for one in found])}; {dict(ends)}")
    print(f"at most: {written([one.at_most for one in found])}")


if __name__ == "__main__":
    main()
