"""Bots by name: `random`, `greedy`, `search`, with settings such as `search:nodes=20000`.

Hoplon's own are in one folder for each game, whose BOTS say where each is; those in `generic` play every
game. A game with a trained network, `learned.npz` in its folder, also has the bot `learned`; somebody's own
network is a bot by the name of its file, such as `mine.npz` or `mine.npz:nodes=200`. Other packages add bots
through entry points in the group `hoplon.bots`: `GAME.NAME = "my_package.bots:Class"`, or `any.NAME` for a
bot that plays every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, cast

from hoplon.core.bot import Bot, Setting
from hoplon.core.errors import BadOption, hint
from hoplon.core.game import Game
from hoplon.core.packages import BadPackage, brought

GROUP = "hoplon.bots"
GENERIC, ANY = "generic", "any"
UNLISTED = "lesson"  # the other side of a lesson, which is no opponent for a match
LEARNED, NETWORK = "learned", ".npz"

Maker = Callable[[], type[Bot]]


@cache
def _makers(game: str) -> Mapping[str, Maker]:
    """The bots of a game; its own win over those of other packages, and those over generic ones."""
    makers: dict[str, Maker] = {**_own(GENERIC)}
    for wanted in (ANY, game):
        makers |= {name: _maker(found) for (group, name), found in _outside()[0].items() if group == wanted}
    return makers | _own(game)


@cache
def _outside() -> tuple[dict[tuple[str, str], type[Bot]], list[str]]:
    """The bots of other packages by game and name, and why some of them are left out."""
    found: dict[tuple[str, str], type[Bot]] = {}
    faults: list[str] = []
    for one in brought(GROUP):
        game, _, name = one.name.partition(".")
        try:
            made = one.load()
            if not (isinstance(made, type) and issubclass(made, Bot)):
                raise one.refusal(f"{one.entry.value} is no class derived from hoplon.Bot")
            if isabstract(made):
                raise one.refusal(f"{one.entry.value} does not define choose()")
            if not name or (game, name) in found:
                raise one.refusal("expected a name of its own, GAME.NAME or any.NAME")
            found[game, name] = made
        except BadPackage as error:
            faults.append(str(error))
    return found, faults


def left_out() -> list[str]:
    """Why bots of other packages cannot play, one sentence each."""
    return list(_outside()[1])


def _maker(found: type[Bot]) -> Maker:
    return lambda: found


@cache
def _folders() -> tuple[str, ...]:
    return tuple(found.name for found in iter_modules(__path__) if found.ispkg)


@cache
def _own(folder: str) -> dict[str, Maker]:
    if folder not in _folders():
        return {}
    places: Mapping[str, str] = import_module(f"{__name__}.{folder}").BOTS
    found: dict[str, Maker] = {name: partial(_at, folder, place) for name, place in places.items()}
    network = network_of(folder)
    return found | ({LEARNED: partial(_learned().shipped, network)} if network.is_file() else {})


def network_of(game: str) -> Path:
    """Where the trained network of a game is, if there is one."""
    return Path(__path__[0], game, LEARNED + NETWORK)


def _learned() -> ModuleType:
    return import_module(f"{__name__}.{GENERIC}.{LEARNED}")


def gains_for(game: str) -> Mapping[str, Callable[[], Callable[..., int]]]:
    """The measures of what is gained in tasks of a game, by task, each loaded when it is called."""
    folder = import_module(f"{__name__}.{game}") if game in _folders() else None
    return {task: partial(_at, game, place) for task, place in getattr(folder, "GAINS", {}).items()}


def _at(folder: str, place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"{__name__}.{folder}.{module}"), name)


def bots_for(game: str) -> list[str]:
    """The names of the bots that play a game."""
    return sorted(_makers(game))


def is_bot(name: str) -> bool:
    """Is this the name of a bot, whatever game it plays?"""
    outside = {one.name.partition(".")[2] for one in brought(GROUP)}
    return name in outside or any(name in _own(folder) for folder in _folders())


def bot_class(name: str, game: str) -> type[Bot]:
    """The class of a bot; nothing is compiled for that."""
    if name == UNLISTED:
        return cast(type[Bot], _at(GENERIC, "lesson:LessonBot"))
    if name not in _makers(game):
        has = f"it has {', '.join(bots_for(game))}"
        raise BadOption(f"there is no bot {name!r} for {game}; {hint(name, bots_for(game), has)}")
    return _makers(game)[name]()


def bot(text: str, game: str | Game) -> Bot:
    """The bot that a text names: a name or a network file, then settings, such as `search:seconds=1`."""
    if is_network(text):
        return _from_network(text, game)
    name, _, rest = text.partition(":")
    return _made(bot_class(name, game if isinstance(game, str) else game.name), name, rest, text, game)


def is_network(text: str) -> bool:
    """Is this the file of a network, perhaps with settings?"""
    return _file_and_settings(text)[0].endswith(NETWORK)


def network_class(text: str) -> type[Bot]:
    """The class of the bot that a network file makes; what the file says about itself is read for that."""
    found: type[Bot] = _learned().learned_from(Path(_file_and_settings(text)[0]))
    return found


def _file_and_settings(text: str) -> tuple[str, str]:
    file, dot, rest = text.strip().rpartition(NETWORK)
    return (file + dot, rest[1:]) if dot and rest[:1] in ("", ":") else ("", text)


def _from_network(text: str, game: str | Game) -> Bot:
    file, settings = _file_and_settings(text)
    made = _made(network_class(text), file, settings, text, game)
    cast(Any, made).load()  # so that a file that cannot play is refused at once
    return made


def from_class(found: object, text: str, settings: str, game: str | Game) -> Bot:
    """A bot of a class that is not registered, such as one in somebody's own file."""
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadOption(f"{text} is no class derived from hoplon.Bot")
    if isabstract(found):
        raise BadOption(f"{text} does not define choose()")
    return _made(found, text, settings, text, game)


def _made(make: type[Bot], name: str, settings: str, text: str, game: str | Game) -> Bot:
    made = cast(Callable[..., Bot], make)(**_settings(name, settings, make.SETTINGS))
    made.name, made.game = text, game
    return made


def sources_of(name: str, game: str) -> tuple[Path, ...]:
    """The files that decide how a bot plays: all of the folder that its class is in."""
    file = import_module(bot_class(name, game).__module__).__file__
    assert file is not None
    return (*sorted(Path(file).parent.glob("*.py")), *bot_class(name, game).FILES)


def _settings(name: str, text: str, known: Mapping[str, Setting]) -> dict[str, Setting]:
    """Read `nodes=2000,seconds=1`; each setting has the type of its default."""
    settings: dict[str, Setting] = {}
    for part in text.split(",") if text else []:
        key, _, value = part.partition("=")
        if key not in known:
            has = f"its settings: {', '.join(known) or 'none'}"
            raise BadOption(f"the bot {name} has no setting {key!r}; {hint(key, known, has)}")
        kind = type(known[key])
        try:
            settings[key] = kind(value)
        except ValueError:
            settings[key] = kind(-1)
        if not settings[key] > 0:
            raise BadOption(f"the setting {key} of the bot {name} is {value!r}; expected a number above 0")
    return settings
