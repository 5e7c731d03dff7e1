"""The group of commands: every module of this folder with a function of its own name is one."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import typer

from hoplon.cli import league as folder

HELP = """Tournaments that can be stopped, resumed, shared between processes and machines, and trusted.

A league is in one database: a file, or a PostgreSQL address. Bots join, matches are played by as many
processes as like, and every pairing gets its result once, whatever crashes when.

\b
Examples:
  hoplon league new cup.db --game cardbattle --format round-robin --paired --seeds 1-10
  hoplon league add cup.db anna bots/anna.zip
  hoplon league add cup.db judge builtin:judge
  hoplon league run cup.db --jobs 2
  hoplon league table cup.db
"""
ORDER = (
    "new",
    "add",
    "run",
    "table",
    "pairs",
    "games",
    "errors",
    "export",
    "token",
    "disqualify",
    "withdraw",
    "close",
)

league = typer.Typer(help=HELP, no_args_is_help=True)


def add_all() -> None:
    """Add the commands in their order; those without a place in it come last."""
    names = [one.name for one in iter_modules(folder.__path__)]
    for name in sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name)):
        module = import_module(f"{folder.__name__}.{name}") if name != "group" else None
        command = getattr(module, name, None)
        if callable(command):
            league.command(name, context_settings=getattr(module, "CONTEXT", None))(command)


add_all()
