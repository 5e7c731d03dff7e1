"""`hoplon threats`: which tiles will be attacked next turn."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplon.cli.inputs import PositionText, interpret, match_at
from hoplon.cli.lines import write_line
from hoplon.core.errors import BadOption


def threats(
    position: PositionText,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each tile.")] = False,
) -> None:
    """Print which tiles would be attacked next turn, and by whom, if all enemies stayed where they are.

    \b
    Examples:
      hoplon threats "hoplite depth=3 hero=4,5 demons=F4,7;A6,6"
      hoplon threats hoplite-7.hoplon
    """
    interpret()
    state = match_at(position).state
    if state.game.threats is None:
        raise BadOption(f"{state.game.name} has no threats to show")
    for threat in state.game.threats(state.array, 0).values():
        print(write_line(threat.as_json()) if as_json else f"{threat.cell:5} {threat.words()}")
