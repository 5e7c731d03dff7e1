"""How games are played at random: what `tests/games/<game>/strategies.py` says, else what is said here.

A game that is not Hoplon's own, or has no such file, is played with its default options.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import SimpleNamespace
from typing import Any

from hypothesis import strategies as st

TURNS = 60
"""The longest random match of the fuzzer."""
MATCHES: int | None = None
"""So many random matches; without a number, as many as it takes until everything has happened."""
RARE: tuple[dict[str, Any], ...] = ()
"""Options of matches that begin shortly before something that players rarely do."""
UNLISTED: tuple[str, ...] = ()
"""Choices that are legal but on no list."""
UNLOGGED: frozenset[str] = frozenset()
"""Kinds of actions that no log shows."""
HABIT = ""
"""A choice that is made more often than chance would."""
PARSERS: dict[str, tuple[Callable[[str], object], Sequence[str]]] = {}
"""What else reads texts about the game, with texts that it reads."""
check_turn: Callable[[Any, Any, list[str]], None] | None = None
"""Asserts what a turn can do to a position: the views before and after it, and its log."""

check_match: Callable[[Any], None] | None = None
"""Asserts what holds of every position, also of one that was read from a line."""


def options() -> st.SearchStrategy[dict[str, Any]]:
    """Any options, for Hypothesis."""
    return st.just({})


def sets() -> list[dict[str, Any]]:
    """A few options that together reach most of the rules, for comparisons byte for byte."""
    return [{}]


def random_options(dice: Random) -> dict[str, Any]:
    """Any options, from plain dice."""
    return {}


@cache
def strategies(game: str) -> SimpleNamespace:
    """All of the above for a game."""
    own = f"tests.games.{game}"
    found = find_spec(own) and find_spec(f"{own}.strategies")
    said = vars(import_module(f"{own}.strategies")) if found else {}
    return SimpleNamespace(**{**globals(), **said})
