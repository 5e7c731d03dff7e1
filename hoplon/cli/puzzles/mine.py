"""`hoplon puzzles mine`: find positions with one best choice in matches."""

from __future__ import annotations

import sys
from math import inf
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import GameName, compiling_notice_for, find_game
from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from hoplon.analysis.puzzles.mine import Found
    from hoplon.core.puzzles import Puzzle


def mine(
    game: GameName,
    wanted: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FOLDER|BOTS",
            help="A folder of match files, or bots such as learned,greedy; the game's own list if not given.",
            show_default=False,
        ),
    ] = "",
    count: Annotated[
        int, typer.Option("--count", min=0, metavar="N", help="Stop with so many puzzles; 0: never.")
    ] = 10,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=1_000_000, metavar="N", help="Of the bots' matches.")
    ] = 1,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, metavar="N", help="Processes.")] = 1,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", min=1.0, metavar="S", help="Stop after so many seconds.", show_default=False
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Written as puzzles are found; puzzles-GAME.txt if not given.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a file.")] = False,
) -> None:
    """Look for puzzles in matches of bots, or in match files, and check each with ten times the playouts.

    The file is complete line by line at any time. The same seed and count give the same puzzles, whatever the
    number of jobs, unless time ends the search.

    \b
    Examples:
      hoplon puzzles mine hoplite --count 20
      hoplon puzzles mine cardbattle --jobs 4 --seconds 500 --count 300 --out battles.txt
      hoplon puzzles mine hoplite --from runs --out mine.txt
    """
    from hoplon.analysis.puzzles.mine import Mine, make_ready

    found = find_game(game)
    if found.puzzles is None:
        raise BadOption(
            f"{found.name} does not say what its puzzles are about, so there is nothing to look for"
        )
    began = time()
    shaft = Mine(found, out or Path(f"puzzles-{found.name}.txt"), seed, wanted, count)
    shaft.open(resume)
    with compiling_notice_for(found):
        make_ready(found, wanted, seed)

    def tell(one: Found, new: list[Puzzle]) -> None:
        if one.fault:
            print(f"hoplon: {one.dig} is left out: {one.fault}", file=sys.stderr)
        print(
            f"{time() - began:.0f} s: {len(shaft.puzzles)} puzzles, {len(new)} of them in {one.dig}",
            flush=True,
        )

    deadline = inf if seconds is None else began + seconds
    shaft.run(jobs, deadline, tell)
    print(f"{shaft.out}: {len(shaft.kept)} puzzles")
