"""What a picture shows but nobody looks at on every push: nothing is cut off, too small or out of reach."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from browsing import SMALL, Tab
from playwright.sync_api import expect
from served import Server

CUT = """() => [...document.querySelectorAll('tbody th, tbody th span')]
    .filter(e => e.clientWidth && e.scrollWidth > e.clientWidth).map(e => e.innerText)"""
DRAG = """kind => {
    const data = new DataTransfer();
    data.items.add(new File(['bread'], 'notes.hoplon'));
    const how = {bubbles: true, cancelable: true, dataTransfer: data};
    document.querySelector('h1').dispatchEvent(new DragEvent(kind, how));
}"""


def test_a_phone_needs_no_scrolling_sideways_and_a_thumb_hits(
    tabs: Callable[..., Tab], server: Server
) -> None:
    tab = tabs(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    match = server.begin("hoplite", seed=7)
    match.choose("walk n", 0)
    board = f"/match/{match.id}#seat={match.tokens[0]}"
    for path, shown in {
        "/": ".games li",
        "/new/cardbattle": "form",
        "/rules/hoplite": "article",
        board: ".log li",
    }.items():
        tab.page.goto(path)
        tab.page.locator(shown).first.wait_for()
        assert tab.page.evaluate("document.documentElement.scrollWidth") == 360, path
        assert tab.page.evaluate(SMALL) == [], path
    expect(tab.page.get_by_role("button", name="Sound")).to_be_hidden()
    tab.page.get_by_role("button", name="More", exact=True).tap()
    expect(tab.page.get_by_role("button", name="Sound")).to_be_visible()


def test_sixteen_names_are_read_in_full(tab: Tab, server: Server) -> None:
    seats = [{"player": "me", "name": f"Hipparchia {n}"} for n in range(16)]
    match = server.begin("hexabomb", options={"map": "regatta"}, seats=seats)
    tab.page.goto(f"/match/{match.id}")
    expect(tab.page.locator("tbody")).to_have_count(16)
    for width in (390, 820, 1440):
        tab.page.set_viewport_size({"width": width, "height": 900})
        assert tab.page.evaluate(CUT) == []
        assert tab.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("pause", [0, 10_000], ids=["typed quickly", "after a pause"])
def test_the_rules_lead_from_one_place_found_to_the_next(tab: Tab, pause: int) -> None:
    page = tab.page
    page.clock.install()
    page.goto("/rules/hoplite#4-demons")
    search, status = page.get_by_placeholder("Search the rules"), page.get_by_role("status")
    search.focus()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    search.fill("altar")
    page.clock.run_for(pause)
    expect(status).to_contain_text("1 of ")
    search.press("Enter")
    search.press("Enter")
    expect(status).to_contain_text("3 of ")
    expect(page.locator("mark.now")).to_be_in_viewport()
    search.press("Shift+Enter")
    expect(status).to_contain_text("2 of ")
    search.fill("demon")
    search.press("Enter")
    expect(status).to_contain_text("2 of ")
    search.press("Escape")
    expect(page.locator("mark")).to_have_count(0)


def test_the_log_is_one_stop_for_the_keyboard(tab: Tab, server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    for number in range(3):
        match.choose(f"walk {'nsn'[number]}", number)
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    turns = tab.page.locator(".log ol > li > button")
    expect(turns).to_have_count(3)
    assert tab.page.locator(".log ol button[tabindex='0']").count() == 1
    turns.nth(2).focus()
    tab.page.keyboard.press("ArrowUp")
    expect(turns.nth(1)).to_be_focused()
    tab.page.keyboard.press("Enter")
    expect(tab.page.locator(".status")).to_contain_text("Turn 2 of 3")


def test_a_file_dropped_anywhere_is_opened(tab: Tab) -> None:
    tab.page.goto("/")
    tab.page.locator(".games li").first.wait_for()
    tab.page.evaluate(DRAG, "dragover")
    expect(tab.page.locator(".drop.over")).to_be_visible()
    tab.page.evaluate(DRAG, "drop")
    expect(tab.page.get_by_role("alert")).to_contain_text("notes.hoplon: this is no Hoplon match file")
    expect(tab.page.get_by_role("alert")).to_be_in_viewport()
    expect(tab.page.locator(".drop.over")).to_have_count(0)
    tab.problems.clear()  # the browser itself notes the refused request
