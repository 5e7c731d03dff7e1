"""The network of a game, as it plays on to the end: where it was before, it tries what it likes next.

An evaluation lets the network play on for a few choices or to the end of a level. Played to the end of a
run, a network that always does the same in the same place would go round in circles now and then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from hoplon.analysis.playouts import Player
from hoplon.bots.generic.looking import NO_CHOICE, Eye, best_action, looking_at
from hoplon.core.encoding import Encoding
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import mix

ROOM = 4096  # for what was seen in one playout; a power of 2, more than the choices of the longest
LOW, HALF = 0xFFFFFFFF, 0x7FFFFFFF


class Wary(NamedTuple):
    """What a network looks with, marks of what it has seen in this playout, and how often it was again."""

    eye: Eye
    seen: Any
    again: Any


@rule
def mark_of(row):
    """A number, 62 bits, that stands for what was seen; never 0."""
    a = 1
    b = 2
    for i in range(len(row)):
        a = (a * 0x01000193 + int(row[i]) + 1) & LOW
        b = mix(b + int(row[i]) + 1) if row[i] != 0 else (b * 5 + 1) & LOW
    return ((mix(a) & HALF) << 31) | (mix(b) & HALF) | 1


@rule
def times_before(tools, mark):
    """How often this was seen before; it is now, once more."""
    at = (mark >> 8) & (ROOM - 1)
    while tools.seen[at] != 0:
        if tools.seen[at] == mark:
            tools.again[at] += 1
            return int(tools.again[at])
        at = (at + 1) & (ROOM - 1)
    tools.seen[at] = mark
    tools.again[at] = 0
    return 0


def unstuck(player: Player, rules: Rules, encoding: Encoding) -> Player:
    """The learned player; a playout begins with nothing seen."""
    first_choice, value = looking_at(rules, encoding).choose, player.value
    choice_of, is_legal = encoding.choice_of, rules.is_legal

    @rule
    def next_choice(s, eye, skipped):
        """What the network likes best, but for so many; NO_CHOICE if there is no more."""
        action = best_action(eye.sheet.outputs, eye.mask)
        while action != NO_CHOICE:
            choice = choice_of(s, action)
            if is_legal(s, choice):
                if skipped == 0:
                    return int(choice)
                skipped -= 1
            eye.mask[action] = 0
            action = best_action(eye.sheet.outputs, eye.mask)
        return NO_CHOICE

    @rule
    def choose(rooms, memories, tools, _key, n):
        """What the network likes best of what it has not done here; if it has done everything, the best."""
        if n == 0:
            tools.seen[:] = 0
        best = first_choice(rooms[1:2], memories, tools.eye)
        before = times_before(tools, mark_of(tools.eye.row))
        code = next_choice(rooms[1], tools.eye, before) if before > 0 else best
        return best if code == NO_CHOICE else code

    @rule
    def expected(rooms, memories, tools):
        return value(rooms, memories, tools.eye)

    def tools(game: Game) -> Any:
        return Wary(player.tools(game), np.zeros(ROOM, np.int64), np.zeros(ROOM, np.int64))

    return replace(player, choose=choose, value=expected, tools=tools, options=None)
