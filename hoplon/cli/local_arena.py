"""An arena for one command: `hoplon serve` on a free port of this machine, as long as it is needed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from hoplon.core.errors import HoplonError

ENDING = 10.0  # seconds for the server to end by itself
ADDRESS = re.compile(r"http://\S+?(?=/ )")


@contextmanager
def local_arena() -> Iterator[str]:
    """The address of an arena that keeps its matches where `hoplon serve` does."""
    command = [sys.executable, "-m", "hoplon.cli", "serve", "--port", "0"]
    # A group of its own: Ctrl-C is for whoever started it, who ends it afterwards.
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert server.stdout is not None
        said = ADDRESS.search(server.stdout.readline())
        if said is None:
            raise HoplonError("no arena could be started; 'hoplon serve' says why")
        yield said[0]
    finally:
        server.terminate()
        try:
            server.wait(ENDING)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        if server.stdout is not None:
            server.stdout.close()
