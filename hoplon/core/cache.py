"""Compiled code on disk, used again only if every file it comes from is unchanged.

The folders are `<root>/<compiler>/<unit>/<digest>`. A unit is a module, or a closure with the modules of what
it closes over; the digest is that of all files behind it (`sources`). Several digests of a unit are kept side
by side, for branches and checkouts; adding one removes those unused longest.

Each version of a function is a file of its own, written completely and then renamed, so that processes that
compile the same function at the same time do not disturb each other.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any
from uuid import uuid4

import llvmlite
import numba
import numpy as np

from hoplon.core.sources import Unknown, closed_over, digest, module_of, parts_of, short_hash

SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
DIGESTS_KEPT = 6
UNUSED_SECONDS = 30 * 24 * 3600


def cache_root() -> Path:
    """`HOPLON_CACHE`, else the user's cache folder."""
    if chosen := os.environ.get("HOPLON_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hoplon"


@cache
def cache_folder() -> Path:
    """Where the code of this compiler is kept, with the switches that change its output."""
    versions = [numba.__version__, llvmlite.__version__, np.__version__, platform.python_version()]
    switches = [f"{switch}={os.environ.get(switch, '')}" for switch in SWITCHES]
    return cache_root() / f"numba-{numba.__version__}-{short_hash(*versions, *switches)}"


def folder_of(function: Any) -> Path | None:
    """Where the code of a function is kept; None if it is unknown which files it comes from."""
    own, *others = sorted({_dotted_name(part) for part in parts_of(function)} - {""}) or [""]
    unit = f"{_dotted_name(function)}-{short_hash(own, *others)}" if others else own
    try:
        return cache_folder() / unit / digest(function)
    except (OSError, Unknown):
        return None


def _dotted_name(thing: Any) -> str:
    module = module_of(thing)
    return "" if module is None else ".".join(module.file.relative_to(module.root).with_suffix("").parts)


def is_marked(name: str, *things: Any) -> bool:
    """Has this been compiled from exactly the files behind these functions and classes?"""
    mark = _mark(name, things)
    return mark is not None and mark.is_dir()


def mark(name: str, *things: Any) -> None:
    """Note that it has."""
    with suppress(OSError):
        if found := _mark(name, things):
            use(found)


def _mark(name: str, things: tuple[Any, ...]) -> Path | None:
    try:
        return cache_folder() / f"{name}.ready" / digest(*things)
    except (OSError, Unknown):
        return None


def use(folder: Path) -> None:
    """Mark a folder as used. If it is new, remove those next to it that were unused longest."""
    if folder.is_dir():
        os.utime(folder)
        return
    folder.mkdir(parents=True, exist_ok=True)
    newest_first = sorted(folder.parent.iterdir(), key=_last_use, reverse=True)
    for other in newest_first[DIGESTS_KEPT:]:
        shutil.rmtree(other, ignore_errors=True)


def remove_unused() -> None:
    """Remove what has not been used for weeks: modules that were renamed, compilers that were replaced."""
    folders = {folder: _last_use(folder) for folder in cache_root().glob("numba-*/*/*")}
    newest = max(folders.values(), default=0)
    for folder, used in folders.items():
        if newest - used > UNUSED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
            with suppress(OSError):
                folder.parent.rmdir()  # if it was the last


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has removed it
        return 0


def read(file: Path) -> bytes | None:
    """What was kept, if anything was."""
    try:
        content = file.read_bytes()
        os.utime(file.parent)
    except OSError:
        return None
    return content or None  # empty if the machine stopped while it was written


def write(file: Path, content: bytes) -> None:
    """Keep something, if the disk allows."""
    half = file.with_name(f"{file.name}.{uuid4().hex}")
    try:
        use(file.parent)
        half.write_bytes(content)
        half.replace(file)
    except OSError as error:
        with suppress(OSError):
            half.unlink()
        warnings.warn(f"compiled rules cannot be kept in {cache_root()}: {error.strerror}", stacklevel=2)


def identity(value: Any, inside: tuple[Any, ...] = ()) -> str:
    """A name for a function and what it closes over; the digest covers what the names refer to."""
    value = getattr(value, "py_func", value)
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    if not isinstance(value, FunctionType):
        return repr(value)
    if value in inside:
        return value.__qualname__
    cells = [identity(cell, (*inside, value)) for cell in closed_over(value)]
    return f"{value.__module__}.{value.__qualname__}{_code(value.__code__)}{value.__defaults__}({cells})"


def _code(code: CodeType) -> str:
    """Tells apart functions of the same name in the same module."""
    constants = [_code(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts]
    return short_hash(code.co_code.hex(), *code.co_names, *constants)
