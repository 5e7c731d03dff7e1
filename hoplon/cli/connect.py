"""`hoplon connect`: a program plays at a seat that listens on another machine."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hoplon.cli.inputs import interpret


def connect(
    address: Annotated[str, typer.Argument(metavar="HOST:PORT", help="Where the seat listens.")],
    command: Annotated[
        str,
        typer.Argument(metavar="COMMAND", help="A program, such as ./mybot.py; in quotes with its words."),
    ],
    wait: Annotated[
        float,
        typer.Option("--wait", min=0, metavar="SECONDS", help="How long to wait for the first match."),
    ] = 300.0,
) -> None:
    """Let a program of this machine play at a seat elsewhere, match after match, until that host is gone.

    The other side names the seat listen:HOST:PORT where a bot is expected. The program speaks the same lines
    as everywhere; its stderr stays here.

    \b
    Examples:
      hoplon match hexabomb --bot listen:0.0.0.0:5000 --bot painter -o map=duel
      hoplon connect games.example.org:5000 ./mybot.py
      hoplon connect 192.168.1.2:5000 "java -cp . AnyGame"
    """
    interpret()
    from hoplon.protocols.lines.command import read_command
    from hoplon.protocols.lines.connector import play_matches
    from hoplon.protocols.lines.remote_bot import read_address

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    matches = play_matches(read_address(address), read_command(command), say, wait)
    print(f"{matches} matches played" if matches > 1 else "1 match played")
