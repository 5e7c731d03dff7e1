"""`hoplon join`: a built-in bot takes a place in a game on a netorcai server."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplon.cli.inputs import complete_bot, interpret
from hoplon.core.errors import BadOption, HoplonError
from hoplon.protocols.compiling import compiling_notice

COMPILED = ("search",)  # bots that play turns by the thousand


class CannotJoin(HoplonError):
    """There is no server, or it refused us."""


def join(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game that is played: hexabomb.")],
    bot: Annotated[
        str, typer.Option(metavar="NAME[:SETTING=VALUE]", help="The bot.", autocompletion=complete_bot)
    ] = "painter",
    host: Annotated[str, typer.Option(metavar="HOST", help="The address of the server.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=1, max=65535, help="Its port.")] = 4242,
    nickname: Annotated[str, typer.Option(metavar="NAME", help="A name; the bot's if not given.")] = "",
    special: Annotated[bool, typer.Option("--special", help="Take the place of the special player.")] = False,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the bot's dice.")] = 0,
) -> None:
    """Let a built-in bot play on a server.

    \b
    Examples:
      hoplon join hexabomb --bot painter --port 4242
      hoplon join hexabomb --bot search:samples=20 --host games.example.org
    """
    if game != "hexabomb":
        raise BadOption(f"{game!r} is not played over netorcai; expected hexabomb")
    is_compiled = bot.partition(":")[0] in COMPILED
    if not is_compiled:
        interpret()
    from hoplon.bots import bot as bot_of
    from hoplon.protocols.netorcai import Client, ProtocolError
    from hoplon.protocols.netorcai.hexabomb import player

    made = bot_of(bot, game)
    if is_compiled:
        with compiling_notice(game):
            player.rehearse(bot_of(bot, game))
    role = player.SPECIAL if special else player.PLAYER
    try:
        client = Client(host, port)
    except OSError as error:
        raise CannotJoin(f"no server answers at {host}:{port}: {error.strerror or error}") from None
    try:
        with client:
            end = player.join(client, made, nickname or bot, role, seed)
    except ProtocolError as error:
        raise CannotJoin(f"{host}:{port}: {error}") from None
    print("drawn" if end.winner_player_id < 0 else f"won by player {end.winner_player_id}")
