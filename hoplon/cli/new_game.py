"""`hoplon new-game`: a package with a small game in it, to be changed into another."""

from __future__ import annotations

import keyword
import os
import re
import subprocess
import sys
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.packages import brought

NAME = re.compile(r"[a-z]([a-z0-9_-]{0,38}[a-z0-9])?")
MOST_SEATS = 8
COMPARED = "`hoplon match my-game --bot greedy --bot random --seeds 1-100`"
WRITTEN = (".md", ".py", ".toml")  # others are caches
LETTERS = "ABCDEFGH"
TRACE = """
import sys
from importlib import import_module
from hoplon.core.trace import Recipe, make_trace
game = import_module(sys.argv[1] + ".game").GAME
sys.stdout.write(make_trace(game, Recipe(game.name, seed=1, turns=40)))
"""

# The templates are games for two on squares, or on no grid. What other games say instead:
ON_HEXAGONS = {
    "import squares": "import hexes",
    "Screen, pieces_on, squares": "Screen, hexes, pieces_on",
    "Screen, squares": "Screen, hexes",
    "squares.layout(SIZE, SIZE)": "hexes.rhombus(SIZE)",
    "squares.neighbours(SIZE, SIZE)": "hexes.rhombus_neighbours(SIZE)",
    "SIZE, LETTERS)": "SIZE, LETTERS, upwards=False)",
    "SIZE, WORTHS)": "SIZE, WORTHS, upwards=False)",
    "7 × 7 squares": "7 × 7 hexagons",
    "on all four sides": "on all six sides",
    "turn-over A b5": "turn-over A b3",
}
ALONE = {
    "Player 1 (A) begins; then the players take turns.": "There is one player, A.",
    "Who has the most points wins.": "The more, the better.",
    "each player has placed": "the player has placed",
    "each player has had": "the player has had",
    "those that each player has taken": "those that were taken",
    "the points of each player": "the points",
    "each player has looked, and only he": "the player has looked",
    "each player in turn has looked under a pit, and only he; under the next one nobody has, and so on again":
        "the player has looked under every second pit, beginning with a; nobody has under the others",
    "`A` and `B` are stones of the players": "`A` is a stone of the player",
    "`a` and `b` are neutral stones that this player has looked under":
        "`a` is a neutral stone that the player has looked under",
    "and all see what": "and it is seen what",
}  # fmt: skip


class Grid(StrEnum):
    """What a game is played on."""

    HEX = "hex"
    SQUARE = "square"
    NONE = "none"


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the game, such as stone-age.")],
    grid: Annotated[Grid, typer.Option(help="What it is played on.")] = Grid.SQUARE,
    seats: Annotated[int, typer.Option(metavar="N", help=f"How many play it: 1 to {MOST_SEATS}.")] = 2,
    hidden: Annotated[bool, typer.Option("--hidden", help="Seats know what others do not.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the folder is made.")] = Path("."),
) -> None:
    """Write a package with a small game that is complete: rules, words, board, a bot and tests.

    \b
    Examples:
      hoplon new-game stone-age
      hoplon new-game stone-age --grid hex --seats 3 --hidden --out ~/games
    """
    module = check_name(name)
    if not 1 <= seats <= MOST_SEATS:
        raise BadOption(f"there are {seats} seats; expected 1 to {MOST_SEATS}")
    folder = out / name
    if folder.exists():
        raise BadOption(f"{folder} exists; choose another name, or another place with --out")
    write(folder, module, wording(name, grid, seats), ("secret_" if hidden else "") + kind_of(grid))
    print(
        f"{folder} holds a small game; its README.md says where to go from here. Now:\n\n"
        f"  cd {folder}\n  pip install -e '.[test]'\n  python -m pytest\n  hoplon play {name}"
    )


def check_name(name: str) -> str:
    """The name of the Python module for a game of this name; refuse one that cannot be or is taken."""
    if not NAME.fullmatch(name):
        raise BadOption(
            f"the name {name[:60]!r} cannot be used; expected a lower-case letter first, then lower-case "
            "letters, digits, - and _, 40 at most, such as stone-age"
        )
    module = name.replace("-", "_")
    if keyword.iskeyword(module):
        raise BadOption(f"the name {name!r} is a word of Python itself; choose another")
    from hoplon.games import GROUP, own_names

    if name in own_names() or name in {one.name for one in brought(GROUP)}:
        raise BadOption(f"there is a game {name!r} already; choose another name")
    if is_installed(name, module):
        raise BadOption(f"there is a Python package {name!r} already; choose another name")
    return module


def is_installed(name: str, module: str) -> bool:
    """Would a package of this name stand in the way of another?"""
    spec = find_spec(module)
    if spec is not None and spec.origin is not None:  # a folder without modules is in nobody's way
        return True
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def kind_of(grid: Grid) -> str:
    """Which game is written."""
    return "counters" if grid is Grid.NONE else "stones"


def wording(name: str, grid: Grid, seats: int) -> dict[str, str]:
    """What is said instead of the words of the templates."""
    words = {
        "my-game": name,
        "my_game": name.replace("-", "_"),
        "My Game": re.sub("[-_]+", " ", name).title(),
    }
    if grid is Grid.HEX:
        words |= ON_HEXAGONS
    if seats == 1:
        words |= ALONE
    if seats > 2:  # bots are compared alone or two against each other
        bots = ", ".join(['"greedy"'] + ['"random"'] * (seats - 1))
        words[COMPARED] = f'`hoplon.run("{name}", {bots}).match.outcome` in Python'
    stones, turns = min(8, 32 // seats), max(3, min(10, 20 // seats))
    last = LETTERS[seats - 1]
    return words | {
        "SEATS, SIZE = 2,": f"SEATS, SIZE = {seats},",
        "SEATS, PITS, EACH = 2,": f"SEATS, PITS, EACH = {seats},",
        "TURNS, NEUTRALS = 8 *": f"TURNS, NEUTRALS = {stones} *",
        "TURNS = 10 *": f"TURNS = {turns} *",
        "placed 8 stones": f"placed {stones} stones",
        "had 10 turns": f"had {turns} turns",
        "0,0 0": f"{','.join('0' * seats)} 0",
        "`A` and `B`": "`A` and `B`" if seats == 2 else f"`A` to `{last}`",
        "`a` and `b`": "`a` and `b`" if seats == 2 else f"`a` to `{last.lower()}`",
    }


def write(folder: Path, module: str, words: dict[str, str], kind: str) -> None:
    """Make the folder: all of it or nothing."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as room:
        made = Path(room) / folder.name
        for part in ("common", kind):
            copy(Path(str(files("hoplon.authoring"))) / "template" / part, made, words)
        traces = made / "tests" / "traces" / folder.name
        traces.mkdir(parents=True)
        (traces / "first.trace").write_text(first_trace(made, module), encoding="utf-8", newline="\n")
        made.rename(folder)


def copy(source: Path, target: Path, words: dict[str, str]) -> None:
    """Copy the files of a template, in other words."""
    for file in sorted(path for path in source.rglob("*") if path.suffix in WRITTEN):
        path = target / reworded(file.relative_to(source).as_posix(), words)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(reworded(file.read_text("utf-8"), words), encoding="utf-8", newline="\n")


def reworded(text: str, words: dict[str, str]) -> str:
    """Replace all words at once; of two that begin at the same place, the longer one."""
    known = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.sub(known, lambda found: words[found[0]], text)


def first_trace(folder: Path, module: str) -> str:
    """A match written down; in a process of its own, where the rules are plain Python."""
    path = os.pathsep.join([str(folder), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", TRACE, module],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise HoplonError(f"the new game does not run: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout
