"""Today's challenge, from the home page to the table, on a phone; and the table on a wide screen."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import AXE, SMALL, Tab
from playwright.sync_api import expect
from served import Server

Open = Callable[..., Tab]
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
GAME = "hoplite"


def look(tab: Tab, name: str) -> None:
    """Nothing is against the rules of accessibility or wider than the screen; a picture if one is wanted."""
    tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = tab.page.evaluate("axe.run('main', {resultTypes: ['violations']})")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if folder := os.environ.get("HOPLON_SHOTS"):
        tab.page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


@pytest.fixture(scope="module", autouse=True)
def others(server: Server) -> None:
    """Somebody else has tried it before: one gave up, one has only begun."""
    for name in ("Phaidra", "Nikias"):
        secret = secrets.token_hex(16)
        server.post("/api/me", {"secret": secret, "name": name}, expect=201)
        match = server.post(f"/api/daily/{GAME}", None, secret, expect=201)["id"]
        if name == "Phaidra":
            server.post(f"/api/matches/{match}/choices", {"choice": "resign", "number": 0}, secret)


def test_from_the_home_page_to_the_table(tabs: Open) -> None:
    tab = tabs(viewport=PHONE)
    page = tab.page
    page.goto("/")
    today = page.get_by_role("region", name="Today's challenge")
    expect(today.get_by_role("listitem")).to_have_count(4)
    expect(today).to_contain_text("2 players so far")
    look(tab, "home-390-light")
    today.get_by_role("button", name=re.compile("^Play ?: Hoplite$")).click()
    page.wait_for_selector("[data-cell]")
    match = page.url.rpartition("/")[2]
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really: give up").click()
    page.get_by_role("link", name="Table of the day").click()
    own = page.locator("tr.you").first
    expect(own).to_contain_text("(you)")
    expect(own).to_contain_text("watch")
    expect(page.locator("tr", has_text="Nikias")).to_contain_text("plays")
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Play ?: Hoplite$"))).to_have_count(0)
    expect(page.get_by_text("How the start is kept secret").first).to_be_visible()
    assert page.evaluate(SMALL) == []
    look(tab, "daily-390-light")
    page.goto("/")
    expect(page.get_by_role("region", name="Today's challenge")).to_contain_text("of 3")
    page.goto(f"/match/{match}")
    expect(page.get_by_role("link", name="Table of the day")).to_be_visible()


@pytest.mark.parametrize(("viewport", "colours"), [(WIDE, "light"), (WIDE, "dark"), (PHONE, "dark")])
def test_the_table_is_for_everybody(tabs: Open, viewport: dict[str, int], colours: str) -> None:
    tab = tabs(viewport=viewport, color_scheme=colours)
    tab.page.goto("/daily")
    expect(tab.page.locator(f"#{GAME} tbody tr").first).to_contain_text("Phaidra")
    tab.page.get_by_text("How the start is kept secret").first.click()
    expect(tab.page.locator("code").first).to_have_text(re.compile("[0-9a-f]{64}"))
    look(tab, f"daily-{viewport['width']}-{colours}")
    tab.page.goto("/")
    expect(tab.page.get_by_role("region", name="Today's challenge")).to_be_visible()
    look(tab, f"home-{viewport['width']}-{colours}")


def test_a_day_that_is_none_is_said_to_be_none(tabs: Open) -> None:
    tab = tabs(viewport=PHONE)
    tab.page.goto("/daily/yesterday")
    expect(tab.page.get_by_role("alert")).to_contain_text("no day; expected one such as")
    tab.page.get_by_role("link", name="To today's challenge").click()
    expect(tab.page.get_by_role("heading", name="Today's challenge")).to_be_visible()
    tab.problems.clear()  # the browser notes the refusal
