"""What a program may use, and how it is isolated."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hoplon.core.errors import BadOption, HoplonError
from hoplon.sandbox import probe
from hoplon.sandbox.server import START

SANDBOXES = ("auto", "none", "strict")
PROBE_SECONDS = 30
JAILED = "shut: no network, no other processes, no files but its own and the system's"


@dataclass(frozen=True)
class Limits:
    """Bytes, seconds and counts. `memory`, `processes`, `cpu` and `disk` are for the process with all its
    children, `file` and `files` for each of its processes; threads count as processes."""

    memory: int = 1 << 30
    processes: int = 128
    cpu: int = 3600
    file: int = 16 << 20
    files: int = 256
    disk: int = 64 << 20


def is_jailed(sandbox: str) -> bool:
    """Does a program run in a jail? HoplonError if it must, but cannot here."""
    if sandbox not in SANDBOXES:
        raise BadOption(f"there is no sandbox {sandbox!r}; expected one of {', '.join(SANDBOXES)}")
    if sandbox == "none":
        return False
    why_not = why_no_jail()
    if why_not and sandbox == "strict":
        raise HoplonError(f"the sandbox is strict, but this system allows no jail: {why_not}")
    return not why_not


def isolation(sandbox: str) -> str:
    """How programs are isolated here, in words."""
    if is_jailed(sandbox):
        return JAILED
    why = "as asked for" if sandbox == "none" else f"this system allows no jail: {why_no_jail()}"
    files = "most files of this machine" if os.getuid() == 0 else "all files of this user"
    return f"not shut ({why}): it has the network and {files}"


@cache
def why_no_jail() -> str:
    """Why programs cannot be put into a jail here; empty if they can."""
    if sys.platform != "linux":
        return f"it is {sys.platform}"
    package = str(Path(probe.__file__).parent.parent)
    folder = tempfile.gettempdir()  # which only the probe finds covered
    words = [sys.executable, "-I", "-S", "-c", START, package, probe.__name__, folder]
    try:
        done = subprocess.run(words, capture_output=True, timeout=PROBE_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return " ".join(str(error).split())
    if done.returncode == 0:
        return ""
    return " ".join(done.stdout.decode(errors="replace").split()) or "it could not be tried"
