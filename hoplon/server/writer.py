"""The one thread that writes to the database.

Requests that arrive while it writes are written next, together, in one transaction; callers are notified
afterwards.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from hoplon.server.migrations import writing
from hoplon.server.refusals import Refused

MOST_AT_ONCE = 256
T = TypeVar("T")
log = logging.getLogger(__name__)
Work = tuple[Callable[[Connection], Any], asyncio.Future[Any]]


class StoreFailed(Refused):
    """Writing failed, so the change has not happened.

    If the connection was lost in the middle, it may have been written after all: check before continuing.
    """

    def __init__(self, text: str) -> None:
        super().__init__("busy", text)


class LeaseLost(Refused):
    """Another server has taken the match over, so this one may no longer write to it. Nothing was written."""

    def __init__(self) -> None:
        super().__init__("busy", "the match has moved to another server; try again in a moment")


class Writer:
    """Writes one after the other, as many at once as have come."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is left, then stop."""
        self._queue.put(None)
        self._thread.join()

    def submit(self, write: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Write it next."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put((write, done))
        return done

    async def write(self, write: Callable[[Connection], T]) -> T:
        """Write it, and wait for that."""
        # Once submitted it may be written, so a cancelled caller must still wait for the result.
        return await asyncio.shield(self.submit(write))

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while (first := self._queue.get()) is not None:
                work = [first]
                while len(work) < MOST_AT_ONCE and not self._queue.empty():
                    more = self._queue.get()
                    if more is None:
                        self._queue.put(None)
                        break
                    work.append(more)
                self._together(connection, work)

    def _together(self, connection: Connection, work: Sequence[Work]) -> None:
        try:
            with writing(connection):
                answers = [write(connection) for write, _ in work]
        except Exception as error:
            connection.rollback()
            if len(work) > 1:  # one of them failed: write the others one by one
                for one in work:
                    self._together(connection, [one])
                return
            if not isinstance(error, LeaseLost):
                log.warning("the database does not write: %s", error)
                error = StoreFailed("this could not be stored; try again in a moment")
            _tell(work[0][1], None, error)
            return
        for (_, done), answer in zip(work, answers, strict=True):
            _tell(done, answer, None)


def _tell(done: asyncio.Future[Any], answer: Any, problem: Exception | None) -> None:
    """Finish a future of another thread's loop."""

    def finish() -> None:
        if done.done():
            return
        if problem is None:
            done.set_result(answer)
        else:
            done.set_exception(problem)

    try:
        done.get_loop().call_soon_threadsafe(finish)
    except RuntimeError:  # the loop has ended: nobody waits any more
        return
