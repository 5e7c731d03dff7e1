"""The terminal screen of a game that has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from hoplon.cli.refusals import why
from hoplon.core.packages import BadPackage

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Match
    from hoplon.core.talents import Flag

Start = Callable[[], "Match"]


@dataclass(frozen=True)
class Terminal:
    """`play(start, flags, light)` plays until the player leaves and returns the exit code.

    `flags` are its own flags of the command line; `lines` says whether it reads lines, so that it needs no
    terminal.
    """

    play: Callable[[Start, Mapping[str, str], bool], int]
    flags: tuple[Flag, ...] = ()
    lines: bool = False


def terminal_of(game: Game) -> Terminal | None:
    """The screen of a game, if it has one."""
    if game.terminal is None:
        return None
    module, _, name = game.terminal.partition(":")
    try:
        found = getattr(import_module(module), name)
    except Exception as error:  # importing foreign code can do anything
        raise BadPackage(
            f"the terminal screen {game.terminal!r} of {game.name} cannot be loaded ({why(error)})"
        ) from None
    if not isinstance(found, Terminal):
        kind = type(found).__name__
        raise BadPackage(
            f"the terminal screen {game.terminal!r} of {game.name} is {kind}; expected a Terminal"
        )
    return found
