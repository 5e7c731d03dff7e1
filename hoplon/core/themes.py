"""What the puzzles of a game are about, and which matches they are looked for in: a TOML file of the game.

    ahead = 2                        how often the solver is asked again in the line that shows what follows
    margin = 0.05                    what the best choice must be ahead of all others, in what decides
    slips = [10, 3]                  of a hundred choices, whoever plays on makes so many at random: a game
                                     that has hardly any dice would else be the same one in all playouts.
                                     Values are those with the first number; the solution is best with each
    within = 24                      choices of all seats after which the lead must show; 0: at last
    transposes = true                choices of one turn may be made in another order

    [[match]]                        a match that puzzles are looked for in
    bots = ["learned"]               one for each seat, or one for all
    slips = 10                       of a hundred choices, so many are made at random
    seat = 0                         whose choices are looked at, if not all
    options = {depth = "9"}

    [[theme]]
    name = "double-stab"
    title = "Two at once"
    hint = "One step can stab two demons."
    when = ["turn has stab x2"]      tests (`core/goals.py`) that hold after the solution, and what follows
    choice = ["last has stab"]       tests that hold right after the solution
    before = ["legal has leap"]      tests that hold before it
    others = ["last has hit"]        tests that hold right after at least half of the other choices
    others_later = ["log has kill"]  the same, after what follows them

A theme has at least one kind of tests. What is tested is what the solver may see.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from hoplon.core.errors import BadText, HoplonError
from hoplon.core.game import Game
from hoplon.core.goals import Goal, Moment, all_hold, read_goal
from hoplon.core.match import Match

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
TESTS = ("when", "choice", "before", "others", "others_later")
KNOWN = ("ahead", "margin", "slips", "within", "transposes", "match", "theme")
MOST_SLIPS = 100


class BadThemes(HoplonError):
    """A file of themes that cannot be read."""


@dataclass(frozen=True)
class Theme:
    """What a puzzle is about, decided by tests."""

    name: str
    title: str
    hint: str
    when: tuple[Goal, ...] = ()
    choice: tuple[Goal, ...] = ()
    before: tuple[Goal, ...] = ()
    others: tuple[Goal, ...] = ()
    others_later: tuple[Goal, ...] = ()


@dataclass(frozen=True)
class Source:
    """A kind of match that puzzles are looked for in."""

    bots: tuple[str, ...]
    slips: int
    options: Mapping[str, str]
    seat: int | None = None


@dataclass(frozen=True)
class Themes:
    """What puzzles of a game are about, and how they are found."""

    ahead: int
    margin: float
    sources: tuple[Source, ...]
    themes: tuple[Theme, ...]
    slips: tuple[int, ...] = (0,)
    within: int = 0
    transposes: bool = False

    def named(self, name: str) -> Theme | None:
        """The theme of that name."""
        return next((theme for theme in self.themes if theme.name == name), None)


def themes_of(game: Game) -> Themes:
    """The themes of a game; HoplonError if it brings none."""
    if game.puzzles is None:
        raise HoplonError(f"{game.name} brings no puzzles")
    return _themes_at(game.puzzles)


@dataclass(frozen=True)
class Shown:
    """The matches that themes are tested on: before the solution, after it, and after what follows.

    `others` are right after the other choices, `others_later` after what follows those.
    """

    before: Match
    after: Match
    later: Match
    others: Sequence[Match] = ()
    others_later: Sequence[Match] = ()


def names_that_hold(themes: Themes, seat: int, shown: Shown) -> tuple[str, ...]:
    """The names of the themes whose tests hold, as the seat sees it."""
    before, after, later = (Moment(match, seat) for match in (shown.before, shown.after, shown.later))
    others = [Moment(match, seat) for match in shown.others]
    others_later = [Moment(match, seat) for match in shown.others_later]

    def most(goals: tuple[Goal, ...], moments: list[Moment]) -> bool:
        return not goals or 2 * sum(all_hold(goals, one) for one in moments) >= max(len(moments), 1)

    def holds(theme: Theme) -> bool:
        return (
            all_hold(theme.before, before)
            and all_hold(theme.choice, after)
            and all_hold(theme.when, later)
            and most(theme.others, others)
            and most(theme.others_later, others_later)
        )

    return tuple(theme.name for theme in themes.themes if holds(theme))


@lru_cache(64)
def _themes_at(path: Path) -> Themes:
    try:
        with path.open("rb") as file:
            found = tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadThemes(f"{path} cannot be read: {error}") from None
    _check_names(found, KNOWN, f"{path}")
    ahead, within, margin = found.get("ahead", 1), found.get("within", 0), found.get("margin")
    for name, number in (("ahead", ahead), ("within", within)):
        if type(number) is not int or number < 0:
            raise BadThemes(f"{path}: {name} is {number!r}; expected a whole number")
    if not isinstance(margin, int | float) or not margin > 0:
        raise BadThemes(f"{path}: margin is {margin!r}; expected a number above 0")
    slips, transposes = found.get("slips", [0]), found.get("transposes", False)
    if not isinstance(slips, list) or not slips:
        raise BadThemes(f"{path}: slips is {slips!r}; expected a list of whole numbers")
    for one in slips:
        _check_slips(one, f"{path}")
    if type(transposes) is not bool:
        raise BadThemes(f"{path}: transposes is {transposes!r}; expected true or false")
    themes = tuple(_theme(one, f"{path}, theme {n}") for n, one in enumerate(found.get("theme", ()), 1))
    names = [theme.name for theme in themes]
    if twice := next((name for n, name in enumerate(names) if name in names[:n]), ""):
        raise BadThemes(f"{path} has two themes called {twice!r}; expected different names")
    sources = tuple(_source(one, f"{path}, match {n}") for n, one in enumerate(found.get("match", ()), 1))
    return Themes(ahead, float(margin), sources, themes, tuple(slips), within, transposes)


def _theme(found: Any, where: str) -> Theme:
    _check_names(found, ("name", "title", "hint", *TESTS), where)
    said = {}
    for name in ("name", "title", "hint"):
        text = found.get(name)
        if not isinstance(text, str) or not text.strip():
            raise BadThemes(f"{where} has no text {name!r}")
        said[name] = " ".join(text.split())
    if not NAME.fullmatch(said["name"]):
        raise BadThemes(f"{where} is called {said['name'][:40]!r}; expected lower-case letters, digits and -")
    tests = {name: _goals(found[name], f"{where}, {name}") for name in TESTS if name in found}
    if not tests:
        raise BadThemes(f"{where} has no tests; expected {', '.join(TESTS)}")
    return Theme(said["name"], said["title"], said["hint"], **tests)


def _goals(found: Any, where: str) -> tuple[Goal, ...]:
    if not isinstance(found, list) or not found or not all(isinstance(text, str) for text in found):
        raise BadThemes(f"{where} is no list of texts")
    try:
        return tuple(read_goal(text) for text in found)
    except BadText as error:
        raise BadThemes(f"{where}: {error}") from None


def _source(found: Any, where: str) -> Source:
    _check_names(found, ("bots", "slips", "options", "seat"), where)
    bots, slips, options = found.get("bots"), found.get("slips", 0), found.get("options", {})
    seat = found.get("seat")
    if not isinstance(bots, list) or not bots or not all(isinstance(text, str) for text in bots):
        raise BadThemes(f"{where} has no list of bots")
    _check_slips(slips, where)
    if not isinstance(options, Mapping) or not all(isinstance(text, str) for text in options.values()):
        raise BadThemes(f"{where} has options that are no texts")
    if seat is not None and (type(seat) is not int or seat < 0):
        raise BadThemes(f"{where}: seat is {seat!r}; expected a whole number")
    return Source(tuple(bots), slips, dict(options), seat)


def _check_slips(slips: Any, where: str) -> None:
    if type(slips) is not int or not 0 <= slips < MOST_SLIPS:
        raise BadThemes(f"{where}: slips is {slips!r}; expected a whole number below {MOST_SLIPS}")


def _check_names(found: Any, known: Sequence[str], where: str) -> None:
    if not isinstance(found, Mapping):
        raise BadThemes(f"{where} is no table")
    unknown = next((name for name in found if name not in known), "")
    if unknown:
        raise BadThemes(f"{where} has {unknown[:40]!r}; expected {', '.join(known)}")
