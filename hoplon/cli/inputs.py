"""What commands are given, read from text: games, options, seeds, positions and match files."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import hoplon
from hoplon.core.errors import BadMatchFile, BadOption, BadPosition, HoplonError
from hoplon.protocols.compiling import patience_for

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Match
    from hoplon.core.replay import MatchFile
    from hoplon.games.hexabomb.maps import HexMap

LONGEST_MAZE = 1 << 16  # characters of a file that draws one


def game_names() -> list[str]:
    """The names of the installed games."""
    from hoplon.games import GAMES

    return sorted(GAMES)


def complete_game(incomplete: str) -> list[str]:
    """Names of games for the shell."""
    return [name for name in game_names() if name.startswith(incomplete)]


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """Names of the game's options for the shell."""
    try:
        known = find_game(str(context.params.get("game"))).options.__dataclass_fields__
    except HoplonError:
        return []
    return [f"{name}=" for name in known if name.startswith(incomplete)]


def read_seed(text: str | int) -> int:
    """A seed as it is typed."""
    try:
        return int(text)
    except ValueError:
        raise BadOption(f"seed {text!r} is no whole number") from None


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The name of a game.", autocompletion=complete_game)
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="N", parser=read_seed, help="The seed of the dice; any if not given.", show_default=False
    ),
]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game; give it as often as needed.",
        autocompletion=complete_option,
        show_default=False,
    ),
]
MazeFile = Annotated[
    Path | None,
    typer.Option("--maze", metavar="FILE", help="codekeeper: a drawn maze.", show_default=False),
]
PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="A position in one line, or a match file.")
]


def interpret() -> None:
    """Run the rules as plain Python, unless NUMBA_DISABLE_JIT says otherwise.

    One match is played sooner than compiled code is loaded, let alone made. The results are the same.
    """
    if "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def find_game(name: str) -> Game:
    """The game of that name."""
    from hoplon.games import game

    return game(name)


def module_of(game: Game, part: str) -> Any:
    """A module that a game may have beside the ones every game has, or None."""
    from hoplon.games import GAMES

    name = f"{GAMES[game.name]}.{part}"
    return import_module(name) if find_spec(name) else None


def read_options(game: Game, texts: Sequence[str] | None) -> Any:
    """The options of a game from texts such as `depth=3`."""
    given: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption(f"option {text!r} has no value; expected NAME=VALUE such as depth=3")
        if name in given:
            raise BadOption(f"option {name} is given twice")
        given[name] = value
    return game.options.from_text(given)


def with_maze(name: str, texts: Sequence[str] | None, maze: Path | None) -> list[str]:
    """The options of a game, and the maze that a file draws as one more."""
    if maze is None:
        return list(texts or ())
    if "maze" not in find_game(name).options.__dataclass_fields__:
        raise BadOption(f"{name} has no mazes; --maze is for codekeeper")
    return [*(texts or ()), f"maze={'/'.join(read_maze(maze))}"]


def read_maze(path: Path) -> list[str]:
    """The rows of a maze of CodeKeeper in a file; the errors name it."""
    from hoplon.games.codekeeper.maze import read_rows

    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(LONGEST_MAZE + 1)
        if len(text) > LONGEST_MAZE:
            raise BadPosition(f"it is too long for a maze; expected at most {LONGEST_MAZE} characters")
        return read_rows(text)
    except UnicodeDecodeError:
        raise BadPosition(f"{path} is no maze: it is not text") from None
    except BadPosition as error:
        raise BadPosition(f"{path}: {error}") from None


def begin(name: str, seed: int | None, texts: Sequence[str] | None) -> Match:
    """A new match from the command line's words."""
    from hoplon.core.match import Match

    game = find_game(name)
    return Match(game, seed, read_options(game, texts))


def read_match_file(path: Path) -> MatchFile:
    """What a match file says, before the rules have been asked."""
    from hoplon.core import replay

    return replay.read(hoplon._text(path))


def load(path: Path) -> Match:
    """Open a match file; the errors name it."""
    try:
        return hoplon.load(path)
    except HoplonError as error:
        text = str(error)
        raise BadMatchFile(text if text.startswith(str(path)) else f"{path}: {text}") from None


def match_at(text: str, seed: int = 0) -> Match:
    """The match that begins at a position in one line, or that a match file holds."""
    from hoplon.core.match import Match

    words = text.split()
    if words and words[0] in game_names():
        game = find_game(words[0])
        if "position" not in game.options.__dataclass_fields__:
            raise BadPosition(f"{game.name} cannot begin from a position; give a match file")
        return Match(game, seed, game.options.from_text({"position": text}))
    if not Path(text).exists():
        expected = f"a match file, or a position that begins with one of {', '.join(game_names())}"
        raise BadPosition(f"there is no file {text!r}; expected {expected}")
    return load(Path(text))


def find_map(said: str) -> HexMap:
    """A map of hexabomb: a file, or the name of one that comes with the game."""
    from hoplon.games.hexabomb import maps

    return maps.given(said)


def patience(game: Game) -> AbstractContextManager[None]:
    """Say on stderr why it takes so long, if the rules have to be compiled first."""
    return patience_for(game.title)


def make_ready(game: Game) -> None:
    """Load the compiled rules, or compile them."""
    from hoplon.core.match import Match

    match = Match(game, 0)
    match.preview(match.legal()[0])
