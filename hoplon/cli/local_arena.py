"""An arena for one command: `hoplon serve` on a free port of this machine, as long as it is needed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from hoplon.core.errors import HoplonError

ENDING = 10.0  # seconds for the server to end by itself
BY_SIGNAL = 128  # added to its number
AGAIN = 0.05  # seconds until it is tried again
ADDRESS = re.compile(r"http://\S+?(?=/ )")


def answers(address: str, server: subprocess.Popen[str]) -> bool:
    """Wait until the server takes connections, which is a moment after it says its address."""
    parts = urlsplit(address)
    while server.poll() is None:
        try:
            socket.create_connection((parts.hostname, parts.port), ENDING).close()
        except ConnectionRefusedError:
            time.sleep(AGAIN)
        else:
            return True
    return False


def leave(sign: int, _frame: object) -> None:
    """End in good order."""
    sys.exit(BY_SIGNAL + sign)


@contextmanager
def local_arena() -> Iterator[str]:
    """The address of an arena that keeps its matches where `hoplon serve` does."""
    command = [sys.executable, "-m", "hoplon.cli", "serve", "--port", "0"]
    # A group of its own: Ctrl-C is for whoever started it, who ends it afterwards.
    compiled = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True, env=compiled
    )
    before = signal.signal(signal.SIGTERM, leave)  # so that the server does not outlive us
    try:
        assert server.stdout is not None
        said = ADDRESS.search(server.stdout.readline())
        if said is None or not answers(said[0], server):
            raise HoplonError("no arena could be started; 'hoplon serve' says why")
        yield said[0]
    finally:
        signal.signal(signal.SIGTERM, before)
        server.terminate()
        try:
            server.wait(ENDING)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        if server.stdout is not None:
            server.stdout.close()
