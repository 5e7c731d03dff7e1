"""`hoplon seat`: a bot takes a seat in an arena, by its link, or stays at one of its ladders."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from hoplon.cli.inputs import complete_bot, complete_game, interpret
from hoplon.core.errors import BadOption

FAILED = 1
STAYS = "With --arena: "


def seat(
    link: Annotated[
        str,
        typer.Argument(metavar="LINK", help="The link of the seat, as shown by the arena; not with --arena."),
    ],
    bot: Annotated[
        str | None,
        typer.Argument(
            metavar="BOT",
            help="A bot of Hoplon, or the command of a program, in quotes.",
            autocompletion=complete_bot,
            show_default=False,
        ),
    ] = None,
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
    arena: Annotated[
        str,
        typer.Option(
            "--arena", metavar="URL", help="Stay at a ladder of this arena until stopped.", show_default=False
        ),
    ] = "",
    token: Annotated[
        str,
        typer.Option(
            "--token",
            metavar="TOKEN",
            envvar="HOPLON_TOKEN",
            help=f"{STAYS}the bot's token, from the page /me.",
            show_default=False,
        ),
    ] = "",
    games: Annotated[
        int, typer.Option("--games", min=1, max=64, metavar="N", help=f"{STAYS}matches at once.")
    ] = 1,
    game: Annotated[
        str,
        typer.Option(
            "--game",
            metavar="GAME",
            help=f"{STAYS}which ladder, if it has several.",
            autocompletion=complete_game,
            show_default=False,
        ),
    ] = "",
    version: Annotated[
        str,
        typer.Option(
            "--version",
            metavar="TEXT",
            help=f"{STAYS}what this version is; else a digest of the bot. Another one starts clean.",
            show_default=False,
        ),
    ] = "",
    matches: Annotated[
        int, typer.Option("--matches", min=0, metavar="N", help=f"{STAYS}stop after so many; 0: never.")
    ] = 0,
) -> None:
    """Seat a bot at a match in an arena until it is over, or at a ladder until it is stopped.

    LINK is what the arena shows for a seat that was given to a friend or a program. BOT runs on this machine:
    one of Hoplon's own, a network, or a program that speaks the line protocol. If the arena restarts, the bot
    waits for it. The exit code is 1 if the bot fails; its seat can be taken again.

    With --arena there is no link: the bot stays connected, and is offered rated matches. Ctrl-C lets it
    finish those that go on, and a second one ends it.

    \b
    Examples:
      hoplon seat 'http://127.0.0.1:8000/match/1a2b3c#seat=TOKEN' ./mybot.py
      hoplon seat 'http://127.0.0.1:8000/match/1a2b3c#seat=TOKEN' search:nodes=20000
      hoplon seat 'https://arena.example/match/1a2b3c#seat=TOKEN' "java -cp . AnyGame" --clock 1
      hoplon seat --arena https://arena.example --token TOKEN ./mybot.py --games 2
    """
    if arena and bot is not None:
        raise BadOption(f"with --arena there is no link; {link!r} and {bot!r} are given, expected one bot")
    if not arena and bot is None:
        raise BadOption("a link or a bot is missing; expected LINK BOT, or --arena URL --token TOKEN BOT")
    player = bot if bot is not None else link
    if ("/" in player or " " in player) and ".npz" not in player:
        interpret()  # a program does not need compiled rules
    from hoplon.core.printable import printable
    from hoplon.protocols.lines.command import read_command
    from hoplon.protocols.players import is_program, kind_of
    from hoplon.protocols.shown import not_shut

    if is_program(player):
        read_command(kind_of(player)[1])  # before it is announced

    def say(text: str) -> None:
        print(printable(text, lines=False), file=sys.stderr, flush=True)

    if warning := not_shut([player], "auto"):
        say(f"hoplon: {warning}")
    if arena:
        if not token:
            raise BadOption("--token is missing; the page /me of the arena gives one for every bot")
        stay(arena, game, token, player, say, games, version, clock, wait, dice, matches)
        return
    sit(link, player, say, clock, wait, dice, name)


def sit(
    link: str, bot: str, say: Callable[[str], None], clock: float, wait: float, dice: int, name: str
) -> None:
    """Play one match."""
    from hoplon.core.folders import state_folder
    from hoplon.core.kept_token import kept_token
    from hoplon.core.printable import printable
    from hoplon.protocols.remote import BotGivesUp, RemoteSeat, read_link

    remote = RemoteSeat(read_link(link), bot, say, clock, wait, dice, name)
    remote.secret = kept_token(state_folder() / "seat-secret", "the secret by which seats are held")
    try:
        print(printable(remote.play(), lines=False))
    except BotGivesUp as failure:
        print(printable(f"hoplon: {failure}", lines=False), file=sys.stderr)
        raise typer.Exit(FAILED) from None


def stay(
    arena: str,
    game: str,
    token: str,
    bot: str,
    say: Callable[[str], None],
    games: int,
    version: str,
    clock: float,
    wait: float,
    dice: int,
    matches: int,
) -> None:
    """Play what the ladder offers, until stopped."""
    import threading

    from hoplon.cli.inputs import find_game
    from hoplon.protocols.ladder_seat import LadderSeat, ladders_of, read_site
    from hoplon.protocols.players import make_player
    from hoplon.protocols.remote import name_of
    from hoplon.referee.versions import version_of

    site = read_site(arena)
    known = ladders_of(site)
    if not game and len(known) != 1:
        has = ", ".join(known) or "none"
        raise BadOption(f"{site} has ladders of {has}; expected one, or --game GAME")
    found = find_game(game or known[0])
    make_player(bot, found)  # or say now that there is none
    digest = version or version_of(bot, found)
    ladder = LadderSeat(
        site,
        found.name,
        token,
        bot,
        say,
        games,
        version or name_of(bot),
        digest[:64],
        clock,
        wait,
        dice,
        matches,
    )
    problems: list[Exception] = []
    thread = threading.Thread(target=_kept(ladder.play, problems), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.5)
    except KeyboardInterrupt:
        say("stopping; the matches that go on are finished first (Ctrl-C ends them)")
        ladder.stop()
        thread.join()
    if problems:
        raise problems[0]


def _kept(work: Callable[[], None], problems: list[Exception]) -> Callable[[], None]:
    """Work for a thread, whose failure is kept for who waits."""

    def run() -> None:
        try:
            work()
        except Exception as error:
            problems.append(error)

    return run
