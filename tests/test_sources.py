"""What is true of the sources: who names a game, and what carries no annotations."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from hoplon.games import own_names

ROOT = Path(__file__).parents[1]
HOPLON = ROOT / "hoplon"
GAMES = own_names()
NAMED = re.compile("|".join(GAMES), re.IGNORECASE)
EXAMPLE = re.compile(r"^\s*(hoplon|echo) .*$", re.MULTILINE)  # a line of help that shows a command
PAGE = sorted(path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte", ".css"))
KERNELS = ("core", "grids", "games", "bots")


def is_of_a_game(path: Path) -> bool:
    """A folder or a file that has the name of a game belongs to that game."""
    return any(part in GAMES or Path(part).stem in GAMES for part in path.relative_to(ROOT).parts)


def documentation(tree: ast.AST) -> set[int]:
    """The docstrings, by the identity of their nodes."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = (node.body[0] for node in ast.walk(tree) if isinstance(node, holders) and node.body)
    return {id(first.value) for first in found if isinstance(first, ast.Expr)}


def words(path: Path) -> Iterator[tuple[int, str]]:
    """All names and texts of a module but its documentation and examples."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = documentation(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield line, EXAMPLE.sub("", node.value)
        elif isinstance(node, ast.Name):
            yield line, node.id
        elif isinstance(node, ast.Attribute):
            yield line, node.attr
        elif isinstance(node, ast.ImportFrom):
            yield line, node.module or ""
        elif isinstance(node, ast.alias):
            yield line, node.name


def test_only_a_games_own_folders_and_files_name_it() -> None:
    modules = [path for path in sorted(HOPLON.rglob("*.py")) if not is_of_a_game(path)]
    assert len(modules) > 100
    found = [
        f"{path.relative_to(ROOT)}:{line}: {word.strip()[:60]}"
        for path in modules
        for line, word in words(path)
        if NAMED.search(word)
    ]
    assert found == []


def test_the_page_names_a_game_only_in_the_folder_of_that_game() -> None:
    assert len(PAGE) > 40
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:60]}"
        for path in PAGE
        if not is_of_a_game(path)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NAMED.search(line)
    ]
    assert found == []


def test_a_game_knows_no_other_game() -> None:
    for name in GAMES:
        others = re.compile("|".join(rf"\b{other}\b" for other in GAMES if other != name))
        for path in sorted((HOPLON / "games" / name).rglob("*.py")):
            named = [word for _, word in words(path) if others.search(word)]
            assert named == [], path


@pytest.mark.parametrize("folder", KERNELS)
def test_what_carries_no_annotations_is_a_rule(folder: str) -> None:
    """Numba infers the types of rules; everything else says its own."""
    for path in sorted((HOPLON / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or node.returns is not None:
                continue
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            is_kernel = "cuda.grid" in ast.unparse(node)
            is_rule = is_kernel or any("rule" in ast.unparse(mark) for mark in node.decorator_list)
            assert is_rule or any(one.annotation for one in given), f"{path}:{node.lineno} {node.name}"


def test_every_game_has_the_same_files() -> None:
    usual = {"README.md", "__init__.py", "board", "legal.py", "notation.py", "options.py", "picture.py",
             "rules.py", "setup.py", "state.py", "svg.py", "tables.py", "view.py", "words.py"}  # fmt: skip
    for name in GAMES:
        there = {path.name for path in (HOPLON / "games" / name).iterdir()}
        assert usual - {"board"} <= there, name
        assert there & {"board", "board.py"}, name


def test_no_path_of_a_machine_is_in_the_repository() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    if not listed:
        pytest.skip("this is no checkout")
    places = [str(Path.home()), str(ROOT.parent)]
    for name in listed.splitlines():
        path = ROOT / name
        if path.suffix in (".py", ".md", ".toml", ".ts", ".svelte") and path.is_file():
            text = path.read_text(encoding="utf-8")
            assert not any(f"{place}/" in text for place in places if len(place) > 3), name


def test_benchmarks_import_what_there_is() -> None:
    for path in sorted((ROOT / "benchmarks").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("hoplon."):
                module = import_module(str(node.module))
                for name in (one.name for one in node.names):
                    there = hasattr(module, name) or find_spec(f"{node.module}.{name}")
                    assert there, f"{path.name}: {node.module} has no {name}"
