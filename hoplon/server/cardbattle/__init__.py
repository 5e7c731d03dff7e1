"""What the arena answers about the armies of Hoplites, and about odds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fastapi import APIRouter

from hoplon.core.errors import BadOption
from hoplon.core.talents import Flag
from hoplon.server.cardbattle.odds_routes import odds_routes
from hoplon.server.cardbattle.routes import army_routes
from hoplon.server.parts import Part

HELP = "Army files that everybody may use; else hoplon/armies in the platform's folder for data."


def routes(flags: Mapping[str, str]) -> APIRouter:
    """The supplied armies, and those of the folder given."""
    said = flags.get("--armies")
    if said is not None and not Path(said).is_dir():
        raise BadOption(f"there is no folder {said!r}; expected one with army files (*.toml)")
    found = army_routes(None if said is None else Path(said))
    found.include_router(odds_routes())
    return found


PART = Part(
    pages=("/armies", "/armies/{rest:path}", "/tips", "/odds"),
    flags=(Flag("--armies", HELP, metavar="DIR"),),
    routes=routes,
)
