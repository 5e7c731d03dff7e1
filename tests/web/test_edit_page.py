"""Setting up a position in the browser: by mouse, by finger and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browsing import Tab
from playwright.sync_api import Locator, Page, expect

WIDE = {"viewport": {"width": 1440, "height": 900}}
MIDDLE = {"viewport": {"width": 820, "height": 1180}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LINE = "The position in one line"


def spare(page: Page, name: str) -> Locator:
    return page.locator(f"[data-spare='{name}']")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell='{name}']")


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, src: Locator, dst: Locator | tuple[float, float]) -> None:
    """By mouse."""
    src.scroll_into_view_if_needed()
    page.mouse.move(*middle(src))
    page.mouse.down()
    page.mouse.move(*(middle(dst) if isinstance(dst, Locator) else dst), steps=4)
    page.mouse.up()


def swipe(page: Page, src: Locator, dst: Locator | tuple[float, float]) -> None:
    """By a finger."""
    finger = page.context.new_cdp_session(page)
    (x, y), (u, v) = middle(src), middle(dst) if isinstance(dst, Locator) else dst
    for kind, place in (
        ("touchStart", (x, y)),
        ("touchMove", ((x + u) / 2, (y + v) / 2)),
        ("touchMove", (u, v)),
        ("touchEnd", None),
    ):
        points = [{"x": place[0], "y": place[1]}] if place else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def is_narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_pieces_are_dragged_by_mouse_and_the_position_is_thought_about(tabs: Callable[..., Tab]) -> None:
    tab = tabs(**WIDE)
    page = tab.page
    page.goto("/analysis")
    page.get_by_role("button", name="Hoplite", exact=True).click()
    line = page.get_by_label(LINE)
    page.get_by_role("button", name="Clear the board").click()
    expect(line).to_have_value("hoplite")
    drag(page, spare(page, "footman"), cell(page, "4,8"))
    expect(line).to_have_value("hoplite demons=F4,8")
    drag(page, cell(page, "4,8"), cell(page, "4,4"))
    expect(line).to_have_value("hoplite demons=F4,4")
    drag(page, spare(page, "archer"), cell(page, "4,2"))
    expect(page.get_by_role("alert")).to_contain_text("share the tile 4,2")
    expect(line).to_have_value("hoplite demons=F4,4")  # the last one that is possible
    assert tab.faults() == []
    drag(page, cell(page, "4,4"), (15, 500))
    expect(line).to_have_value("hoplite")
    page.get_by_role("button", name="Undo").click()
    expect(line).to_have_value("hoplite demons=F4,4")
    line.fill("hoplite depth=3 demons=F4,4;X")
    page.get_by_role("button", name="Use this line").click()
    expect(page.get_by_role("alert")).to_contain_text("'X' is no demon")
    line.fill("hoplite depth=3 demons=F4,4")
    page.get_by_role("button", name="Use this line").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Think about it").click()
    best = page.get_by_role("region", name="Best choices")
    expect(best.locator("li").first).to_contain_text("%")
    page.get_by_role("button", name="Edit position").click()
    expect(line).to_have_value("hoplite depth=3 demons=F4,4")
    page.go_back()
    expect(best).to_be_visible()


def test_pieces_are_dragged_by_a_finger_on_a_phone(tabs: Callable[..., Tab]) -> None:
    tab = tabs(**PHONE)
    page = tab.page
    page.goto("/analysis#edit=hoplite%20hero%3D4%2C5%20demons%3DF4%2C8")
    line = page.get_by_label(LINE)
    swipe(page, cell(page, "4,8"), cell(page, "2,6"))
    expect(line).to_have_value("hoplite hero=4,5 demons=F2,6")
    spare(page, "wizard").tap()
    cell(page, "6,6").tap(force=True)  # without dragging: pick, then tap
    expect(line).to_have_value("hoplite hero=4,5 demons=F2,6;W6,6")
    spare(page, "wizard").tap()
    swipe(page, cell(page, "2,6"), (195, 20))
    expect(line).to_have_value("hoplite hero=4,5 demons=W6,6")
    assert is_narrow(page)
    assert tab.faults() == []


def test_pieces_are_put_moved_and_removed_by_keys(tabs: Callable[..., Tab]) -> None:
    tab = tabs(**MIDDLE)
    page = tab.page
    page.goto("/analysis#edit=hoplite%20hero%3D4%2C5")
    line = page.get_by_label(LINE)
    spare(page, "footman").press("Enter")
    cell(page, "4,5").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(line).to_have_value("hoplite hero=4,5 demons=F4,6")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")  # picks it up
    expect(page.get_by_text("Footman is in your hand")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(line).to_have_value("hoplite hero=4,5 demons=F4,7")
    page.keyboard.press("Delete")
    expect(line).to_have_value("hoplite hero=4,5")
    page.keyboard.press("Control+z")
    expect(line).to_have_value("hoplite hero=4,5 demons=F4,7")
    assert is_narrow(page)
    assert tab.faults() == []


@pytest.mark.parametrize(
    ("game", "piece", "at", "to", "says"),
    [
        ("codekeeper", "vampire", "6,5", "7,5", r"\.\.4\.*/"),
        ("hexabomb", "bomb 1 3", "0,0", "0,1", r"bombs=1@0,1:4:3"),
    ],
)
def test_every_board_is_set_up(
    tabs: Callable[..., Tab], game: str, piece: str, at: str, to: str, says: str
) -> None:
    tab = tabs(**WIDE)
    page = tab.page
    page.goto(f"/analysis#set={game}")
    line = page.get_by_label(LINE)
    page.get_by_role("button", name="Clear the board").click()
    drag(page, spare(page, piece), cell(page, at))
    drag(page, cell(page, at), cell(page, to))
    expect(line).to_have_value(re.compile(says))
    assert tab.faults() == []
    page.get_by_role("button", name="Think about it").click()
    expect(page.get_by_role("region", name="Best choices").locator("li").first).to_be_visible()


def test_a_battle_is_set_up_card_by_card(tabs: Callable[..., Tab]) -> None:
    tab = tabs(**MIDDLE)
    page = tab.page
    page.goto("/analysis#set=cardbattle")
    hand = page.get_by_role("region", name="Carthage: hand")
    card = hand.get_by_role("button", name="Celts").first
    drag(page, card, cell(page, "A5"))
    expect(cell(page, "A5")).to_contain_text("Celts")
    cell(page, "A5").press("Enter")
    cell(page, "A6").press("Enter")
    expect(cell(page, "A6")).to_contain_text("Celts")
    expect(cell(page, "A5")).not_to_contain_text("Celts")
    cell(page, "A6").press("Delete")
    expect(page.get_by_role("region", name="Carthage: off the field")).to_contain_text("Celts")
    assert is_narrow(page)
    assert tab.faults() == []
    page.get_by_role("button", name="Think about it").click()
    expect(page.get_by_role("button", name="What if I pass?")).to_be_visible()
