"""Which bots a server offers, and how hard they may think."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from hoplon.arena.command import is_command, read_command
from hoplon.bots import BOTS, bots_for
from hoplon.core.errors import BadOption

MOST = {"nodes": 200_000, "seconds": 10.0, "samples": 200, "turns": 40}
EFFORTS = (("quick", 0.125), ("deep", 8.0))


def settings_of(name: str, game: str) -> Mapping[str, int | float]:
    """The settings of a bot with their defaults; nothing is compiled for that."""
    module, _, maker = (BOTS[name].get(game) or BOTS[name][""]).partition(":")
    return getattr(getattr(import_module(module), maker), "SETTINGS", {})


def strengths(game: str) -> list[dict[str, str]]:
    """The bots of a game as a form offers them."""
    found = []
    for name in bots_for(game):
        found.append({"bot": name, "label": name.capitalize()})
        nodes = settings_of(name, game).get("nodes")
        if nodes:
            found += [
                {"bot": f"{name}:nodes={int(nodes * factor)}", "label": f"{name.capitalize()}, {effort}"}
                for effort, factor in EFFORTS
            ]
    return found


def check_bot(text: str, game: str, programs: bool = False) -> None:
    """Refuse a bot that does not exist, or that would keep the machine busy for minutes.

    A command is a bot only where whoever started the server said so: it runs on this machine.
    """
    if not text.strip():
        raise BadOption("a bot has neither a name nor a command; expected one, such as random or ./mybot.py")
    if is_command(text):
        if not programs:
            raise BadOption(
                f"{text[:60]!r} is the command of a program, and this server starts none; "
                "start it with 'hoplon serve --programs', or take the seat with 'hoplon seat'"
            )
        read_command(text)
        return
    name, _, rest = text.partition(":")
    if name not in bots_for(game):
        raise BadOption(f"there is no bot {name[:40]!r} for {game}; it has {', '.join(bots_for(game))}")
    known = settings_of(name, game)
    for part in rest.split(",") if rest else []:
        key, _, value = part.partition("=")
        if key not in known or key not in MOST:
            has = ", ".join(known) or "none"
            raise BadOption(f"the bot {name} has no setting {key[:40]!r}; its settings: {has}")
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not 0 < number <= MOST[key] or (isinstance(known[key], int) and not number.is_integer()):
            raise BadOption(f"the setting {key} of {name} is {value[:40]!r}; expected at most {MOST[key]}")
