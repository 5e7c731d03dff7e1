"""`hoplon replay`: a match file, turn by turn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hoplon.cli.inputs import interpret, load
from hoplon.cli.lines import describe, describe_turn, write_line

FilePath = Annotated[Path, typer.Argument(metavar="FILE", help="A match file.")]


def replay(
    file: FilePath,
    step: Annotated[
        bool, typer.Option("--step", help="Show the board after each turn; Enter continues, q stops.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each turn.")] = False,
) -> None:
    """Print what happened in a match.

    \b
    Examples:
      hoplon replay hoplite-7.hoplon
      hoplon replay hoplite-7.hoplon --step
      hoplon replay hoplite-7.hoplon --json | head -1
    """
    interpret()
    from hoplon.core.match import Match
    from hoplon.core.sentences import several

    whole = load(file)
    match = Match(whole.game, whole.seed, whole.options)
    if as_json:
        print(write_line(describe(match)))
    else:
        turns = several(len(whole.choices), "turn")
        print(f"{match.game.title}, rules {match.game.version}, seed {match.seed}, {turns}")
        if step:
            print(f"\n{match}")
    for number, choice in enumerate(whole.choices, 1):
        if step and wait() == "q":
            return
        match.play(choice)
        if as_json:
            print(write_line(describe_turn(match)))
        else:
            print(f"\n{number} {choice}")
            print("\n".join(f"  {line}" for line in str(match.turns[-1]).splitlines()))
            if step:
                print(f"\n{match}")
    if not as_json:
        print(f"\n{match.outcome or 'open'}")


def wait() -> str:
    """Wait for Enter, if stdin is a terminal; the end of the input stops, like q."""
    if not sys.stdin.isatty():
        return ""
    return (sys.stdin.readline() or "q").strip()
