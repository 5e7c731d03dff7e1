"""Players as they are typed: `greedy`, `search:nodes=500`, `mine.npz`, `py:mybot:Mine`, `./mybot.py`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from hoplon.bots import bot, bots_for, from_class, is_network
from hoplon.core.bot import Bot
from hoplon.core.errors import BadOption
from hoplon.core.game import Game
from hoplon.protocols.in_process import InProcess
from hoplon.protocols.lines.command import is_command, read_command
from hoplon.protocols.lines.process_bot import ProcessBot, ProcessSettings
from hoplon.protocols.player import Player

PYTHON, NETORCAI, LISTEN, PERSON = "py", "netorcai", "listen", "person"

Maker = Callable[[str, Game, ProcessSettings], Player]


def make_player(text: str, game: Game, process_settings: ProcessSettings | None = None) -> Player:
    """The player that a text means; BadOption if there is none."""
    settings = process_settings or ProcessSettings()
    kind, rest = kind_of(text)
    player = MAKERS[kind](rest, game, settings)
    player.name = text
    return player


def kind_of(text: str) -> tuple[str, str]:
    """What kind of player a text means, and the text without its prefix."""
    if not text.strip():
        raise BadOption(
            "a player has neither a name nor a command; expected one, such as random or ./mybot.py"
        )
    prefix, colon, rest = text.partition(":")
    if text == PERSON or (colon and prefix in MAKERS and prefix not in ("", "bot")):
        return prefix, rest
    return ("command", text) if is_command(text) and not is_network(text) else ("bot", text)


def runs_here(text: str) -> bool:
    """Does this player think in this process, or as one of its programs?"""
    return kind_of(text)[0] in ("bot", PYTHON, "command", NETORCAI)


def is_program(text: str) -> bool:
    """Is this player a program of its own on this machine?"""
    return kind_of(text)[0] in ("command", NETORCAI)


def python_class(text: str, game: Game) -> Bot:
    """`module:Class`, with settings after another colon; modules in the current folder are found."""
    module, _, rest = text.partition(":")
    name, _, settings = rest.partition(":")
    expected = f"expected {PYTHON}:MODULE:CLASS, such as {PYTHON}:mybot:MyBot"
    if not module or not name:
        raise BadOption(f"the bot {PYTHON}:{text} names no class; {expected}")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(import_module(module), name, None)
    except Exception as error:
        raise BadOption(
            f"the module {module!r} cannot be imported: {type(error).__name__}: {error}"
        ) from None
    if found is None:
        raise BadOption(f"the module {module!r} has no class {name!r}; {expected}")
    return from_class(found, f"{PYTHON}:{text}", settings, game)


def _command(text: str, game: Game, settings: ProcessSettings) -> Player:
    return ProcessBot(text, game, settings)


def _bot(text: str, game: Game, _settings: ProcessSettings) -> Player:
    name = text.partition(":")[0]
    if name not in bots_for(game.name) and "." in name and not is_network(text):
        read_command(text)  # says that there is no such file
    return InProcess(bot(text, game))


def _python(text: str, game: Game, _settings: ProcessSettings) -> Player:
    return InProcess(python_class(text, game))


def _netorcai(text: str, game: Game, settings: ProcessSettings) -> Player:
    place = f"hoplon.protocols.netorcai.{game.name}"
    if not game.name.isidentifier() or find_spec(place) is None:
        raise BadOption(f"{game.name} is not played over netorcai, so {NETORCAI}:{text} cannot play it")
    player: Player = import_module(f"{place}.seat").NetorcaiSeat(text, game, settings)
    return player


def _listen(text: str, game: Game, settings: ProcessSettings) -> Player:
    from hoplon.protocols.lines.remote_bot import RemoteBot

    return RemoteBot(text, game, settings)


def _person(_text: str, _game: Game, _settings: ProcessSettings) -> Player:
    from hoplon.protocols.person import Person

    return Person()


MAKERS: dict[str, Maker] = {
    "bot": _bot,
    "command": _command,
    PYTHON: _python,
    NETORCAI: _netorcai,
    LISTEN: _listen,
    PERSON: _person,
}
