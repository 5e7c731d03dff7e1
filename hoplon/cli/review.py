"""`hoplon review`: what a match was worth turn by turn, what was luck, and what to learn from it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hoplon.cli.analyse import Threads
from hoplon.cli.inputs import compiling_notice_for, load, naming
from hoplon.cli.lines import write_line


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match file.")],
    threads: Threads = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False,
) -> None:
    """Review a match: its curve, every choice judged, luck and skill apart, and the mistakes as exercises.

    \b
    Examples:
      hoplon review hoplite-7.hoplon
      hoplon review cardbattle-3.hoplon --json
    """
    from hoplon.analysis.evaluator import make_ready
    from hoplon.analysis.review import review as find

    match = load(file)
    with compiling_notice_for(match.game):
        make_ready(match)
    with naming(file):
        found = find(match, threads=threads)
    print(write_line(found.as_json()) if as_json else found)
