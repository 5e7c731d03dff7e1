"""Work that is completed even if its caller is cancelled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from hoplon.core.errors import HoplonError

log = logging.getLogger(__name__)
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
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_hear)
            raise

    return run


def _hear(task: asyncio.Task[Any]) -> None:
    """A refusal that nobody waits for any more is no news."""
    if not task.cancelled() and (error := task.exception()) and not isinstance(error, HoplonError):
        log.error("work that nobody waited for has failed", exc_info=error)


async def in_thread(question: Callable[[], T]) -> T:
    """Run in a thread; a caller that is cancelled meanwhile waits until it has ended."""
    thread = asyncio.ensure_future(asyncio.to_thread(question))
    try:
        return await asyncio.shield(thread)
    except asyncio.CancelledError:
        await asyncio.wait((thread,))
        raise
