"""Where the user's files are kept on this platform, and who else may touch them."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

OWN_FOLDER, OWN_FILE = 0o700, 0o600
EVERY_USER = "4294967295"  # how many users the outermost namespace maps
BESIDE = ("", "-wal", "-shm", "-journal")  # the files of one SQLite database


def state_folder() -> Path:
    """The user's folder for state that programs remember."""
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "hoplon"


def data_folder() -> Path:
    """The user's folder for data that must not be lost."""
    if chosen := os.environ.get("XDG_DATA_HOME"):
        home = Path(chosen)
    elif sys.platform == "win32":
        home = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = Path.home() / ".local" / "share"
    return home / "hoplon"


def make_private(folder: Path) -> Path:
    """Make a folder that only its user may look into, or tighten the one that is there."""
    folder.mkdir(mode=OWN_FOLDER, parents=True, exist_ok=True)
    _tighten(folder, OWN_FOLDER)
    return folder


def shut_database(path: Path) -> None:
    """Make the files of a SQLite database readable for their user alone, before and after SQLite makes them.

    SQLite gives the files beside a database the rights of the database. One that exists is not opened:
    closing it would take away the locks that connections of this process hold on it, and another process
    could then delete what they have just written.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_CLOEXEC", 0), OWN_FILE))
    for end in BESIDE:
        _tighten(path.with_name(path.name + end), OWN_FILE)


def _tighten(path: Path, mode: int) -> None:
    """Take rights away from others; what belongs to somebody else stays as it is."""
    with suppress(OSError):
        now = stat.S_IMODE(path.stat().st_mode)
        if now & ~mode:
            path.chmod(now & mode)


def stranger(path: Path) -> str:
    """Why others could have written a file or folder, or anything on the way to it; empty if nobody could.

    The system's own user may own it. What does not exist yet is judged by the folders around it.
    """
    if not hasattr(os, "getuid"):
        return ""
    try:
        found = path.resolve()
    except (OSError, RuntimeError):
        return f"{path} cannot be looked at"
    for place in (found, *found.parents):
        try:
            known = place.stat()
        except FileNotFoundError:
            continue
        except OSError:
            return f"{place} cannot be looked at"
        # In a sticky folder, such as /tmp, nobody can replace what is another's: what is inside it decides.
        is_sticky = bool(known.st_mode & stat.S_ISVTX) and place != found
        if problem := others_may(known, is_sticky):
            return f"{place} {problem}"
    return ""


def others_may(known: os.stat_result, is_sticky: bool = False) -> str:
    """What is wrong with the owner or the rights of a file; empty if only its user could have written it."""
    if not hasattr(os, "getuid"):
        return ""
    if known.st_uid not in trusted_owners():
        return "belongs to another user"
    shared = known.st_mode & stat.S_IWOTH or (known.st_mode & stat.S_IWGRP and not is_own_group(known.st_gid))
    return "can be written by others" if shared and not is_sticky else ""


@cache
def trusted_owners() -> frozenset[int]:
    """The system's own user and this one.

    In a user namespace the system's user has no number; the kernel shows another in its place.
    """
    owners = {0, os.getuid()}
    with suppress(OSError, ValueError):
        mapped = Path("/proc/self/uid_map").read_text().split()
        if mapped[2] != EVERY_USER:
            owners.add(int(Path("/proc/sys/kernel/overflowuid").read_text()))
    return frozenset(owners)


@cache
def is_own_group(number: int) -> bool:
    """Is this a group of one, as many systems give each user?"""
    try:
        import grp
        import pwd

        name, group = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(number)
        of_others = any(user.pw_gid == number and user.pw_uid != os.getuid() for user in pwd.getpwall())
    except (ImportError, KeyError):
        return False
    return group.gr_name == name and set(group.gr_mem) <= {name} and not of_others
