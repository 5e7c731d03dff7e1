"""The server of supervisors: a small process beside the referee that forks one for each program.

It is `python -c START PACKAGE hoplon.sandbox.server REFEREE`, with a socket for its stdin: forking it is
quicker than starting Python or forking a referee with all its memory. It belongs to one referee, ends with it
however that ends, and then removes what is left of its folder.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys
from contextlib import suppress

from hoplon.sandbox.enter import MOST_FILES, prctl
from hoplon.sandbox.supervisor import (
    PIPES,
    PR_SET_CHILD_SUBREAPER,
    PR_SET_DUMPABLE,
    SWEEPS,
    remove,
    send,
    supervise,
)
from hoplon.sandbox.tree import Tree, parent_of

# The package is named but not loaded: nothing of it is needed besides these files.
START = """
import sys
sys.modules["hoplon"] = type(sys)("hoplon")
sys.modules["hoplon"].__path__ = [sys.argv[1]]
__import__(sys.argv[2], fromlist=["serve"]).serve()
"""
FILES = (*PIPES, "control")
PATH_BYTES = 4096


def serve() -> None:
    """Fork supervisors until the referee closes the socket or is gone."""
    os.closerange(3, MOST_FILES)
    os.setsid()
    os.chdir("/")
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # which the first process of a namespace then ignores
    prctl(PR_SET_DUMPABLE, 0)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    requests = socket.socket(fileno=0)
    folder = requests.recv(PATH_BYTES).decode()
    pid = int(sys.argv[3])
    with suppress(ProcessLookupError):
        referee = os.pidfd_open(pid)
        if os.getppid() == pid:  # or that number is another's by now
            gc.freeze()
            gc.disable()
            Server(requests, referee).run()
    remove(folder)


class Server:
    """Waits for programs to start and for their supervisors to end."""

    def __init__(self, requests: socket.socket, referee: int) -> None:
        self.requests = requests
        self.referee = referee
        self.supervisors: dict[int, int] = {}  # by pidfd
        self.waiting = select.poll()
        for file in (requests.fileno(), referee):
            self.waiting.register(file, select.POLLIN)

    def run(self) -> None:
        """Serve until the referee leaves, then wait for the last supervisor, which leaves by itself."""
        is_asked = True
        while is_asked or self.supervisors:
            for file, _ in self.waiting.poll():
                if file in self.supervisors:
                    self.reap(file)
                elif is_asked and (file == self.referee or not self.start()):
                    is_asked = False
                    self.waiting.unregister(self.requests)
                    self.waiting.unregister(self.referee)

    def start(self) -> bool:
        """Fork the supervisor of a program; False if nobody will ask for one any more."""
        try:
            word, files, _, _ = socket.recv_fds(
                self.requests, PATH_BYTES, len(FILES), socket.MSG_CMSG_CLOEXEC
            )
        except OSError:
            return False
        if not word:
            return False
        try:
            pid = os.fork()
        except OSError:  # the referee hears of it: its sockets are closed
            pid = -1
        if pid == 0:
            self.become_supervisor(files)
        for file in files:
            os.close(file)
        if pid > 0:
            pidfd = os.pidfd_open(pid)
            self.supervisors[pidfd] = pid
            self.waiting.register(pidfd, select.POLLIN)
        return True

    def become_supervisor(self, files: list[int]) -> None:
        """Supervise a program in this process. Does not return."""
        try:
            os.dup2(1, self.requests.fileno())  # /dev/null
            for pidfd in self.supervisors:
                os.close(pidfd)
            supervise(dict(zip(FILES, files, strict=True)), self.referee)
            os._exit(0)
        finally:
            os._exit(1)

    def reap(self, pidfd: int) -> None:
        """Let a supervisor go; if it was killed, those it had adopted are adopted here, and end here."""
        self.waiting.unregister(pidfd)
        os.close(pidfd)
        _, status = os.waitpid(self.supervisors.pop(pidfd), 0)
        if status:
            self.end_strays()

    def end_strays(self) -> None:
        """End the processes whose supervisor is gone."""
        tree = Tree(os.getpid())
        for _ in range(SWEEPS):
            known = self.supervisors.values()
            strays = [pid for pid in tree.pids() if parent_of(pid) == tree.root and pid not in known]
            if not strays:
                return
            for number in (signal.SIGSTOP, signal.SIGKILL):
                for stray in strays:
                    send(number, [*Tree(stray).pids(), stray])
            for stray in strays:
                os.waitpid(stray, 0)
