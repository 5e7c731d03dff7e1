"""`hoplon puzzles check`: is the solution of each puzzle in a file the best choice?"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from hoplon.cli.inputs import compiling_notice_for, find_game, make_ready

FAILED = 1


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of puzzles.")],
    sample: Annotated[
        int,
        typer.Option("--sample", min=0, metavar="N", help="Check so many, chosen by the seed; 0: all."),
    ] = 0,
    playouts: Annotated[
        int | None,
        typer.Option(
            "--playouts",
            min=2,
            metavar="N",
            help="Of each choice; with fewer than usual, only what is surely wrong is found.",
            show_default="160",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Of the playouts.")] = 1,
) -> None:
    """Check again that the solutions of puzzles are best by the margin of the game, in other playouts.

    Prints the puzzles that fail, and leaves with exit code 1 if there are any.

    \b
    Examples:
      hoplon puzzles check mine.txt
      hoplon puzzles check mine.txt --sample 20 --seed 5
    """
    from hoplon.analysis.puzzles.check import CHECKED, check_puzzle
    from hoplon.core.puzzles import game_named_in, load_puzzles

    game = find_game(game_named_in(file))
    puzzles = list(load_puzzles(file, game))
    if sample and sample < len(puzzles):
        puzzles = Random(seed).sample(puzzles, sample)
    with compiling_notice_for(game):
        make_ready(game)
    failed = 0
    for puzzle in puzzles:
        wrong = check_puzzle(game, puzzle, playouts or CHECKED, seed)
        if wrong:
            failed += 1
            print(f"{puzzle.id}: {wrong}", flush=True)
    print(f"{len(puzzles) - failed} of {len(puzzles)} puzzles hold")
    if failed:
        raise typer.Exit(FAILED)
