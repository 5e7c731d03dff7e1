"""The home page: a match at the first click, what was begun, what was won, and nothing that is empty."""

from __future__ import annotations

from collections.abc import Callable

from browsing import Tab
from playwright.sync_api import expect
from served import Server

from hoplon.games import game, own_names

Open = Callable[..., Tab]
TITLES = [found.title for found in sorted(map(game, own_names()), key=lambda one: one.order)]


def test_the_simplest_game_comes_first_and_play_begins_at_once(tabs: Open) -> None:
    for title in TITLES:
        tab = tabs(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        tab.page.goto("/")
        tab.page.locator(".games h2").nth(len(TITLES) - 1).wait_for()
        assert tab.page.locator(".games h2").all_inner_texts()[: len(TITLES)] == TITLES
        tab.page.get_by_role("button", name=f"Play {title}", exact=True).tap()
        expect(tab.page.locator(".can").first).to_be_visible()


def test_how_hard_it_is_and_what_was_set_up_are_kept(tab: Tab, server: Server) -> None:
    page = tab.page
    page.goto("/")
    page.get_by_role("radio", name="Hard").first.check()
    page.get_by_role("button", name=f"Play {TITLES[0]}", exact=True).click()
    expect(page.get_by_role("heading", name="Depth 5")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("radio", name="Hard").first).to_be_checked()
    page.get_by_role("link", name=f"Customise {TITLES[0]}", exact=True).click()
    page.get_by_label("Hearts").fill("7")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_label("Health 7 of 7")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("radio", name="As last time")).to_be_checked()
    page.get_by_role("button", name=f"Play {TITLES[0]}", exact=True).click()
    expect(page.get_by_label("Health 7 of 7")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    page.locator(".mine li a").first.click()
    expect(page.locator("path.can").first).to_be_visible()


def test_lists_that_would_be_empty_are_not_shown_and_a_record_is(tab: Tab) -> None:
    page = tab.page
    page.route("**/api/matches?state=*", lambda route: route.fulfill(json=[]))
    page.goto("/")
    expect(page.locator(".games li")).not_to_have_count(0)
    expect(page.locator(".list")).to_have_count(0)
    expect(page.locator(".record")).to_have_count(0)
    page.get_by_role("button", name=f"Play {TITLES[0]}", exact=True).click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really: give up").click()
    page.locator(".verdict").wait_for()
    page.goto("/")
    expect(page.locator(".record")).to_have_text("Your best: 0 points, in one match")
    expect(page.locator(".list")).to_have_count(0)


def test_while_the_rules_are_prepared_the_page_says_so(tab: Tab, server: Server) -> None:
    games = [one | {"ready": False, "progress": None} for one in server.get("/api/games")]
    tab.page.route("**/api/games", lambda route: route.fulfill(json=games))
    tab.page.goto("/")
    expect(tab.page.get_by_role("status").first).to_contain_text("The rules are being prepared")
    expect(tab.page.get_by_role("link", name=f"Learn {TITLES[0]}", exact=True)).to_be_visible()
