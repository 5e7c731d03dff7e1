"""Compiled code on disk, used again only if every file it comes from is unchanged.

The folders are `<root>/<compiler>/<unit>/<digest>`. A unit is a module, or a closure with the modules of what
it closes over; the digest is that of all files behind it (`sources`). Several digests of a unit are kept side
by side, for branches and checkouts; adding one removes those unused longest.

Each version of a function is a file of its own, written completely and then renamed, so that processes that
compile the same function at the same time do not disturb each other.

What is kept is a pickle, which runs as whoever loads it: nothing is loaded that another user owns or could
have written. Folders are made for their user alone.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
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

from hoplon.core.folders import OWN_FILE, OWN_FOLDER, others_may, stranger
from hoplon.core.sources import Unknown, closed_over, digest, module_of, parts_of, short_hash

SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
DIGESTS_KEPT = 6
UNUSED_SECONDS = 30 * 24 * 3600


def cache_root() -> Path:
    """`HOPLON_CACHE`, else the user's cache folder."""
    if chosen := os.environ.get("HOPLON_CACHE"):
        return Path(chosen)
    return own_root()


def own_root() -> Path:
    """The user's cache folder."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hoplon"


@cache
def cache_folder() -> Path | None:
    """Where the code of this compiler is kept, with the switches that change its output; None: nowhere.

    A folder that others could write is left alone; the user's own serves instead.
    """
    versions = [numba.__version__, llvmlite.__version__, np.__version__, platform.python_version()]
    switches = [f"{switch}={os.environ.get(switch, '')}" for switch in SWITCHES]
    name = f"numba-{numba.__version__}-{short_hash(*versions, *switches)}"
    for root in dict.fromkeys((cache_root(), own_root())):
        problem = stranger(root) or stranger(root / name)
        if not problem:
            return root / name
        say_once(f"compiled code in {root} is not used: {problem}")
    return None


@cache
def say_once(text: str) -> None:
    """One line for people."""
    print(f"hoplon: {text}", file=sys.stderr)


def folder_of(function: Any) -> Path | None:
    """Where the code of a function is kept; None if it is unknown which files it comes from."""
    own, *others = sorted({_dotted_name(part) for part in parts_of(function)} - {""}) or [""]
    unit = f"{_dotted_name(function)}-{short_hash(own, *others)}" if others else own
    return _inside(unit, function)


def _inside(unit: str, *things: Any) -> Path | None:
    """The folder of a unit made of exactly the files behind these things, if it can be trusted."""
    root = cache_folder()
    try:
        folder = None if root is None else root / unit / digest(*things)
    except (OSError, Unknown):
        return None
    return folder if folder is not None and is_trusted(folder) else None


@cache
def is_trusted(folder: Path) -> bool:
    """Could nobody else have written this folder, or made it first?"""
    if problem := stranger(folder):
        say_once(f"compiled code is not loaded: {problem}")
    return not problem


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
    return _inside(f"{name}.ready", *things)


def use(folder: Path) -> None:
    """Mark a folder as used. If it is new, remove those next to it that were unused longest."""
    if folder.is_dir():
        os.utime(folder)
        return
    for place in (*reversed(folder.parents), folder):
        with suppress(FileExistsError):
            place.mkdir(OWN_FOLDER)
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
    """What was kept, if anything was and nobody else could have written it."""
    try:
        with file.open("rb") as opened:
            if problem := others_may(os.fstat(opened.fileno())):
                say_once(f"compiled code is not loaded: {file} {problem}")
                return None
            content = opened.read()
        os.utime(file.parent)
    except OSError:
        return None
    return content or None  # empty if the machine stopped while it was written


def write(file: Path, content: bytes) -> None:
    """Keep something, if the disk allows."""
    half = file.with_name(f"{file.name}.{uuid4().hex}")
    try:
        use(file.parent)
        with os.fdopen(os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN_FILE), "wb") as opened:
            opened.write(content)
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
