"""Races side by side, and what else CodeKeeper shows: its fog, its story, its mazes."""

from __future__ import annotations

import re
from collections.abc import Callable

from browsing import SMALL, Tab
from playwright.sync_api import Page, expect
from served import Begun, Server

import hoplon
from hoplon.core.board import ALL
from hoplon.server.boards import board_of

WON = re.compile(r"won by \d+ points?|All are level$")


def begin_race(page: Page, *players: str) -> str:
    """Begin a race through the form; its address."""
    page.goto("/new/codekeeper")
    page.get_by_role("link", name="Race others from the same start").click()
    for n, player in enumerate(players, 1):
        page.get_by_label(f"Who plays on board {n}").select_option(player)
    page.get_by_label("Start number").fill("7")
    page.get_by_role("button", name="Begin the race").click()
    expect(page.get_by_role("heading", name="CodeKeeper – The Hero: a race")).to_be_visible()
    return page.url


def test_a_race_of_bots_is_watched_and_replayed_side_by_side(tab: Tab, server: Server) -> None:
    page = tab.page
    bots = [{"player": "bot", "bot": bot} for bot in ("wanderer", "random")]
    made = server.post("/api/races", {"game": "codekeeper", "seed": 7, "lanes": bots}, expect=201)
    page.goto(f"/race/{made['id']}")
    verdict = page.locator(".standings .verdict")
    expect(verdict).to_have_text(WON)
    boards = page.get_by_role("region", name="The board of")
    expect(boards).to_have_count(2)
    page.get_by_role("slider", name="Turn").fill("0")
    expect(verdict).to_have_text("All are level in turn 0")
    start = board_of("codekeeper").position(hoplon.new("codekeeper", seed=7), 0, ALL)["hero"]
    for n in range(2):
        here = boards.nth(n).locator(f"[data-cell='{start}']")
        expect(here).to_have_attribute("aria-label", re.compile(": the hero"))
    page.locator("#main").focus()
    page.keyboard.press(".")
    page.get_by_role("button", name="One turn forward").click()
    expect(page.locator(".count")).to_have_text(re.compile(r"^2 / \d+$"))
    expect(page.locator(".standings tbody tr")).to_have_count(2)
    expect(page.locator(".standings path")).to_have_count(2)  # a curve each
    assert page.locator(".lanes .dim").count() == 0
    page.get_by_role("button", name="See all").click()
    expect(page.locator(".lanes .dim").first).to_be_attached()
    assert tab.faults() == []
    page.set_viewport_size({"width": 390, "height": 844})
    lanes = page.locator(".lane")  # a role is found only where it is to be seen
    expect(lanes.nth(0)).to_be_visible()
    expect(lanes.nth(1)).to_be_hidden()
    page.get_by_role("group", name="Board", exact=True).get_by_role("button", name="random").click()
    expect(lanes.nth(0)).to_be_hidden()
    expect(lanes.nth(1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate(SMALL) == []
    page.goto("/")
    page.get_by_role("link", name=re.compile("CodeKeeper – The Hero, a race")).first.click()
    expect(verdict).to_have_text(WON)


def test_a_person_races_without_seeing_the_others_before_the_end(
    tabs: Callable[..., Tab], server: Server
) -> None:
    mine, spectator = tabs(), tabs()
    page, other = mine.page, spectator.page
    address = begin_race(page, "me", "bot wanderer")
    expect(page.get_by_role("group", name="CodeKeeper")).to_be_visible()
    expect(page.locator(".status")).to_have_text("Your turn")
    expect(page.locator(".standings")).to_contain_text("wanderer")
    expect(page.get_by_role("region", name="The board of")).to_have_count(0)
    expect(page.get_by_role("button", name="See all")).to_have_count(0)
    expect(page.get_by_role("button", name="Save")).to_have_count(0)
    other.goto(address)
    expect(other.locator(".standings")).to_contain_text("wanderer")
    assert other.locator("[data-cell]").count() == 0
    mine.click_cell()
    mine.settle()
    page.get_by_role("button", name="Stop racing").click()
    page.get_by_role("button", name="Go on").click()
    lane = page.evaluate("JSON.parse(localStorage['hoplon.tokens']).at(-1)")
    Begun(server, lane["id"], [lane["token"]]).choose("error", 1)
    for seen in (page, other):
        expect(seen.get_by_role("region", name="The board of")).to_have_count(2)
        expect(seen.locator(".standings .verdict")).to_have_text(WON)
    assert spectator.faults() == []


def test_fog_lifts_fully_where_everything_may_be_seen(tab: Tab, server: Server) -> None:
    match = server.begin("codekeeper", seed=7, seats=[{"player": "me"}], open=True)
    page = tab.page
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    fog = page.locator("rect.fog")
    expect(fog.first).to_be_attached()
    page.get_by_role("button", name="See all").click()
    expect(fog).to_have_count(0)
    assert page.locator(".dim").count() == 0
    assert page.locator("[aria-label*='out of sight']").count() == 0
    expect(page.locator("rect.square")).to_have_count(1)  # what the hero sees
    page.get_by_role("button", name="See all").click()
    expect(fog.first).to_be_attached()


def test_the_form_tells_the_story_and_offers_the_mazes(tab: Tab) -> None:
    page = tab.page
    page.goto("/new/codekeeper")
    expect(page.get_by_text("A programmer is lost in a maze of code.")).to_be_visible()
    mazes = page.locator(".options").get_by_role("combobox", name="Maze")
    labels = mazes.locator("option").all_inner_texts()
    assert len(labels) == 20
    mazes.select_option(label=next(one for one in labels if one.startswith("one-orc")))
    page.get_by_text("More", exact=True).click()
    expect(page.get_by_label("Rows of a maze")).to_have_value(
        re.compile(r"/XH\.{7}3\.{4}EX/")
    )  # to be changed
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-cell='1,5'][aria-label*='you']")).to_be_visible()
    assert tab.faults() == []
