"""Four in a Row, which another package brings, is played in the browser: nobody wrote a view for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from browsing import Tab
from playwright.sync_api import expect
from served import Server
from small_games import served_with_small_games

GAME = "four-in-a-row"
WIDTHS = [390, 1440]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the example games are installed."""
    with served_with_small_games(tmp_path_factory.mktemp("outside")) as running:
        yield running


def sit_down(tabs: Callable[..., Tab], server: Server, width: int) -> Tab:
    """Both seats, held by one person."""
    match = server.begin(GAME, seed=1, seats=[{"player": "me"}, {"player": "me"}])
    tab = tabs(viewport={"width": width, "height": 844})
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    expect(tab.page.locator("[data-cell]")).to_have_count(42)
    return tab


def discs(tab: Tab, count: int) -> None:
    """So many discs lie on the board."""
    expect(tab.page.locator(".piece")).to_have_count(count)


@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_played_to_its_end_by_mouse(tabs: Callable[..., Tab], server: Server, width: int) -> None:
    tab = sit_down(tabs, server, width)
    assert tab.faults() == []
    for number, column in enumerate("aabbccd", 1):
        tab.page.locator(f"[data-cell='{column}6']").click(force=True)  # anywhere in the column
        discs(tab, number)
    expect(tab.page.get_by_text("Red won")).to_be_visible()
    assert tab.page.evaluate("document.documentElement.scrollWidth") == width
    assert tab.faults() == []


@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_played_to_its_end_by_keyboard(tabs: Callable[..., Tab], server: Server, width: int) -> None:
    tab = sit_down(tabs, server, width)
    keyboard = tab.page.keyboard
    tab.page.locator("[data-cell='a1']").focus()
    for number in range(1, 8):
        keyboard.press("Enter")
        discs(tab, number)
        if number % 2:
            keyboard.press("ArrowUp")  # Yellow drops on top of it
        elif number < 7:
            keyboard.press("ArrowDown")
            keyboard.press("ArrowRight")
    expect(tab.page.get_by_text("Red won")).to_be_visible()


def test_it_is_on_the_home_page_with_its_rules_and_begins_by_the_form(tab: Tab) -> None:
    tab.page.goto("/")
    expect(tab.page.get_by_role("heading", name="Four in a Row")).to_be_visible()
    tab.page.goto(f"/rules/{GAME}")
    expect(tab.page.get_by_role("heading", name="Four in a Row").first).to_be_visible()
    tab.begin(GAME)
    expect(tab.page.locator("[data-cell]")).to_have_count(42)
