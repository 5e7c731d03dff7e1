"""`hoplon verify`: do match files agree with the rules?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import find_game, interpret, make_ready, patience, read_match_file
from hoplon.core.errors import HoplonError

if TYPE_CHECKING:
    from hoplon.core.replay import Verdict

LONG = 500  # turns of a file that is worth a progress bar
MUCH = 20_000  # bytes, some 700 turns: from there on compiled rules are worth loading


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Match files.")],
) -> None:
    """Play match files again and say whether, and if not where, they part from the rules.

    The exit code is 0 if all agree, else 2.

    \b
    Examples:
      hoplon verify hoplite-7.hoplon
      hoplon verify matches/*.hoplon
    """
    if sum(path.stat().st_size for path in files if path.is_file()) < MUCH:
        interpret()
    agree = True
    for path in files:
        try:
            verdict = judge(path)
        except HoplonError as error:
            text = str(error)
            print(text if text.startswith(str(path)) else f"{path}: {text}", file=sys.stderr)
            agree = False
        else:
            print(f"{path}: {verdict}")
            agree = agree and verdict.agrees
    if not agree:
        raise typer.Exit(2)


def judge(path: Path) -> Verdict:
    """Verify one file, with a progress bar on a terminal if it is long."""
    from rich.console import Console
    from rich.progress import Progress

    from hoplon.core import replay

    file = read_match_file(path)
    game = find_game(file.game)
    with patience(game):
        make_ready(game)
    console = Console(stderr=True)
    long = console.is_terminal and len(file.choices) > LONG
    with Progress(console=console, transient=True, disable=not long) as progress:
        task = progress.add_task(path.name, total=len(file.choices))
        return replay.verify(file, game, lambda turn: progress.update(task, completed=turn))
