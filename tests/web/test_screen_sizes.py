"""Board and tools are seen together on every screen, without scrolling."""

from __future__ import annotations

from contextlib import suppress

import pytest
from browsing import Tab
from served import Server

SIZES = [(320, 568), (390, 844), (844, 390), (720, 450), (820, 1180), (1366, 768), (1440, 900)]
MATCHES: dict[str, dict[str, object]] = {
    "hoplite": {},
    "codekeeper": {},
    "hexabomb": {"seats": [{"player": "me"}, {"player": "bot", "bot": "painter"}]},
    "cardbattle": {"seats": [{"player": "me"}, {"player": "bot", "bot": "easy"}]},
}
# What has to be in sight: the board or the field of a battle, what is chosen with, the main button.
OUTSIDE = """() => ['.field > svg, .battle', '.tools, .hand', '.main', '.flat .panel, .battle']
    .map(one => [one, [...document.querySelectorAll(one)].find(e => e.checkVisibility())])
    .map(([one, e]) => [one, e?.getBoundingClientRect()])
    .filter(([, r]) => !r || r.top < 0 || r.left < 0 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1
        || r.width < 60 || r.height < 30)
    .map(([one, r]) => `${one} ${r ? [r.left, r.top, r.right, r.bottom].map(Math.round) : 'is missing'}`)"""
WIDE = "document.documentElement.scrollWidth - innerWidth"
CELL = """() => Math.min(...[...document.querySelectorAll('.hits path')].slice(0, 20)
    .map(e => e.getBoundingClientRect().width))"""


@pytest.mark.parametrize("game", MATCHES)
def test_board_and_tools_are_seen_together(tab: Tab, server: Server, game: str) -> None:
    match = server.begin(game, seed=7, **MATCHES[game])
    page = tab.page
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    page.locator(".can").first.wait_for()
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        with suppress(AssertionError):  # what is wrong is told below
            tab.settle_for(lambda: not page.evaluate(OUTSIDE) and page.evaluate(WIDE) <= 0, "all is in sight")
        found[width, height] = [*page.evaluate(OUTSIDE), *(["too wide"] if page.evaluate(WIDE) > 0 else [])]
    assert {size: what for size, what in found.items() if what} == {}


def test_a_small_board_follows_the_hero_and_grows_by_wheel_and_buttons(tab: Tab, server: Server) -> None:
    match = server.begin("codekeeper", seed=12)
    page = tab.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    page.locator("path.can").first.wait_for()
    tab.settle_for(
        lambda: page.evaluate(CELL) > 32, "the board has another size"
    )  # 23 with the whole maze in sight
    page.get_by_role("button", name="Smaller").click(click_count=3)
    tab.settle_for(lambda: page.evaluate(CELL) < 26, "the board has another size")
    box = page.locator(".field > svg").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.wheel(0, -500)
    tab.settle_for(lambda: page.evaluate(CELL) > 40, "the board has another size")
