"""Who plays on from a position while it is analysed, and what is expected where nobody plays on.

The folder of a game names its own in FORESIGHT, as `module:object`; any other game is played on by `mcts`.
"""

from __future__ import annotations

from importlib import import_module

from hoplon.bots import _folders
from hoplon.core.foresight import Foresight
from hoplon.core.game import Game

MCTS = "mcts"
LEARNED = "learned"


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
