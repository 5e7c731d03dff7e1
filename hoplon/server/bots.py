"""Which bots a server offers, and how hard they may think."""

from __future__ import annotations

import os
from collections.abc import Mapping

from hoplon.bots import NETWORK, UNLISTED, bot, bot_class, bots_for, is_network
from hoplon.core.bot import Bot, Setting
from hoplon.core.errors import BadOption
from hoplon.core.talents import Rung
from hoplon.core.words import say
from hoplon.games import game as find_game
from hoplon.protocols.lines.command import is_command
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.sandbox.sight import Secrets

MOST: dict[str, Setting] = {
    "nodes": 200_000,
    "seconds": 10.0,
    "samples": 200,
    "turns": 40,
    "horizon": 100,
    "explore": 10.0,
}


def settings_of(name: str, game: str) -> Mapping[str, int | float]:
    """The settings of a bot with their defaults; nothing is compiled for that."""
    return bot_class(name, game).SETTINGS


def strengths(game: str) -> list[dict[str, str | bool]]:
    """The bots of a game for the form of a new match, weakest first; those not on the ladder come last."""
    ladder = [rung for rung in find_game(game).ladder if rung.bot.partition(":")[0] in bots_for(game)]
    known = {rung.bot for rung in ladder}
    others = [name for name in bots_for(game) if name not in known]
    offered = [rung for rung in ladder if not rung.same_as]
    rungs = [*offered, *(Rung(name, bot_class(name, game).summary) for name in others)]
    return [
        {
            "bot": rung.bot,
            "label": _label(rung.bot, game),
            "help": say(rung.words),
            "origin": say(bot_class(rung.bot.partition(":")[0], game).origin),
            "usual": rung.usual,
        }
        for rung in rungs
    ]


def usual_bot(game: str) -> str:
    """The bot that plays on where somebody is gone."""
    offered = strengths(game)
    return str(next((one["bot"] for one in offered if one["usual"]), offered[0]["bot"]))


def _label(bot: str, game: str) -> str:
    name, _, nodes = bot.partition(":nodes=")
    if not nodes.isdecimal():
        return say(bot.partition(":")[0].capitalize())
    is_quick = int(nodes) < settings_of(name, game)["nodes"]
    return say("{bot}, quick" if is_quick else "{bot}, deep", bot=say(name.capitalize()))


def check_bot(text: str, game: str, programs: bool = False) -> None:
    """Refuse a bot that does not exist, or that would keep the machine busy for minutes.

    A command is accepted only if the server was started with `--programs`, since it runs on this machine.
    """
    if not text.strip():
        raise BadOption("a bot has neither a name nor a command; expected one, such as random or ./mybot.py")
    if is_command(text):  # or a network file
        if not programs:
            raise BadOption(
                f"{text[:60]!r} is the command of a program, and this server starts none; "
                "start it with 'hoplon serve --programs', or take the seat with 'hoplon seat'"
            )
        if is_network(text):
            made = bot(text, game)
            _check_settings(text.rpartition(NETWORK)[2].removeprefix(":"), "learned", type(made))
            return
        settings = ProcessSettings(secrets=Secrets(below=os.getcwd()))
        settings.sight_of(settings.command_of(text))
        return
    name, _, rest = text.partition(":")
    if name not in (*bots_for(game), UNLISTED):
        raise BadOption(f"there is no bot {name[:40]!r} for {game}; it has {', '.join(bots_for(game))}")
    _check_settings(rest, name, bot_class(name, game))


def _check_settings(text: str, name: str, found: type[Bot]) -> None:
    """Refuse settings that there are not, or that are too much."""
    known, allowed = found.SETTINGS, {**MOST, **found.LIMITS}
    for part in text.split(",") if text else []:
        key, _, value = part.partition("=")
        if key not in known or key not in allowed:
            has = ", ".join(setting for setting in known if setting in allowed) or "none"
            raise BadOption(f"the bot {name} has no setting {key[:40]!r} here; its settings: {has}")
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not 0 < number <= allowed[key] or (isinstance(known[key], int) and not number.is_integer()):
            raise BadOption(f"the setting {key} of {name} is {value[:40]!r}; expected at most {allowed[key]}")
