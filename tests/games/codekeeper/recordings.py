"""Games that the original engine played: mazes, whole games, arranged positions, commands, draws."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from hoplon.games.codekeeper.position import Item, Monster, Position
from hoplon.games.codekeeper.tables import THING_NAMES

GOLDEN = Path(__file__).parents[2] / "golden" / "codekeeper"


@cache
def golden(name: str) -> dict[str, Any]:
    """A file of recordings."""
    with gzip.open(GOLDEN / f"{name}.json.gz") as file:
        found: dict[str, Any] = json.load(file)
    return found


def scenario_position(scenario: dict[str, Any]) -> Position:
    """The position of an arranged scenario."""
    x, y, health, score, *charges = scenario["h"]
    return Position(
        hero=f"{x},{y}",
        health=health,
        score=score,
        charges=tuple(charges),
        walls=tuple(f"{x},{y}" for x, y in scenario["walls"]),
        items=tuple(Item(THING_NAMES[kind], f"{x},{y}") for x, y, kind in scenario["it"]),
        monsters=tuple(Monster(THING_NAMES[kind], f"{x},{y}", life) for x, y, kind, life in scenario["add"]),
        rng=scenario["rng"],
    )
