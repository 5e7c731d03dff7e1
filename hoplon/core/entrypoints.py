"""The entry points from Python into compiled rules.

Passing a record from Python is slow and an enum slower, so these take an array of states, an index and plain
integers. Each is compiled once for a game and then loaded from the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoplon.core.actions import FINE, ILLEGAL
from hoplon.core.dice import below, mix, stream
from hoplon.core.kernel import rule

if TYPE_CHECKING:
    from hoplon.core.game import Rules

PLAYER_DICE = 0x504C41


@dataclass(frozen=True)
class Entries:
    """The functions of one game that Python calls, compiled. They change the states that they are given.

    For searching bots: `legal(states, i, choices)` fills an array of numbers and returns how many there are,
    `allows(states, i, choice)`, `mover(states, i)` → seat or NOBODY, `play(states, i, turns, j, choice)`,
    `score(states, i, seat)`, `conceal(states, i, seat)`, `redeal(states, i, seat, seed)`,
    `forget_dice(states, i, seed)`. `start`, `play_many`, `random_many` and `random_turn` serve batches.

    A match makes few calls for a turn: `step(states, i, to, turns, j, choice)` plays a choice at `to` in a
    copy of position i and returns the fault (ILLEGAL if the choice is not legal: then nothing is played), the
    length of the log, and what `standing(states, i)` says: whose choice is next, among how many.
    `nth(states, i, k)` is one of these.
    """

    start: Callable[..., None]
    legal: Callable[..., int]
    allows: Callable[..., bool]
    mover: Callable[..., int]
    play_many: Callable[..., None]
    random_many: Callable[..., None]
    forget_dice: Callable[..., None]
    random_turn: Callable[..., bool]
    score: Callable[..., int]
    conceal: Callable[..., None]
    redeal: Callable[..., None]
    play: Callable[..., None]
    step: Callable[..., tuple[int, int, int, int]]
    standing: Callable[..., tuple[int, int]]
    nth: Callable[..., int]


@rule
def log_check(turn, check):
    """Hash the log of a turn into a check number of 32 bits."""
    for i in range(turn.n):
        a = turn.log[i]
        check = mix(check ^ (int(a.kind) + (int(a.depth) << 8) + ((int(a.n) & 0xFFFF) << 16)))
        check = mix(check ^ ((int(a.src) & 0xFFFF) + ((int(a.dst) & 0xFFFF) << 16)))
        check = mix(check ^ ((int(a.who) & 0xFFFF) + ((int(a.what) & 0xFFFF) << 16)))
    return check


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
    take_turn = rules.take_turn
    to_move = rules.to_move
    score = rules.score
    forget = rules.forget_dice

    @rule
    def start(states, i, options, seed):
        new(states[i], options[0], seed)

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
    def forget_dice(states, i, seed):
        forget(states[i], seed)

    @rule
    def play_many(states, turns, choices, results, options, finals, reset, first, last):
        """Play one choice in each state; turns has a record for each state, or one for all."""
        every = len(turns) == len(states)
        for i in range(first, last):
            s = states[i]
            r = results[i]
            turn = turns[i if every else 0]
            r.refused = 0
            r.over = 0
            if not is_legal(s, choices[i]):
                r.refused = 1
                continue
            take_turn(s, turn, choices[i])
            r.fault = turn.fault
            r.age += 1
            if to_move(s) < 0:
                r.over = 1
                r.matches += 1
                r.score = score(s, 0)
                finals[i] = states[i]
                if reset:
                    r.seed += len(states)
                    r.age = 0
                    new(s, options[0], r.seed)

    @rule
    def random_turn(s, turn, r, dice, stride, longest, checked):
        """One turn by the random player, whose dice are not those of the rules; says whether the match is
        done and wants a new start."""
        k = below(dice, r.age, count_legal(s))
        take_turn(s, turn, nth_legal(s, k))
        if checked:
            r.check = log_check(turn, r.check)
        if turn.fault != FINE:
            r.fault = turn.fault
        r.age += 1
        if to_move(s) >= 0 and r.age < longest:
            return False
        r.matches += 1
        r.score += score(s, 0)
        r.seed += stride
        r.age = 0
        return True

    @rule
    def random_many(states, turns, thread, results, options, steps, longest, checked, first, last):
        """Play random turns in a part of the states, with the turn record of this thread."""
        turn = turns[thread]
        for i in range(first, last):
            s = states[i]
            r = results[i]
            dice = stream(r.seed, PLAYER_DICE, 0)
            for _ in range(steps):
                if random_turn(s, turn, r, dice, len(states), longest, checked):
                    new(s, options[0], r.seed)
                    dice = stream(r.seed, PLAYER_DICE, 0)

    @rule
    def score_of(states, i, seat):
        return score(states[i], seat)

    return Entries(
        start,
        legal,
        allows,
        mover,
        play_many,
        random_many,
        forget_dice,
        random_turn,
        score_of,
        *_secrets(rules),
        *_steps(rules),
    )


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
            forget(states[i], 0)

        @rule
        def redeal_dice(states, i, _seat, seed):
            forget(states[i], seed)

        return conceal_dice, redeal_dice

    @rule
    def conceal(states, i, seat):
        hide(states[i], seat)

    @rule
    def redeal(states, i, seat, seed):
        deal(states[i], seat, seed)

    return conceal, redeal
