"""What the matches of a batch begin from: seeds, options and positions, read and checked."""

from __future__ import annotations

import operator
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hoplon.core.batch_entries import NO_POSITION, NOT_BEGUN, result_t
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.options import Options
from hoplon.core.states import State

NEVER = 2**31 - 1  # no match is that old
RECORDS = {"state": "a state", "turn": "a turn", "options_record": "a set of options"}


@dataclass(frozen=True)
class Starts:
    """The distinct options and positions of a batch; each match has the numbers of its own in `results`."""

    game: Game  # that fits the options, the first ones if there are several
    options: Any  # an array of records
    positions: Any  # an array of states
    results: Any
    seats: int  # in the match with the most


def starts_of(game: Game, n: int, seed: Any, options: Any, positions: Any) -> Starts:
    """Read what a batch is made from."""
    n = whole(n, "number of matches")
    if n < 1:
        raise HoplonError(f"a batch of {n} matches is too small; expected at least 1")
    results = np.zeros(n, result_t)
    results["seed"] = read_seeds(game, seed, n)
    results["age"] = NOT_BEGUN
    results["position"] = NO_POSITION
    given = None if positions is None else _each(game, positions, n)
    if options is None and given is not None and any(isinstance(position, Match) for position in given):
        options = [match.options if isinstance(match, Match) else game.options() for match in given]
    kinds, results["options"] = _distinct(game, options, n)
    game = _fitted(game, kinds)
    written = np.zeros(len(kinds), game.options_record)
    for i, kind in enumerate(kinds):
        if not _position_in(game, kind):
            game.write_options(written, i, kind)
    if given is None:
        rooms = _said(game, kinds, results)
    else:
        rooms = _given(game, given)
        results["position"] = np.arange(n) if len(rooms) == n else 0
    return Starts(game, written, rooms, results, max(game.seat_count(kind) for kind in kinds))


def read_seeds(game: Game, seed: Any, n: int) -> Any:
    """A seed for each of n matches: those given, or the one given and those that follow it."""
    least = "-2**63" if game.least_seed == -(2**63) else "0"
    refusal = f"is no whole number from {least} to 2**63 - 1"
    if np.ndim(seed) == 0:
        try:
            first = operator.index(seed)
        except TypeError:
            raise HoplonError(f"seed {seed!r} {refusal}") from None
        for wrong in (first, first + n - 1):
            if not game.least_seed <= wrong < 2**63:
                raise HoplonError(f"seed {wrong} {refusal}")
        return first + np.arange(n)
    seeds = np.asarray(seed)
    if seeds.shape != (n,):
        raise HoplonError(f"got seeds of shape {seeds.shape} for {n} matches; expected ({n},)")
    if seeds.dtype.kind not in "iu":
        raise HoplonError(
            f"got seeds of type {seeds.dtype}; expected whole numbers from {least} to 2**63 - 1"
        )
    strange = seeds[(seeds < game.least_seed) | (seeds > 2**63 - 1)]
    if strange.size:
        raise HoplonError(f"seed {int(strange[0])} {refusal}")
    return seeds.astype(np.int64)


def read_rows(rows: Any, n: int) -> Any:
    """The indices of chosen rows, given as such or as a mask."""
    found = np.asarray(rows)
    if found.dtype == bool:
        if found.shape != (n,):
            raise HoplonError(f"got a mask of shape {found.shape} for {n} matches; expected ({n},)")
        return np.flatnonzero(found)
    found = np.atleast_1d(found)
    if found.size == 0:
        return np.zeros(0, np.int64)
    if found.dtype.kind not in "iu" or found.ndim != 1:
        raise HoplonError(
            f"got rows of type {found.dtype} and shape {found.shape}; expected a mask or a list of indices"
        )
    strange = found[(found < 0) | (found >= n)]
    if strange.size:
        raise HoplonError(f"there is no row {int(strange[0])}; expected 0 to {n - 1}")
    found = found.astype(np.int64)
    twice = np.flatnonzero(np.bincount(found, minlength=n) > 1)
    if twice.size:
        raise HoplonError(f"row {int(twice[0])} is named twice")
    return found


def read_choices(choices: Any, n: int) -> Any:
    """A choice for each of n matches."""
    found = np.asarray(choices)
    if found.shape != (n,):
        raise HoplonError(f"got choices of shape {found.shape}; expected ({n},)")
    if found.dtype.kind not in "iu":
        raise HoplonError(f"got choices of type {found.dtype}; expected whole numbers")
    return np.ascontiguousarray(found, np.int64)


def read_longest(longest: int | None) -> int:
    """The age at which matches are cut off."""
    if longest is None:
        return NEVER
    if whole(longest, "number of turns") < 1:
        raise HoplonError(f"matches cannot be cut off after {longest} turns; expected at least 1")
    return longest


def read_threads(threads: int | None, n: int) -> int:
    """On how many threads to play n matches."""
    found = os.cpu_count() or 1 if threads is None else whole(threads, "number of threads")
    if found < 1:
        raise HoplonError(f"a batch cannot play on {found} threads; expected at least 1")
    return min(found, n)


def whole(number: Any, what: str) -> int:
    """A number of a kind."""
    try:
        return operator.index(number)
    except TypeError:
        raise HoplonError(f"{number!r} is no {what}; expected a whole number") from None


def _each(game: Game, given: Any, n: int) -> Any:
    """Positions as a sequence, also if there is one for all."""
    if isinstance(given, State | Match | np.void):
        given = [given]
    if isinstance(given, np.ndarray) and given.dtype.names is not None:
        given = np.atleast_1d(given)
    elif isinstance(given, str) or not isinstance(given, Sequence):
        raise HoplonError(
            f"got positions as {type(given).__name__}; "
            "expected a State, a Match, an array of states or a list of these"
        )
    if len(given) not in (1, n):
        raise HoplonError(f"got {len(given)} positions for {n} matches; expected 1 or {n}")
    for i, position in enumerate(given):
        if isinstance(position, State | Match) and position.game.name != game.name:
            raise HoplonError(f"position {i} is one of {position.game.name}; expected {game.name}")
    return given


def _position_in(game: Game, kind: Any) -> str:
    """The position that options say, in the game's notation."""
    return getattr(kind, game.position_option) if game.position_option else ""


def _distinct(game: Game, options: Any, n: int) -> tuple[list[Any], Any]:
    """The different options, and for each match which of them are its own."""
    if options is None or isinstance(options, Options):
        options = [game.options() if options is None else options]
    if not isinstance(options, Sequence) or isinstance(options, str):
        raise HoplonError(
            f"got options as {type(options).__name__}; expected {game.options.__name__} or a list of them"
        )
    if len(options) not in (1, n):
        raise HoplonError(f"got {len(options)} sets of options for {n} matches; expected 1 or {n}")
    numbers: dict[Any, int] = {}
    for kind in options:
        if not isinstance(kind, game.options):
            raise HoplonError(
                f"got options as {type(kind).__name__}; expected {game.options.__name__} of {game.name}"
            )
        if kind not in numbers:
            kind.check()
            numbers[kind] = len(numbers)
    which = [numbers[kind] for kind in options]
    return list(numbers), np.array(which if len(which) == n else which * n)


def _fitted(game: Game, kinds: Sequence[Any]) -> Game:
    """The game that fits all of these options."""
    first = game.fit(kinds[0])
    for kind in kinds[1:]:
        other = game.fit(kind)
        for name, what in RECORDS.items():
            one, two = getattr(first, name), getattr(other, name)
            if one != two:
                raise HoplonError(
                    f"the matches of a batch need records of one size, but {what} of {game.name} "
                    f"takes {one.itemsize} bytes under {_brief(kinds[0])} "
                    f"and {two.itemsize} bytes under {_brief(kind)}"
                )
        if first.space is not other.space and list(first.space) != list(other.space):
            raise HoplonError(
                f"the matches of a batch need one action space, but that of {game.name} has "
                f"{len(first.space)} choices under {_brief(kinds[0])} and "
                f"{len(other.space)} under {_brief(kind)}"
            )
    return first


def _brief(kind: Any) -> str:
    """Options as they are typed, short enough for a sentence."""
    said = " ".join(f"{name}={text[:20]}" for name, text in list(kind.as_text().items())[:4])
    return said or "the usual options"


def _said(game: Game, kinds: Sequence[Any], results: Any) -> Any:
    """The positions that the options say, in the game's notation."""
    texts = [_position_in(game, kind) for kind in kinds]
    saying = [number for number, text in enumerate(texts) if text]
    rooms = game.new_states(len(saying))
    place = np.full(len(kinds), NO_POSITION)
    for i, number in enumerate(saying):
        game.read_notation(rooms, i, texts[number], 0)
        place[number] = i
    results["position"] = place[results["options"]]
    return rooms


def _given(game: Game, given: Any) -> Any:
    """Positions as an array of states of this game."""
    if isinstance(given, np.ndarray):
        if given.ndim != 1 or given.dtype != game.state:
            raise HoplonError(
                f"got positions of {given.dtype.itemsize} bytes in an array of shape {given.shape}; expected "
                f"states of {game.name}, {game.state.itemsize} bytes each, in one dimension"
            )
        return np.ascontiguousarray(given)
    rooms = game.new_states(len(given))
    for i, position in enumerate(given):
        if isinstance(position, State | Match):
            position = position.array if isinstance(position, State) else position.state.array
        found = np.asarray(position)
        if found.dtype != game.state or found.size != 1:
            raise HoplonError(
                f"position {i} has {found.nbytes} bytes; expected a state of {game.name} "
                f"for these options, {game.state.itemsize} bytes"
            )
        rooms[i] = found.reshape(-1)[0]
    return rooms
