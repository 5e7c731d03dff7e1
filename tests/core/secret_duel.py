"""The duel of the engine's tests with a secret: nobody sees how much breath the other has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hoplon.core.dice import keep_seed
from hoplon.core.kernel import rule
from tests.core.duel import GAME as DUEL
from tests.core.duel import notation


@rule
def conceal(s, seat):
    """Blank the breath of the others."""
    keep_seed(s, (0, 0))
    s.draws = 0
    for other in range(2):
        if other != seat:
            s.breath[other] = -1


@rule
def redeal(s, seat, seed):
    """The other may have any breath."""
    conceal(s, seat)
    s.breath[1 - seat] = 9
    keep_seed(s, seed)


def draw(states: Any, i: int) -> str:
    """The breath of both, and the rest."""
    return f"breath {states['breath'][i].tolist()} {notation(states, i)}"


GAME = replace(
    DUEL,
    name="secret",
    hides=True,
    deals=True,
    draw=draw,
    rules=replace(DUEL.rules, conceal=conceal, redeal=redeal),
)
