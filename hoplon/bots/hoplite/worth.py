"""What a hero is worth between two levels: about how likely the run is won from there."""

from __future__ import annotations

import math

import numpy as np

from hoplon.core.kernel import rule
from hoplon.games.hoplite.state import Prayer
from hoplon.games.hoplite.tables import PRAYERS, SACRIFICE

# On the scale of log-odds.
EVEN = -1.0
OF_HEART = 0.55
OF_HEART_AT_MOST = 0.25
OF_DEPTH = -0.35
MIDDLE_DEPTH = 8
OF_PRAYER = np.array(
    [
        0.0,  # Divine Restoration and Fortitude are worth the hearts they give
        0.0,
        0.2,  # Mighty Bash
        0.2,  # Sweeping Bash
        0.3,  # Spinning Bash
        0.2,  # Quick Bash
        0.4,  # Greater Energy
        0.3,  # Greater Energy II
        0.5,  # Bloodlust
        0.7,  # Winged Sandals
        0.5,  # Staggering Leap
        0.3,  # Greater Throw
        0.2,  # Greater Throw II
        0.4,  # Deep Lunge
        0.5,  # Surge
        0.8,  # Regeneration
        0.3,  # Patience
    ]
)


@rule
def worth(depth, health, max_health, prayers):
    """From 0 to 1, at the start of a depth."""
    x = EVEN + OF_HEART * health + OF_HEART_AT_MOST * max_health + OF_DEPTH * (depth - MIDDLE_DEPTH)
    for prayer in range(PRAYERS):
        if (prayers >> prayer) & 1 == 1:
            x += OF_PRAYER[prayer]
    return 1.0 / (1.0 + math.exp(-x))


@rule
def worth_below(s):
    """Of a hero who goes down as he is."""
    return worth(int(s.depth) + 1, int(s.health), int(s.max_health), int(s.prayers))


@rule
def worth_after(s, prayer):
    """Of a hero who says a prayer (9.1) and then goes down."""
    health = int(s.health)
    most = int(s.max_health)
    prayers = int(s.prayers)
    if prayer == Prayer.DIVINE_RESTORATION:
        health = most
    elif prayer == Prayer.FORTITUDE:
        health += 1
        most += 1
    else:
        health -= SACRIFICE[prayer]
        most -= SACRIFICE[prayer]
        prayers |= 1 << prayer
    return worth(int(s.depth) + 1, health, most, prayers)
