"""`hoplon simulate`: a match for a program, choices in and JSON out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.inputs import (
    GameName,
    MazeFile,
    OptionTexts,
    Seed,
    begin,
    find_game,
    find_map,
    interpret,
    make_ready,
    module_of,
    patience,
    read_options,
    with_maze,
)
from hoplon.cli.lines import describe, describe_turn, write_line
from hoplon.core.errors import BadOption, IllegalChoice

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Match

FORMATS = ("json", "record")
LONGEST_TURN = 1 << 24  # characters of a line of a record
LONGEST = 10_000  # characters of a line; what is longer is read as several


def simulate(
    game: GameName,
    seed: Seed = None,
    option: OptionTexts = None,
    maze: MazeFile = None,
    form: Annotated[
        str,
        typer.Option("--format", metavar="json|record", help="What is written; see docs/command-line.md."),
    ] = "json",
    board: Annotated[
        str | None, typer.Option("--map", metavar="MAP", help="hexabomb: a file, or a map by its name.")
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="P", help="hexabomb: how many ordinary players.")
    ] = None,
    special: Annotated[
        str | None, typer.Option("--special", metavar="0|1", help="hexabomb: 1 for sudden death.")
    ] = None,
) -> None:
    """Play a match from choices on stdin: one JSON line for the start, then one for each choice.

    A refused choice gives a line with an error, the match goes on, and the exit code is 2 at the end.

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
    option = [*with_maze(game, option, maze), *map_options(board, players, special)]
    if form == "record":
        for line in record_lines(found, seed, option):
            print(line, flush=True)
        return
    match = begin(game, seed, option)
    with patience(found):
        make_ready(found)
    if play(match):
        raise typer.Exit(2)


def choices() -> Iterator[str]:
    """The lines on stdin; bytes that are no text become a sign that no choice contains."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    while line := sys.stdin.readline(LONGEST):
        yield line.strip()


def play(match: Match) -> int:
    """Play what stdin says until it or the match ends; returns how many choices were refused."""
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
    record = module_of(game, "record")
    if record is None:
        raise BadOption(f"{game.name} has no record format; leave --format out for JSON")
    lines: Iterator[str] = record.simulate(read_options(game, option), seed, turns())
    return lines


def turns() -> Iterator[str]:
    """The lines of a record on stdin as they are: whole turns, so they may be long."""
    while line := sys.stdin.buffer.readline(LONGEST_TURN):
        yield line.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")


def map_options(board: str | None, players: str | None, special: str | None) -> list[str]:
    """The options of a game on a map, as the game takes them."""
    given = []
    if board is not None:
        given.append(f"map={map_text(board)}")
    if players is not None:
        given.append(f"players={players}")
    if special is not None:
        if special not in ("0", "1"):
            raise BadOption(f"--special is {special!r}; expected 0 or 1")
        given.append(f"special={'yes' if special == '1' else 'no'}")
    return given


def map_text(said: str) -> str:
    """A map in one line, unless it comes with the game."""
    from hoplon.games.hexabomb import maps

    return said if said in maps.names() and not Path(said).exists() else find_map(said).to_text()
