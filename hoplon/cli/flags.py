"""Flags that a game adds to the command line, such as `--maze FILE`: each stands for options of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from hoplon.cli.refusals import sentence
from hoplon.core.errors import BadOption, HoplonError, hint, likely

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.talents import Flag

# For a command that takes such flags: what it does not know itself is left in the context.
TAKES_FLAGS: dict[str, Any] = {"ignore_unknown_options": True, "allow_extra_args": True}
WHERE_FLAGS_ARE = "Flags of single games come last: 'hoplon games NAME' lists them."


def no_flag(context: typer.Context, said: str) -> str:
    """What comes before the flags of a game; such a flag would be taken for it."""
    if said.startswith("-"):
        early = f"{said!r} comes too early; the flags of a game come last, after its name"
        meant = likely(said, flags_of(context))
        raise BadOption(f"there is no flag {said!r}; did you mean {meant}?" if meant else early)
    return said


def flags_of(context: typer.Context) -> list[str]:
    """The flags of a command itself, as they are typed."""
    return [name for one in context.command.params for name in one.opts if name.startswith("--")]


def spelled(flag: Flag) -> str:
    """A flag as it is typed."""
    return f"{flag.name} {flag.metavar}".strip()


def read_flags(
    words: Sequence[str], known: Iterable[Flag], game: str, others: Iterable[str] = ()
) -> dict[str, str]:
    """The values of flags by their names; a flag without a value has an empty one.

    `others` are flags that may have been meant by a mistyped one: those of the command.
    """
    flags = {flag.name: flag for flag in known}
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in flags:
            has = f"its own flags: {', '.join(map(spelled, flags.values())) or 'none'}"
            raise BadOption(f"{game} has no flag {name!r}; {hint(name, [*flags, *others], has)}")
        if name in given:
            raise BadOption(f"the flag {name} is given twice")
        if flags[name].metavar:
            if not equals and rest and rest[0].partition("=")[0] not in flags:
                value = rest.pop(0)
            if not value:
                raise BadOption(f"the flag {name} has no value; expected {flags[name].metavar}")
        elif equals:
            raise BadOption(f"the flag {name} takes no value, not {value!r}")
        given[name] = value
    return given


def options_of(known: Iterable[Flag], given: Mapping[str, str]) -> list[str]:
    """The options that flags stand for, as they are typed."""
    flags = {flag.name: flag for flag in known}
    options: list[str] = []
    for name, value in given.items():
        read = flags[name].read
        if read is None:
            continue
        try:
            options += [f"{option}={text}" for option, text in read(value).items()]
        except HoplonError:
            raise
        except Exception as error:  # of a game, perhaps of another package
            said = f"{name} {value}".strip()
            raise BadOption(f"the flag {said!r} cannot be used: {sentence(error)}") from None
    return options


def with_flags(game: Game, texts: Sequence[str] | None, context: typer.Context) -> list[str]:
    """Options as they are typed, and those that the flags of a game stand for."""
    given = read_flags(context.args, game.flags, game.name, flags_of(context))
    return [*(texts or ()), *options_of(game.flags, given)]
