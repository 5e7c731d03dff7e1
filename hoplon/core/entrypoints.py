"""The entry points from Python into compiled rules.

Passing a record from Python is slow and an enum slower, so these take an array of states, an index and plain
integers. Each is compiled once for a game and then loaded from the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoplon.core.actions import FINE, ILLEGAL
from hoplon.core.dice import words
from hoplon.core.kernel import rule

if TYPE_CHECKING:
    from hoplon.core.game import Rules


@dataclass(frozen=True)
class Entries:
    """The functions of one game that Python calls, compiled. They change the states that they are given.

    For searching bots: `legal(states, i, choices)` fills an array of numbers and returns how many there are,
    `allows(states, i, choice)`, `mover(states, i)` → seat or NOBODY, `play(states, i, turns, j, choice)`,
    `score(states, i, seat)`, `conceal(states, i, seat)`, `redeal(states, i, seat, seed)`,
    `forget_dice(states, i, seed)`. `start(states, i, options, seed)` begins a match.

    A match makes few calls for a turn: `step(states, i, to, turns, j, choice)` plays a choice at `to` in a
    copy of position i and returns the fault (ILLEGAL if the choice is not legal: then nothing is played), the
    length of the log, and what `standing(states, i)` says: whose choice is next, among how many.
    `nth(states, i, k)` is one of these.
    """

    start: Callable[..., None]
    legal: Callable[..., int]
    allows: Callable[..., bool]
    mover: Callable[..., int]
    forget_dice: Callable[..., None]
    score: Callable[..., int]
    conceal: Callable[..., None]
    redeal: Callable[..., None]
    play: Callable[..., None]
    step: Callable[..., tuple[int, int, int, int]]
    standing: Callable[..., tuple[int, int]]
    nth: Callable[..., int]


@rule
def copy_many(states, rooms, times):
    """Copy every state this many times: what a search does most."""
    for _ in range(times):
        for i in range(len(states)):
            rooms[i] = states[i]


def entries_of(rules: Rules) -> Entries:
    """Make the entry points of a game."""
    new = rules.new
    count_legal = rules.count_legal
    nth_legal = rules.nth_legal
    is_legal = rules.is_legal
    to_move = rules.to_move
    score = rules.score
    forget = rules.forget_dice

    @rule
    def start(states, i, options, low, high):
        new(states[i], options[0], (low, high))

    @rule
    def legal(states, i, choices):
        s = states[i]
        n = count_legal(s)
        for k in range(n):
            choices[k] = nth_legal(s, k)
        return n

    @rule
    def allows(states, i, choice):
        return is_legal(states[i], choice)

    @rule
    def mover(states, i):
        return to_move(states[i])

    @rule
    def forget_dice(states, i, low, high):
        forget(states[i], (low, high))

    @rule
    def score_of(states, i, seat):
        return score(states[i], seat)

    return Entries(
        _seeded(start),
        legal,
        allows,
        mover,
        _seeded(forget_dice),
        score_of,
        *_secrets(rules),
        *_steps(rules),
    )


def _seeded(entry: Callable[..., None]) -> Callable[..., None]:
    """An entry point that takes its seed, which comes last, as one number."""

    def seeded(*given: Any) -> None:
        entry(*given[:-1], *words(given[-1]))

    return seeded


def _steps(rules: Rules) -> tuple[Callable[..., Any], ...]:
    """`step` and what follows it; `play` is compiled with it, because a turn takes long to compile."""
    is_legal, take_turn, to_move = rules.is_legal, rules.take_turn, rules.to_move
    count_legal, nth_legal = rules.count_legal, rules.nth_legal

    @rule
    def step(states, i, to, turns, j, choice):
        if i == to:
            take_turn(states[i], turns[j], choice)
            return FINE, 0, 0, 0
        if not is_legal(states[i], choice):
            return ILLEGAL, 0, 0, 0
        states[to] = states[i]
        take_turn(states[to], turns[j], choice)
        s, turn = states[to], turns[j]
        return int(turn.fault), int(turn.n), int(to_move(s)), int(count_legal(s))

    @rule
    def standing(states, i):
        return int(to_move(states[i])), int(count_legal(states[i]))

    @rule
    def nth(states, i, k):
        return int(nth_legal(states[i], k))

    stepped: Callable[..., Any] = step

    def play(states: Any, i: int, turns: Any, j: int, choice: int) -> None:
        stepped(states, i, i, turns, j, choice)

    return play, step, standing, nth


def _secrets(rules: Rules) -> tuple[Callable[..., None], Callable[..., None]]:
    """`conceal` and `redeal`; a game without its own hides nothing but its dice."""
    forget, hide, deal = rules.forget_dice, rules.conceal, rules.redeal
    if hide is None or deal is None:

        @rule
        def conceal_dice(states, i, _seat):
            forget(states[i], (0, 0))

        @rule
        def redeal_dice(states, i, _seat, low, high):
            forget(states[i], (low, high))

        return conceal_dice, _seeded(redeal_dice)

    @rule
    def conceal(states, i, seat):
        hide(states[i], seat)

    @rule
    def redeal(states, i, seat, low, high):
        deal(states[i], seat, (low, high))

    return conceal, _seeded(redeal)
