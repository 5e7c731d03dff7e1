"""Starts supervisors: the referee's end of their server, and the folder for the folders of its programs.

Both belong to this process alone: a process that is forked from it makes its own.
"""

from __future__ import annotations

import os
import secrets
import select
import shutil
import signal
import socket
import sys
import tempfile
import threading
from contextlib import suppress
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Protocol
from weakref import WeakSet

from hoplon.sandbox import server

LAST = 5.0  # seconds for the server to end

_lock = threading.Lock()


class Running(Protocol):
    """A program."""

    def stop(self) -> None:
        """End it."""

    def leave(self) -> None:
        """Forget it: it belongs to another process."""


running: WeakSet[Running] = WeakSet()


class Supervisor:
    """A supervisor, known by a pidfd: its number may be another's by now."""

    def __init__(self, pid: int, pidfd: int) -> None:
        self.pid = pid
        self._pidfd = pidfd

    def kill(self) -> None:
        """End it at once."""
        with suppress(OSError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def wait(self, seconds: float) -> bool:
        """Wait until it has ended, and return whether it has."""
        return has_ended(self._pidfd, seconds)

    def close(self) -> None:
        """Let it go."""
        os.close(self._pidfd)


class Server:
    """The server of this process. It knows the folder before it is made, and removes it whatever happens."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        package = str(Path(server.__file__).parent.parent)
        words = [sys.executable, "-I", "-S", "-c", server.START, package, server.__name__, str(os.getpid())]
        with theirs:
            files = [
                (os.POSIX_SPAWN_DUP2, theirs.fileno(), 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_RDWR, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_RDWR, 0),
            ]
            self._pid = os.posix_spawn(sys.executable, words, {}, file_actions=files)
        self._pidfd = os.pidfd_open(self._pid)
        self._socket.send(folder.encode())

    def start(self, files: list[int]) -> None:
        """Have a supervisor forked that gets these files; OSError if the server is gone."""
        socket.send_fds(self._socket, [b"start"], files)

    @property
    def is_gone(self) -> bool:
        """Whether it has ended."""
        return has_ended(self._pidfd, 0.0)

    def close(self) -> None:
        """Let it end, which it does when all its supervisors have."""
        self._socket.close()
        if not has_ended(self._pidfd, LAST):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
        with suppress(ChildProcessError):  # where the children of this process are nobody's concern
            os.waitpid(self._pid, 0)
        os.close(self._pidfd)

    def leave(self) -> None:
        """Let it be another process's."""
        self._socket.close()
        os.close(self._pidfd)


_server: Server | None = None


def _the_server() -> Server:
    """The server, started anew where it was killed."""
    global _server
    if _server is None:
        folder = os.path.join(tempfile.gettempdir(), f"hoplon-programs-{secrets.token_hex(8)}")
        _server = Server(folder)
        os.mkdir(folder)
        os.chmod(folder, 0o711)
        # Not atexit: the processes of a pool leave without it.
        Finalize(None, finish, exitpriority=0)
    elif _server.is_gone:
        gone, _server = _server, Server(_server.folder)
        gone.close()
    return _server


def scratch() -> str:
    """The folder for the folders of this referee's programs."""
    with _lock:
        return _the_server().folder


def start(files: list[int]) -> None:
    """Have a supervisor forked that gets these files."""
    with _lock:
        _the_server().start(files)


def finish() -> None:
    """End all programs and the server, which removes the folder."""
    for program in list(running):
        program.stop()
    end_server()


def end_server() -> None:
    """End the server, if there is one; the next program gets a new one."""
    global _server
    with _lock:
        if _server is not None:
            _server.close()
            shutil.rmtree(_server.folder, ignore_errors=True)
            _server = None


def has_ended(pidfd: int, seconds: float) -> bool:
    """Whether a process has ended after at most these seconds."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def forget() -> None:
    """In a process that was forked: what belongs to the other one is not its own."""
    global _lock, _server
    _lock = threading.Lock()
    if _server is not None:
        _server.leave()
        _server = None
    for program in list(running):
        program.leave()
    running.clear()


os.register_at_fork(after_in_child=forget)
