"""Which files a function of the rules comes from, and a digest of what they hold.

A function comes from its own file, from everything that file imports at its top level, directly or not, and
from the data that one of these files names in `BAKED_IN`: one or more paths next to the file, whose content
becomes constants of compiled code. A closure also comes from the files of what it closes over.

Packages without rules, such as NumPy, are not followed, nor is the `__init__` of a package of which only a
module is imported.
"""

from __future__ import annotations

import ast
import hashlib
import re
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Lock
from time import time
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parent.parent
INSTALLED = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
BEGUN = time()
IMPORT_AT_MARGIN = re.compile(rb"^(?:from|import)\b[^(\n]*(?:\([^)]*\))?", re.MULTILINE)
IMPORT = re.compile(rb"\bimport\b")

# Where rules come from: folders that Python imports from, with the top-level names there that hold rules.
_roots: dict[Path, set[str]] = {PACKAGE.parent: {PACKAGE.name}}
_adding = Lock()


class Unknown(Exception):
    """It is unknown what a function comes from: it has no file, or one that was edited meanwhile."""


class Module(NamedTuple):
    """A Python file, and the folder that its package is imported from."""

    file: Path
    root: Path


class Content(NamedTuple):
    """A digest of a file, the names of the modules it imports, and the files it bakes in."""

    digest: str
    imports: tuple[str, ...] = ()
    data: tuple[Path, ...] = ()


def add_package_of(function: Any) -> None:
    """Follow imports of the package of this rule from now on."""
    module = module_of(function)
    if module is None:
        return
    top = _top_of(module)
    with _adding:
        if top not in _roots.get(module.root, ()):
            _roots[module.root] = _roots.get(module.root, set()) | {top}
            _closure.cache_clear()


def module_of(thing: Any) -> Module | None:
    """Where a function, a class or the class of a value is defined; None if not in a file."""
    if isinstance(thing, FunctionType):
        names = thing.__globals__
    elif isinstance(thing, ModuleType):
        names = vars(thing)
    else:
        kind = thing if isinstance(thing, type) else type(thing)
        names = vars(sys.modules.get(kind.__module__, ast))
    file = Path(names.get("__file__") or "")
    made_from_text = isinstance(thing, FunctionType) and Path(thing.__code__.co_filename).name != file.name
    if made_from_text or file.suffix != ".py" or not file.is_file():
        return None
    spec = names.get("__spec__")
    name = file.stem if spec is None else spec.name  # a script is called __main__
    return Module(file, file.parents[name.count(".") + (file.name == "__init__.py")])


def find(name: str, root: Path) -> Module | None:
    """The module of that name, if it is one to follow; the importing module's root comes first."""
    top = name.split(".", 1)[0]
    for folder in (root, *_roots):
        if folder in INSTALLED and top not in _roots[folder]:
            continue
        if file := _file_of(name, folder):
            return Module(file, folder)
    return None


@cache
def _file_of(name: str, folder: Path) -> Path | None:
    """The file of a module below a folder."""
    place = folder.joinpath(*name.split("."))
    files = (place / "__init__.py", place.with_name(f"{place.name}.py"))
    return next((file for file in files if file.is_file()), None)


def parts_of(*things: Any) -> list[Any]:
    """Functions, and all that they close over, closures within closures too."""
    found: dict[int, Any] = {}
    waiting = list(things)
    while waiting:
        part = waiting.pop()
        part = getattr(part, "py_func", part)
        if id(part) in found:
            continue
        found[id(part)] = part
        waiting += closed_over(part)
        waiting += part if isinstance(part, tuple | list) else ()
    return list(found.values())


def closed_over(function: Any) -> list[Any]:
    """What is in the cells of a closure, as far as they are filled already."""
    values = []
    for cell in getattr(function, "__closure__", None) or ():
        try:
            values.append(cell.cell_contents)
        except ValueError:  # a function that calls itself, before it has its name
            continue
    return values


def files_behind(*things: Any) -> dict[Path, str]:
    """The files that functions and classes come from, each with a line on its content."""
    files: dict[Path, str] = {}
    for part in parts_of(*things):
        module = module_of(part)
        if module is None and isinstance(part, FunctionType):
            raise Unknown(f"{part.__qualname__} is not in a file")
        if module is not None and _top_of(module) in _roots.get(module.root, ()):
            files |= _closure(module)
    return files


def digest(*things: Any) -> str:
    """A digest of the content of all files behind functions, wherever the files are."""
    return short_hash(*sorted(files_behind(*things).values()))


def short_hash(*texts: str) -> str:
    """A hash to name files by."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:20]


def _top_of(module: Module) -> str:
    return module.file.relative_to(module.root).parts[0].removesuffix(".py")


@cache
def _closure(first: Module) -> Mapping[Path, str]:
    """A module and all that it imports."""
    files: dict[Path, str] = {}
    waiting = [first]
    while waiting:
        module = waiting.pop()
        if module.file in files:
            continue
        content = _content(module)
        for path, hashed in [(module.file, content.digest), *((data, _data(data)) for data in content.data)]:
            files[path] = f"{path.relative_to(module.root).as_posix()} {hashed}"
        waiting += filter(None, (find(name, module.root) for name in content.imports))
    return files


@cache
def _content(module: Module) -> Content:
    text = _read(module.file)
    statements = at_import(text)
    package = module.file.relative_to(module.root).parent.parts
    baked = [module.file.parent / name for statement in statements for name in _baked(statement)]
    return Content(
        hashlib.sha256(text).hexdigest(),
        tuple(name for statement in statements for name in imported(statement, package)),
        tuple(
            path for given in baked for path in ([given], sorted(given.rglob("*")))[given.is_dir()]
            if path.is_file()
        ),
    )  # fmt: skip


@cache
def _data(path: Path) -> str:
    return hashlib.sha256(_read(path)).hexdigest()


def _read(path: Path) -> bytes:
    """What a file held when this process imported it."""
    if BEGUN < path.stat().st_mtime <= time():
        raise Unknown(f"{path} was edited after this process had begun")
    return path.read_bytes()


def at_import(text: bytes) -> list[ast.stmt]:
    """The imports and settings of a file.

    Most files are not parsed, which would take long: where no import is indented, those at the margin do.
    """
    at_margin = IMPORT_AT_MARGIN.findall(text)
    if len(at_margin) == len(IMPORT.findall(text)) and b"BAKED_IN" not in text:
        with suppress(SyntaxError):
            return ast.parse(b"\n".join(at_margin)).body
    return list(_statements(ast.parse(text)))


def _statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _statements(ast.Module(node.orelse, []))
            continue
        if isinstance(node, ast.stmt):
            yield node
        yield from _statements(node)


def imported(statement: ast.stmt, package: tuple[str, ...]) -> Iterator[str]:
    """The modules that a statement may import, in a package."""
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            parts = alias.name.split(".")
            first = len(parts) if alias.asname else 1  # `import a.b` gives what `a` holds, too
            yield from (".".join(parts[:n]) for n in range(first, len(parts) + 1))
    elif isinstance(statement, ast.ImportFrom):
        above = package[: len(package) + 1 - statement.level] if statement.level else ()
        module = ".".join((*above, *filter(None, [statement.module])))
        yield module
        yield from (f"{module}.{alias.name}" for alias in statement.names)  # where that is a module


def _baked(statement: ast.stmt) -> list[str]:
    if not isinstance(statement, ast.Assign):
        return []
    if not any(isinstance(target, ast.Name) and target.id == "BAKED_IN" for target in statement.targets):
        return []
    value = ast.literal_eval(statement.value)
    return [value] if isinstance(value, str) else list(value)
