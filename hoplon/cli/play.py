"""`hoplon play`: a game for a person, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
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
    interpret,
    load,
    make_ready,
    patience,
    read_options,
    with_maze,
)
from hoplon.core.errors import BadOption, HoplonError

if TYPE_CHECKING:
    from hoplon.core.match import Match

DRAWN = ("hoplite",)  # the games that are drawn in full; the others are played by lines
STRONGEST = "hard"
NO_TEXTUAL = "the drawn game needs Textual (pip install 'hoplon[play]'); --plain does without"


def play(
    game: GameName,
    seed: Seed = None,
    option: OptionTexts = None,
    maze: MazeFile = None,
    load_file: Annotated[
        Path | None,
        typer.Option("--load", metavar="FILE", help="Go on with a match file.", show_default=False),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match played last.")] = False,
    light: Annotated[bool, typer.Option("--light", help="Colours for a light terminal.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of text only: type your choices.")] = False,
    opponent: Annotated[
        str | None,
        typer.Option(
            metavar="easy|medium|hard", help="cardbattle: how well the computer plays.", show_default=False
        ),
    ] = None,
    hotseat: Annotated[
        bool, typer.Option("--hotseat", help="cardbattle: two players at one keyboard; hands are hidden.")
    ] = False,
    side: Annotated[
        str | None,
        typer.Option(metavar="A|B", help="cardbattle: the army you command.", show_default=False),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick-attack", help="cardbattle: show the computer's attacks when resolved.")
    ] = False,
) -> None:
    """Play a game in the terminal, by keys or mouse. Press ? for help.

    \b
    Examples:
      hoplon play hoplite
      hoplon play hoplite --seed 7 -o depth=3
      hoplon play hoplite --load hoplite-7.hoplon
      hoplon play hoplite --resume
      hoplon play codekeeper --maze mine.txt
      hoplon play cardbattle -o army_a=macedon -o army_b=persia --opponent medium
      hoplon play cardbattle --hotseat
    """
    if opponent != STRONGEST:
        interpret()
    start = starter(game, seed, with_maze(game, option, maze), load_file, resume)
    if game == "cardbattle":
        play_battle(start, opponent, hotseat, side, quick)
        return
    for given, name in ((opponent, "--opponent"), (hotseat, "--hotseat"), (side, "--side")):
        if given:
            raise BadOption(f"{name} is for cardbattle, not for {game}")
    if plain or game not in DRAWN:
        from hoplon.cli.plain import play_lines

        play_lines(start())
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise HoplonError("play needs a terminal; programs use 'hoplon simulate', and --plain reads lines")
    try:
        from hoplon.cli.hoplite.app import HopliteApp
    except ModuleNotFoundError as error:
        if error.name != "textual":
            raise
        raise HoplonError(NO_TEXTUAL) from None
    app = HopliteApp(start, light)
    code = app.run()
    if app.failure:
        raise app.failure
    raise typer.Exit(code or 0)


def play_battle(
    start: Callable[[], Match], opponent: str | None, hotseat: bool, side: str | None, quick: bool
) -> None:
    """Hoplites against the computer, or two players at one keyboard."""
    from hoplon.cli.cardbattle.opponents import STRENGTHS
    from hoplon.cli.cardbattle.session import Session

    if hotseat and (opponent or side):
        raise BadOption("--hotseat has two players; leave out --opponent and --side")
    if opponent is not None and opponent not in STRENGTHS:
        raise BadOption(f"there is no opponent {opponent!r}; expected one of {', '.join(STRENGTHS)}")
    if side is not None and side.upper() not in ("A", "B"):
        raise BadOption(f"there is no side {side!r}; expected A or B")
    if opponent == STRONGEST:  # thinks as far as it gets in its time, so its rules are compiled
        game = find_game("cardbattle")
        with patience(game):
            make_ready(game)
    human = 1 if side and side.upper() == "B" else 0
    Session(start(), opponent or "medium", human, hotseat, quick).play()


def starter(
    name: str, seed: int | None, option: list[str] | None, file: Path | None, resume: bool
) -> Callable[[], Match]:
    """What begins the match: refuses at once what can be refused without running the rules."""
    game = find_game(name)
    if file is None and not resume:
        read_options(game, option)
        return lambda: begin(name, seed, option)
    if seed is not None or option or (file and resume):
        raise BadOption("a match file has its own seed and options; give --load or --resume alone")
    path = file or last_played(name)

    def open_file() -> Match:
        match = load(path)
        if match.game.name != name:
            raise BadOption(f"{path} is a match of {match.game.name}, not of {name}")
        return match

    return open_file


def last_played(name: str) -> Path:
    """The match that was kept last."""
    from hoplon.cli.saves import kept
    from hoplon.core.folders import state_folder

    found = kept(name)
    if not found:
        raise BadOption(f"there is no match of {name} to resume in {state_folder()}")
    return found[0]
