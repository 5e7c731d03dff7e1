"""`hoplon map`: maps of hexabomb, made, checked and shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import Seed, interpret

if TYPE_CHECKING:
    from hoplon.games.hexabomb.maps import HexMap

HELP = """Maps of hexabomb: list, make, check and show them.

\b
Examples:
  hoplon map list
  hoplon map new --players 4 --cells 200 --out mine.json
  hoplon map check mine.json
  hoplon map show crossroads
  hoplon map show crossroads --svg crossroads.svg
"""

map = typer.Typer(help=HELP, no_args_is_help=True)

MapText = Annotated[str, typer.Argument(metavar="MAP", help="A file, or a map that comes with the game.")]


@map.command("list")
def show_list() -> None:
    """List the maps that come with the game."""
    interpret()
    from hoplon.games.hexabomb import maps

    for name in maps.names():
        print(f"{name}: {facts(maps.named(name))}")


@map.command("new")
def make(
    players: Annotated[int, typer.Option(metavar="P", help="How many players it is for.")] = 2,
    cells: Annotated[int, typer.Option(metavar="N", help="About how many cells it has.")] = 100,
    seed: Seed = None,
    characters: Annotated[int, typer.Option(metavar="C", help="Characters of each player.")] = 1,
    special: Annotated[int, typer.Option(metavar="S", help="The least number of special start cells.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write it; stdout if not given.")
    ] = None,
) -> None:
    """Make a fair map: every player sees the same board.

    \b
    Examples:
      hoplon map new --players 4 --cells 200 --seed 7 --out mine.json
      hoplon map new --players 3 --cells 150 --characters 4 --special 3 > mine.json
    """
    interpret()
    from hoplon.core.dice import any_seed
    from hoplon.games.hexabomb.generate import generate

    made = generate(players, cells, any_seed() if seed is None else seed, characters, special)
    if out is None:
        print(made.to_json(), end="")
    else:
        out.write_text(made.to_json(), encoding="utf-8")
        print(f"{out}: {facts(made)}")


@map.command()
def check(given: Annotated[list[str], typer.Argument(metavar="MAP...", help="Files, or names.")]) -> None:
    """Check whether maps can be played; the first bad one ends with exit code 2.

    \b
    Examples:
      hoplon map check mine.json
      hoplon map check maps/*.json drawn.tmx drawn.tmj
    """
    interpret()
    for said in given:
        print(f"{said}: {facts(checked(said))}")


@map.command()
def show(
    said: MapText,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture instead.", show_default=False)
    ] = None,
) -> None:
    """Draw a map: start cells by their group, special ones as *.

    \b
    Examples:
      hoplon map show crossroads
      hoplon map show mine.json --svg mine.svg
    """
    interpret()
    from hoplon.games.hexabomb.picture import draw_map
    from hoplon.games.hexabomb.svg import map_svg

    board = checked(said)
    if svg is not None:
        svg.write_text(map_svg(board), encoding="utf-8")
        return
    print(facts(board))
    print(draw_map(board))


def checked(said: str) -> HexMap:
    """A map; the errors name it."""
    from hoplon.games.hexabomb import maps
    from hoplon.games.hexabomb.maps import BadMap

    try:
        return maps.given(said)
    except BadMap as error:
        text = str(error)
        raise BadMap(text if said in text else f"{said}: {text}") from None


def facts(board: HexMap) -> str:
    """A map in a few words."""
    special = f", {len(board.special)} special" if board.special else ""
    return (
        f"{len(board.cells)} cells, {len(board.starts)} players with {board.characters} character(s){special}"
    )
