"""The entry points of batches: one compiled call plays many matches.

Beginning, playing given choices and playing randomly are one function, because every function that Python
calls and that reaches the rules costs seconds of compile time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from hoplon.core.actions import FINE
from hoplon.core.dice import named
from hoplon.core.kernel import record, rule
from hoplon.core.quick_dice import mix, quick_below, quick_stream
from hoplon.core.space import place

if TYPE_CHECKING:
    from hoplon.core.game import Rules

PLAYER_DICE = 0x504C41
NOT_BEGUN = -1  # the age of a match that the next call begins
NO_POSITION = -1

result_t = record(
    [
        ("seed", "i8"),
        ("check", "i8"),
        ("age", "i4"),
        ("matches", "i4"),
        ("fault", "i4"),
        ("options", "i4"),
        ("position", "i4"),
        ("refused", "i4"),
        ("over", "i4"),
        ("truncated", "i4"),
    ]
)


@dataclass(frozen=True)
class BatchEntries:
    """The functions of one game that serve batches, compiled on first use.

    Python calls `play_many`, `masks` and `movers`. The kernels of the GPU call `random_choice`, `is_refused`
    and `advance`.
    """

    play_many: Callable[..., None]
    masks: Callable[..., None]
    movers: Callable[..., None]
    random_choice: Callable[..., int]
    is_refused: Callable[..., bool]
    advance: Callable[..., bool]


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
def is_cut_off(r, longest, reset):
    """Has the match reached the age at which it is cut off, and stays so?"""
    return r.age >= longest and not reset


@rule
def goes_on(r):
    """Note that the last turn did not end a match."""
    r.over = 0
    r.truncated = 0


@rule
def refuse(r, reset):
    """Note that a choice was refused; a match that stays where it ended remains so."""
    r.refused = 1
    if reset:
        goes_on(r)


@rule
def next_seed(r, stride):
    """The seed of the next match in this place."""
    r.seed += stride
    r.age = 0


@cache
def batch_entries_of(rules: Rules) -> BatchEntries:
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
    def begin(states, i, r, options, positions):
        """Begin a match in this place, or play its position with other dice."""
        if r.position >= 0:
            states[i] = positions[r.position]
            forget(states[i], named(r.seed))
        else:
            new(states[i], options[r.options], named(r.seed))

    @rule
    def random_choice(s, dice, age):
        """The choice of the random player, whose dice are not those of the rules."""
        return nth_legal(s, quick_below(dice, age, count_legal(s)))

    @rule
    def is_refused(s, r, choice, longest, reset):
        """Is this no choice that can be played?"""
        return is_cut_off(r, longest, reset) or not is_legal(s, choice)

    @rule
    def advance(s, turn, r, scores, i, choice, longest, checked):
        """Play a choice; says whether the match is over or cut off."""
        take_turn(s, turn, choice)
        if checked:
            r.check = log_check(turn, r.check)
        if turn.fault != FINE:
            r.fault = turn.fault
        r.age += 1
        over = to_move(s) < 0
        if not over and r.age < longest:
            return False
        r.over = 1 if over else 0
        r.truncated = 0 if over else 1
        r.matches += 1
        for seat in range(scores.shape[1]):
            scores[i, seat] = score(s, seat)
        return True

    @rule
    def play_many(
        states, turns, choices, results, scores, options, positions, finals,
        steps, longest, reset, checked, first, last,
    ):  # fmt: skip
        """Begin the matches that are not begun, and play some turns in each: its choice, or random ones if
        there are no choices; turns has a record for each state, or one for all."""
        every = len(turns) == len(states)
        randomly = len(choices) == 0
        for i in range(first, last):
            s = states[i]
            r = results[i]
            turn = turns[i if every else 0]
            if r.age == NOT_BEGUN:
                r.age = 0
                begin(states, i, r, options, positions)
            if steps == 0:
                continue
            r.refused = 0
            if randomly:
                if to_move(s) < 0 or is_cut_off(r, longest, reset):
                    continue
            elif is_refused(s, r, choices[i], longest, reset):
                refuse(r, reset)
                continue
            dice = quick_stream(r.seed, PLAYER_DICE, 0)
            ended = False
            for _ in range(steps):
                choice = random_choice(s, dice, r.age) if randomly else choices[i]
                ended = advance(s, turn, r, scores, i, choice, longest, checked)
                if ended:
                    if not randomly:
                        finals[i] = states[i]
                    if not reset:
                        break
                    next_seed(r, len(states))
                    begin(states, i, r, options, positions)
                    dice = quick_stream(r.seed, PLAYER_DICE, 0)
            if not ended:
                goes_on(r)

    @rule
    def masks(states, numbers, columns, found, first, last):
        """Mark the legal choices of each state; `numbers` and `columns` as `Space` has them."""
        for i in range(first, last):
            for column in range(found.shape[1]):
                found[i, column] = False
            s = states[i]
            at = -1
            for k in range(count_legal(s)):
                at = place(numbers, nth_legal(s, k), at + 1)
                if at >= 0:
                    found[i, columns[at]] = True

    @rule
    def movers(states, seats, first, last):
        """The seat to move in each state."""
        for i in range(first, last):
            seats[i] = to_move(states[i])

    return BatchEntries(play_many, masks, movers, random_choice, is_refused, advance)
