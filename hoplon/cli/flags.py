"""Flags that a game adds to the command line, such as `--maze FILE`: each stands for options of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.talents import Flag

# For a command that takes such flags: what it does not know itself is left in the context.
TAKES_FLAGS: dict[str, Any] = {"ignore_unknown_options": True, "allow_extra_args": True}


def read_flags(words: Sequence[str], known: Iterable[Flag], game: str) -> dict[str, str]:
    """The values of flags by their names; a flag without a value has an empty one."""
    flags = {flag.name: flag for flag in known}
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in flags:
            has = ", ".join(f"{flag.name} {flag.metavar}".strip() for flag in flags.values()) or "none"
            raise BadOption(f"{game} has no flag {name!r}; its own flags: {has}")
        if name in given:
            raise BadOption(f"the flag {name} is given twice")
        if flags[name].metavar and not equals:
            if not rest:
                raise BadOption(f"the flag {name} has no value; expected {flags[name].metavar}")
            value = rest.pop(0)
        elif not flags[name].metavar and equals:
            raise BadOption(f"the flag {name} takes no value, not {value!r}")
        given[name] = value
    return given


def with_flags(game: Game, texts: Sequence[str] | None, words: Sequence[str]) -> list[str]:
    """Options as they are typed, and those that the flags of a game stand for."""
    options = list(texts or ())
    for name, value in read_flags(words, game.flags, game.name).items():
        flag = next(flag for flag in game.flags if flag.name == name)
        options += [f"{option}={text}" for option, text in flag.read(value).items()]
    return options
