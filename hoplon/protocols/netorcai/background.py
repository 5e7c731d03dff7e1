"""Work too long for the event loop, done by a thread that nobody has to wait for at the end."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


class Background:
    """Runs jobs beside the event loop, one by one; results come back to the loop."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._has_worker = False
        self._is_closed = False

    def close(self) -> None:
        """Leaves undone what has not begun."""
        self._is_closed = True

    def do(self, work: Callable[[], Result], take: Callable[[Result], None]) -> None:
        """Calls `work` in the thread, then `take` with its result on the running loop."""
        loop = asyncio.get_running_loop()

        def job() -> None:
            if self._is_closed:
                return
            result = work()
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(take, result)

        self._jobs.put(job)
        if not self._has_worker:
            self._has_worker = True
            threading.Thread(target=self._work, name="background", daemon=True).start()

    def _work(self) -> None:
        while not self._is_closed:
            self._jobs.get()()
