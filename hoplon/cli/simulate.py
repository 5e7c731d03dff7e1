"""`hoplon simulate`: a match for a program, choices in and JSON out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, with_flags
from hoplon.cli.inputs import (
    GameName,
    OptionTexts,
    Seed,
    begin,
    compiling_notice_for,
    find_game,
    interpret,
    make_ready,
    read_options,
)
from hoplon.cli.lines import describe, describe_turn, write_line
from hoplon.core.errors import BadOption, IllegalChoice

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Match

CONTEXT = TAKES_FLAGS
FORMATS = ("json", "record")
LONGEST_TURN = 1 << 24  # characters of a line of a record
LONGEST = 10_000  # characters of a line; what is longer is read as several


def simulate(
    context: typer.Context,
    game: GameName,
    seed: Seed = None,
    option: OptionTexts = None,
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="json|record", help="The output: JSON, or the game's own record format."
        ),
    ] = "json",
) -> None:
    """Play a match from choices on stdin: one JSON line for the start, then one for each choice.

    A refused choice is answered with an error, the match continues, and the exit code at the end is 2.

    \b
    Examples:
      echo "walk n" | hoplon simulate hoplite --seed 7
      hoplon simulate hoplite -o depth=3 -o prayers=bloodlust,patience < choices.txt
      hoplon simulate codekeeper --seed 7 --maze mine.txt --format record < commands.txt
      hoplon simulate hexabomb --map mine.json --players 2 --format record < actions.jsonl
    """
    if form not in FORMATS:
        raise BadOption(f"there is no format {form!r}; expected one of {', '.join(FORMATS)}")
    interpret()
    found = find_game(game)
    option = with_flags(found, option, context)
    if form == "record":
        for line in record_lines(found, seed, option):
            print(line, flush=True)
        return
    match = begin(game, seed, option)
    with compiling_notice_for(found):
        make_ready(found)
    if play(match):
        raise typer.Exit(2)


def choices() -> Iterator[str]:
    """The lines on stdin; invalid bytes become a character that no choice contains."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    while line := sys.stdin.readline(LONGEST):
        yield line.strip()


def play(match: Match) -> int:
    """Play the choices on stdin until they or the match end; returns how many were refused."""
    refused = 0
    print(write_line(describe(match)), flush=True)
    if match.is_over:
        return refused
    for text in choices():
        try:
            match.play(text)
            print(write_line(describe_turn(match)), flush=True)
        except IllegalChoice as error:
            refused += 1
            print(write_line({"error": str(error)}), flush=True)
        if match.is_over:
            break
    return refused


def record_lines(game: Game, seed: int | None, option: OptionTexts) -> Iterator[str]:
    """The lines of a game that has a record format of its own."""
    if game.record is None:
        raise BadOption(f"{game.name} has no record format; leave --format out for JSON")
    return game.record(read_options(game, option), seed, turns())


def turns() -> Iterator[str]:
    """The lines of a record on stdin as they are: whole turns, so they may be long."""
    while line := sys.stdin.buffer.readline(LONGEST_TURN):
        yield line.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")
