"""The games, one line each."""

from __future__ import annotations

from importlib import import_module

from hoplon.core.errors import UnknownGame
from hoplon.core.game import Game

GAMES = {
    "cardbattle": "hoplon.games.cardbattle",
    "codekeeper": "hoplon.games.codekeeper",
    "hexabomb": "hoplon.games.hexabomb",
    "hoplite": "hoplon.games.hoplite",
}


def game(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}; installed: {', '.join(sorted(GAMES))}")
    found: Game = import_module(GAMES[name]).GAME
    return found
