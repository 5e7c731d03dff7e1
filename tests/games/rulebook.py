"""The rulebook of a game and the tests that show it: which sections there are, which tests cite them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

import hoplon.games

section = pytest.mark.section
"""Ties a test to the sections of the rulebook that it shows."""

TESTS = Path(__file__).parents[1]
# A heading with a number, or a paragraph that begins with the number of a section.
NUMBERED = re.compile(r"^(?:##+ (\d+(?:\.\d+)?)\.?|(\d+\.\d+)) ", re.MULTILINE)


@dataclass(frozen=True)
class RuleTest:
    """A test of a rulebook: its file, its name and the sections it cites."""

    path: Path
    name: str
    cites: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.path.name}::{self.name}"

    def is_in_place(self) -> bool:
        """Does it cite the chapter whose number its file has? Files without a number may cite any."""
        number = re.match(r"test_(\d\d)_", self.path.name)
        return number is None or str(int(number[1])) in {cited.split(".")[0] for cited in self.cites}


class Rulebook:
    """The README of a game, and all tests whose file or folder has the game's name."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.folder = Path(hoplon.games.__file__).parent / game
        self.text = (self.folder / "README.md").read_text(encoding="utf-8")

    @cached_property
    def sections(self) -> list[str]:
        """The numbers of all chapters and sections, as they stand."""
        return [heading or paragraph for heading, paragraph in NUMBERED.findall(self.text)]

    @cached_property
    def tests(self) -> list[RuleTest]:
        """All tests of the game."""
        return [
            RuleTest(path, node.name, cited_by(node))
            for path in sorted(TESTS.rglob("test_*.py"))
            if path.parent.name == self.game or self.game in path.stem.split("_")
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]

    def untested(self) -> list[str]:
        """The sections that no test cites, neither themselves nor one of their parts."""
        cited = {number for test in self.tests for number in test.cites}
        return [n for n in self.sections if n not in cited and not any(c.startswith(f"{n}.") for c in cited)]

    def chapter(self, number: int) -> str:
        """The text of a chapter."""
        _, text = re.split(rf"^## {number}\.? ", self.text, maxsplit=1, flags=re.MULTILINE)
        return re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0]

    def rows(self, number: int) -> list[list[str]]:
        """The cells of the tables in a chapter whose first one is code, a list for each row."""
        lines = [line for line in self.chapter(number).splitlines() if line.startswith("| `")]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]

    def blocks(self, language: str) -> list[str]:
        """The blocks of a language."""
        return re.findall(rf"^```{language}\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL)

    def cited_by_code(self) -> Iterator[tuple[str, str]]:
        """Where docstrings of the game cite a section or a question, and which."""
        for path in sorted(self.folder.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                    for cited in cited_in(ast.get_docstring(node) or ""):
                        yield f"{path.name} {getattr(node, 'name', '')}".rstrip(), cited


def cited_by(function: ast.FunctionDef) -> tuple[str, ...]:
    """The numbers in the `@section(...)` above a function."""
    return tuple(
        arg.value
        for mark in function.decorator_list
        if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "section"
        for arg in mark.args
        if isinstance(arg, ast.Constant)
    )


def cited_in(docstring: str) -> Iterator[str]:
    """The sections in brackets, as in `(6.1, step 2)` or `(rulebook 4)`, and questions such as Q7."""
    for bracket in re.findall(r"\(((?:rulebook )?\d+(?:\.\d+)?[^)]*)\)", docstring):
        yield from re.findall(r"(?<!step )(?<!phase )(?<!= )\b(?:[1-9]\d*(?:\.\d+)?|0\.\d+)\b", bracket)
    yield from re.findall(r"\bQ\d+\b", docstring)
