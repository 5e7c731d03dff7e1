"""The group of commands about puzzles."""

from __future__ import annotations

import typer

from hoplon.cli.puzzles.check import check
from hoplon.cli.puzzles.mine import mine
from hoplon.cli.puzzles.solve import solve

HELP = """Puzzles: positions in which one choice is clearly best.

\b
Examples:
  hoplon puzzles solve hoplite
  hoplon puzzles mine hoplite --count 10 --out mine.txt
  hoplon puzzles check mine.txt
"""

puzzles = typer.Typer(help=HELP, no_args_is_help=True)
puzzles.command("solve")(solve)
puzzles.command("mine")(mine)
puzzles.command("check")(check)
