"""`hoplon hexabomb`: the game logic of hexabomb for a netorcai server, with the original's options."""

from __future__ import annotations

import typer

CONTEXT = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def hexabomb(context: typer.Context) -> None:
    """Run the rules of hexabomb for a netorcai server: hoplon hexabomb MAP [-h HOST] [-p PORT]."""
    from hoplon.protocols.netorcai.hexabomb.program import run_alone

    raise typer.Exit(run_alone(context.args))
