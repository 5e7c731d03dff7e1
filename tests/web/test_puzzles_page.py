"""Puzzles in the browser: solved with a thumb, with the keyboard, wrongly, and not at all."""

from __future__ import annotations

import re
from collections.abc import Callable

from browsing import Tab
from playwright.sync_api import Locator, Page, expect

from hoplon.core.puzzles import Puzzle, begin_puzzle, puzzles_of
from hoplon.games import game

PHONE = {"viewport": {"width": 390, "height": 844}}
WALKS = "walk "


def walked(puzzle: Puzzle, choice: str) -> str:
    """The cell that a step leads to."""
    match = begin_puzzle(game("hoplite"), puzzle)
    return match.play(choice).lines()[0].split()[2]


def a_step() -> tuple[Puzzle, str]:
    """A puzzle of Hoplite whose solution is a step, and a step that is wrong."""
    for puzzle in puzzles_of(game("hoplite")):
        wrong = [choice for choice, _ in puzzle.values[1:] if choice.startswith(WALKS)]
        if puzzle.solution.startswith(WALKS) and wrong:
            return puzzle, wrong[0]
    raise AssertionError("there is none")


def strip_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Puzzle")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell='{name}']").first


def test_a_puzzle_is_found_by_filters_missed_and_solved_on_a_phone(tabs: Callable[..., Tab]) -> None:
    tab = tabs(**PHONE)
    page = tab.page
    puzzle, wrong = a_step()
    page.goto("/")
    page.get_by_role("link", name="Puzzles: find the one best choice").click()
    page.get_by_role("link", name="Solve: Hoplite", exact=True).click()
    expect(page.get_by_role("heading", name="Puzzles of Hoplite")).to_be_visible()
    page.get_by_label("About").select_option(puzzle.themes[0])
    expect(page).to_have_url(re.compile(f"theme={puzzle.themes[0]}"))
    assert tab.faults() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(f"/puzzles/hoplite/{puzzle.id}")
    tab.settle()
    cell(page, walked(puzzle, wrong)).click(force=True)
    expect(strip_of(page)).to_contain_text("Not the best. Chance to win the run:")
    expect(strip_of(page)).to_contain_text("Your rating:")
    assert tab.faults() == []
    strip_of(page).get_by_role("button", name="Try again").click()
    expect(strip_of(page)).not_to_contain_text("Not the best.")
    expect(strip_of(page)).to_contain_text("it no longer counts")
    tab.settle()
    cell(page, walked(puzzle, puzzle.solution)).click(force=True)
    expect(strip_of(page)).to_contain_text("That is it.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto("/puzzles/hoplite")
    expect(page.get_by_role("link", name=re.compile("not solved at first"))).to_be_visible()


def test_the_keyboard_asks_for_a_hint_the_solution_and_the_next_one(tabs: Callable[..., Tab]) -> None:
    tab = tabs(viewport={"width": 1440, "height": 900})
    page = tab.page
    puzzle = puzzles_of(game("hoplite"))[0]
    page.goto(f"/puzzles/hoplite/{puzzle.id}")
    strip = strip_of(page)
    strip.get_by_role("button", name="Hint").press("Enter")
    expect(strip).to_contain_text("Hint.")
    strip.get_by_role("button", name="Show the solution").press("Enter")
    expect(strip).to_contain_text("The solution. Chance to win the run:")
    strip.get_by_text("What happens then").press("Enter")
    expect(strip.get_by_role("listitem").first).to_be_visible()
    assert tab.faults() == []
    onward = strip.get_by_role("button", name="Next puzzle")
    expect(onward).to_be_focused()
    onward.press("Enter")
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(strip).to_contain_text("Find the one best choice.")


def test_a_puzzle_that_there_is_not_is_refused(tab: Tab) -> None:
    tab.page.goto("/puzzles/hoplite/00000000")
    expect(tab.page.get_by_text("there is no puzzle '00000000' of hoplite")).to_be_visible()
    tab.problems.clear()  # the browser itself notes the refused request
