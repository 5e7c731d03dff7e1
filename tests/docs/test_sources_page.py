"""The page on the sources names sections and tests that exist, for every statement."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.games.rulebook import Rulebook

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "sources.md"
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (.*?) ?\|$")
HEADINGS = ("statement", "---")
BOOK = re.compile(r"hoplon/games/(\w+)/README\.md")
SECTION = re.compile(r"\b\d+(?:\.\d+)*\b")
QUESTION = re.compile(r"\bQ\d+\b")
LINK = re.compile(r"\[[^\]]+\]\(([^)#]+)(?:#[^)]*)?\)")
TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
DECISION = "*decision*"
FEWEST = {"hoplite": 126, "cardbattle": 160, "codekeeper": 40, "hexabomb": 90}


class Statement(NamedTuple):
    """A row of the page, and the game of its rulebook."""

    game: str
    text: str
    kept: str
    shown: str

    @property
    def place(self) -> str:
        """Where it is kept, without a decision about it."""
        return self.kept.partition(DECISION)[0]


def read(page: str) -> list[Statement]:
    """All statements of a page; its chapters name their rulebooks, the one on the engine Hoplite's."""
    found, game = [], ""
    for line in page.splitlines():
        if book := BOOK.search(line):
            game = book[1]
        row = ROW.match(line)
        if row and not row[1].startswith(HEADINGS):
            found.append(Statement(game, *row.groups()))
    return found


STATEMENTS = read(PAGE.read_text("utf-8"))


@cache
def names_in(path: str) -> frozenset[str]:
    """The names of the tests in a file; it is read, not imported."""
    tree = ast.parse((ROOT / "tests" / path).read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, functions))


@cache
def book(game: str) -> Rulebook:
    return Rulebook(game)


@pytest.mark.parametrize("game", FEWEST)
def test_no_document_is_cut_short(game: str) -> None:
    assert sum(statement.game == game for statement in STATEMENTS) >= FEWEST[game]


def test_every_statement_is_shown_by_tests_that_exist() -> None:
    missing = []
    for statement in STATEMENTS:
        named = TEST.findall(statement.shown)
        if not named or TEST.sub("", statement.shown).strip(", "):
            missing.append(f"{statement.text}: {statement.shown or 'no test'}")
        missing += [
            f"{statement.text}: {path}::{name}"
            for path, name in named
            if not (ROOT / "tests" / path).is_file() or name not in names_in(path)
        ]
    assert missing == []


def test_every_statement_is_kept_in_a_section_or_page_that_exists() -> None:
    missing = []
    for statement in STATEMENTS:
        pages = LINK.findall(statement.place)
        sections = SECTION.findall(LINK.sub("", statement.place))
        if not pages and not sections:
            missing.append(f"{statement.text}: nowhere")
        missing += [f"{statement.text}: {page}" for page in pages if not (PAGE.parent / page).is_file()]
        known = book(statement.game).sections
        missing += [f"{statement.text}: section {number}" for number in sections if number not in known]
    assert missing == []


def test_every_decision_has_a_reason_or_a_question_of_the_rulebook() -> None:
    decided = [statement for statement in STATEMENTS if DECISION in statement.kept]
    assert len(decided) > 50
    for statement in decided:
        why = statement.kept.partition(DECISION)[2]
        questions = QUESTION.findall(why)
        assert questions or len(why) > len(": because"), statement.text
        for question in questions:
            assert f"| {question} |" in book(statement.game).text, f"{statement.text}: {question}"


def test_a_row_that_lacks_its_test_is_found() -> None:
    (one,) = read("of [it](../hoplon/games/hoplite/README.md)\n| a thing | 7.2; *decision* Q1: no | soon |")
    assert (one.game, one.place.strip(), TEST.findall(one.shown)) == ("hoplite", "7.2;", [])
