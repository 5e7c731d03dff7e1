"""Learning in the browser: guides, lessons on the real board, and the coach of a first match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import SMALL, Tab
from playwright.sync_api import Page, expect
from served import Server

from hoplon.core.lessons import course_of
from hoplon.games import game, own_names

PHONE = {"viewport": {"width": 390, "height": 844}}
# Where somebody clicks to pass a lesson: its number, and the cells in their order.
CLICKS = {
    "hoplite": (1, ("4,9", "4,10")),
    "codekeeper": (1, ("8,4", "8,4", "8,4")),
    "hexabomb": (1, ("1,0", "1,-1", "0,-1")),
    "cardbattle": (1, ("hand:1", "A5")),
}


def cell(page: Page, name: str):
    return page.locator(f"[data-cell='{name}']").first


@pytest.mark.parametrize("name", own_names())
def test_a_guide_leads_to_a_lesson_that_is_passed_with_the_mouse_on_a_phone(
    tabs: Callable[..., Tab], name: str
) -> None:
    tab = tabs(**PHONE)
    page = tab.page
    page.goto(f"/learn/{name}")
    expect(page.locator("article figure").first.get_by_role("img")).to_be_visible()
    assert tab.faults() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SMALL) == []
    page.get_by_role("link", name="Begin").click()
    number, clicks = CLICKS[name]
    lesson = course_of(game(name)).lessons[number - 1]
    strip = page.get_by_role("region", name="Lesson")
    expect(strip).to_contain_text(lesson.goal)
    for wanted in clicks:
        tab.settle()
        cell(page, wanted).click(force=True)
    expect(strip).to_contain_text(lesson.praise)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert tab.faults() == []
    strip.get_by_role("link", name="Next lesson").click()
    expect(strip).to_contain_text(course_of(game(name)).lessons[number].goal)
    page.goto(f"/learn/{name}")
    expect(page.get_by_role("link", name=f"{lesson.title}, done")).to_be_visible()
    expect(page.get_by_role("link", name="Go on")).to_have_attribute("href", f"/learn/{name}/2")


def test_a_lesson_is_passed_by_keyboard_after_a_mistake_was_taken_back(tabs: Callable[..., Tab]) -> None:
    tab = tabs(viewport={"width": 1440, "height": 900})
    page = tab.page
    page.goto("/learn/hoplite/2")
    lesson = course_of(game("hoplite")).lessons[1]
    strip = page.get_by_role("region", name="Lesson")
    strip.get_by_role("button", name="Hint").press("Enter")
    expect(strip).to_contain_text(lesson.hint)
    hero = cell(page, "4,4")
    hero.focus()
    hero.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(strip).to_contain_text(lesson.mistakes[0].says)
    strip.get_by_role("button", name="Take it back").press("Enter")
    expect(strip).not_to_contain_text(lesson.mistakes[0].says)
    hero.focus()
    hero.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(strip).to_contain_text(lesson.praise)
    expect(strip.get_by_role("link", name="Next lesson")).to_be_focused()
    page.keyboard.press("Enter")
    expect(strip).to_contain_text(course_of(game("hoplite")).lessons[2].goal)
    page.goto("/learn")
    expect(page.get_by_text("1 of 10 lessons done")).to_be_visible()
    assert tab.faults() == []


def test_begin_again_sets_the_position_up_once_more(tab: Tab) -> None:
    page = tab.page
    page.goto("/learn/hexabomb/1")
    strip = page.get_by_role("region", name="Lesson")
    cell(page, "1,0").click(force=True)
    expect(strip).to_contain_text("2 moves")
    strip.get_by_role("button", name="Begin again").click()
    expect(strip).to_contain_text("3 moves")


def test_a_lesson_that_there_is_not_is_refused(tab: Tab) -> None:
    tab.page.goto("/learn/hoplite/99")
    expect(tab.page.get_by_text("there is no lesson 99 of hoplite")).to_be_visible()
    tab.problems.clear()  # the browser itself notes the refused request


def test_the_first_match_has_a_coach_who_leaves_for_good(server: Server, tabs: Callable[..., Tab]) -> None:
    tab = tabs(is_new=True)
    page = tab.page
    begun = server.begin("hoplite", options={"position": "hoplite hero=4,4 demons=A4,9"}, seed=7)
    page.goto(f"/match/{begun.id}#seat={begun.tokens[0]}")
    coach = page.get_by_role("complementary", name="Coach")
    tips = {tip.name: tip.says for tip in course_of(game("hoplite")).tips}
    expect(coach).to_contain_text(course_of(game("hoplite")).aim)
    expect(coach).to_contain_text(tips["move"])
    assert tab.faults() == []
    cell(page, "4,5").click(force=True)  # into the line of the archer
    expect(coach).to_contain_text(tips["line"])
    expect(coach).not_to_contain_text(tips["move"])
    coach.get_by_role("button", name="No more tips").click()
    expect(coach).to_have_count(0)
    page.reload()
    expect(cell(page, "4,5")).to_be_visible()
    expect(coach).to_have_count(0)


def test_the_rulebook_opens_with_the_rules_and_tells_its_sources_on_request(tab: Tab) -> None:
    page = tab.page
    page.goto("/rules/hoplite")
    article = page.locator("article")
    expect(article.locator("h2").first).to_have_text("1. The board")
    expect(article.locator("h2").last).to_contain_text("Appendix")
    sources = article.locator(".source")
    expect(sources.first).not_to_be_visible()
    page.get_by_label("Show sources").check()
    expect(sources.first).to_be_visible()
    page.get_by_role("link", name="Guide and lessons").click()
    expect(page.get_by_role("heading", name="Lessons")).to_be_visible()
