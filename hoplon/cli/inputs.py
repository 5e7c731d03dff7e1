"""Reads what is typed on the command line: games, options, seeds, positions and match files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any

import typer

import hoplon
from hoplon.cli.flags import no_flag
from hoplon.core.errors import BadMatchFile, BadOption, BadPosition, HoplonError
from hoplon.core.options import read_pairs
from hoplon.protocols.compiling import compiling_notice

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Match
    from hoplon.core.replay import MatchFile


def game_names() -> list[str]:
    """The names of the installed games."""
    from hoplon.games import game_names as names

    return names()


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


def complete_bot(context: typer.Context, incomplete: str) -> list[str]:
    """For the shell: bots of the game that was typed before, their settings after a colon, or paths."""
    from hoplon.bots import bot_class, bots_for

    if "/" in incomplete:
        return complete_path(incomplete)
    game = str(context.params.get("game"))
    name, colon, settings = incomplete.partition(":")
    known = bots_for(game) if game in game_names() else []
    if not colon:
        return [bot for bot in known if bot.startswith(name)] or complete_path(incomplete)
    if name not in known:
        return []
    interpret()
    *given, last = settings.split(",")
    before = f"{name}:" + "".join(f"{part}," for part in given)
    taken = {part.partition("=")[0] for part in given}
    left = (setting for setting in bot_class(name, game).SETTINGS if setting not in taken)
    return [f"{before}{setting}=" for setting in left if setting.startswith(last)]


def complete_path(incomplete: str) -> list[str]:
    """Files and folders for the shell; a folder ends with a slash."""
    folder, slash, start = incomplete.rpartition("/")
    try:
        found = sorted(Path(folder + slash or ".").iterdir())
    except OSError:
        return []
    fitting = (path for path in found if path.name.startswith(start))
    return [f"{folder}{slash}{path.name}{'/' * path.is_dir()}" for path in fitting]


def read_seed(text: str | int) -> int:
    """A seed as it is typed."""
    try:
        return int(text)
    except ValueError:
        raise BadOption(f"seed {text!r} is no whole number") from None


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The name of a game.",
        autocompletion=complete_game,
        callback=no_flag,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="N", parser=read_seed, help="The seed of the dice; random if not given.", show_default=False
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
Jobs = Annotated[
    int,
    typer.Option("--jobs", min=1, metavar="N", help="Processes; with programs, at most one for each core."),
]
ChoiceClock = Annotated[
    float | None,
    typer.Option(
        "--clock",
        min=0.001,
        metavar="SECONDS",
        help="Time allowed for a choice; the game's own if not given.",
        show_default=False,
    ),
]
Longest = Annotated[
    int | None,
    typer.Option(
        "--longest",
        min=1,
        metavar="N",
        help="Choices after which a match is stopped: 2000 for one who plays alone, else 20000.",
        show_default=False,
    ),
]
TimeScale = Annotated[
    float, typer.Option("--time-scale", metavar="X", help="Multiplies the time limits of programs.")
]
StrictClock = Annotated[
    bool, typer.Option("--strict-clock", help="Only the wall clock counts, even on a busy machine.")
]
Sandbox = Annotated[
    str,
    typer.Option(
        "--sandbox",
        metavar="auto|none|strict",
        help="How programs are isolated: in a jail where the system allows one, not at all, or in a jail or "
        "not started.",
    ),
]
PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="A position in one line, or a match file.")
]


def interpret() -> None:
    """Run the rules as plain Python, unless NUMBA_DISABLE_JIT says otherwise.

    For one match that is faster than loading compiled code, let alone compiling. The results are the same.
    """
    if "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def find_game(name: str) -> Game:
    """The game of that name, or the one in a Python file such as `mine.py`."""
    from hoplon.cli.game_file import SUFFIX, game_in
    from hoplon.games import game

    return game_in(name) if name.endswith(SUFFIX) else game(name)


def folder_in(layer: str, game: str) -> ModuleType | None:
    """The folder of a game in a layer such as `hoplon.cli`; the rules are not imported for that."""
    spec = find_spec(f"{layer}.{game}") if game.isidentifier() else None
    # A module has no such locations; a folder without __init__.py, such as __pycache__, has no loader.
    if spec is None or spec.loader is None or spec.submodule_search_locations is None:
        return None
    return import_module(spec.name)


def read_options(game: Game, texts: Sequence[str] | None) -> Any:
    """The options of a game from texts such as `depth=3`."""
    return game.options.from_text(read_pairs(texts or ()))


def begin(name: str, seed: int | None, texts: Sequence[str] | None) -> Match:
    """A new match from the command line's arguments."""
    from hoplon.core.match import Match

    game = find_game(name)
    return Match(game, seed, read_options(game, texts))


def read_match_file(path: Path) -> MatchFile:
    """The contents of a match file, not checked against the rules."""
    from hoplon.core import replay

    return replay.read(hoplon._text(path))


def load(path: Path, game: Game | None = None) -> Match:
    """Open a match file, of an installed game or the one given; the errors name it."""
    with naming(path):
        return hoplon.load(path, game)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What is wrong with a match file is told with its name."""
    try:
        yield
    except HoplonError as error:
        text = str(error)
        raise BadMatchFile(text if text.startswith(str(path)) else f"{path}: {text}") from None


def match_at(text: str, seed: int = 0) -> Match:
    """The match that starts from a position in one line, or the match in a file."""
    from hoplon.core.match import Match

    words = text.split()
    if words and words[0] in game_names():
        game = find_game(words[0])
        if game.position_option is None:
            raise BadPosition(f"{game.name} cannot begin from a position; give a match file")
        return Match(game, seed, game.options.from_text({game.position_option: text}))
    if not Path(text).exists():
        expected = f"a match file, or a position that begins with one of {', '.join(game_names())}"
        raise BadPosition(f"there is no file {text!r}; expected {expected}")
    return load(Path(text))


def compiling_notice_for(game: Game) -> AbstractContextManager[None]:
    """Say on stderr why it takes so long, if the rules have to be compiled first."""
    return compiling_notice(game.title)


def make_ready(game: Game) -> None:
    """Load the compiled rules, or compile them."""
    from hoplon.core.match import Match

    match = Match(game, 0)
    match.preview(match.legal()[0])
