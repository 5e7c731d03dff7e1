"""How card battles are played on while they are analysed: judge plays both sides for some turns.

The numbers were fitted to 3,194 battles between two judges with armies of all periods: the chance to win by
what both armies have lost, by what they have left, and by the chances on the field.
"""

from __future__ import annotations

import math

from hoplon.bots.cardbattle.trials import field_share, standing
from hoplon.bots.cardbattle.worth import cost_of, worth
from hoplon.core.foresight import Foresight
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.evaluation import ROUT, WIN
from hoplon.games.cardbattle.state import SIDE, Place
from hoplon.games.cardbattle.units import rout_points

CHOICES = 100  # of both sides together: about three turns

# On the scale of log-odds.
OF_FIELD = 5.226
OF_RACE = 2.322
OF_STRENGTH = 1.736
OF_SHARE = 3.823
OF_DECK = -4.275
OF_INITIATIVE = 1.644
PACK, INITIATIVE = 20.0, 5.0  # cards of a deck, points of initiative
LEAST_NEED, MOST_NEED = 0.02, 3.0

OF_POINTS = 1.023
OF_HOPE = 1.618  # rout points to come, in parts of a level, of who is sure to win


@rule
def strength(s, seat):
    """What the units that may still fight are worth."""
    total = 0.0
    for u in range(SIDE * seat, SIDE * seat + s.units[seat]):
        place = s.place[u]
        if place == Place.FIELD or place == Place.HAND or place == Place.DECK or place == Place.PURSUIT:
            total += worth(s, u) - cost_of(s, u, int(s.coh[u]))
    return total


@rule
def need(lost):
    """What an army may still lose, in parts of its level."""
    return min(max(1.0 - lost, LEAST_NEED), MOST_NEED)


@rule
def expect(s, seat, _value, out):
    """The chance to win, and the rout points, if judge plays both sides from here."""
    own = standing(s, seat)
    other = standing(s, 1 - seat)
    level = max(0.5 * (int(s.level[0]) + int(s.level[1])), 1.0)
    left, left_there = strength(s, seat), strength(s, 1 - seat)
    x = OF_FIELD * field_share(s, seat) + OF_RACE * (math.log(need(own)) - math.log(need(other)))
    x += OF_STRENGTH * (left - left_there) / level
    x += OF_SHARE * (left / max(int(s.level[seat]), 1) - left_there / max(int(s.level[1 - seat]), 1))
    x += OF_DECK * (int(s.deck_n[seat]) - int(s.deck_n[1 - seat])) / PACK
    x += OF_INITIATIVE * (int(s.initiative[seat]) - int(s.initiative[1 - seat])) / INITIATIVE
    win = 1.0 / (1.0 + math.exp(-x))
    out[WIN] = win
    points = float(rout_points(s, 1 - seat) - rout_points(s, seat))
    to_come = min(max(1.0 - max(own, other), 0.0), 1.0)
    out[ROUT] = OF_POINTS * points + OF_HOPE * level * (win - 0.5) * to_come


FORESIGHT = Foresight("judge", CHOICES, expect)
