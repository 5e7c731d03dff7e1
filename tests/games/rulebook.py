"""The rulebook of a game and the tests that show it: which sections there are, which tests cite them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import pytest

section = pytest.mark.section
"""Ties a test to the sections of the rulebook that it shows."""

HERE = Path(__file__).parent
# A heading with a number, or a paragraph that begins with the number of a section.
NUMBERED = re.compile(r"^(?:##+ (\d+(?:\.\d+)?)\.?|(\d+\.\d+)) ", re.MULTILINE)


@dataclass(frozen=True)
class Test:
    """A test of a rulebook: its file, its name and the sections it cites."""

    file: str
    name: str
    cites: tuple[str, ...]

    @property
    def chapter(self) -> str | None:
        """The chapter that the name of the file says, if it says one."""
        found = re.match(r"test_(\d\d)_", self.file)
        return found and str(int(found[1]))


def cited_by(function: ast.FunctionDef) -> tuple[str, ...]:
    """The numbers in the `@section(...)` above a function."""
    return tuple(
        arg.value
        for mark in function.decorator_list
        if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "section"
        for arg in mark.args
        if isinstance(arg, ast.Constant)
    )


class Rulebook:
    """The README of a game, and the tests in `tests/games` that belong to it."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.text = (files("hoplon.games") / game / "README.md").read_text(encoding="utf-8")

    @cached_property
    def sections(self) -> list[str]:
        """The numbers of all chapters and sections, as they stand."""
        return [heading or paragraph for heading, paragraph in NUMBERED.findall(self.text)]

    @cached_property
    def tests(self) -> list[Test]:
        """All tests of the game's folder."""
        return [
            Test(path.name, node.name, cited_by(node))
            for path in sorted((HERE / self.game).glob("test_*.py"))
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]

    def untested(self) -> list[str]:
        """The sections that no test cites, neither themselves nor one of their parts."""
        cited = {number for test in self.tests for number in test.cites}
        return [n for n in self.sections if n not in cited and not any(c.startswith(f"{n}.") for c in cited)]

    def chapter(self, number: int) -> str:
        """The text of a chapter."""
        _, found, text = re.split(rf"^(## {number}\.? )", self.text, maxsplit=1, flags=re.MULTILINE)
        return found + re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0]

    def blocks(self, language: str) -> list[str]:
        """The blocks of a language."""
        return re.findall(rf"^```{language}\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL)

    def rows(self, number: int) -> list[list[str]]:
        """The cells of the tables in a chapter, a row a list, without heads."""
        lines = [line for line in self.chapter(number).splitlines() if line.startswith("| `")]
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]

    def cited_by_code(self) -> Iterator[tuple[str, str]]:
        """Where the rules cite a section in brackets, and its number."""
        folder = files("hoplon.games") / self.game
        for path in sorted(Path(str(folder)).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                    for number in numbers_in(ast.get_docstring(node) or ""):
                        yield f"{path.name}:{getattr(node, 'name', '')}", number


def numbers_in(docstring: str) -> list[str]:
    """The sections that a docstring cites: numbers alone in brackets, as in `(6.1)` or `(4, 7.2)`."""
    number = r"\d+(?:\.\d+)?"
    cited = re.findall(rf"\((?:rulebook )?({number}(?:(?:,| and| to) {number})*)\)", docstring)
    return [n for text in cited for n in re.findall(number, text)]
