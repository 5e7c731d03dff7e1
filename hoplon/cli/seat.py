"""`hoplon seat`: a bot takes a seat in an arena, by its link."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hoplon.cli.inputs import complete_bot, interpret

FAILED = 1


def seat(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of the seat, as shown by the arena.")],
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="A bot of Hoplon, or the command of a program, in quotes.",
            autocompletion=complete_bot,
        ),
    ],
    clock: Annotated[
        float, typer.Option("--clock", min=0.001, max=3600, metavar="SECONDS", help="The time for a choice.")
    ] = 5.0,
    wait: Annotated[
        float,
        typer.Option(
            "--wait", min=0, metavar="SECONDS", help="How long to wait for an arena that has gone away."
        ),
    ] = 300.0,
    name: Annotated[
        str,
        typer.Option(
            "--name",
            metavar="NAME",
            help="What the arena calls the bot; its own name if not given.",
            show_default=False,
        ),
    ] = "",
    dice: Annotated[int, typer.Option("--dice", metavar="N", help="The seed of the bot's own dice.")] = 0,
) -> None:
    """Seat a bot at a match in an arena until it is over.

    LINK is what the arena shows for a seat that was given to a friend or a program. BOT runs on this machine:
    one of Hoplon's own, a network, or a program that speaks the line protocol. If the arena restarts, the bot
    waits for it. The exit code is 1 if the bot fails; its seat can be taken again.

    \b
    Examples:
      hoplon seat 'http://127.0.0.1:8000/match/1a2b3c#seat=TOKEN' ./mybot.py
      hoplon seat 'http://127.0.0.1:8000/match/1a2b3c#seat=TOKEN' search:nodes=20000
      hoplon seat 'https://arena.example/match/1a2b3c#seat=TOKEN' "java -cp . AnyGame" --clock 1
    """
    if ("/" in bot or " " in bot) and ".npz" not in bot:
        interpret()  # a program does not need compiled rules
    from hoplon.core.folders import state_folder
    from hoplon.core.kept_token import kept_token
    from hoplon.core.printable import printable
    from hoplon.protocols.lines.command import read_command
    from hoplon.protocols.players import is_program, kind_of
    from hoplon.protocols.remote import BotGivesUp, RemoteSeat, read_link
    from hoplon.protocols.shown import not_shut

    if is_program(bot):
        read_command(kind_of(bot)[1])  # before it is announced

    def say(text: str) -> None:
        print(printable(text, lines=False), file=sys.stderr, flush=True)

    if warning := not_shut([bot], "auto"):
        say(f"hoplon: {warning}")
    remote = RemoteSeat(read_link(link), bot, say, clock, wait, dice, name)
    remote.secret = kept_token(state_folder() / "seat-secret", "the secret by which seats are held")
    try:
        print(printable(remote.play(), lines=False))
    except BotGivesUp as failure:
        print(printable(f"hoplon: {failure}", lines=False), file=sys.stderr)
        raise typer.Exit(FAILED) from None
