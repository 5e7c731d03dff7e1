"""Commands of other packages: entry points `hoplon.commands`, loaded only when they are called."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from inspect import isfunction, ismethod

import typer

from hoplon.cli.refusals import why
from hoplon.core.packages import Brought, brought

GROUP = "hoplon.commands"
NAME = re.compile("[a-z][a-z0-9_-]*")
TAKES_ALL = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def outside_commands(own: Collection[str]) -> tuple[dict[str, Brought], list[str]]:
    """The commands of other packages, and why some of them are left out, given the names of Hoplon's own."""
    found: dict[str, Brought] = {}
    left_out: list[str] = []
    try:
        entries = brought(GROUP)
    except Exception as error:  # reading the files of foreign packages can do anything
        return {}, [f"commands of other packages are left out: {why(error)}"]
    for one in entries:
        if one.name in own or one.name in found:
            left_out.append(str(one.refusal("there is another command of that name")))
        elif not NAME.fullmatch(one.name):
            left_out.append(
                str(one.refusal("expected a name of lower-case letters, digits, - and _ for a command"))
            )
        else:
            found[one.name] = one
    return found, left_out


def add_outside(app: typer.Typer, own: Collection[str]) -> None:
    """Add the commands of other packages."""
    for name, one in outside_commands(own)[0].items():
        package = one.package.replace("[", r"\[")  # the help is markup
        app.command(name, context_settings=TAKES_ALL, help=f"Of the package {package}.")(caller(one))


def caller(one: Brought) -> Callable[[typer.Context], None]:
    """A command that loads the one of another package and hands everything to it."""

    def call(context: typer.Context) -> None:
        command = typer.main.get_command(load(one))
        # Not command.main: this way refusals and exit codes reach Hoplon's own main.
        with command.make_context(one.name, list(context.args), parent=context.parent) as inner:
            command.invoke(inner)

    return call


def load(one: Brought) -> typer.Typer:
    """The Typer application of another package; BadPackage says why there is none."""
    what = one.load()
    app = what
    if isfunction(what) or ismethod(what):
        app = typer.Typer()
        app.command()(what)
    if not isinstance(app, typer.Typer):
        kind = type(what).__name__
        raise one.refusal(f"{one.entry.value} is {kind}; expected a function or a typer.Typer")
    try:
        typer.main.get_command(app)
    except Exception as error:  # parameters that Typer cannot read, for instance
        raise one.refusal(f"{one.entry.value} is no command ({why(error)})") from None
    return app
