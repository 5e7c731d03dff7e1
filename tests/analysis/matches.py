"""Short matches for the tests of the analysis."""

from __future__ import annotations

from functools import cache

import numpy as np

import hoplon
from hoplon.core.match import Match
from tests.core.duel import GAME as DUEL

PLAYED = {
    "hoplite": {"depth": 4, "hearts": 2},
    "codekeeper": {},
    "hexabomb": {},
    "cardbattle": {},
}
LONG = 10_000
RUNAWAYS = ("echo", "babble", "flood")  # choices of the duel that never come to an end


@cache
def _begun(name: str, choices: int, seed: int) -> Match:
    match = Match(DUEL, seed) if name == "duel" else hoplon.new(name, seed=seed, **PLAYED[name])
    dice = np.random.default_rng(seed)
    while len(match.choices) < choices and not match.is_over:
        legal = [choice for choice in match.legal() if choice not in RUNAWAYS]
        match.play(legal[int(dice.integers(len(legal)))])
    return match


def begun(name: str, choices: int = 6, seed: int = 1) -> Match:
    """A match of a game after some choices at random; the duel is short."""
    choices = min(choices, 2) if name == "duel" and choices < LONG else choices
    return _begun(name, choices, seed).copy()


def ended(name: str, seed: int = 1) -> Match:
    """A match that was played at random to its end."""
    return begun(name, LONG, seed)
