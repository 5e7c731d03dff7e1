"""Memory that no process shows is counted or not to be had: nobody takes it from the opponent."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hoplon.sandbox.clock import Clock
from hoplon.sandbox.faults import LIMIT, BotFault
from hoplon.sandbox.limits import Limits, why_no_jail
from hoplon.sandbox.process import Process
from tests.needed import lacking
from tests.waiting import patience

MEGABYTE = 1 << 20
ASK = b'{"legal":["wait"]}\n'

pytestmark = pytest.mark.skipif(bool(why_no_jail()), reason=lacking("a jail", why_no_jail()))


def bot(folder: Path, code: str, memory: int = 1 << 30) -> Process:
    """A program in a jail that does something before it answers."""
    path = folder / "bot.py"
    path.write_text(f"import ctypes, mmap, os, socket, sys, time\n{code}\nprint('done', flush=True)\n")
    limits = Limits(memory=memory)
    return Process([sys.executable, "-I", "-S", str(path)], limits, "strict", Clock(patience(), patience()))


REFUSED = """
libc = ctypes.CDLL(None, use_errno=True)
try:
    mmap.mmap(-1, 4096)  # shared memory without a name
    print("shared", file=sys.stderr)
except PermissionError:
    pass
if os.path.exists("/dev/zero"): print("zero", file=sys.stderr)  # the same by another name
class Part(ctypes.Structure): _fields_ = [("at", ctypes.c_void_p), ("size", ctypes.c_size_t)]
page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
part = Part(ctypes.addressof(ctypes.c_char.from_buffer(page)), 4096)
if libc.vmsplice(os.pipe()[1], ctypes.byref(part), ctypes.c_ulong(1), 0) != -1:
    print("vmsplice", file=sys.stderr)
if libc.syncfs(os.open("/usr", os.O_RDONLY)) != -1: print("syncfs", file=sys.stderr)
if libc.syscall(206 if os.uname().machine == "x86_64" else 0, 1, ctypes.byref(ctypes.c_long())) != -1:
    print("io_setup", file=sys.stderr)
one, other = socket.socketpair()
before = one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
    one.setsockopt(socket.SOL_SOCKET, option, 1 << 22)
one.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
if one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) != before: print("buffers", file=sys.stderr)
if not one.getsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED): print("no options", file=sys.stderr)
print("tried", file=sys.stderr)
"""


def test_memory_that_nobody_counts_is_not_to_be_had(common_folder: Path) -> None:
    with bot(common_folder, REFUSED) as process:
        assert process.ask(ASK) == b"done"
    assert str(process.errors) == "tried\n"


# Empty pages cost no memory but their tables.
TABLES = """
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.memcmp.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
libc.prctl(41, 1, 0, 0, 0)  # no huge pages
start = libc.mmap(None, ctypes.c_size_t(1 << 38), 1, 0x4022, -1, ctypes.c_long(0))
for place in range(start, start + (1 << 38), 1 << 21): libc.memcmp(place, start, 1)
time.sleep(60)
"""

# What is written to sockets and never read.
SOCKETS = """
held = []
for child in range(3):
    if os.fork() == 0: break
for _ in range(100):
    one, other = socket.socketpair()
    held += [one, other]
    for line in (one, other):
        line.setblocking(False)
        try:
            while line.send(bytes(65536)): pass
        except BlockingIOError: pass
time.sleep(60)
"""


@pytest.mark.parametrize("code", [TABLES, SOCKETS], ids=["tables of pages", "buffers of sockets"])
def test_memory_in_the_kernel_counts(common_folder: Path, code: str) -> None:
    with bot(common_folder, code, 128 * MEGABYTE) as process, pytest.raises(BotFault) as fault:
        process.ask(ASK)
    assert fault.value.kind == LIMIT
    assert "MB of memory" in str(fault.value)


INHERITED = """
import resource
wanted = {resource.RLIMIT_RTPRIO: 0, resource.RLIMIT_NICE: 0, resource.RLIMIT_SIGPENDING: 1024}
for kind, most in wanted.items():
    print(max(resource.getrlimit(kind)) <= most, file=sys.stderr)
"""


def test_what_the_referee_may_do_before_others_is_not_passed_on(common_folder: Path) -> None:
    """Priorities of real time; and signals that wait are counted by user."""
    with bot(common_folder, INHERITED) as process:
        assert process.ask(ASK) == b"done"
    assert str(process.errors).split() == ["True"] * 3
