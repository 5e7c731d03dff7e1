"""A match as lines of text: the board is printed, choices are typed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hoplon.cli.autosave import Autosave
from hoplon.core.errors import HoplonError

if TYPE_CHECKING:
    from hoplon.core.match import Match

WORDS = "a choice such as those in 'legal'; legal, board, undo, redo, save FILE, help or quit"


def play_lines(match: Match) -> None:
    """Ask for choices until the match or the input ends, or the player quits."""
    print(f"{match.game.title}, seed {match.seed}. Type {WORDS}.\n\n{match}")
    autosave = Autosave()
    for line in typed(lambda: None if match.is_over else len(match.choices) + 1):
        try:
            before = len(match.choices)
            print(answer(match, line))
            if len(match.choices) != before:
                autosave.keep(match)
        except (HoplonError, OSError) as error:
            print(error)
    if match.is_over:
        print(f"\n{match.outcome}")


def typed(number: Callable[[], int | None]) -> Iterator[str]:
    """Lines as they are typed, each after a prompt with the number of the choice.

    They end when there is no such number, at the end of the input, or when the player quits.
    """
    while (wanted := number()) is not None:
        print(f"\n{wanted}> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() in ("quit", "q"):
            print()
            return
        yield line.strip()


def answer(match: Match, line: str) -> str:
    """Do what a line says and return what to print."""
    word, _, rest = line.partition(" ")
    if not line:
        return ""
    if word == "help":
        return f"Type {WORDS}."
    if word == "legal":
        return ", ".join(match.legal())
    if word == "board":
        return str(match)
    if word == "save":
        return save(match, rest)
    if word == "undo":
        match.undo()
        return str(match)
    turn = match.redo() if word == "redo" else match.play(line)
    return f"{turn}\n\n{match}"


def save(match: Match, name: str) -> str:
    """Write a new match file."""
    if not name:
        return "save needs a file name"
    if Path(name).exists():
        return f"{name} exists; choose another name"
    return f"saved as {match.save(name)}"
