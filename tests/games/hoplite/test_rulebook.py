"""The rulebook itself: every section has a test, every example in it is true."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import hoplon.games.hoplite
from hoplon.games.hoplite import GAME
from hoplon.games.hoplite.options import VARIANT_NAMES, HopliteOptions
from hoplon.games.hoplite.picture import diagram, read_diagram
from hoplon.games.hoplite.tables import PRAYER_NAMES
from hoplon.games.hoplite.view import put, view
from hoplon.games.hoplite.words import PHRASES
from tests.games.hoplite.boards import happened, match_of, panels
from tests.games.rulebook import section

FOLDER = Path(hoplon.games.hoplite.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^##+ (\d+(?:\.\d+)?)\.? ", README, re.MULTILINE)
TESTS = sorted(Path(__file__).parent.glob("test_*.py"))


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def rows_after(heading: str) -> list[list[str]]:
    """The tables of a section, as cells."""
    text = re.split(r"^##+ ", README.split(f"\n## {heading}")[1], maxsplit=1, flags=re.MULTILINE)[0]
    return [
        [c.strip() for c in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("| `")
    ]


def sections_cited_by_tests() -> set[str]:
    """The numbers in every `@section(...)` of this folder."""
    found = set()
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "section":
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def test_every_section_of_the_rulebook_has_a_test():
    cited = sections_cited_by_tests()
    missing = [n for n in SECTIONS if n not in cited and not any(c.startswith(n + ".") for c in cited)]
    assert missing == []
    assert len(SECTIONS) == len(set(SECTIONS)) > 45


def test_every_test_cites_sections_that_exist():
    assert sections_cited_by_tests() - set(SECTIONS) == set()


def test_every_section_that_the_code_cites_exists():
    for path in FOLDER.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = [
            ast.get_docstring(n) or "" for n in ast.walk(tree) if isinstance(n, ast.Module | ast.FunctionDef)
        ]
        for text in texts:
            for cited in re.findall(r"\(((?:rulebook )?\d+(?:\.\d+)?[^)]*)\)", text):
                for number in re.findall(r"(?<!step )(?<!phase )\b\d+(?:\.\d+)?\b", cited):
                    assert number in SECTIONS, f"{path.name}: {text!r} cites {number}"
            for question in re.findall(r"\bQ\d+\b", text):
                assert f"| {question} |" in README


def test_the_questions_are_numbered_without_gaps():
    assert [int(n) for n in re.findall(r"^\| Q(\d+) \|", README, re.MULTILINE)] == list(range(1, 34))


@section("1.3", "14")
def test_the_pictures_of_the_rulebook_are_boards():
    start, example = blocks("text")
    assert diagram(read_diagram(start)) == start.rstrip()
    before, after = panels(example)
    match = match_of(read_diagram(before, energy=40, prayers=("bloodlust",)))
    match.play("walk n")
    assert happened(match) == blocks("log")[0].rstrip()
    assert diagram(match.view()) == diagram(read_diagram(after))
    assert match.view().energy == 62


@pytest.mark.parametrize("line", blocks("hoplite")[0].splitlines())
@section("16")
def test_the_lines_of_the_rulebook_are_positions_and_come_back_as_they_are(line):
    states = GAME.new_states(1)
    GAME.read_notation(states, 0, line)
    again = GAME.notation(states, 0)
    put(view(states, 0), states, 0, 5)
    assert GAME.notation(states, 0) == again
    assert [sorted(re.split("[=;]", word)) for word in again.split()] == [
        sorted(re.split("[=;]", word)) for word in line.split()
    ], "the same words in the same order; lists of tiles may be sorted"


@section("15")
def test_the_table_of_options_is_complete():
    rows = rows_after("15. ")
    names = [row[0].strip("`") for row in rows]
    assert names == [*HopliteOptions.__dataclass_fields__, *VARIANT_NAMES]


@section("9.1")
def test_the_table_of_prayers_is_complete():
    names = re.findall(
        r"^\| `([a-z-]+)` \|.*\|.*\|.*\|.*\|$", README.split("### 9.1")[1].split("### 9.2")[0], re.MULTILINE
    )
    assert tuple(names) == PRAYER_NAMES


@section("17")
def test_the_table_of_the_turn_log_is_complete():
    assert [row[0].strip("`") for row in rows_after("17. ")] == list(PHRASES.forms.values())
    assert list(PHRASES.forms) == list(GAME.actions)
