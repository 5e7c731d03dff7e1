"""How Hoplite is played on while it is analysed: the trained network plays, at most to the end of the level.

What the network expects, the hearts, the depth and the prayers foretell how likely it is that the network
wins the run from there. The numbers were fitted by `benchmarks/fit_foresight.py` to some thousand runs of the
network from many depths, with few and many hearts, after some choices at random; runs in which it went round
in circles were left out.
"""

from __future__ import annotations

import math

import numpy as np

from hoplon.core.foresight import Foresight
from hoplon.core.kernel import rule
from hoplon.games.hoplite.evaluation import HEARTS, WIN
from hoplon.games.hoplite.state import LAST_DEPTH
from hoplon.games.hoplite.tables import PRAYERS

CHOICES = 25
GLANCES = 0

# What the network expects of a run that will be won, by the levels that are left.
SURE = np.array([2.6705, 1.2195, -0.0204])
# At these depths, with lines between them: the log-odds, and what a thought of the network that is above or
# below SURE, the square of how far below it is (in tenths), a heart, the last heart, a heart at most and four
# prayers add to them.
DEPTHS = np.array([1, 3, 6, 10, 14, 16])
WEIGHTS = np.array(
    [
        [0.616, 0.171, 0.325, 1.010, 0.668, 0.010, 0.443],
        [0.457, 0.155, 0.095, 0.703, 0.307, 0.189, 0.490],
        [-0.061, 0.094, -0.219, 0.446, -0.227, 0.310, 0.588],
        [-1.042, 0.413, 0.199, 0.223, -0.880, 0.388, 0.691],
        [-0.653, 0.452, -0.110, 0.344, -0.467, 0.257, 0.628],
        [0.587, 0.615, -0.142, 0.151, -0.057, 0.163, 0.578],
    ]
)
MOST_HEARTS = 5.0
FOUR = 4.0
TENTH = 0.1
LONG = 30.0  # log-odds beyond which nothing changes


@rule
def log_odds_at(k, s, short):
    """The log-odds, as they would be at one of the depths."""
    w = WEIGHTS[k]
    below = min(short, 0.0)
    held = 0.0
    for prayer in range(PRAYERS):
        held += float((int(s.prayers) >> prayer) & 1)
    x = w[0] + w[1] * short + w[2] * TENTH * below * below + w[3] * min(float(s.health), MOST_HEARTS)
    if s.health <= 1:
        x += w[4]
    return x + w[5] * float(s.max_health) + w[6] * held / FOUR


@rule
def log_odds(s, value):
    """Of winning the run, as far as `value` and the hero tell."""
    depth = min(max(int(s.depth), 1), LAST_DEPTH)
    left = float(LAST_DEPTH + 1 - depth)
    short = value - (SURE[0] + SURE[1] * left + SURE[2] * left * left)
    k = 0
    while k < len(DEPTHS) - 2 and depth >= DEPTHS[k + 1]:
        k += 1
    share = (depth - DEPTHS[k]) / (DEPTHS[k + 1] - DEPTHS[k])
    return (1.0 - share) * log_odds_at(k, s, short) + share * log_odds_at(k + 1, s, short)


@rule
def expect(s, _seat, value, out):
    """The chance that the network wins the run from here; the hearts are those of now."""
    out[WIN] = 1.0 / (1.0 + math.exp(-min(max(log_odds(s, value), -LONG), LONG)))
    out[HEARTS] = float(s.health)


@rule
def is_new_level(_s, turn):
    """A level ends with the stairs."""
    return turn.new_deal == 1


FORESIGHT = Foresight("learned", CHOICES, expect, is_new_level, glance=GLANCES)
