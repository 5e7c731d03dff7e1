"""`hoplon puzzles check`: is the solution of each puzzle in a file the best choice?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import compiling_notice_for, find_game, make_ready
from hoplon.core.errors import BadOption, BadText

if TYPE_CHECKING:
    from hoplon.analysis.puzzles.hold import Answer

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
            help="Of a choice, at most; with fewer than 160, only what is surely wrong is found.",
            show_default="8000",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Of the playouts.")] = 1,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Write a line for each puzzle, and go on where the lines end.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the puzzles that hold, with the values found, to a new file.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check again that the solutions of puzzles are best by the margin of the game, in other playouts.

    Prints the puzzles that fail, and leaves with exit code 1 if there are any.

    \b
    Examples:
      hoplon puzzles check mine.txt
      hoplon puzzles check mine.txt --sample 20 --seed 5
      hoplon puzzles check mine.txt --log mine.log --out sure.txt
    """
    from hoplon.analysis.puzzles.hold import check_puzzle
    from hoplon.analysis.puzzles.settle import FULL
    from hoplon.core.puzzles import game_named_in, load_puzzles, write_puzzles

    game = find_game(game_named_in(file))
    puzzles = list(load_puzzles(file, game))
    if out is not None and out.exists():
        raise BadOption(f"--out {out} exists; give another name")
    known = {answer.puzzle.id: answer for answer in _lines(log)} if log else {}
    if sample and sample < len(puzzles):
        puzzles = Random(seed).sample(puzzles, sample)
    with compiling_notice_for(game):
        make_ready(game)
    kept = []
    for puzzle in puzzles:
        answer = known.get(puzzle.id)
        if answer is None:
            answer = check_puzzle(game, puzzle, playouts or FULL, seed)
            if log is not None:
                with log.open("a", encoding="utf-8") as lines:
                    lines.write(f"{answer}\n")
        if answer.wrong:
            said = f" ({answer.found})" if answer.found else ""
            print(f"{puzzle.id}: {answer.wrong}{said}", flush=True)
        else:
            kept.append(answer.puzzle)
    if out is not None:
        out.write_text(write_puzzles(game, kept), encoding="utf-8")
    print(f"{len(kept)} of {len(puzzles)} puzzles hold")
    if len(kept) < len(puzzles):
        raise typer.Exit(FAILED)


def _lines(log: Path) -> Iterator[Answer]:
    """What a log says, without a last line that was cut off; nothing if there is no such file yet."""
    from hoplon.analysis.puzzles.hold import read_answer

    if not log.parent.is_dir():
        raise BadOption(f"--log {log} lies in no folder that exists")
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.endswith("\n"):
            try:
                yield read_answer(line.rstrip("\n"))
            except BadText as error:
                raise BadOption(f"--log {log}, line {number} is no line of a check: {error}") from None
