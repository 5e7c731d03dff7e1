"""Runs a program that connects to a server over TCP as one that speaks on its stdin and stdout.

It is itself a program, `python -I -S bridge.py WORDS MORE`, both lists in JSON, so nothing here may import
Hoplon. It runs in the jail beside the program: it listens on the loopback there, which is the program's
own, and starts the program with its words, the host, the port, and more words. What
comes over the first connection goes to stdout, what comes on stdin goes back; what the program prints goes to
stderr. It ends as the program does.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys

HOST = "127.0.0.1"
CHUNK = 1 << 16
NOT_STARTED = 127
STDIN, STDOUT, STDERR = 0, 1, 2


def carry(program: subprocess.Popen[bytes], listener: socket.socket) -> None:
    """Pass on what both sides say, until the program ends. One waits for the other, so writing may block."""
    waiting = select.poll()
    end = os.pidfd_open(program.pid)
    for file in (end, listener.fileno()):
        waiting.register(file, select.POLLIN)
    line: socket.socket | None = None
    while True:
        ready = [file for file, _ in waiting.poll()]
        if listener.fileno() in ready:
            line = listener.accept()[0]
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            waiting.unregister(listener.fileno())
            listener.close()
            waiting.register(line.fileno(), select.POLLIN)
            waiting.register(STDIN, select.POLLIN)
            continue
        if line is not None and line.fileno() in ready:
            if more := received(line):
                write(more)
            else:  # the referee must notice
                waiting.unregister(line.fileno())
                os.close(STDOUT)
                line = None
        if line is not None and STDIN in ready:
            more = os.read(STDIN, CHUNK)
            if not more:
                waiting.unregister(STDIN)
            try:
                line.sendall(more)
            except OSError:
                waiting.unregister(STDIN)
        elif STDIN in ready:
            waiting.unregister(STDIN)
        if end in ready:
            break
    if line is not None:
        line.setblocking(False)
        while more := received(line):
            write(more)


def received(line: socket.socket) -> bytes:
    """What has come; nothing after the end."""
    try:
        return line.recv(CHUNK)
    except OSError:
        return b""


def write(octets: bytes) -> None:
    """Write everything to stdout."""
    while octets:
        octets = octets[os.write(STDOUT, octets) :]


def main(words: list[str], more: list[str]) -> int:
    """The exit code of the program."""
    listener = socket.create_server((HOST, 0), backlog=1)
    port = listener.getsockname()[1]
    try:
        program = subprocess.Popen([*words, HOST, str(port), *more], stdin=subprocess.DEVNULL, stdout=STDERR)
    except OSError as error:
        print(f"{words[0]} cannot be started: {error.strerror}", file=sys.stderr)
        return NOT_STARTED
    carry(program, listener)
    code = program.wait()
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1]), json.loads(sys.argv[2])))
