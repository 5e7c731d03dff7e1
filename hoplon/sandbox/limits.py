"""What a program may use, and how it is isolated."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache

from hoplon.core.errors import BadOption, HoplonError

SANDBOXES = ("auto", "none", "strict")
PROBE_SECONDS = 10


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


def wrapping(sandbox: str, scratch: str, folder: str) -> list[str]:
    """The bubblewrap command line in front of a program; empty if there is none and none is required.

    The program sees the file system read-only, of the scratch folders only its own, and has no network except
    its own loopback.
    """
    if sandbox not in SANDBOXES:
        raise BadOption(f"there is no sandbox {sandbox!r}; expected one of {', '.join(SANDBOXES)}")
    if sandbox == "none":
        return []
    why_not = no_bubblewrap()
    if why_not:
        if sandbox == "strict":
            raise HoplonError(f"the sandbox is strict, but {why_not}; install it or allow --sandbox auto")
        return []
    return [*_bubblewrap(), "--tmpfs", scratch, "--bind", folder, folder, "--chdir", folder]


@cache
def _bubblewrap() -> list[str]:
    path = shutil.which("bwrap") or "bwrap"
    whole = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    apart = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent", "--new-session"]
    # A process of root drops its rights by itself when it becomes a user that owns nothing.
    rights = ["--cap-add", "ALL"] if os.getuid() == 0 else []
    return [path, *whole, *apart, *rights]


@cache
def no_bubblewrap() -> str:
    """Why bubblewrap cannot be used here; empty if it can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap (bwrap) is not installed"
    try:
        probe = subprocess.run(
            [*_bubblewrap(), "--", "/bin/true"], capture_output=True, timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap (bwrap) does not run here: {error}"
    if probe.returncode != 0:
        reason = " ".join(probe.stderr.decode(errors="replace").split())
        return f"bubblewrap (bwrap) does not run here: {reason}"
    return ""
