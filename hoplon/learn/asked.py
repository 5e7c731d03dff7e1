"""Settings that somebody asks for, read one by one: each is refused in a sentence if it makes no sense."""

from __future__ import annotations

import operator
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from hoplon.core.errors import HoplonError
from hoplon.core.game import Game

MOST = 2**31 - 1  # what is counted in 32 bits


def read_whole(given: Any, what: str, first: int, last: int = MOST) -> int:
    """A whole number within bounds; True and 1.0 are none."""
    try:
        found = -1 if isinstance(given, bool | np.bool_) else operator.index(given)
    except TypeError:
        found = -1
    if not first <= found <= last:
        raise HoplonError(f"got {what} {given!r}; expected a whole number from {first} to {last}")
    return found


def read_name(given: Any, what: str, known: Collection[str]) -> str:
    """One of the names there are."""
    if isinstance(given, str) and given in known:
        return given
    raise HoplonError(f"got {what} {given!r}; expected {', '.join(known)}")


def read_flag(given: Any, what: str) -> bool:
    """True or False, but nothing that merely counts as one of them."""
    if not isinstance(given, bool | np.bool_):
        raise HoplonError(f"got {what} {given!r}; expected True or False")
    return bool(given)


def read_options(given: Any, game: Game) -> tuple[Any, ...]:
    """The options that matches are played with."""
    wanted = f"a list of options of {game.name}, each an object of {game.options.__qualname__}"
    if isinstance(given, str | bytes) or not isinstance(given, Sequence):
        raise HoplonError(f"got options {given!r}; expected {wanted}")
    for each in given:
        if not isinstance(each, game.options):
            raise HoplonError(f"got {each!r} among the options; expected {wanted}")
    if not given:
        raise HoplonError(f"there are no options to play {game.name} with; expected {wanted}")
    return tuple(given)
