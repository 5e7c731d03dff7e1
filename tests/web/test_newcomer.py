"""A newcomer's first five minutes with each game, on a phone: a lesson, a match, its end, a rematch.

One game goes the same way on a large screen; with HOPLON_NEWCOMER_WIDTH=1440 all do, at that width alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from browsing import Tab
from playwright.sync_api import expect

PHONE, LARGE = 390, 1440
WIDTH = int(os.environ.get("HOPLON_NEWCOMER_WIDTH", PHONE))
GAMES = {
    "hoplite": "Hoplite",
    "codekeeper": "CodeKeeper – The Hero",
    "hexabomb": "hexabomb",
    "cardbattle": "Hoplites: card battles",
}
# What is done in the first lesson: the places that are chosen one after the other.
LESSONS = {
    "hoplite": ["4,9", "4,10"],
    "codekeeper": ["8,4", "8,4", "8,4"],
    "hexabomb": ["lit", "lit", "lit"],
    "cardbattle": ["hand", "A5"],
}
# A number beside the board, and what it is.
TAPPED = {
    "hoplite": (".number", "Energy"),
    "codekeeper": (".number", "Health"),
    "hexabomb": ("td.n", "Score"),
    "cardbattle": (".points", "Rout points"),
}
# Words of ours that say nothing to somebody who has never heard of the game.
OURS = re.compile(r"\b(seats?|seeds?|nodes?|playouts?|undefined|NaN|null)\b|\b(character|player) 0\b", re.I)
WAYS = [(game, WIDTH) for game in GAMES]
if "HOPLON_NEWCOMER_WIDTH" not in os.environ:
    WAYS.append(("hoplite", LARGE))


@pytest.mark.parametrize(("game", "width"), WAYS)
def test_the_first_five_minutes(tabs: Callable[..., Tab], game: str, width: int) -> None:
    is_phone = width < 600
    phone = {"has_touch": True, "is_mobile": True} if is_phone else {}
    tab = tabs(is_new=True, viewport={"width": width, "height": 844 if is_phone else 900}, **phone)
    page = tab.page

    page.goto("/")
    read(tab)
    page.get_by_role("button", name=f"Play {GAMES[game]}", exact=True).click()
    page.get_by_role("complementary", name="Coach").wait_for()
    expect(page.locator(".status")).to_have_text("Your turn")
    expect(page.locator(".can").first).to_be_visible()  # one click, and there is something to choose
    place, title = TAPPED[game]
    page.locator(".panel").locator(place).first.click()  # every number tells what it is
    expect(page.locator(".notes")).to_contain_text(title)
    page.locator(".notes").get_by_role("button", name="Close").click()
    for n in range(2):
        page.locator(".can").nth(n).click(force=True)
        tab.settle()
    page.get_by_role("button", name="What the numbers mean").click()
    expect(page.locator(".meanings li").first).to_be_visible()
    read(tab)

    give_up(tab)
    end = page.get_by_role("region", name="The match is over")
    expect(end.locator(".verdict")).not_to_be_empty()
    read(tab)
    first = page.url
    end.get_by_role("button", name=re.compile("^(Rematch|Play again)$")).click()
    page.wait_for_url(lambda address: "/match/" in address and address != first)
    expect(page.locator(".can").first).to_be_visible()

    page.goto(f"/learn/{game}/1")
    lesson = page.get_by_role("region", name="Lesson")
    expect(lesson.get_by_role("button", name="Hint")).to_be_in_viewport(ratio=1)
    for place in LESSONS[game]:
        choose(tab, place)
    on = lesson.get_by_role("link", name="Next lesson")
    expect(on).to_be_in_viewport(ratio=1)  # the way on is seen without a search
    read(tab)
    on.click()
    expect(lesson).to_contain_text("Lesson 2 of")


def test_players_are_called_by_names_that_a_newcomer_understands(tabs: Callable[..., Tab]) -> None:
    tab = tabs(is_new=True, viewport={"width": WIDTH, "height": 844})
    tab.page.goto("/")
    tab.page.get_by_role("button", name="Play hexabomb", exact=True).click()
    names = tab.page.locator(".panel .name")
    expect(names).to_have_text(["You", "Random (computer)"])
    expect(tab.page.get_by_text("the one with the ring")).to_be_in_viewport(ratio=1)
    tab.page.goto("/")
    expect(tab.page.get_by_text("You, Random (computer)")).to_be_visible()


def test_pages_that_ask_for_a_position_say_where_it_comes_from(tabs: Callable[..., Tab]) -> None:
    tab = tabs(is_new=True, viewport={"width": WIDTH, "height": 844})
    for path in ("/odds", "/analysis/bench"):
        tab.page.goto(path)
        tab.page.get_by_role("link", name="analysis board").wait_for()
        read(tab)
    tab.page.get_by_role("link", name="analysis board").click()
    tab.page.get_by_role("heading", name="A match that was played here").wait_for()
    for path in ("/daily", "/puzzles", "/me", "/analysis"):
        tab.page.goto(path)
        tab.page.locator("h1").wait_for()
        read(tab)


def read(tab: Tab) -> None:
    """Nothing is wider than the screen, and nothing is said in words of ours."""
    assert tab.page.viewport_size is not None
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= tab.page.viewport_size["width"]
    found = OURS.search(tab.page.locator("body").inner_text())
    assert not found, found and found.group()


def give_up(tab: Tab) -> None:
    """End the match, which is asked about once."""
    tab.page.get_by_role("button", name=re.compile("^(Resign|Give up)$")).first.click()
    tab.page.get_by_role("button", name=re.compile("^Really")).first.click()


def choose(tab: Tab, place: str) -> None:
    """Choose a place of a lesson."""
    page = tab.page
    if place == "hand":
        page.locator(".hand .can").first.click(force=True)
    elif place == "lit":
        page.locator("path.can").first.click(force=True)
    else:
        page.locator(f"[data-cell='{place}']").first.click(force=True)
    tab.settle()
