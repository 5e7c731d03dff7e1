"""Who one is, on two devices, and rated matches with clocks: found, played, resigned and listed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import AXE, Tab
from conftest import PAGE
from playwright.sync_api import Page, expect
from served import Server

from hoplon.league.store import Store as Leagues
from hoplon.server.ladder_leagues import make_ladder
from tests import needed

Open = Callable[..., Tab]
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a ladder."""
    if not PAGE.exists():
        pytest.skip(needed.lacking("the page", "'make page' builds it"))
    database = tmp_path_factory.mktemp("ladder") / "arena.sqlite"
    with Server(database) as running:
        with Leagues(f"sqlite:///{database}") as leagues:
            make_ladder(leagues, "hexabomb", {"turns": "2"}, "5m+3s")
        yield running


def look(tab: Tab, name: str, within: str = "main") -> None:
    """Nothing is against the rules of accessibility or wider than the screen; a picture if one is wanted."""
    tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = tab.page.evaluate("part => axe.run(part, {resultTypes: ['violations']})", within)
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if folder := os.environ.get("HOPLON_SHOTS"):
        tab.page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def become(page: Page, name: str) -> None:
    """Choose a name."""
    page.goto("/me")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("heading", name="Recovery phrase")).to_be_visible()


def test_twelve_words_bring_one_back_on_another_device(tabs: Open) -> None:
    home, phone = tabs(viewport=WIDE), tabs(viewport=PHONE, color_scheme="dark")
    become(home.page, "Ada")
    home.page.get_by_role("button", name="Show it").click()
    words = home.page.get_by_label("Recovery phrase").locator("li").all_inner_texts()
    assert len(words) == 12
    home.page.get_by_label("Name of a new bot").fill("painter")
    home.page.get_by_role("button", name="Add").click()
    expect(home.page.locator(".token")).to_contain_text("hoplon seat --arena http")
    look(home, "me-1440")
    phone.page.goto("/me")
    typed = phone.page.get_by_label("Your recovery phrase")
    for wrong, why in (
        (" ".join(words[:11]), "These are 11 words"),
        (" ".join(["queue", *words[1:]]), "Word 1, “queue”, is none"),
        (" ".join([words[1], words[0], *words[2:]]), "One of the words is wrong"),
    ):
        typed.fill(wrong)
        phone.page.get_by_role("button", name="Be who I am").click()
        expect(phone.page.get_by_role("alert")).to_contain_text(why)
    typed.fill("  ".join(words).upper())
    phone.page.get_by_role("button", name="Be who I am").click()
    expect(phone.page.get_by_label("Name", exact=True)).to_have_value("Ada")
    expect(phone.page.locator(".bots")).to_contain_text("painter")
    look(phone, "me-390")
    phone.page.get_by_role("button", name="Revoke painter").click()
    phone.page.get_by_role("button", name="Really revoke").click()
    expect(phone.page.locator(".bots")).to_have_count(0)


def test_two_who_press_play_rated_meet_with_clocks(tabs: Open) -> None:
    home, phone = tabs(viewport=WIDE), tabs(viewport=PHONE)
    become(home.page, "Bo")
    become(phone.page, "Cleo")
    for tab, name in ((home, "ladder-1440"), (phone, "ladder-390")):
        tab.page.goto("/ladder")
        expect(tab.page.get_by_role("button", name="Play rated")).to_be_visible()
        look(tab, name)
    home.page.get_by_role("button", name="Play rated").click()
    expect(home.page.get_by_text("Looking for an opponent")).to_be_visible()
    phone.page.get_by_role("button", name="Play rated").click()
    for tab, name in ((home, "rated-1440"), (phone, "rated-390")):
        tab.page.wait_for_url("**/match/*")
        clocks = tab.page.get_by_role("list", name="Rated match: clocks")
        expect(clocks).to_contain_text("Bo")
        expect(clocks).to_contain_text("Cleo")
        expect(clocks.locator(".runs .time")).to_contain_text(re.compile(r"^[45]:\d\d$"))
        expect(tab.page.get_by_role("button", name="Take back")).to_have_count(0)
        look(tab, name, ".clocks")
    home.page.get_by_role("button", name="Resign").click()
    home.page.get_by_role("button", name="Really resign").click()
    expect(phone.page.locator("main")).to_contain_text("Bo resigned")
    phone.page.goto("/me")
    expect(phone.page.locator("section", has_text="Rated matches").locator("li").filter(has_text=", Bo")).to_contain_text("won")
    look(phone, "history-390")
