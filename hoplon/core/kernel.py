"""`rule` compiles a function of the rules; `record` makes the plain data it works on."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as numba_config

from hoplon.core.cache import folder_of, use
from hoplon.core.sources import add_package_of

Dtype = np.dtype[Any]
config: Any = numba_config
F = TypeVar("F", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {
    "nopython": True,
    "error_model": "numpy",
    "nogil": True,
    "no_cfunc_wrapper": True,
    "boundscheck": None,  # from the environment
}
NAMING_THE_FOLDER = Lock()  # two threads may load two games


def plain_dispatcher(function: Any) -> Any:
    """A function compiled by plain Numba, cached in the folder of the files it comes from.

    Closures are compiled in every process, because Numba cannot find them again.
    """
    folder = None if function.__closure__ else folder_of(function)
    if folder is not None:
        use(folder)
    with NAMING_THE_FOLDER:
        elsewhere, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            return numba.jit(cache=folder is not None, **OPTIONS)(function)
        finally:
            config.CACHE_DIR = elsewhere


new_dispatcher: Callable[[Any], Any] = plain_dispatcher
try:
    from hoplon.core.compiler import RuleDispatcher

    RuleDispatcher(lambda: None, targetoptions=OPTIONS)
except (ImportError, AttributeError, TypeError) as error:
    warnings.warn(
        f"Numba {numba.__version__} is built in another way than Hoplon knows ({error}): "
        "rules take longer to compile, some at every start",
        stacklevel=1,
    )
else:

    def new_dispatcher(function: Any) -> Any:
        return RuleDispatcher(function, targetoptions=dict(OPTIONS))


def record(fields: list[Any]) -> Dtype:
    """A fixed-size record type; aligned, because CUDA refuses unaligned fields.

    The gaps that alignment leaves are filled with fields of their own: states are compared by their bytes,
    and a copy field by field would leave a gap as it was. NumPy alone would not align nested records.

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


def room(dtype: Dtype, n: int, first: bytes = b"") -> Any:
    """An array of n records, zero but for the first; NumPy's own ways are slow: they look at fields."""
    content = bytearray(n * dtype.itemsize)
    content[: len(first)] = first
    return np.frombuffer(content, dtype) if n else np.zeros(0, dtype)


def copied(states: Any, i: int = 0) -> Any:
    """A copy of one record, as an array of one; quicker than NumPy's."""
    return np.frombuffer(bytearray(states[i : i + 1].tobytes()), states.dtype)


def alignment(dtype: Any) -> int:
    """The bytes that the widest number in a type is aligned to."""
    if dtype.subdtype is not None:
        return alignment(dtype.subdtype[0])
    if dtype.names is not None:
        return max(alignment(dtype.fields[name][0]) for name in dtype.names)
    return int(dtype.alignment)


def rule(function: F) -> F:
    """Compile a function of the rules; with `NUMBA_DISABLE_JIT=1` it stays plain Python."""
    add_package_of(function)
    if not is_compiled():
        return function
    return cast(F, new_dispatcher(function))


def is_compiled() -> bool:
    """Whether rules run compiled in this process."""
    return not bool(config.DISABLE_JIT)
