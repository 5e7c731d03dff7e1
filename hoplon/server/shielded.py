"""Work that is completed even if its caller is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_under_way: set[asyncio.Task[Any]] = set()  # an event loop holds only weak references to tasks


def shielded(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Make a coroutine function that completes even if its caller is cancelled."""

    @wraps(work)
    async def run(*given: P.args, **named: P.kwargs) -> T:
        task = asyncio.create_task(work(*given, **named))
        _under_way.add(task)
        task.add_done_callback(_under_way.discard)
        return await asyncio.shield(task)

    return run


async def in_thread(question: Callable[[], T]) -> T:
    """Run in a thread; a caller that is cancelled meanwhile waits until it has ended."""
    thread = asyncio.ensure_future(asyncio.to_thread(question))
    try:
        return await asyncio.shield(thread)
    except asyncio.CancelledError:
        await asyncio.wait((thread,))
        raise
