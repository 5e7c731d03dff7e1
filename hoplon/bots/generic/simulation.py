"""What simulations of any game have in common, compiled from its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hoplon.bots.generic.desk import (
    BONUS,
    EXPLORE,
    HORIZON,
    KNOWN,
    LEAST,
    LONGEST,
    PATIENCE,
    RESULT,
    RESULTS,
    SEAT,
    SEATS,
    SIMULATIONS,
    SPREAD,
    SQUARES,
    STANDING,
    TOTAL,
    WORLD,
    draw,
    measure_spread,
    note,
)
from hoplon.core.actions import FINE
from hoplon.core.dice import named
from hoplon.core.game import Rules
from hoplon.core.kernel import Dtype, rule
from hoplon.core.quick_dice import quick_number

LOOKS = 8  # matches played at random to see whether the score tells something before the end
SURVEYS = 24  # matches played at random to see how far results are apart
MEASURED = 16  # simulations after which the spread of the results is computed anew
FARTHER = 3  # times the horizon, where they are all alike


@dataclass(frozen=True)
class Search:
    """`prepare(desk, seed, horizon)` looks around; `grow(desk, seed, n)` simulates and says what is best."""

    node: Dtype
    prepare: Callable[[Any, int, int], None]
    grow: Callable[[Any, int, int], int]


@dataclass(frozen=True)
class Parts:
    """What every simulation of a game does; `survey` comes before the first one."""

    begin: Callable[..., None]  # desk, key
    step: Callable[..., int]  # desk, s, choice, weight: who is next
    play_on: Callable[..., None]  # desk, s, key, choices made, weight, who is next
    survey: Callable[..., None]  # desk, key, horizon


@rule
def add_bonus(desk, bonus, is_over, played):
    """To lead at the end is worth more than points; for who plays alone, the later the end the better."""
    result = desk.values[RESULT]
    lead = desk.values[STANDING, 0]
    if desk.counts[SEATS] == 1:
        result[0] += bonus * played / desk.counts[HORIZON] if is_over else bonus
    elif is_over and desk.counts[SEATS] == 2:
        result[0] += bonus if lead > 0 else -bonus if lead < 0 else 0.0
        result[1] = -result[0]
    elif is_over:
        for seat in range(desk.counts[SEATS]):
            lead = desk.values[STANDING, seat]
            result[seat] += bonus if lead > 0 else -bonus if lead < 0 else 0.0


def parts_of(rules: Rules) -> Parts:
    """The parts for one game."""
    count_legal, nth_legal = rules.count_legal, rules.nth_legal
    take_turn, to_move, score = rules.take_turn, rules.to_move, rules.score
    deal = dealer(rules)

    @rule
    def gain(desk, s, weight):
        """Add to the results what each seat has gained since last time: its score less the best other one."""
        now = desk.values[STANDING]
        result = desk.values[RESULT]
        seats = desk.counts[SEATS]
        if seats == 1:
            value = float(score(s, 0))
            result[0] += weight * (value - now[0])
            now[0] = value
        elif seats == 2:
            value = float(score(s, 0) - score(s, 1))
            result[0] += weight * (value - now[0])
            result[1] = -result[0]
            now[0] = value
        else:
            first = score(s, 0)
            second = score(s, 1)
            if second > first:
                first, second = second, first
            for seat in range(2, seats):
                other = score(s, seat)
                second = max(second, min(first, other))
                first = max(first, other)
            for seat in range(seats):
                own = score(s, seat)
                value = float(own - (second if own == first else first))
                result[seat] += weight * (value - now[seat])
                now[seat] = value

    @rule
    def begin(desk, key):
        """A position that the seat considers possible, with nothing gained."""
        desk.states[WORLD] = desk.states[KNOWN]
        deal(desk.states[WORLD], desk.counts[SEAT], named(key >> 1))
        gain(desk, desk.states[WORLD], 0.0)
        for seat in range(desk.counts[SEATS]):
            desk.values[RESULT, seat] = 0.0

    @rule
    def step(desk, s, choice, weight):
        """Play a choice; who is next, or nobody."""
        take_turn(s, desk.turns[0], choice)
        if desk.counts[HORIZON] < LONGEST:
            gain(desk, s, weight)
        return to_move(s) if desk.turns[0].fault == FINE else -1

    @rule
    def play_on(desk, s, key, played, weight, mover):
        """Choices at random up to the horizon, and what comes of it."""
        turn = desk.turns[0]
        is_telling = desk.counts[HORIZON] < LONGEST
        for i in range(played, desk.counts[HORIZON]):
            if mover < 0:
                break
            n = count_legal(s)
            if n == 0:
                break
            played = i + 1
            take_turn(s, turn, nth_legal(s, draw(key, i, n)))
            mover = to_move(s) if turn.fault == FINE else -1
            if is_telling:
                gain(desk, s, weight)
                weight *= desk.sums[PATIENCE]
        if not is_telling:
            gain(desk, s, 1.0)
            weight = 1.0
        add_bonus(desk, weight * desk.sums[BONUS], mover < 0, played)
        note(desk, desk.values[RESULT, desk.counts[SEAT]])

    @rule
    def is_telling(desk, key):
        """Does the score change before the end, in a match played at random?"""
        begin(desk, key)
        s = desk.states[WORLD]
        for i in range(LONGEST):
            n = count_legal(s)
            if n == 0:
                return False
            take_turn(s, desk.turns[0], nth_legal(s, draw(key, i, n)))
            mover = to_move(s)
            if mover < 0 or desk.turns[0].fault != FINE:
                return False
            if mover >= desk.counts[SEATS]:
                desk.counts[SEATS] = mover + 1
            gain(desk, s, 1.0)
            if desk.values[RESULT, desk.counts[SEAT]] != 0.0:
                return True
        return False

    @rule
    def try_at_random(desk, key):
        """See how far results are apart at this horizon."""
        desk.sums[PATIENCE] = 1.0 - 1.0 / desk.counts[HORIZON]
        desk.sums[RESULTS] = desk.sums[TOTAL] = desk.sums[SQUARES] = 0.0
        for i in range(SURVEYS):
            begin(desk, quick_number(key, LOOKS + i))
            play_on(desk, desk.states[WORLD], quick_number(key, LOOKS + i), 0, 1.0, desk.counts[SEAT])
        measure_spread(desk)

    @rule
    def survey(desk, key, horizon):
        """Count the seats, see whether there is a point in playing to the end, and how results differ."""
        seat = to_move(desk.states[KNOWN])
        desk.counts[SEAT] = seat
        desk.counts[SEATS] = max(desk.counts[SEATS], seat + 1)
        desk.counts[HORIZON] = LONGEST
        desk.counts[SIMULATIONS] = 0
        desk.sums[BONUS] = 0.0
        desk.sums[LEAST] = 0.0
        telling = 0
        for i in range(LOOKS):
            if is_telling(desk, quick_number(key, i)):
                telling += 1
        alone = desk.counts[SEATS] == 1
        if telling > 0 or alone:
            desk.counts[HORIZON] = min(horizon * desk.counts[SEATS], LONGEST - 1)
        try_at_random(desk, key)
        while desk.sums[SQUARES] == 0.0 and FARTHER * desk.counts[HORIZON] < LONGEST:
            desk.counts[HORIZON] *= FARTHER
            try_at_random(desk, key)
        desk.sums[LEAST] = desk.sums[SPREAD]
        if telling > 0:
            desk.sums[BONUS] = desk.sums[SPREAD] / desk.sums[EXPLORE]
        if alone and desk.sums[SQUARES] == 0.0:  # nothing to gain that it can see: what counts is to go on
            desk.sums[BONUS] = 1.0
            try_at_random(desk, key)
            desk.sums[LEAST] = desk.sums[SPREAD]

    return Parts(begin, step, play_on, survey)


def dealer(rules: Rules) -> Callable[..., Any]:
    """`deal(s, seat, seed)`: a position that the seat considers possible."""
    forget = rules.forget_dice
    if rules.redeal is not None:
        return rules.redeal

    @rule
    def deal(s, _seat, seed):
        forget(s, seed)

    return deal
