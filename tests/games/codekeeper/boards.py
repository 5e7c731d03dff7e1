"""Positions from pictures, and the log of a command."""

from __future__ import annotations

from typing import Any

from hoplon.core.match import Match
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.notation import write
from hoplon.games.codekeeper.options import CodeKeeperOptions
from hoplon.games.codekeeper.picture import read_diagram

OPEN = "H"


def match_of(picture: str, seed: int = 0, **values: Any) -> Match:
    """A match that begins with a picture; around a cut-out all is floor."""
    position = read_diagram(picture, **values)
    return Match(GAME, seed, CodeKeeperOptions(position=write(position)))


def log(picture: str, command: str, **values: object) -> str:
    """The turn that a command gives."""
    return str(match_of(picture, **values).play(command))
