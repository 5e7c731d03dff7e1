"""Bots by name: `random`, `greedy`, `search`, with settings such as `search:nodes=20000`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import cast

from hoplon.core.bot import Bot
from hoplon.core.errors import BadOption

Setting = int | float
Maker = Callable[..., Bot]

# A bot for any game stands under "", one for a single game under that game's name.
BOTS: dict[str, dict[str, str]] = {
    "random": {"": "hoplon.bots.generic.random:Random", "hexabomb": "hoplon.bots.hexabomb.random:Random"},
    "explorer": {"codekeeper": "hoplon.bots.codekeeper.explorer:Explorer"},
    "wanderer": {"codekeeper": "hoplon.bots.codekeeper.explorer:Wanderer"},
    "seeker": {"codekeeper": "hoplon.bots.codekeeper.seeker:Seeker"},
    "greedy": {"hoplite": "hoplon.bots.hoplite.greedy:Greedy"},
    "judge": {"cardbattle": "hoplon.bots.cardbattle.judge:Judge"},
    "easy": {"cardbattle": "hoplon.bots.cardbattle.strengths:Easy"},
    "medium": {"cardbattle": "hoplon.bots.cardbattle.strengths:Medium"},
    "hard": {"cardbattle": "hoplon.bots.cardbattle.strengths:Hard"},
    "painter": {"hexabomb": "hoplon.bots.hexabomb.painter:Painter"},
    "hunter": {"hexabomb": "hoplon.bots.hexabomb.hunter:Hunter"},
    "search": {
        "cardbattle": "hoplon.bots.cardbattle.search:Search",
        "hexabomb": "hoplon.bots.hexabomb.search:Search",
        "hoplite": "hoplon.bots.hoplite.search:Search",
    },
}


def bots_for(game: str) -> list[str]:
    """The names of the bots that play a game."""
    return sorted(name for name, games in BOTS.items() if "" in games or game in games)


def bot(text: str, game: str) -> Bot:
    """The bot that a text names: a name, then settings after a colon, such as `search:seconds=1`."""
    name, _, rest = text.partition(":")
    found = BOTS.get(name, {})
    place = found.get(game) or found.get("")
    if place is None:
        raise BadOption(f"there is no bot {name!r} for {game}; it has {', '.join(bots_for(game))}")
    module, _, maker = place.partition(":")
    make = cast(Maker, getattr(import_module(module), maker))
    known: Mapping[str, Setting] = getattr(make, "SETTINGS", {})
    made = make(**_settings(name, rest, known))
    made.name = text
    return made


def _settings(name: str, text: str, known: Mapping[str, Setting]) -> dict[str, Setting]:
    """Read `nodes=2000,seconds=1`; each setting has the type of its default."""
    settings: dict[str, Setting] = {}
    for part in text.split(",") if text else []:
        key, _, value = part.partition("=")
        if key not in known:
            has = ", ".join(known) or "none"
            raise BadOption(f"the bot {name} has no setting {key!r}; its settings: {has}")
        kind = type(known[key])
        try:
            settings[key] = kind(value)
        except ValueError:
            settings[key] = kind(-1)
        if not settings[key] > 0:
            raise BadOption(f"the setting {key} of the bot {name} is {value!r}; expected a number above 0")
    return settings
