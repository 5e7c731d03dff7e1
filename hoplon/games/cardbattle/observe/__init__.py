"""What a learner is told of a card battle, and what it does in it.

Both encodings have the actions of `SPACE`. A verb first and its argument in a second step would be no
encoding: an action stands for a choice by itself, and nothing but choices changes what is kept between two
observations. So the second encoding does not have fewer actions but says more about them.
"""

from __future__ import annotations

from hoplon.core.encoding import Encoding
from hoplon.games.cardbattle.observe.actions import ACTIONS, action_of, choice_of, mask
from hoplon.games.cardbattle.observe.clashes import CLASHES, observe_clashes
from hoplon.games.cardbattle.observe.parts import PARTS
from hoplon.games.cardbattle.observe.units import observe

ENCODINGS = (
    Encoding(
        name="units",
        version=1,
        words="every card where it lies, own side first, and each unit by what it can do",
        parts=PARTS,
        actions=ACTIONS,
        observe=observe,
        mask=mask,
        choice_of=choice_of,
        action_of=action_of,
    ),
    Encoding(
        name="clashes",
        version=1,
        words="the same as units, and the sums of every attack and volley that is in reach",
        parts=(*PARTS, *CLASHES),
        actions=ACTIONS,
        observe=observe_clashes,
        mask=mask,
        choice_of=choice_of,
        action_of=action_of,
    ),
)
