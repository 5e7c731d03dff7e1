"""Rulebooks and tests belong together: every section has a test, and whatever is cited exists."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoplon
from tests.games.rulebook import Rulebook, cited_in

BOOKS = [Rulebook(name) for name in hoplon.game_names() if (Path(__file__).parent / name).is_dir()]
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)


@every_book
def test_every_section_has_a_test(book: Rulebook) -> None:
    assert len(book.sections) == len(set(book.sections)) > 30
    assert book.untested() == []


@every_book
def test_every_test_cites_sections_that_exist(book: Rulebook) -> None:
    cited = {(str(test), number) for test in book.tests for number in test.cites}
    assert {(test, number) for test, number in cited if number not in book.sections} == set()


@every_book
def test_every_test_lies_in_the_file_of_a_chapter_that_it_cites(book: Rulebook) -> None:
    assert [str(test) for test in book.tests if not test.is_in_place()] == []


@every_book
def test_every_section_and_question_that_the_code_cites_exists(book: Rulebook) -> None:
    cited = list(book.cited_by_code())
    assert len(cited) > 20
    for where, what in cited:
        exists = f"| {what} |" in book.text if what.startswith("Q") else what in book.sections
        assert exists, f"{where} cites {what}"


def test_citations_are_found_in_docstrings() -> None:
    text = "Hits (10.7, step 8), see (rulebook 0.4 and 7; Q31), (3, phase 2), (above), (12, with n = 0)."
    assert list(cited_in(text)) == ["10.7", "0.4", "7", "3", "12", "Q31"]
