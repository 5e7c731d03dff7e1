"""`hoplon maze`: mazes of CodeKeeper, made, checked and shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplon.cli.inputs import Seed, begin, interpret

HELP = """Mazes of CodeKeeper, drawn as text: make, check and show them.

\b
Examples:
  hoplon maze list
  hoplon play codekeeper --maze one-vampire
  hoplon maze new --seed 7 --out mine.txt
  hoplon maze check mine.txt
  hoplon maze show mine.txt
  hoplon play codekeeper --maze mine.txt
"""

maze = typer.Typer(help=HELP, no_args_is_help=True)

MazeArgument = Annotated[
    str, typer.Argument(metavar="NAME|FILE", help="A maze by its name, or twelve rows of sixteen cells.")
]


@maze.command("list")
def list_all() -> None:
    """List the mazes that have a name, and what each tries out.

    \b
    Examples:
      hoplon maze list
      hoplon play codekeeper --maze exit-under-fire
      hoplon match codekeeper --bot seeker --maze trap --seeds 1-10
      hoplon bot check ./mybot.py --game codekeeper      plays all of them
    """
    interpret()
    from hoplon.games.codekeeper.named_mazes import named_mazes

    mazes = named_mazes().values()
    width = max(len(maze.name) for maze in mazes)
    for maze in mazes:
        print(f"{maze.name:{width}}  {maze.purpose}")


@maze.command("new")
def make(
    seed: Seed = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write it; stdout if not given.")
    ] = None,
) -> None:
    """Draw the maze of a seed, to edit by hand.

    \b
    Examples:
      hoplon maze new --seed 7 --out mine.txt
      hoplon maze new > mine.txt
    """
    interpret()
    from hoplon.games.codekeeper.maze import rows_of, survey
    from hoplon.games.codekeeper.position import position

    match = begin("codekeeper", seed, None)
    rows = rows_of(position(match.state.array, 0))
    text = "\n".join([f"# the maze of seed {match.seed}", *rows, ""])
    if out is None:
        print(text, end="")
    else:
        out.write_text(text, encoding="utf-8")
        print(f"{out}: {survey(rows)}")


@maze.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Mazes drawn as text.")],
) -> None:
    """Check whether mazes can be played, and print what is in them; the first bad one ends with exit code 2.

    \b
    Examples:
      hoplon maze check mine.txt
      hoplon maze check mazes/*.txt
    """
    interpret()
    from hoplon.games.codekeeper.maze import read_file, survey

    for path in files:
        print(f"{path}: {survey(read_file(path))}")


@maze.command()
def show(
    maze: MazeArgument,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture instead.", show_default=False)
    ] = None,
    notation: Annotated[
        bool, typer.Option("--notation", help="Print it as a position in one line, to edit further.")
    ] = False,
) -> None:
    """Draw a maze with the numbers of its columns and rows.

    \b
    Examples:
      hoplon maze show mine.txt
      hoplon maze show trap
      hoplon maze show mine.txt --svg mine.svg
      hoplon maze show mine.txt --notation
    """
    interpret()
    from hoplon.games.codekeeper.maze import position_of
    from hoplon.games.codekeeper.named_mazes import find_maze
    from hoplon.games.codekeeper.notation import write
    from hoplon.games.codekeeper.picture import diagram
    from hoplon.games.codekeeper.svg import draw_svg

    position = position_of(find_maze(maze))
    if svg is not None:
        svg.write_text(draw_svg(position, fog=False), encoding="utf-8")
    elif notation:
        print(write(position))
    else:
        print(diagram(position))
