"""Analysis in the browser: the board that explains, the review of a match, and hints."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browsing import Tab
from playwright.sync_api import Page, expect
from served import Server

import hoplon
from hoplon.core import replay

WIDE = {"viewport": {"width": 1440, "height": 900}}
MIDDLE = {"viewport": {"width": 820, "height": 1180}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LOST = ["leap 3,3", "throw 4,5", "walk se", "leap 3,1", "walk ne"]  # the last one walks into an arrow


@pytest.fixture(scope="module")
def lost(server: Server) -> str:
    """A match that was lost by its last choice."""
    match = hoplon.new("hoplite", seed=7, depth=3)
    for choice in LOST:
        match.play(choice)
    assert match.is_over
    made = server.http.post("/api/files", content=replay.write(match), headers={"content-type": "text/plain"})
    return str(made.json()["id"])


def is_narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_match_is_walked_by_keys_and_played_on_by_mouse_and_shared(
    tabs: Callable[..., Tab], lost: str
) -> None:
    tab = tabs(**WIDE)
    page = tab.page
    page.goto(f"/analysis?match={lost}")
    walk = page.get_by_role("region", name="Variations")
    expect(walk).to_contain_text("5 / 5")
    page.keyboard.press("ArrowLeft")
    expect(walk).to_contain_text("4 / 5")
    best = page.get_by_role("region", name="Best choices")
    expect(best.locator("li").first).to_contain_text("%")
    expect(page.locator("path.arrow").first).to_be_attached()
    best.locator("li button").first.click()
    expect(walk.locator(".branch button")).to_have_count(1)
    page.get_by_label("Name of this variation").fill("Out of reach")
    page.get_by_label("Comment on this position").fill("The archer cannot see the hero.")
    page.keyboard.press("Tab")
    expect(walk.locator(".comment")).to_have_text("The archer cannot see the hero.")
    expect(walk.locator(".branch strong")).to_have_text("Out of reach")
    assert tab.faults() == []
    page.get_by_role("button", name="Share").focus()
    page.keyboard.press("ArrowUp")  # the other way: what was played
    expect(walk.locator("[aria-current]")).to_contain_text("walk ne")
    page.keyboard.press("ArrowDown")
    expect(walk.locator(".branch [aria-current]")).to_be_visible()
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = tabs(**WIDE).page
    other.goto(link)
    expect(other.locator(".branch strong")).to_have_text("Out of reach")
    expect(other.locator(".branch [aria-current]")).to_be_visible()


def test_a_position_is_pasted_and_dice_are_picked_on_a_phone(tabs: Callable[..., Tab]) -> None:
    tab = tabs(**PHONE)
    page = tab.page
    page.goto("/analysis")
    assert tab.faults() == []
    page.get_by_label("In one line").fill("hoplite depth=3 hero=4,5 demons=F4,8;A6,7")
    page.get_by_role("button", name="Open", exact=True).tap()
    page.get_by_label("Pick what falls").tap()
    lit = page.locator("path.can").first
    lit.tap(force=True)
    lit.tap(force=True)  # a finger looks first
    falls = page.locator(".falls li button")
    expect(falls.first).to_contain_text("%")
    assert is_narrow(page)
    assert tab.faults() == []
    falls.last.tap()
    expect(page.locator(".branch [aria-current]")).to_contain_text("⚄")
    happened = page.get_by_role("region", name="What happened")
    happened.get_by_role("button", name=re.compile("Why")).first.tap()
    expect(happened.get_by_role("link").first).to_have_attribute(
        "href", re.compile(r"/rules/hoplite#section-")
    )
    assert is_narrow(page)


def test_what_happens_if_nothing_is_done_is_told_and_drawn(tabs: Callable[..., Tab]) -> None:
    tab = tabs(**MIDDLE)
    page = tab.page
    page.goto("/analysis#position=hoplite%20depth%3D3%20hero%3D4%2C5%20demons%3DF4%2C6%3BA6%2C7")
    page.get_by_role("button", name="What if I pass?").click()
    told = page.get_by_role("region", name="What if I pass?")
    expect(told).to_contain_text("Footman F1 strikes you.")
    expect(page.locator("path.arrow")).to_have_count(2)
    expect(told).to_contain_text("cost")
    expect(told).not_to_contain_text("Finding out")
    assert is_narrow(page)
    assert tab.faults() == []
    told.get_by_role("button", name="Close").focus()
    page.keyboard.press("n")
    expect(told).to_have_count(0)


def test_nonsense_is_refused_with_a_sentence(tabs: Callable[..., Tab]) -> None:
    page = tabs(**MIDDLE).page
    page.goto("/analysis#position=nonsense")
    expect(page.get_by_text("expected one of")).to_be_visible()
    page.goto("/analysis?match=nothing")
    expect(page.get_by_text("no match")).to_be_visible()


def test_a_lost_run_is_reviewed_and_its_mistake_corrected(tabs: Callable[..., Tab], lost: str) -> None:
    tab = tabs(**MIDDLE)
    page = tab.page
    page.goto(f"/match/{lost}")
    page.get_by_role("link", name="Review").click()
    decided = page.get_by_role("region", name="What decided it")
    expect(decided).to_contain_text("What would have saved the match: in turn 5")
    expect(page.get_by_role("region", name="Skill and luck")).to_contain_text("Own choices")
    assert tab.faults() == []
    assert is_narrow(page)
    slider = page.get_by_role("slider", name="Value, choice by choice")
    slider.focus()
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", "1")
    page.get_by_role("region", name="Learn from your mistakes").get_by_role("button", name="Begin").click()
    while page.get_by_text("Before choice 5").count() == 0:
        page.get_by_role("button", name="Next exercise").click()
    page.wait_for_selector("path.can")
    hero = page.locator("[data-cell='3,1']")
    hero.focus()
    hero.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict.right")).to_contain_text("Right!")
    assert tab.faults() == []


def test_a_hint_comes_in_three_steps(tabs: Callable[..., Tab]) -> None:
    tab = tabs(**WIDE)
    page = tab.page
    tab.begin("hoplite")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("Look at")
    page.get_by_role("button", name="Which choice?").press("Enter")
    expect(page.locator(".hint strong")).to_be_visible()
    page.get_by_role("button", name="Why?", exact=True).press("Enter")
    expect(page.locator(".hint")).to_contain_text("is then")
    assert tab.faults() == []


def test_a_battle_of_cards_is_analysed_for_both_sides(tabs: Callable[..., Tab], server: Server) -> None:
    match = hoplon.new("cardbattle", seed=3)
    for _ in range(6):
        match.play(match.legal()[0])
    made = server.http.post(
        "/api/files", content=replay.write(match), headers={"content-type": "text/plain"}
    ).json()
    tab = tabs(**WIDE)
    page = tab.page
    page.goto(f"/analysis?match={made['id']}")
    best = page.get_by_role("region", name="Best choices")
    expect(best.locator("li").first).to_contain_text("%")
    best.locator("li button").first.click()
    expect(page.locator(".branch [aria-current]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("region", name="Variations")).to_contain_text("6 / 6")
    assert tab.faults() == []
