"""Work too long for the event loop, done by threads that nobody has to wait for at the end."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")
WORKERS = 2


class Background:
    """Runs jobs beside the event loop, a few at a time; results come back to the loop."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._has_workers = False

    def do(self, work: Callable[[], Result], take: Callable[[Result], None]) -> None:
        """Calls `work` in a thread, then `take` with its result on the running loop."""
        loop = asyncio.get_running_loop()

        def job() -> None:
            result = work()
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(take, result)

        self._jobs.put(job)
        if not self._has_workers:
            self._has_workers = True
            for _ in range(WORKERS):
                threading.Thread(target=self._work, name="background", daemon=True).start()

    def _work(self) -> None:
        while True:
            self._jobs.get()()
