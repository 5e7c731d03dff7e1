"""Who plays on from a position while it is analysed, and what is expected where nobody plays on.

The folder of a game names its own in FORESIGHT, as `module:object`; any other game is played on by `mcts`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from hoplon.bots import _folders
from hoplon.core.game import Game
from hoplon.core.kernel import rule

MCTS = "mcts"
LEARNED = "learned"


@rule
def nothing_recalled(s, seat, memory):
    """For games in which a position holds all that was seen."""


@dataclass(frozen=True)
class Foresight:
    """How a game is played on.

    `player` is `learned`, `mcts`, or the name of a policy of the game. It makes `horizon` choices of all
    seats together, or as many as `stops(s, turn)` allows; then `expect(s, seat, value, out)` writes what is expected
    of each quantity, where `value` is what the network of a learned player says. A `glance` is the
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


PLAYED_BY_MCTS = Foresight(MCTS, 1000, glance=1000, worlds=8)


def foresight_of(game: Game) -> Foresight:
    """How a game is played on."""
    if game.name not in _folders():
        return PLAYED_BY_MCTS
    place: str | None = getattr(import_module(f"hoplon.bots.{game.name}"), "FORESIGHT", None)
    if place is None:
        return PLAYED_BY_MCTS
    module, _, name = place.partition(":")
    found: Foresight = getattr(import_module(f"hoplon.bots.{game.name}.{module}"), name)
    return found
