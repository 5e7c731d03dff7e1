"""`hoplon show`: a position as a diagram or a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplon.cli.inputs import PositionText, interpret, match_at


def show(
    position: PositionText,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture instead.", show_default=False)
    ] = None,
    notation: Annotated[bool, typer.Option("--notation", help="Print the position in one line.")] = False,
) -> None:
    """Draw a position, or the last one of a match file.

    \b
    Examples:
      hoplon show "hoplite depth=3 hero=4,5 demons=F4,7;A6,6"
      hoplon show hoplite-7.hoplon --svg board.svg
      hoplon show hoplite-7.hoplon --notation
    """
    interpret()
    state = match_at(position).state
    if svg is not None:
        svg.write_text(state._repr_svg_(), encoding="utf-8")
    elif notation:
        print(state.notation)
    else:
        print(state)
