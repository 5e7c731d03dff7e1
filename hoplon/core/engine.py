"""The depth-first loop: everything that follows from an action happens before anything already waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoplon.core.actions import LOG_FULL, NO_CAUSE, NOBODY, STACK_FULL
from hoplon.core.kernel import rule


@rule
def nobody_is_asked(s, a):
    """A game without questions."""
    return NOBODY


def engine(
    perform: Callable[..., bool],
    react: Callable[..., None],
    asks: Callable[..., int] = nobody_is_asked,
) -> Callable[..., None]:
    """`resolve(s, turn, pending)` for a game.

    `perform(s, turn, a)` changes the state and returns whether the action happened; one that earlier events
    made impossible leaves no trace. `react(s, turn, a)` queues what follows with `then`, first queued first
    resolved. `asks(s, a)` names the seat that must answer an action first: the
    loop then stops with that action on top of the stack. A game that asks keeps `pending` inside its state.
    """

    @rule
    def resolve(s, turn, pending):
        _stack_queue(turn, pending)
        while pending.n > 0 and turn.fault == 0:
            top = pending.n - 1
            if asks(s, pending.actions[top]) != NOBODY:
                break
            if turn.n >= len(turn.log):
                turn.fault = LOG_FULL
                break
            turn.log[turn.n] = pending.actions[top]
            pending.n = top
            a = turn.log[turn.n]
            if perform(s, turn, a):
                turn.cause = turn.n
                turn.depth = a.depth + 1
                turn.n += 1
                react(s, turn, a)
                _stack_queue(turn, pending)
        turn.cause = NO_CAUSE
        turn.depth = 0

    return resolve


@rule
def _stack_queue(turn, pending):
    """Move the queue onto the stack, first queued on top."""
    n = turn.queued
    if pending.n + n > len(pending.actions):
        turn.fault = STACK_FULL
        return
    for i in range(n):
        pending.actions[pending.n + i] = turn.queue[n - 1 - i]
    pending.n += n
    turn.queued = 0


@rule
def take_answer(turn, pending):
    """Take the question off the stack. Those below lose their causes, which are in the earlier log."""
    pending.n -= 1
    for i in range(pending.n):
        pending.actions[i].cause = NO_CAUSE
        pending.actions[i].depth = 0
    return pending.actions[pending.n]


Resolve = Callable[[Any, Any, Any], None]
