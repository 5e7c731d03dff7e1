"""The page in another language: the browser's, or the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable

from browsing import Tab
from playwright.sync_api import expect

Open = Callable[..., Tab]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_a_french_browser_reads_french_and_may_ask_for_english(tabs: Open) -> None:
    tab = tabs(locale="fr-FR", **PHONE)
    page = tab.page
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tactique au tour par tour, à jeu ouvert")
    assert page.locator("html").get_attribute("lang") == "fr"
    page.locator(".games li").first.wait_for()
    assert page.evaluate(WIDER) == 0
    page.get_by_label("Langue").select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Turn-based tactics, played in the open")
    assert page.locator("html").get_attribute("lang") == "en"
