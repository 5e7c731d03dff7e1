"""The page in another language: the browser's, or the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable

from browsing import Tab
from playwright.sync_api import Page, expect

Open = Callable[..., Tab]
PHONE = {"viewport": {"width": 390, "height": 844}}
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
LOADED = """() => performance.getEntriesByType('resource')
    .reduce((sum, one) => sum + one.transferSize, 0)"""
CLIPPED = """() => [...document.querySelectorAll('button, a.button')]
    .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"""


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and no button is too small for what it says."""
    assert page.evaluate(WIDER) == 0
    assert page.evaluate(CLIPPED) == []


def test_a_french_browser_reads_french_and_may_ask_for_english(tabs: Open) -> None:
    tab = tabs(locale="fr-FR", **PHONE)
    page = tab.page
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Des jeux de tactique, tour par tour")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator(".games")).to_contain_text("Un souterrain en hexagones")
    fits(page)
    assert page.evaluate(LOADED) < 300_000
    page.goto("/learn/hoplite/1")
    expect(page.get_by_role("region", name="Leçon")).to_contain_text("Leçon 1 sur")
    expect(page.get_by_role("region", name="Leçon")).to_contain_text("Allez à l’escalier.")
    page.locator('[data-cell="4,9"]').first.click(force=True)
    tab.settle()
    expect(page.get_by_label("Journal des tours")).to_contain_text("Vous marchez")
    fits(page)
    page.set_viewport_size({"width": 320, "height": 700})
    fits(page)
    page.goto("/")
    page.locator(".games li").first.wait_for()
    fits(page)
    page.get_by_label("Langue").select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tactics games, one turn at a time")
    expect(page.locator(".games")).to_contain_text("A hex dungeon")
    expect(page.locator("html")).to_have_attribute("lang", "en")
