"""One compiled call steps many matches: it plays the actions, rewards them, begins matches anew and observes.

The same functions run interpreted, compiled and on a GPU. Whatever is kept about a match besides its position
is in its `place`, so that positions and places together are a snapshot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from hoplon.core.dice import named
from hoplon.core.encoding import Encoding
from hoplon.core.kernel import Dtype, record, rule
from hoplon.core.quick_dice import quick_below, quick_number, quick_stream

if TYPE_CHECKING:
    from hoplon.core.game import Rules

SAME_STEP, NEXT_STEP, DISABLED = 0, 1, 2  # when a match that has ended begins anew
PLAY, BEGIN, LOOK = 0, 1, 2  # what a call does: play the actions, begin all matches, only observe again
FINE = -1  # no row has an action that is not allowed
OPPONENT_DICE = 0x0EB07
OPTION_DRAW = 2

settings_t = record(
    [
        ("root", "i8"),  # of all seeds
        ("first", "i8"),  # the seeds are from here on, unless they are listed
        ("count", "i8"),
        ("listed", "i4"),  # are the seeds in a list?
        ("shuffled", "i4"),  # are they drawn, or taken in their order?
        ("longest", "i4"),
        ("mode", "i4"),
        ("raises", "i4"),  # is an action that is not allowed an error?
        ("keeps_final", "i4"),
        ("learners", "i8"),  # the seats that wait for actions, one bit each
        ("plan", "i8"),  # stands for all that is not a setting, so that snapshots are told apart
        ("unit", "f4"),
    ]
)


@cache
def place_type(seats: int, rewarded: int, slots: int, memory: int) -> Dtype:
    """What is kept about a match: so many seats or agents are `rewarded`, and so many `slots` remember.

    `number` counts the matches begun in this place; `length`, `gained` and `scores` are those of the match
    that ended last, `total` and `age` those of the present one, all in the units of the measure.
    """
    return record(
        [
            ("seed", "i8"),
            ("number", "i8"),
            ("worth", "i8", (rewarded,)),
            ("gain", "i8", (rewarded,)),
            ("total", "i8", (rewarded,)),
            ("gained", "i8", (rewarded,)),
            ("scores", "i8", (seats,)),
            ("age", "i4"),
            ("length", "i4"),
            ("options", "i4"),
            ("to_move", "i4"),
            ("agent", "i4"),
            ("terminated", "i4"),
            ("truncated", "i4"),
            ("refused", "i4"),
            ("draws", "i4"),
            ("memory", "u1", (slots, max(memory, 1))),
        ]
    )


@dataclass(frozen=True)
class Kind:
    """What a compiled step depends on besides the game: the rest are settings."""

    rules: Rules
    encoding: Encoding
    measure: Callable[..., int]
    joint: bool  # do all agents act in one step?
    skip_forced: bool
    seats: int
    columns: int  # rows of a match: one for each agent if all act in one step, else one
    policies: tuple[Callable[..., int] | None, ...] = ()  # of the seats that do not learn
    paced: bool = False  # do these make one choice in a step, in which the match waits for nobody?


@dataclass(frozen=True)
class Stepping:
    """The compiled functions of one kind.

    Python calls `step_many`, which begins the matches or plays their actions and returns FINE or a row whose
    action is not allowed. The kernels of the GPU call the others.
    """

    step_many: Callable[..., int]
    make: Callable[..., None]
    enter: Callable[..., None]
    play: Callable[..., None]
    gain: Callable[..., None]
    keep_end: Callable[..., None]
    look: Callable[..., None]
    look_at: Callable[..., None]
    allow_at: Callable[..., bool]


@rule
def seed_place(i, number, n, settings):
    """Which of the seeds match `number` of place i has."""
    if settings.shuffled == 0:
        return (i + number * n) % settings.count
    key = quick_stream(int(settings.root), i, number)
    return ((quick_number(key, 0) << 30) ^ quick_number(key, 1)) % settings.count


@rule
def options_place(i, number, n, kinds, settings):
    """Which options match `number` of place i has."""
    if kinds == 1:
        return 0
    if settings.shuffled == 0:
        return (i + number * n) % kinds
    return quick_below(quick_stream(int(settings.root), i, number), OPTION_DRAW, kinds)


@rule
def next_match(p, i, number, n, kinds, seeds, settings):
    """Which match is number so many in place i."""
    at = seed_place(i, number, n, settings)
    p.seed = seeds[at] if settings.listed == 1 else settings.first + at
    p.options = options_place(i, number, n, kinds, settings)
    p.draws = 0


@rule
def is_learner(settings, seat):
    """Does this seat wait for actions?"""
    return (settings.learners >> seat) & 1 == 1


@rule
def check(mask, actions, first, last):
    """The first row whose action is not allowed, or FINE."""
    for row in range(first, last):
        action = actions[row]
        if action < 0 or action >= mask.shape[1] or mask[row, action] == 0:
            return row
    return FINE


@rule
def no_policy(s, room, who, p):
    """Where every seat learns."""
    return 0


@rule
def still(p):
    """Note that nothing has happened in a place."""
    p.refused = 0
    for column in range(len(p.gain)):
        p.gain[column] = 0


@rule
def tell(p, i, gains, ends, marks, settings):
    """Write what a step brought into the arrays that are shown."""
    for column in range(len(p.gain)):
        gains[0, i, column] = np.float32(p.gain[column]) * settings.unit
        gains[1, i, column] = np.float32(p.gained[column]) * settings.unit
    ends[0, i] = p.terminated == 1
    ends[1, i] = p.truncated == 1
    marks[0, i] = p.to_move
    marks[1, i] = p.length
    marks[2, i] = p.refused


@cache
def stepping_of(kind: Kind) -> Stepping:
    """Make the functions of one kind."""
    rules, encoding = kind.rules, kind.encoding
    new, take_turn, to_move, score = rules.new, rules.take_turn, rules.to_move, rules.score
    count_legal, nth_legal = rules.count_legal, rules.nth_legal
    observe, mask_of, choice_of, recall = (
        encoding.observe, encoding.mask, encoding.choice_of, encoding.remember,
    )  # fmt: skip
    agent_of = encoding.agent_of or to_move
    seat_of, measure = encoding.seat_of, kind.measure
    seats, columns, joint, skip_forced = kind.seats, kind.columns, kind.joint, kind.skip_forced
    whole_count = encoding.count_agents
    has_policies = any(policy is not None for policy in kind.policies)
    is_paced = kind.paced and has_policies and not joint
    policy_choice = policies_of(kind) if has_policies else no_policy

    if whole_count is None:

        @rule
        def count_agents(s):
            """Every seat is one agent."""
            return seats

    else:
        count_agents = whole_count

    @rule
    def waits(s, settings):
        """Does a match that is paced wait for a seat that does not learn, and not for an action?"""
        return is_paced and to_move(s) >= 0 and not is_learner(settings, to_move(s))

    @rule
    def opponents_and_forced(s, turn, p, room, settings):
        """Play for the seats that do not learn, unless they are paced, and what leaves no choice."""
        seat = to_move(s)
        while seat >= 0:
            if has_policies and not is_paced and not is_learner(settings, seat):
                p.draws += 1
                take_turn(s, turn, policy_choice(s, room, seat, p))
            elif skip_forced and count_legal(s) == 1:
                take_turn(s, turn, nth_legal(s, 0))
            else:
                return
            seat = to_move(s)

    @rule
    def remember(s, p):
        """Let those who are about to observe take in what they see."""
        if joint:
            for agent in range(count_agents(s)):
                recall(s, agent, p.memory[agent])
        else:
            agent = agent_of(s) if to_move(s) >= 0 else int(p.agent)
            p.agent = agent
            recall(s, agent, p.memory[agent])

    @rule
    def worth_of(s, p, column):
        """What the measure says about a column: an agent where all act at once, else a seat."""
        if joint:
            if column >= count_agents(s):
                return 0
            return measure(s, seat_of(s, column), p.memory[column])
        return measure(s, column, p.memory[min(column, len(p.memory) - 1)])

    @rule
    def make(s, turn, p, room, options, settings):
        """The position in which a match begins to wait for actions; the place has its seed and options."""
        new(s, options[p.options], named(p.seed))
        if not joint:
            opponents_and_forced(s, turn, p, room, settings)

    @rule
    def enter(s, p):
        """Let everybody take in how a match begins."""
        p.agent = 0
        for slot in range(p.memory.shape[0]):
            for k in range(p.memory.shape[1]):
                p.memory[slot, k] = 0
        remember(s, p)
        for column in range(len(p.worth)):
            p.worth[column] = worth_of(s, p, column)
            p.total[column] = 0
        p.age = 0
        p.to_move = to_move(s)

    @rule
    def begin(s, turn, p, room, i, n, options, seeds, settings):
        """The next match of a place."""
        next_match(p, i, int(p.number), n, len(options), seeds, settings)
        p.number += 1
        make(s, turn, p, room, options, settings)
        enter(s, p)

    @rule
    def play(s, turn, p, room, actions, row, settings):
        """Play the action of a place, or those of all its agents."""
        if to_move(s) < 0:
            p.age += 1
            return
        if joint:
            for _ in range(count_agents(s)):
                if to_move(s) < 0:
                    break
                agent = agent_of(s)
                if has_policies and not is_learner(settings, to_move(s)):
                    p.draws += 1
                    take_turn(s, turn, policy_choice(s, room, agent, p))
                else:
                    take_turn(s, turn, choice_of(s, actions[row + agent]))
        else:
            if waits(s, settings):
                p.draws += 1
                p.age -= 1  # steps of learners are counted
                choice = policy_choice(s, room, to_move(s), p)
            else:
                choice = choice_of(s, actions[row])
            take_turn(s, turn, choice)
            opponents_and_forced(s, turn, p, room, settings)
        p.age += 1
        p.to_move = to_move(s)
        remember(s, p)

    @rule
    def gain(s, p, settings):
        """The rewards: what the measure gained since the last observation."""
        for column in range(len(p.worth)):
            now = worth_of(s, p, column)
            p.gain[column] = now - p.worth[column]
            p.total[column] += p.gain[column]
            p.worth[column] = now
        over = to_move(s) < 0
        p.terminated = 1 if over else 0
        p.truncated = 1 if not over and p.age >= settings.longest else 0

    @rule
    def keep_end(s, p):
        """What is told about a match that has ended."""
        p.length = p.age
        for seat in range(len(p.scores)):
            p.scores[seat] = score(s, seat)
        for column in range(len(p.total)):
            p.gained[column] = p.total[column]

    @rule
    def acts(s, agent, settings):
        """Is there such an agent, does it learn, and is it asked?"""
        if not joint:
            return not waits(s, settings)
        return agent < count_agents(s) and is_learner(settings, seat_of(s, agent))

    @rule
    def look_at(s, p, column, seen, settings):
        """Observe for whoever acts in a column; the row is zero, and stays so where nobody acts."""
        agent = column if joint else int(p.agent)
        if acts(s, agent, settings):
            observe(s, agent, p.memory[agent], seen)

    @rule
    def allow_at(s, p, column, allowed, settings):
        """Mark what may be done in a column, in a row of zeros, and tell whether anybody acts there.

        An idle row may do anything.
        """
        agent = column if joint else int(p.agent)
        is_idle = not acts(s, agent, settings)
        if is_idle or to_move(s) < 0:
            for action in range(len(allowed)):
                allowed[action] = 1
        else:
            mask_of(s, agent, p.memory[agent], allowed)
        return not is_idle

    @rule
    def look(s, p, rows, row, settings):
        """Observe for everybody who acts next; the rows are zero."""
        for column in range(columns):
            look_at(s, p, column, rows[row + column], settings)

    @rule
    def allow(s, p, mask, active, row, settings):
        """Mark who acts next and what everybody may do, in rows of zeros."""
        for column in range(columns):
            active[row + column] = allow_at(s, p, column, mask[row + column], settings)

    @rule
    def clear(rows, row):
        """Make the rows of a place zero."""
        for each in range(row, row + columns):
            for k in range(rows.shape[1]):
                rows[each, k] = 0

    @rule
    def step_many(
        states, places, turns, rooms, obs, mask, active, final, gains, ends, marks,
        actions, options, seeds, settings, what, first, last,
    ):  # fmt: skip
        """Do `what` in some places; FINE, or a row with an action that is not allowed."""
        o = settings[0]
        if what == PLAY and o.raises == 1:
            wrong = check(mask, actions, first * columns, last * columns)
            if wrong != FINE:
                return wrong
        n = len(states)
        turn = turns[0]
        for i in range(first, last):
            s = states[i]
            p = places[i]
            row = i * columns
            ended = p.terminated == 1 or p.truncated == 1
            if what != LOOK:
                still(p)
                if ended and o.mode == DISABLED and what == PLAY:
                    tell(p, i, gains, ends, marks, o)
                    continue
                p.terminated = 0
                p.truncated = 0
            if what == BEGIN or (what == PLAY and ended and o.mode == NEXT_STEP):
                begin(s, turn, p, rooms, i, n, options, seeds, o)
            elif what == PLAY:
                if o.raises == 0 and check(mask, actions, row, row + columns) != FINE:
                    p.refused = 1
                    p.age += 1  # else who is always refused would play for ever
                else:
                    play(s, turn, p, rooms, actions, row, o)
                gain(s, p, o)
                if p.terminated == 1 or p.truncated == 1:
                    keep_end(s, p)
                    if o.mode == SAME_STEP:
                        if o.keeps_final == 1:
                            clear(final, row)
                            look(s, p, final, row, o)
                        begin(s, turn, p, rooms, i, n, options, seeds, o)
            clear(obs, row)
            look(s, p, obs, row, o)
            clear(mask, row)
            allow(s, p, mask, active, row, o)
            tell(p, i, gains, ends, marks, o)
        return FINE

    return Stepping(step_many, make, enter, play, gain, keep_end, look, look_at, allow_at)


def policies_of(kind: Kind) -> Any:
    """The choice of whoever sits at a seat that does not learn, from what the seat may know."""
    conceal, seat_of = kind.rules.conceal, kind.encoding.seat_of
    joint, policies = kind.joint, kind.policies
    hides = conceal is not None
    ask = chosen(policies)

    @rule
    def policy_choice(s, room, who, p):
        """`who` is an agent where all act at once, else a seat."""
        seat = seat_of(s, who) if joint else who
        key = quick_stream(int(p.seed), OPPONENT_DICE, seat)
        if hides:
            room[0] = s
            conceal(room[0], seat)
            return ask(room[0], seat, key, int(p.draws))
        return ask(s, seat, key, int(p.draws))

    return policy_choice


def chosen(policies: tuple[Callable[..., int] | None, ...]) -> Any:
    """The policy of a seat: a chain of questions, since compiled code has no tables of functions."""
    distinct = list(dict.fromkeys(policy for policy in policies if policy is not None))
    policy, *others = distinct
    if not others:
        return policy
    seats = np.array([policy is mine for mine in policies], np.int64)
    rest = chosen(tuple(None if mine is policy else mine for mine in policies))

    @rule
    def one_of(s, seat, key, n):
        """The choice of the policy that sits there."""
        if seats[seat] == 1:
            return policy(s, seat, key, n)
        return rest(s, seat, key, n)

    return one_of
