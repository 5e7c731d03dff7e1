"""`hoplon analyse`: what a position is worth, and each choice in it."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from hoplon.cli.inputs import PositionText, compiling_notice_for, match_at
from hoplon.cli.lines import write_line

Threads = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=64, help="Threads that play at once.", show_default="all cores"),
]


def analyse(
    position: PositionText,
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="For this seat; who chooses next unless given.", show_default=False
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Of a match file: the position after so many turns.",
            show_default="the last",
        ),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="End after so many playouts.", show_default="500")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="End after so many seconds.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The seed of the playouts.")] = 0,
    threads: Threads = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Print what a position is worth to a seat and how its choices compare.

    A value is a mean over playouts, with its standard error. Only what the seat may know is used. The same
    nodes and seed give the same values.

    \b
    Examples:
      hoplon analyse "hoplite depth=3 hero=4,5 demons=F4,7;A6,6"
      hoplon analyse hoplite-7.hoplon --turn 30 --nodes 2000
      hoplon analyse cardbattle-3.hoplon --seat 1 --seconds 5 --json
    """
    from hoplon.analysis.analyse import analyse as find
    from hoplon.analysis.evaluator import make_ready
    from hoplon.core.errors import BadOption

    match = match_at(position)
    if turn is not None:
        if turn > len(match.choices):
            raise BadOption(f"there is no turn {turn}; the match has {len(match.choices)}")
        while len(match.choices) > turn:
            match.undo()
    with compiling_notice_for(match.game):
        make_ready(match)
    threads = threads or os.cpu_count() or 1
    found = find(match, seat, nodes=nodes, seconds=seconds, threads=threads, seed=seed)
    print(write_line(found.as_json()) if as_json else found)
