"""Mazes with a name, each for one thing that a player has to be able to do: `mazes.txt`.

A maze there begins with a line `# NAME: PURPOSE`; an empty line comes before the next one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hoplon.core.errors import BadOption, hint
from hoplon.core.talents import Trial
from hoplon.games.codekeeper.maze import COMMENT, read_file, read_rows, survey

FILE = Path(__file__).with_name("mazes.txt")


@dataclass(frozen=True)
class NamedMaze:
    """A maze that is known by its name."""

    name: str
    purpose: str
    rows: tuple[str, ...]

    @property
    def option(self) -> str:
        """As the option `maze` has it."""
        return "/".join(self.rows)

    @property
    def can_be_won(self) -> bool:
        """Is there a way to the exit?"""
        return survey(list(self.rows)).steps_to_exit is not None


@cache
def named_mazes() -> dict[str, NamedMaze]:
    """All of them by name, the easy ones first."""
    found = {}
    for block in FILE.read_text(encoding="utf-8").strip().split("\n\n"):
        name, _, purpose = block.partition("\n")[0].removeprefix(COMMENT).strip().partition(": ")
        found[name] = NamedMaze(name, purpose, tuple(read_rows(block)))
    return found


def find_maze(text: str) -> list[str]:
    """The rows of the maze with this name, or in this file."""
    if text in named_mazes():
        return list(named_mazes()[text].rows)
    if not Path(text).exists():
        known = f"expected a file or one of {', '.join(named_mazes())}"
        raise BadOption(f"there is no maze {text!r}; {hint(text, named_mazes(), known)}")
    return read_file(text)


def name_of(option: str) -> str:
    """What a maze is called; empty if it is none of these."""
    return next((maze.name for maze in named_mazes().values() if maze.option == option), "")


def trials() -> tuple[Trial, ...]:
    """What `hoplon bot check` plays besides its seeds."""
    return tuple(
        Trial(maze.name, maze.purpose, {"maze": maze.option}, maze.can_be_won)
        for maze in named_mazes().values()
    )
