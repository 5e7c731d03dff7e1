"""`hoplon play`: a game for a person, in the terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, flags_of, options_of, read_flags
from hoplon.cli.inputs import (
    GameName,
    OptionTexts,
    Seed,
    begin,
    find_game,
    folder_in,
    interpret,
    load,
    naming,
    read_match_file,
    read_options,
)
from hoplon.cli.terminal import terminal_of
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.words import ENGLISH, languages, speaking

if TYPE_CHECKING:
    from hoplon.core.match import Match

CONTEXT = TAKES_FLAGS


def play(
    context: typer.Context,
    game: GameName,
    seed: Seed = None,
    option: OptionTexts = None,
    load_file: Annotated[
        Path | None,
        typer.Option("--load", metavar="FILE", help="Continue a match file.", show_default=False),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the last match.")] = False,
    light: Annotated[bool, typer.Option("--light", help="Colours for a light terminal.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of text only: type your choices.")] = False,
    language: Annotated[
        str,
        typer.Option(metavar="NAME", help="Tell what happens in this language, such as fr."),
    ] = ENGLISH,
) -> None:
    """Play a game in the terminal, by keys or mouse. Press ? for help.

    A game of your own need not be installed: give the Python file that holds its GAME.

    \b
    Examples:
      hoplon play hoplite
      hoplon play hoplite --seed 7 -o depth=3
      hoplon play hoplite --load hoplite-7.hoplon
      hoplon play hoplite --resume
      hoplon play codekeeper --maze mine.txt
      hoplon play cardbattle -o army_a=macedon -o army_b=persia --opponent medium
      hoplon play cardbattle --hotseat
      hoplon play my-game --opponent my-bot --seat 2
      hoplon play ledge.py
    """
    if language not in languages():
        raise BadOption(f"there is no language {language[:20]!r}; expected {' or '.join(languages())}")
    if not wants_compiled(game, context.args):
        interpret()
    found = find_game(game)
    terminal = terminal_of(found)
    if terminal is None or (plain and not terminal.lines):
        from hoplon.cli.plain import terminal_for

        terminal = terminal_for(found)
    known = (*found.flags, *terminal.flags)
    given = read_flags(context.args, known, game, flags_of(context))
    start = starter(game, seed, [*(option or ()), *options_of(known, given)], load_file, resume)
    if not terminal.lines and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise HoplonError("play needs a terminal; programs use 'hoplon simulate', and --plain reads lines")
    with speaking(language):
        raise typer.Exit(terminal.play(start, given, light))


def wants_compiled(game: str, words: Sequence[str]) -> bool:
    """Does the command line ask for something that needs compiled rules?"""
    parts = {part for word in words for part in re.split("[=:]", word)}
    if "learned" in parts or any(part.endswith(".npz") for part in parts):
        return True
    folder = folder_in("hoplon.cli", game)
    if folder is None:
        return "--opponent" in parts and "random" not in parts
    return not parts.isdisjoint(getattr(folder, "COMPILED", ()))


def starter(
    name: str, seed: int | None, option: list[str] | None, file: Path | None, resume: bool
) -> Callable[[], Match]:
    """A function that begins the match; what can be refused without the rules is refused at once."""
    game = find_game(name)
    if file is None and not resume:
        read_options(game, option)
        return lambda: begin(name, seed, option)
    if seed is not None or option or (file and resume):
        raise BadOption("a match file has its own seed and options; give --load or --resume alone")
    path = file or last_played(game.name)

    def open_file() -> Match:
        with naming(path):
            said = read_match_file(path).game
        if said != game.name:
            raise BadOption(f"{path} is a match of {said}, not of {game.name}")
        return load(path, game)

    return open_file


def last_played(name: str) -> Path:
    """The match that was kept last."""
    from hoplon.cli.autosave import kept
    from hoplon.core.folders import state_folder

    found = kept(name)
    if not found:
        raise BadOption(f"there is no match of {name} to resume in {state_folder()}")
    return found[0]
