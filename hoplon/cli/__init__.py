"""The command line: `hoplon COMMAND`.

Each name in COMMANDS is a module of this folder with a function, or a group of commands, of the same name;
`-` in a command is `_` there.
A game's own commands are in a folder of its name, whose COMMANDS say which module holds each. Other packages
add commands through the entry points `hoplon.commands`. A module may have a CONTEXT: Typer settings for its
command line. Every refusal is one sentence on stderr and exit code 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

import hoplon
from hoplon.cli.flags import TAKES_FLAGS, WHERE_FLAGS_ARE
from hoplon.cli.outside import add_outside
from hoplon.cli.refusals import refuse, sentence
from hoplon.core.errors import HoplonError

COMMANDS = (
    "games",
    "play",
    "daily",
    "learn",
    "serve",
    "arena",
    "simulate",
    "replay",
    "verify",
    "show",
    "threats",
    "outcomes",
    "analyse",
    "review",
    "stats",
    "explain",
    "match",
    "compare",
    "race",
    "tasks",
    "evaluate",
    "dataset",
    "bot",
    "trace",
    "work",
    "seat",
    "connect",
    "pbem",
    "compile",
    "bench",
    "train",
    "new-game",
)

INTERRUPTED = 130
PIPE_CLOSED = 1


class Hoplon(TyperGroup):
    """The commands, with clear exit codes and no tracebacks."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: ARG002  the ways of ending are handled here
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run one command and leave with its exit code."""
        try:
            code = super().main(
                args, prog_name or "hoplon", complete_var, False, windows_expand_args, **extra
            )
            sys.stdout.flush()
        except BrokenPipeError:
            code = PIPE_CLOSED
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115  nobody reads it: the exit must not flush to it
        except (HoplonError, OSError, UnicodeError) as error:
            code = refuse(sentence(error))
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        except Exception as error:
            # Typer carries its own copy of click in some versions: what its refusals share is this method.
            if not hasattr(error, "format_message"):
                raise
            code = refuse(error.format_message())
        sys.exit(code or 0)


app = typer.Typer(
    cls=Hoplon,
    name="hoplon",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def say_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        print(f"hoplon {hoplon.__version__}")
        raise typer.Exit()


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=say_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Turn-based tactics games, for people and for programs.

    \b
    Examples:
      hoplon games
      hoplon play hoplite
      echo "walk n" | hoplon simulate hoplite --seed 7
      hoplon verify *.hoplon
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def add(command: str, module: ModuleType) -> None:
    """Add a command, or a group of commands, from a module that has one of that name."""
    what = getattr(module, command.replace("-", "_"))
    if isinstance(what, typer.Typer):
        app.add_typer(what, name=command)
    else:
        settings = getattr(module, "CONTEXT", None)
        epilog = WHERE_FLAGS_ARE if settings is TAKES_FLAGS else None
        app.command(command, context_settings=settings, epilog=epilog)(what)


def own_commands() -> dict[str, str]:
    """The modules of Hoplon's commands by name: those for every game, then those of single games."""
    found = {command: f"{__name__}.{command.replace('-', '_')}" for command in COMMANDS}
    for folder in iter_modules(__path__):
        if folder.ispkg:
            path = f"{__name__}.{folder.name}"
            of_game: dict[str, str] = import_module(path).COMMANDS
            found |= {command: f"{path}.{module}" for command, module in of_game.items()}
    return found


def add_all() -> None:
    """Hoplon's commands, then those of other packages."""
    own = own_commands()
    for command, module in own.items():
        add(command, import_module(module))
    add_outside(app, own)


add_all()


def main() -> None:
    """The entry point."""
    app()
