"""Decisions of the open questions that could have gone the other way (rulebook 13)."""

from __future__ import annotations

from functools import partial
from typing import Any

from hoplon.core.talents import Alternative
from hoplon.games.hoplite.options import VARIANT_NAMES
from hoplon.games.hoplite.state import Variant

STUNS = (0, 2, 3)  # other lengths of a stun than the usual one

# By the questions of chapter 13.
ASKS = {
    Variant.BOMB_NEAR_THROWER: "Q1: a bomb may land next to its thrower",
    Variant.DEMOLITIONIST_SEEKS_RANGE: "Q2: demolitionists prefer tiles that they can throw from",
    Variant.WIZARD_ALWAYS_MOVES: "Q3: a wizard does not stay where it has a line",
    Variant.VACATED_TILES_BLOCKED: "Q4: tiles that demons left in the same phase are not free",
    Variant.STUN_STOPS_CHARGE: "Q6: a stunned demon does not recharge",
    Variant.COOLDOWN_CARRIES_OVER: "Q7: a new depth does not reset the bash",
    Variant.STREAK_CARRIES_OVER: "Q8: the streak survives a descent",
    Variant.DESCEND_AFTER_DEMONS: "Q9: descending comes after bombs and demons",
    Variant.REGENERATION_LAST: "Q11: Regeneration heals after the attacks",
    Variant.BOMBS_BLOCK_PUSHES: "Q13: nothing is pushed onto a bomb",
}


def _switch(variant: int, states: Any, i: int) -> None:
    states["variants"][i] ^= 1 << variant


def _stun(turns: int, states: Any, i: int) -> None:
    states["stun_turns"][i] = turns


ALTERNATIVES = (
    *(
        Alternative(VARIANT_NAMES[variant], ASKS[variant], partial(_switch, int(variant)))
        for variant in Variant
        if variant in ASKS
    ),
    *(
        Alternative(f"stun-turns={turns}", f"Q5: a stun lasts {turns} demon phases", partial(_stun, turns))
        for turns in STUNS
    ),
)
