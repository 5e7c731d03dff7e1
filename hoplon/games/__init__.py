"""The games: Hoplon's own, one folder each, and those of other packages.

A package adds a game through an entry point in the group `hoplon.games`, such as
`four-in-a-row = "my_package.four_in_a_row:GAME"`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from hoplon.core.errors import HoplonError, UnknownGame, hint
from hoplon.core.form import form_of
from hoplon.core.game import Game
from hoplon.core.lessons import course_of
from hoplon.core.packages import BadPackage, Brought, brought, in_words, unread

GROUP = "hoplon.games"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@cache
def own_names() -> tuple[str, ...]:
    """The games that come with Hoplon."""
    return tuple(sorted(folder.name for folder in iter_modules(__path__) if folder.ispkg))


@cache
def _outside() -> tuple[dict[str, tuple[Game, str]], dict[str, BadPackage]]:
    """The games of other packages, each with its package, and why some of them are left out."""
    games: dict[str, tuple[Game, str]] = {}
    left_out: dict[str, BadPackage] = {}
    for one in brought(GROUP):
        try:
            if one.name in own_names() or one.name in games:
                raise one.refusal("there is another game of that name")
            games[one.name] = _checked(one), one.package
        except BadPackage as error:
            left_out[one.name] = error
    return games, left_out


def _checked(one: Brought) -> Game:
    """A game that keeps the contract, as far as that can be seen without playing."""
    found = one.load()
    if not isinstance(found, Game):
        raise one.refusal(f"{one.entry.value} is {type(found).__name__}; expected a hoplon.Game")
    if not NAME.fullmatch(one.name) or found.name != one.name:
        raise one.refusal(
            f"the game calls itself {found.name!r}; expected the name of its entry point, "
            "in lower-case letters, digits, - and _"
        )
    try:
        _try_out(found)
    except Exception as error:  # whatever a stranger's functions do
        raise one.refusal(f"its description is not complete ({in_words(error)})") from None
    return found


def _try_out(found: Game) -> None:
    """Use what lists and forms need of a game."""
    unsaid = [kind.name for kind in found.actions if kind not in found.phrases.forms]
    if unsaid:
        raise HoplonError(f"its phrases lack the action {unsaid[0]}")
    options = found.options()
    options.check()
    found.seat_names(options)
    form_of(found)
    if found.rulebook is not None and not found.rulebook.is_file():
        raise HoplonError(f"there is no rulebook {found.rulebook}")
    if found.guide is not None and not found.guide.is_file():
        raise HoplonError(f"there is no guide {found.guide}")
    course_of(found)


def game_names() -> list[str]:
    """The names of all games that can be played."""
    return sorted({*own_names(), *_outside()[0]})


def left_out() -> list[str]:
    """Why games of other packages cannot be played, one sentence each."""
    return [*unread(), *(str(error) for error in _outside()[1].values())]


def package_of(name: str) -> str:
    """The package that a game comes from, with its version; empty for Hoplon's own, `none` for a file."""
    if name in own_names():
        return ""
    found = _outside()[0].get(name)
    return found[1] if found else "none"


def game(name: str) -> Game:
    """The game of that name."""
    if name in own_names():
        found: Game = import_module(f"{__name__}.{name}").GAME
        return found
    games, faults = _outside()
    if name in games:
        return games[name][0]
    if name in faults:
        raise faults[name]
    installed = f"installed: {', '.join(game_names())}"
    raise UnknownGame(f"there is no game {name!r}; {hint(name, game_names(), installed)}")
