"""The rulebook of hexabomb itself: every section has a test, and what code and tests cite exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import hoplon.games.hexabomb
from hoplon.games.hexabomb import GAME, maps
from hoplon.games.hexabomb.notation import notation, read_notation
from hoplon.games.hexabomb.state import Do

FOLDER = Path(hoplon.games.hexabomb.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^(?:## )?(\d+(?:\.\d+)?) ", README, re.MULTILINE)


def sections_cited_by_tests() -> set[str]:
    """The numbers in every `section(...)` of this folder."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "section":
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def test_every_section_of_the_rulebook_has_a_test():
    cited = sections_cited_by_tests()
    assert [n for n in SECTIONS if n not in cited and not any(c.startswith(n + ".") for c in cited)] == []
    assert cited - set(SECTIONS) == set()
    assert len(SECTIONS) == len(set(SECTIONS)) > 25


def test_every_section_that_the_code_cites_exists():
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                continue
            text = ast.get_docstring(node) or ""
            for cited in re.findall(
                r"\((?:rulebook )?(\d+(?:\.\d+)?(?:(?:,| and| to) \d+(?:\.\d+)?)*)\)", text
            ):
                for number in re.findall(r"\d+(?:\.\d+)?", cited):
                    assert number in SECTIONS, f"{path.name}: {text!r} cites {number}"


def test_the_log_of_the_rulebook_names_every_action():
    text = README.split("\n## 5 ")[1].split("\n## ")[0]
    for kind in Do:
        assert kind == Do.STAY or f"`{kind.name.lower()}`" in text, kind


def test_the_lines_of_the_rulebook_are_maps_and_positions():
    position, board = re.findall(r"^```text\n(.*?)\n```", README, re.MULTILINE | re.DOTALL)
    states = GAME.new_states(1)
    read_notation(states, 0, position)
    assert notation(states, 0) == position
    assert maps.read_text(board).to_text() == board
