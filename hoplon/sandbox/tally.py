"""A counter of the kernel for the processor time of a process and of everything it starts, however that ends.

The times of children that nobody waits for are lost elsewhere in the kernel, but not in a performance counter
that is inherited. It belongs to the supervisor, so that the program cannot switch it off.
"""

from __future__ import annotations

import ctypes
import os
import struct

from hoplon.sandbox.enter import libc

NO_TALLY = -1
SYSTEM_CALL = {"x86_64": 298, "aarch64": 241, "riscv64": 241}
SOFTWARE, TASK_CLOCK = 1, 1
ATTRIBUTES = 128  # bytes of the kernel's record
INHERIT, NO_KERNEL, NO_HYPERVISOR = 1 << 1, 1 << 5, 1 << 6
THIS_PROCESS, ANY_PROCESSOR, NO_GROUP, CLOSE_ON_EXEC = 0, -1, -1, 8
NUMBER = 8  # bytes


def open_tally() -> int:
    """A file that counts the time of this process and of all it starts from now on; NO_TALLY if none may be.

    A user may often count only what is outside the kernel: this counter then counts all the same.
    """
    number = SYSTEM_CALL.get(os.uname().machine)
    if number is None:
        return NO_TALLY
    for flags in (INHERIT, INHERIT | NO_KERNEL | NO_HYPERVISOR):
        wanted = struct.pack("IIQQQQQ", SOFTWARE, ATTRIBUTES, TASK_CLOCK, 0, 0, 0, flags)
        attributes = ctypes.create_string_buffer(wanted, ATTRIBUTES)
        file = libc.syscall(number, attributes, THIS_PROCESS, ANY_PROCESSOR, NO_GROUP, CLOSE_ON_EXEC)
        if file >= 0:
            return int(file)
    return NO_TALLY


def read_tally(file: int) -> float:
    """The seconds counted so far."""
    return int.from_bytes(os.read(file, NUMBER), "little") / 1e9
