"""How a game is played on while a position is analysed, and what is expected where nobody plays on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hoplon.core.kernel import rule


@rule
def nothing_recalled(s, seat, memory):
    """For games in which a position holds all that was seen."""


@dataclass(frozen=True)
class Foresight:
    """How a game is played on.

    `player` is `learned`, `mcts`, or the name of a policy of the game. It makes `horizon` choices of all
    seats together, or as many as `stops(s, turn)` allows; then `expect(s, seat, value, out)` writes what is
    expected of each quantity, where `value` is what the network of a learned player says. A `glance` is the
    same after fewer choices, averaged over `worlds` falls of the dice; with 0 choices one is enough.

    `recall(s, seat, memory)` puts back what a seat has seen before into a position that was dealt anew. A
    network is asked for whoever chooses next, so only in games for one is its value that of the seat.
    """

    player: str
    horizon: int
    expect: Callable[..., None] | None = None  # else the match is played to its end
    stops: Callable[..., bool] | None = None
    dealt: int | None = None  # the horizon where hidden things were made up, if another
    glance: int = 0
    worlds: int = 1
    recall: Callable[..., None] = nothing_recalled
