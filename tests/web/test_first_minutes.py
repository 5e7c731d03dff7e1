"""A newcomer's first minutes: the main button, what is read out and explained, the end, a rematch."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable

from browsing import Tab
from playwright.sync_api import expect
from served import Server

Open = Callable[..., Tab]
AGAINST = [{"player": "me"}, {"player": "bot", "bot": "painter"}]


def test_a_match_ends_with_what_happened_and_leads_to_the_next(tab: Tab, server: Server) -> None:
    match = server.begin("hexabomb", seed=7, options={"turns": "1"}, seats=AGAINST)
    page = tab.page
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    for _ in range(2):
        expect(page.locator(".status")).to_contain_text("Your turn")
        page.locator('[data-cell][tabindex="0"]').focus()
        page.keyboard.press("Space")  # the main button: stay
        tab.settle()
    end = page.get_by_role("region", name="The match is over")
    expect(end.locator(".verdict")).to_contain_text("won")
    expect(end).to_contain_text("of 1 of these matches")
    end.get_by_role("button", name="Share").click()
    expect(end.get_by_role("link", name="PNG")).to_have_attribute(
        "href", f"/api/matches/{match.id}/picture.png"
    )
    end.get_by_role("button", name="Animation").click()
    moving = end.get_by_role("img", name="The last turns of the match")
    moving.wait_for()
    file = b64decode(str(moving.get_attribute("src")).partition(",")[2])
    assert file[37:41] == b"acTL"
    assert file[44] == 5  # as many pictures as there were positions
    assert moving.evaluate("async (img) => { await img.decode(); return img.naturalWidth; }") == 540
    end.get_by_role("button", name="Watch again").click()
    expect(page.locator(".status")).to_contain_text("Turn ")
    page.get_by_role("slider", name="Turn").fill("0")
    page.goto(f"/match/{match.id}")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".who")).to_contain_text("You are blue")


def test_each_turn_is_heard_and_pieces_are_a_list(tab: Tab, server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    page = tab.page
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    page.locator('[data-cell="4,3"]').click(force=True)
    heard = page.get_by_role("log", name="What happened last")
    expect(heard).to_contain_text("You walk to 4,3.")
    assert heard.get_attribute("aria-live") == "polite"
    page.keyboard.press("x")
    page.get_by_role("button", name="The board as lists").click()
    you = page.get_by_role("list", name="Pieces on the board").get_by_role("button", name="4 3: you")
    you.click()
    expect(page.locator('[data-cell="4,3"]')).to_be_focused()
    expect(page.get_by_role("list", name="Threatened places").get_by_role("button").first).to_be_visible()


def test_a_tap_explains_a_card_and_shows_it_enlarged(tabs: Open, server: Server) -> None:
    tab = tabs(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    match = server.begin("cardbattle", seed=3, seats=[{"player": "me"}, {"player": "bot", "bot": "easy"}])
    page = tab.page
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    page.locator(".hand .can").first.wait_for()
    page.locator(".hand [data-cell]").first.click(button="right")
    sheet = page.locator(".notes")
    expect(sheet).to_be_in_viewport()
    expect(sheet.locator(".unit, .special").first).to_be_visible()


def test_the_only_choice_makes_itself_unless_that_is_switched_off(tab: Tab, server: Server) -> None:
    page = tab.page
    page.goto("/")
    assert page.evaluate("localStorage.getItem('hoplon.likes')") is None
    match = server.begin("hoplite", seed=7)
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    switch = page.get_by_role("button", name="Forced moves")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    assert '"forced":false' in page.evaluate("localStorage.getItem('hoplon.likes')")
