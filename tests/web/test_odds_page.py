"""The odds of an attack, and the experiment bench, in the browser: by mouse, by keys, and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Tab
from playwright.sync_api import Page, expect

import hoplon
from hoplon.games.cardbattle.editing import move

WIDE = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture(scope="module")
def battle() -> str:
    """Two units against two."""
    match = hoplon.new("cardbattle", seed=3)
    text = match.game.notation(match.states_at(0), 0)
    for card, place in (
        ("A.Celts-1", "A4"),
        ("A.Celts-2", "A5"),
        ("B.Hastati-1", "B4"),
        ("B.Velites-1", "B5"),
    ):
        text = move(text, card, place)
    return text


def is_narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_odds_are_told_for_an_attack_that_is_clicked(tabs: Callable[..., Tab], battle: str) -> None:
    tab = tabs(**WIDE)
    page = tab.page
    page.goto("/odds")
    page.get_by_label("The battle in one line").fill(battle)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("region", name="Who attacks").get_by_role("button", name="Celts").first.click()
    page.get_by_role("region", name="Who is attacked").get_by_role("button", name="Hastati").click()
    odds = page.get_by_role("region", name="Odds")
    expect(odds).to_contain_text("Leaves the field")
    expect(odds.locator("td").filter(has_text="%").first).to_be_visible()
    assert tab.faults() == []
    page.get_by_role("button", name="The other side attacks").click()
    expect(page.get_by_role("region", name="Who attacks")).to_contain_text("Hastati")
    expect(odds).to_have_count(0)


def test_odds_are_asked_for_by_keys_on_a_narrow_screen(tabs: Callable[..., Tab], battle: str) -> None:
    tab = tabs(**PHONE)
    page = tab.page
    page.goto("/odds")
    page.get_by_label("The battle in one line").fill(battle)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    first = page.get_by_role("region", name="Who attacks").get_by_role("button").first
    first.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    page.get_by_role("region", name="Who is attacked").get_by_role("button").first.press("Space")
    expect(page.get_by_role("region", name="Odds")).to_be_visible()
    assert is_narrow(page)
    assert tab.faults() == []


def test_the_bench_says_what_can_follow(tabs: Callable[..., Tab]) -> None:
    tab = tabs(**PHONE)
    page = tab.page
    page.goto("/analysis/bench")
    page.get_by_label("The position before").fill("hoplite hero=4,2 demons=F4,6")
    page.get_by_label("The choice that was made").fill("walk n")
    page.get_by_label("The position that was seen then").fill("hoplite hero=4,3 demons=F4,5")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Yes, with a probability of").first).to_be_visible()
    assert is_narrow(page)
    assert tab.faults() == []
    page.get_by_label("The position that was seen then").fill("hoplite hero=4,3 demons=F8,8")
    page.get_by_role("button", name="Can this follow?").click()
    expect(page.get_by_text("The nearest position that can follow differs").first).to_be_visible()
    expect(page.get_by_text("variants of the rules say the same")).to_be_visible()
    assert tab.faults() == []
