"""Bots as rules, for opponents inside a learner's step: `policy(s, seat, key, n)` is a choice.

A policy is given the position as its seat knows it, the key of its dice, and how many choices it has made.
The folder of a game names those it has in POLICIES; `random` plays every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from hoplon.bots import _folders
from hoplon.core.errors import BadOption, hint
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_below

Policy = Callable[..., int]
RANDOM = "random"


@cache
def any_choice(rules: Rules) -> Policy:
    """The policy that makes any legal choice."""
    count_legal, nth_legal = rules.count_legal, rules.nth_legal

    @rule
    def choose(s, _seat, key, n):
        """One of the legal choices, all as likely."""
        return nth_legal(s, quick_below(key, n, count_legal(s)))

    return choose


def policies_for(game: str) -> list[str]:
    """The names of the bots of a game that can play inside a step."""
    return sorted({RANDOM, *_places(game)})


def policy(name: str, game: Game) -> Policy:
    """The policy of a bot."""
    places = _places(game.name)
    if name in places:
        module, _, function = places[name].partition(":")
        found: Policy = getattr(import_module(f"hoplon.bots.{game.name}.{module}"), function)
        return found
    if name == RANDOM:
        return any_choice(game.rules)
    known = policies_for(game.name)
    has = f"those who can: {', '.join(known)}"
    raise BadOption(
        f"the bot {name!r} cannot play {game.name} inside a learner's step; {hint(name, known, has)}"
    )


def _places(game: str) -> Mapping[str, str]:
    if game not in _folders():
        return {}
    found: Mapping[str, str] = getattr(import_module(f"hoplon.bots.{game}"), "POLICIES", {})
    return found
