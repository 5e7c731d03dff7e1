"""What the tests of CodeKeeper share: recordings, and positions from pictures."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from hoplon.core.match import Match
from hoplon.games.codekeeper import GAME
from hoplon.games.codekeeper.notation import write
from hoplon.games.codekeeper.options import CodeKeeperOptions
from hoplon.games.codekeeper.picture import read_diagram
from hoplon.games.codekeeper.position import Item, Monster, Position
from hoplon.games.codekeeper.tables import THING_NAMES

GOLDEN = Path(__file__).parents[2] / "golden" / "codekeeper"


@cache
def golden(name: str) -> dict[str, Any]:
    """A file of recordings."""
    with gzip.open(GOLDEN / f"{name}.json.gz") as file:
        found: dict[str, Any] = json.load(file)
    return found


def match_of(picture: str, seed: int = 0, **values: Any) -> Match:
    """A match that begins with a picture; around a cut-out all is floor."""
    position = read_diagram(picture, **values)
    return Match(GAME, seed, CodeKeeperOptions(position=write(position)))


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
