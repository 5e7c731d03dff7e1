"""Flags of the command line that stand for options of hexabomb."""

from __future__ import annotations

from pathlib import Path

from hoplon.core.errors import BadOption
from hoplon.core.talents import Flag
from hoplon.games.hexabomb import maps


def map_text(said: str) -> str:
    """A map in one line, unless it comes with the game."""
    return said if said in maps.names() and not Path(said).exists() else maps.given(said).to_text()


def special_text(said: str) -> str:
    """1 for sudden death, as the original's programs say it."""
    if said not in ("0", "1"):
        raise BadOption(f"--special is {said!r}; expected 0 or 1")
    return "yes" if said == "1" else "no"


FLAGS = (
    Flag("--map", "A file, or a map by its name.", lambda said: {"map": map_text(said)}, "MAP"),
    Flag("--players", "How many ordinary players.", lambda said: {"players": said}, "P"),
    Flag("--special", "1 for sudden death.", lambda said: {"special": special_text(said)}, "0|1"),
)
