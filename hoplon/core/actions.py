"""Actions, and the turn that logs them under their causes.

An action is eight small numbers. `who`, `what`, `src`, `dst` and `n` mean whatever the game says; `cause`
is the index of its cause in the same log, `depth` its distance from the root.
"""

from __future__ import annotations

from hoplon.core.kernel import Dtype, record, rule

NOBODY = -1
NOWHERE = -1
NO_CAUSE = -1

FINE = 0
LOG_FULL = 1
QUEUE_FULL = 2
STACK_FULL = 3
ILLEGAL = 4  # nothing was played

DRAWS_KEPT = 32

action_t = record(
    [
        ("kind", "i2"),
        ("who", "i2"),
        ("what", "i2"),
        ("src", "i2"),
        ("dst", "i2"),
        ("n", "i2"),
        ("cause", "i2"),
        ("depth", "i2"),
    ]
)


def pending_type(limit: int) -> Dtype:
    """A stack of actions waiting their turn; the top is the last."""
    return record([("n", "i4"), ("actions", action_t, (limit,))])


def turn_type(log: int = 256, queue: int = 32, stack: int = 64) -> Dtype:
    """One turn: its log, the reactions of the current action, the stack, and the draws made."""
    return record(
        [
            ("n", "i4"),
            ("fault", "i4"),
            ("cause", "i4"),
            ("depth", "i4"),
            ("queued", "i4"),
            ("drawn", "i4"),
            ("fixed", "i4"),
            ("first_draw", "i4"),
            ("new_deal", "i4"),
            ("face", "i2", (DRAWS_KEPT,)),
            ("sides", "i2", (DRAWS_KEPT,)),
            ("log", action_t, (log,)),
            ("queue", action_t, (queue,)),
            ("pending", pending_type(stack)),
        ]
    )


@rule
def begin(turn):
    """Clear a turn, except for prescribed draws (`fixed`, `face`)."""
    turn.n = 0
    turn.fault = FINE
    turn.cause = NO_CAUSE
    turn.depth = 0
    turn.queued = 0
    turn.drawn = 0
    turn.first_draw = -1
    turn.new_deal = 0
    turn.pending.n = 0


@rule
def blank(a):
    """Clear an action: positions are compared by their bytes, including unused actions."""
    a.kind = 0
    a.who = 0
    a.what = 0
    a.src = 0
    a.dst = 0
    a.n = 0
    a.cause = 0
    a.depth = 0


@rule
def then(turn, kind, who=NOBODY, what=NOBODY, src=NOWHERE, dst=NOWHERE, n=0):
    """Queue a reaction to the action being resolved; outside of one, a root action."""
    i = turn.queued
    if i >= len(turn.queue):
        turn.fault = QUEUE_FULL
        return
    a = turn.queue[i]
    a.kind = kind
    a.who = who
    a.what = what
    a.src = src
    a.dst = dst
    a.n = n
    a.cause = turn.cause
    a.depth = turn.depth
    turn.queued = i + 1
