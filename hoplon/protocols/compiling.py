"""A notice on stderr when the rules have to be compiled first."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

PATIENCE = 3.0
COMPILING = "compiling the rules, once, about 30 s"


@contextmanager
def compiling_notice(title: str) -> Iterator[None]:
    """Say on stderr why it takes long, if it does."""
    timer = Timer(PATIENCE, lambda: print(f"{title}: {COMPILING}", file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
