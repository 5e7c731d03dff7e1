"""How a rule is compiled where another rule calls it.

Numba gives each function machine code and a wrapper for Python, and optimises it together with everything it
calls, once for every set of argument types. A rule that only rules call needs none of that: its intermediate
code is enough. The function that Python calls is then optimised once, with everything below it. Integers of
all widths arrive as one type, so one version of a rule serves all its callers.
"""

from __future__ import annotations

import inspect
import warnings
from functools import cached_property
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys

from hoplon.core import cache
from hoplon.core.sources import short_hash

core: Any = numba.core
types = core.types

# The internals of Numba used below, looked up at once: with a Numba that no longer has them, importing this
# module fails and `rule` does without it.
INSIDE = (
    core.compiler.Flags.no_compile,
    core.compiler.CompileResult._reduce,
    core.compiler.CompileResult._rebuild,
    core.sigutils.normalize_signature,
    core.typing.make_concrete_template,
    CPUDispatcher.get_call_template,
    CPUDispatcher.get_overload,
    JITCodeLibrary._finalize_dynamic_globals,
    JITCodeLibrary._finalize_final_module,
    JITCodeLibrary._get_module_for_linking,
    JITCodeLibrary._optimize_final_module,
    JITCodeLibrary.has_dynamic_globals,
    core.serialize.dumps,
    core.serialize.loads,
    rtsys.initialize,
    inspect.signature(core.compiler.compile_extra).bind(*range(8)),
)


def argument(kind: Any) -> Any:
    """The type that a rule sees where it is called with this one: numbers and enums are 64 bits wide."""
    if isinstance(kind, types.Omitted) and type(kind.value) in (bool, int):
        return argument(types.literal(kind.value))
    if isinstance(kind, types.BooleanLiteral):
        return types.boolean
    if isinstance(kind, types.IntEnumMember):
        return types.int64
    if isinstance(kind, types.Integer) and (kind.signed or kind.bitwidth < 64):
        return types.int64
    return kind


class IntermediateCode(JITCodeLibrary):
    """The code of a rule and of all it calls, which never runs by itself."""

    def _optimize_final_module(self) -> None:
        """Left to the function that Python calls."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True


class MachineCodeOnDisk(NullCache):
    """Keeps the code of a function that Python calls from one process to the next."""

    def __init__(self, function: Any) -> None:
        self.function = function

    @cached_property
    def folder(self) -> Path | None:
        """Determined at the first call, when everything the function closes over exists."""
        return cache.folder_of(self.function)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load without the declarations of Numba that only compiling needs and that are slow to set up."""
        rtsys.initialize(target_context)
        content = self.folder and cache.read(self.file(sig, target_context.codegen()))
        if not content:
            return None
        kept_for, stored = core.serialize.loads(content)
        return self.rebuild(target_context, stored) if kept_for == sig else None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled."""
        if data.lifted or data.library.has_dynamic_globals:
            warnings.warn(f"{self.function.__qualname__} needs large arrays, so it is not kept", stacklevel=2)
        elif self.folder:
            cache.write(self.file(sig, data.codegen), core.serialize.dumps((sig, self.reduce(data))))

    def file(self, sig: Any, codegen: Any) -> Path:
        """Where the code for these types of arguments and this processor is kept."""
        assert self.folder is not None
        named = type(self).__name__, cache.identity(self.function), str(sig), str(codegen.magic_tuple())
        return self.folder / f"{self.function.__name__}-{short_hash(*named)}"

    def reduce(self, compiled: Any) -> Any:
        """What is stored."""
        return compiled._reduce()

    def rebuild(self, target_context: Any, stored: Any) -> Any:
        """The compiled function again."""
        return core.compiler.CompileResult._rebuild(target_context, *stored)


class IntermediateCodeOnDisk(MachineCodeOnDisk):
    """Keeps the code of a function that other rules call."""

    def reduce(self, compiled: Any) -> Any:
        """What is stored."""
        library, description = compiled.library, compiled.fndesc
        description.typemap = description.calltypes = None  # no longer needed, and hard to store
        bitcode = library._get_module_for_linking().as_bitcode()
        return library.name, bitcode, description, compiled.signature

    def rebuild(self, target_context: Any, stored: Any) -> Any:
        """The compiled rule again."""
        name, bitcode, description, signature = stored
        library = IntermediateCode(target_context.codegen(), name)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalize_final_module()
        return core.compiler.compile_result(
            target_context=target_context, library=library, fndesc=description, signature=signature
        )


class RuleDispatcher(CPUDispatcher):
    """A rule: machine code where Python calls it, as with any function of Numba; else intermediate code."""

    _compiler: Any
    targetctx: Any
    targetdescr: Any
    typingctx: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.callees: dict[tuple[Any, ...], Any] = {}
        self._cache = MachineCodeOnDisk(self.py_func)
        self.callee_cache = IntermediateCodeOnDisk(self.py_func)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Make the rule ready for a call from another one; Numba asks for this while it infers types."""
        pysig, given = self._compiler.fold_argument_types(args, kws)
        arguments = tuple(argument(kind) for kind in given)
        self._ready(arguments)
        name = self.py_func.__name__
        signatures = [callee.signature for callee in self.callees.values()]
        template = core.typing.make_concrete_template(f"CallTemplate({name})", name, signatures)
        return template, pysig, arguments, {}

    def get_overload(self, sig: Any) -> Any:
        """The key that Numba finds the called rule by."""
        arguments, _ = core.sigutils.normalize_signature(sig)
        return self.callees[tuple(arguments)].library

    def _ready(self, arguments: tuple[Any, ...]) -> None:
        with global_compiler_lock, self._compiling_counter:
            if arguments in self.callees:
                return
            callee = self.callee_cache.load_overload(arguments, self.targetctx)
            if callee is None:
                callee = self._compile_callee(arguments)
                self.callee_cache.save_overload(arguments, callee)
            self.targetctx.insert_user_function(callee.library, callee.fndesc, [callee.library])
            self.callees[arguments] = callee

    def _compile_callee(self, arguments: tuple[Any, ...]) -> Any:
        flags = core.compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = True
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = True
        library = IntermediateCode(self.targetctx.codegen(), self.py_func.__qualname__)
        return core.compiler.compile_extra(
            self.typingctx, self.targetctx, self.py_func, arguments, None, flags, self.locals, library
        )
