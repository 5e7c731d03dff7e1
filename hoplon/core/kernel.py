"""`rule` compiles a function of the rules; `record` makes the plain data it works on.

Compiled code is kept on disk in a folder named by a hash of our own sources, of the versions of
the compiler and of the switches that change its output. Numba's cache sees only edits of the file
that holds the outermost function; a folder per hash cannot run a stale rule.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys

from hoplon.core.callee import IntermediateCodeOnDisk, RuleDispatcher

Dtype = np.dtype[Any]
config: Any = numba_config
F = TypeVar("F", bound=Callable[..., Any])

SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
OPTIONS = {
    "nopython": True,
    "error_model": "numpy",
    "nogil": True,
    "no_cfunc_wrapper": True,
    "boundscheck": None,  # as the environment says
}
FOLDERS_KEPT = 4
PACKAGE = Path(__file__).parent.parent
COMPILED = ("core", "grids", "games", "bots")
NAMING_THE_FOLDER = Lock()  # two threads may load two games
BAKED_IN = {".py", ".toml", ".csv"}  # tables become constants of compiled code


def record(fields: list[Any]) -> Dtype:
    """A fixed-size record type; aligned, because CUDA refuses unaligned fields.

    The gaps that aligning leaves are filled by fields of their own: states are compared by their bytes, and
    a copy field by field would leave a gap as it was. NumPy would not align records within records.

    Rules read fields as attributes, so none may be named like one that every record has: `round`, `size`.
    """
    filled: list[Any] = []
    end, widest = 0, 1
    for field in fields:
        if hasattr(np.record, field[0]):
            raise ValueError(
                f"a field cannot be called {field[0]!r}: every record of NumPy has an attribute so"
            )
        dtype = np.dtype(field[1:] if len(field) > 2 else field[1])
        width = alignment(dtype)
        if end % width:
            filled.append((f"gap{end}", "u1", (-end % width,)))
            end += -end % width
        filled.append(field)
        end += dtype.itemsize
        widest = max(widest, width)
    if end % widest:
        filled.append((f"gap{end}", "u1", (-end % widest,)))
    return np.dtype((np.record, np.dtype(filled, align=True)))


def alignment(dtype: Any) -> int:
    """The bytes that the widest number in a type is aligned to."""
    if dtype.subdtype is not None:
        return alignment(dtype.subdtype[0])
    if dtype.names is not None:
        return max(alignment(dtype.fields[name][0]) for name in dtype.names)
    return int(dtype.alignment)


def sources() -> list[Path]:
    """Every file of ours that compiled code can come from."""
    files = (path for part in COMPILED for path in (PACKAGE / part).rglob("*"))
    return sorted(path for path in files if path.suffix in BAKED_IN)


@cache
def cache_folder() -> Path:
    """Where the code compiled from exactly these sources is kept."""
    digest = hashlib.sha256()
    for version in (
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        platform.python_version(),
    ):
        digest.update(version.encode())
    for switch in SWITCHES:
        digest.update(f"{switch}={os.environ.get(switch, '')};".encode())
    for path in sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    return cache_root() / digest.hexdigest()[:20]


def cache_root() -> Path:
    """`HOPLON_CACHE`, else the user's cache folder."""
    if chosen := os.environ.get("HOPLON_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hoplon"


def prune() -> None:
    """Forget compiled code of older sources, the longest unused first."""
    current = cache_folder()
    try:
        current.mkdir(parents=True, exist_ok=True)
        os.utime(current)
        old = sorted(cache_root().iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return
    for folder in old[FOLDERS_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def identity(value: Any) -> str:
    """A name for what a function closes over; the folder's hash vouches for what the name stands for."""
    function = getattr(value, "py_func", value)
    if not callable(function):
        return repr(value)
    cells = [identity(cell.cell_contents) for cell in function.__closure__ or ()]
    return f"{function.__module__}.{function.__qualname__}({', '.join(cells)}){foreign(function)}"


@cache
def foreign(function: Any) -> str:
    """A mark of the file of a function that the folder's hash does not cover: a game kept elsewhere."""
    file = Path(function.__code__.co_filename)
    if file.is_relative_to(PACKAGE) or not file.exists():
        return ""
    return "@" + hashlib.sha256(file.read_bytes()).hexdigest()[:20]


class SourceCache(FunctionCache):
    """Numba's cache of a function, able to find a closure over other rules again in the next process."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load without the declarations of Numba that only compiling needs and that take long to set up."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), identity(self._py_func)


class CalleeCache(SourceCache):
    """The same for the code of a function that other rules call."""

    _impl_class: Any = IntermediateCodeOnDisk

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return "called", *super()._index_key(sig, codegen)


def rule(function: F) -> F:
    """Compile a function of the rules; plain Python again under `NUMBA_DISABLE_JIT=1`."""
    if not is_compiled():
        return function
    compiled: Any = RuleDispatcher(function, targetoptions=dict(OPTIONS))
    with NAMING_THE_FOLDER:
        elsewhere = config.CACHE_DIR
        config.CACHE_DIR = str(cache_folder())
        try:
            compiled._cache = SourceCache(function)
            compiled.callee_cache = CalleeCache(function)
        finally:
            config.CACHE_DIR = elsewhere
    return cast(F, compiled)


def is_compiled() -> bool:
    """Whether rules run compiled in this process."""
    return not bool(config.DISABLE_JIT)
