"""How tests wait: for a condition, as long as the machine needs.

No test asks how quick something is; `make bench` and `make soak` do. Patience only ends a test that hangs.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


def patience(idle: float = 120.0) -> float:
    """Seconds after which something has hung that takes a small part of `idle` on an idle machine."""
    return idle * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def until(
    condition: Callable[[], T],
    what: str,
    process: subprocess.Popen[Any] | None = None,
    idle: float = 120.0,
) -> T:
    """Wait until a condition holds, and return its value; if a process is given, only while it lives."""
    for pause in _pauses(what, idle):
        ended = process.poll() if process is not None else None
        if found := condition():
            return found
        assert ended is None, f"{what}: not before the process ended with {ended}"
        time.sleep(pause)
    raise AssertionError  # which the pauses have done before


async def until_async(condition: Callable[[], T], what: str) -> T:
    """Wait until a condition holds, and return its value; everything else goes on."""
    for pause in _pauses(what, 120.0):
        if found := condition():
            return found
        await asyncio.sleep(pause)
    raise AssertionError  # which the pauses have done before


def _pauses(what: str, idle: float) -> Iterator[float]:
    """Ever longer pauses between two looks, and an error in the end."""
    began, pause = time.monotonic(), 0.001
    while time.monotonic() - began < patience(idle):  # which grows with the load
        yield pause
        pause = min(2 * pause, 0.05)
    raise AssertionError(f"{what}: not within {time.monotonic() - began:.0f} s")
