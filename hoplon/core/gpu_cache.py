"""Compiled kernels on disk: those of a large game take minutes to compile, the same ones at every start."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from numba.core.caching import NullCache

from hoplon.core import cache
from hoplon.core.gpu_kernels import cuda
from hoplon.core.kernel import config
from hoplon.core.sources import short_hash


class KernelOnDisk(NullCache):
    """Keeps the machine code of a kernel from one process to the next, beside that of the rules.

    Numba's own cache would compile anew in every process: it knows closures by what they close over, and
    each of these rules has a new number in each process.
    """

    def __init__(self, kernel: Any) -> None:
        self.function, self.options = kernel.py_func, kernel.targetoptions

    @cached_property
    def folder(self) -> Path | None:
        """Determined when the kernel is first called."""
        return cache.folder_of(self.function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel for these types of arguments, if it was kept."""
        content = self.folder and cache.read(self.file(sig, target_context.codegen()))
        if not content:
            return None
        kept_for, stored = _inside("serialize").loads(content)
        return _inside("dispatcher")._Kernel._rebuild(**stored) if kept_for == sig else None

    def save_overload(self, sig: Any, kernel: Any) -> None:
        """Keep the machine code alone: what it was made from is many times as large."""
        if not self.folder:
            return
        library = kernel._codelibrary
        library._llvm_strs, library._ptx_cache = [], {}
        stored = _inside("serialize").dumps((sig, kernel._reduce_states()))
        cache.write(self.file(sig, kernel.codegen), stored)

    def file(self, sig: Any, codegen: Any) -> Path:
        """Where the code for these types of arguments and this GPU is kept."""
        assert self.folder is not None
        version = import_module("numba_cuda").__version__
        made_for = str(sig), str(codegen.magic_tuple()), str(sorted(self.options.items())), version
        named = type(self).__name__, cache.identity(self.function), *made_for
        return self.folder / f"{self.function.__name__}-{short_hash(*named)}"


def _inside(name: str) -> Any:
    return import_module(f"numba.cuda.{name}")


def kernel(function: Callable[..., None], **options: Any) -> Any:
    """A kernel that is compiled on its first call, unless it is on disk."""
    if config.ENABLE_CUDASIM:
        return cuda.jit(function)
    found = cuda.jit(function, **options)
    try:
        found._cache = KernelOnDisk(found)
    except AttributeError as error:
        warnings.warn(
            f"numba-cuda is built in another way than Hoplon knows ({error}): "
            "kernels are compiled at every start",
            stacklevel=2,
        )
    return found
