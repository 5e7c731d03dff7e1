"""A jail for a program: a root of its own with what it needs, no network, no other processes, no secrets.

It is made by the first process of a new process namespace, of Linux's own namespaces and nothing else, so it
costs two milliseconds and no second program. It runs in the server of supervisors, so nothing here imports
what takes long.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
from contextlib import suppress

from hoplon.sandbox.enter import libc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWNET = 0x40000000
APART = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNET

MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8
MS_BIND, MS_REC, MS_PRIVATE = 1 << 12, 1 << 14, 1 << 18
MNT_DETACH = 2
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
READ_ONLY, NO_SUID, NO_DEVICES = 1, 2, 4  # of mount_setattr
MOUNT_SETATTR = 442  # the same number on every machine
SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

SIOCSIFFLAGS, IFF_UP = 0x8914, 1
TCP_BUFFERS = "4096 65536 212992"  # bytes: least, usual, most

# What every program sees of the system.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
SETTINGS = (
    "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime",
    "dotnet", "java", "mono", "perl", "php",
)  # fmt: skip
SETTINGS_BEGIN = ("java-", "python")
DEVICES = ("null", "full", "random", "urandom")  # not zero, which gives memory that nobody counts
HOME = "/tmp"  # of the program
FILES = "nr_inodes=8k,mode=700"
SHARED_MEMORY = "size=16m,nr_inodes=1k,mode=1777"
ROOM = "size=1m,nr_inodes=8k,mode=755"  # for the root itself: names only


class NoJail(OSError):
    """The system refuses a part of the jail."""


def shut(plan: dict[str, Any]) -> None:
    """Put this process, the first of its process namespace, and all that it starts into a jail."""
    jail = plan["jail"]
    os.umask(0o022)
    done(libc.unshare(APART), "namespaces")
    wake_loopback()
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    root = plan["folder"]
    mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, ROOM)
    for place in SYSTEM:
        show_system(root, place)
    for name in SETTINGS:
        show_system(root, f"/etc/{name}")
    for name in sorted(os.listdir("/etc")):
        if name.startswith(SETTINGS_BEGIN):
            show_system(root, f"/etc/{name}")
    uid, gid = plan["uid"] or os.getuid(), plan["uid"] or os.getgid()
    make_files(root, uid)
    make_devices(root)
    os.mkdir(root + "/proc")
    mount("proc", root + "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "hidepid=invisible")
    os.mkdir(root + HOME)
    room = f"size={plan['limits']['disk']},{FILES},uid={uid},gid={gid}"
    mount("tmpfs", root + HOME, "tmpfs", MS_NOSUID | MS_NODEV, room)  # also limits what has no name
    for source, target in jail["shown"]:
        show(root, source, target)
    for target in jail["covered"]:
        cover(root, target)
    restrict(root, READ_ONLY | NO_SUID | NO_DEVICES, recursive=False)
    turn_to(root)


def show_system(root: str, place: str) -> None:
    """Show a part of the system, if there is one; a link stays a link."""
    if os.path.islink(place):
        target = root + place
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.symlink(os.readlink(place), target)
    elif os.path.exists(place):
        show(root, place, place)


def show(root: str, source: str, target: str) -> None:
    """Show a file or folder, to be read only."""
    place = root + target
    if os.path.isdir(source):
        os.makedirs(place, exist_ok=True)
    elif not os.path.lexists(place):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "x"):
            pass
    mount(source, place, None, MS_BIND | MS_REC)
    restrict(place, READ_ONLY | NO_SUID | NO_DEVICES)


def cover(root: str, target: str) -> None:
    """Hide what lies in a folder that is shown."""
    place = root + target
    if os.path.isdir(place):
        mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV, "size=4k,nr_inodes=1,mode=755")
    elif os.path.exists(place):
        show_device("null", place)


def make_files(root: str, uid: int) -> None:
    """The few files that libraries look for."""
    os.makedirs(root + "/etc", exist_ok=True)
    for name, text in (
        ("passwd", f"bot:x:{uid}:{uid}::{HOME}:/bin/sh\n"),
        ("group", f"bot:x:{uid}:\n"),
        ("hosts", "127.0.0.1 localhost\n::1 localhost\n"),
        ("nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
    ):
        with open(f"{root}/etc/{name}", "x") as file:
            file.write(text)


def make_devices(root: str) -> None:
    """Devices that hold nothing, and shared memory of its own."""
    os.mkdir(root + "/dev")
    for name in DEVICES:
        with open(f"{root}/dev/{name}", "x"):
            pass
        show_device(name, f"{root}/dev/{name}")
    for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        os.symlink(f"/proc/self/fd{target}", f"{root}/dev/{name}")
    os.mkdir(root + "/dev/shm")
    mount("tmpfs", root + "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, SHARED_MEMORY)


def show_device(name: str, place: str) -> None:
    """Show a device, which can be written to but not changed: its times and rights are the machine's."""
    mount(f"/dev/{name}", place, None, MS_BIND)
    restrict(place, READ_ONLY)


def turn_to(root: str) -> None:
    """Make a folder the root, and let go of the old one."""
    os.chdir(root)
    number = SYS_PIVOT_ROOT[os.uname().machine]
    done(libc.syscall(number, b".", b"."), "a root of its own")
    done(libc.umount2(b".", MNT_DETACH), "a root of its own")
    os.chdir("/")


def mount(source: str | None, target: str, kind: str | None, flags: int, words: str | None = None) -> None:
    """Mount something."""
    four = [None if text is None else os.fsencode(text) for text in (source, target, kind, words)]
    done(libc.mount(four[0], four[1], four[2], ctypes.c_ulong(flags), four[3]), f"mounting {target}")


def restrict(target: str, flags: int, recursive: bool = True) -> None:
    """Restrict what is mounted at a place, with all that is mounted below."""
    wanted = struct.pack("QQQQ", flags, 0, 0, 0)
    below = AT_RECURSIVE if recursive else 0
    path = os.fsencode(target)
    code = libc.syscall(MOUNT_SETATTR, AT_FDCWD, path, below, wanted, ctypes.c_size_t(len(wanted)))
    done(code, f"restricting {target}")


def wake_loopback() -> None:
    """A new network has nothing but a loopback, which sleeps; what it keeps in the kernel is limited."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh", b"lo", IFF_UP) + bytes(22))
    for name in ("tcp_rmem", "tcp_wmem"):
        with (
            suppress(OSError),
            open(f"/proc/sys/net/ipv4/{name}", "w") as file,
        ):  # read-only in some containers
            file.write(TCP_BUFFERS)


def done(code: int, what: str) -> None:
    """Raise what a system call has refused."""
    if code < 0:
        number = ctypes.get_errno()
        raise NoJail(number, f"{what}: {os.strerror(number)}")
