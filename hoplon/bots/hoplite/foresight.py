"""How Hoplite is played on while it is analysed: the trained network plays, at most to the end of the level.

What the network expects, the hearts, the depth and the prayers foretell how likely it is that the network
wins the run from there. The numbers were fitted to 6,732 runs of the network from random depths, with
few and many hearts, after some choices at random (`benchmarks/analysis.py fit` does it again).
"""

from __future__ import annotations

import math

import numpy as np

from hoplon.bots.foresight import Foresight
from hoplon.core.kernel import rule
from hoplon.games.hoplite.evaluation import HEARTS, WIN
from hoplon.games.hoplite.state import LAST_DEPTH
from hoplon.games.hoplite.tables import PRAYERS

CHOICES = 25
GLANCES = 0

# What the network expects of a run that will be won, by the levels that are left.
SURE = np.array([3.2454, 1.2186, -0.0215])
# On the scale of log-odds; `log_odds` says of what.
WEIGHTS = np.array(
    [-3.1476, 0.6109, -0.0259, 0.3466, 0.0432, -0.0317, 0.0078, 0.2021, -0.0235, -0.1158, 0.7398, -0.0548, 0.0199]
)
LONG = 30.0  # log-odds beyond which nothing changes


@rule
def log_odds(s, value):
    """Of winning the run, as far as `value` and the hero tell."""
    left = float(max(LAST_DEPTH + 1 - int(s.depth), 1))
    short = value - (SURE[0] + SURE[1] * left + SURE[2] * left * left)
    health = float(s.health)
    most = float(s.max_health)
    held = 0.0
    for prayer in range(PRAYERS):
        held += float((int(s.prayers) >> prayer) & 1)
    w = WEIGHTS
    x = w[0] + w[1] * left + w[2] * left * left
    x += (w[3] + w[4] * left) * short + (w[5] + w[6] * left) * short * short
    x += (w[7] + w[8] * left) * health + (w[10] + w[11] * left) * most
    return x + (w[9] + w[12] * left) * held


@rule
def expect(s, seat, value, out):
    """The chance that the network wins the run from here; the hearts are those of now."""
    out[WIN] = 1.0 / (1.0 + math.exp(-min(max(log_odds(s, value), -LONG), LONG)))
    out[HEARTS] = float(s.health)


@rule
def is_new_level(s, turn):
    """A level ends with the stairs."""
    return turn.new_deal == 1


FORESIGHT = Foresight("learned", CHOICES, expect, is_new_level, glance=GLANCES)
