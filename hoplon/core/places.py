"""Where a game is found again in another process: pickle stores games by the module that holds them."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from hoplon.core.errors import HoplonError

if TYPE_CHECKING:
    from hoplon.core.game import Game


def game_at(module: str, name: str) -> Game:
    """The game that a module holds under a name."""
    found: Game = getattr(import_module(module), name)
    return found


def place_of(game: Game) -> tuple[str, str]:
    """A module that holds a game, and the name there: the package of the rules, else any."""
    home = game.rules.take_turn.__module__
    packages = [home.rsplit(".", n)[0] for n in range(home.count(".") + 1)]
    for module in (*packages, *sys.modules):
        for name, value in list(getattr(sys.modules.get(module), "__dict__", {}).items()):
            if value is game:
                return module, name
    raise HoplonError(f"no module holds the game {game.name} under a name, so it cannot be pickled")
