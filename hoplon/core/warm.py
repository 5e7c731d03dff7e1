"""Compile the rules of a game before the first turn, reporting progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from hoplon.core.batch_entries import batch_entries_of, result_t
from hoplon.core.cache import is_marked, mark, remove_unused
from hoplon.core.entrypoints import entries_of
from hoplon.core.game import Game
from hoplon.core.kernel import is_compiled

Progress = Callable[[str, int, int], None]


def is_warm(game: Game) -> bool:
    """Is compiled code for exactly these sources on disk, or not needed?"""
    return not is_compiled() or is_marked(game.name, *made_from(game))


def warm(game: Game, progress: Progress | None = None) -> None:
    """Compile or load every entry point of a game; `progress(what, done, of)` is called before each."""
    steps = list(_steps(game)) if is_compiled() else []
    for done, (what, call) in enumerate(steps):
        if progress is not None:
            progress(what, done, len(steps))
        call()
    if progress is not None:
        progress("ready", len(steps), len(steps))
    if is_compiled():
        mark(game.name, *made_from(game))
        remove_unused()


def made_from(game: Game) -> list[Any]:
    """The functions whose files decide what is compiled for a game."""
    return [entries_of, batch_entries_of.__wrapped__, *vars(game.rules).values()]


def _steps(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    states, turns = game.new_states(1), game.new_turns(1)
    finals, nowhere = game.new_states(1), game.new_states(0)
    results, scores = np.zeros(1, result_t), np.zeros((1, 1), np.int64)
    options = game.options_array(game.options())
    choices = np.zeros(game.most_choices, np.int64)
    doors = game.entries
    yield "setting up", lambda: doors.start(states, 0, options, 0)
    yield "legal choices", lambda: doors.legal(states, 0, choices)
    yield "checking choices", lambda: doors.allows(states, 0, int(choices[0]))
    yield "whose turn it is", lambda: doors.mover(states, 0)
    yield "the turn", lambda: doors.play(states, 0, turns, 0, int(choices[0]))
    yield "the standing", lambda: (doors.standing(states, 0), doors.nth(states, 0, 0))
    yield "dice", lambda: doors.forget_dice(states, 0, 0)
    yield (
        "many matches",
        lambda: batch_entries_of(game.rules).play_many(
            states, turns, choices[:1], results, scores, options, nowhere, finals, 1, 0, True, False, 0, 1
        ),
    )
