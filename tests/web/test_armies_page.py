"""Armies in a real browser: made from nothing, checked as one types, exported, imported again and played."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from browsing import Tab
from playwright.sync_api import Page, expect

from hoplon.games.cardbattle.armies import load, read

Open = Callable[..., Tab]


def type_into(page: Page, label: str, text: str) -> None:
    """Replace what a field holds, by keys."""
    page.get_by_label(label, exact=True).first.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def exported(page: Page, folder: Path) -> Path:
    """The file that the page hands out."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").first.click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_an_army_is_made_by_keyboard_taken_out_and_back_and_played(tab: Tab, tmp_path: Path) -> None:
    page = tab.page
    page.goto("/armies")
    expect(page.get_by_role("button", name="Make")).to_be_enabled()
    page.get_by_label("New army for").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    problems = page.get_by_role("region", name="Problems")
    expect(problems).to_contain_text("the army has 4 unit cards; expected 15 to 60")
    type_into(page, "Name", "Hill tribes")
    expect(page.get_by_label("Id", exact=True)).to_have_value("hill_tribes")
    page.get_by_role("button", name="Duplicate Heavy infantry").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#unit-1-name")).to_be_focused()
    page.locator("#unit-1-count").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("20")
    expect(problems).to_contain_text("No problems")
    page.locator("#unit-1-tq").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("11")
    expect(page.locator("#unit-1-faults")).to_have_text("tq is 11; expected a whole number from 1 to 10")
    expect(page.locator("#unit-1-tq")).to_have_attribute("aria-invalid", "true")
    for colours in ("dark", "light"):
        page.emulate_media(color_scheme=colours, reduced_motion="reduce")
        assert tab.faults() == []
    page.locator("#unit-1-tq").focus()
    page.keyboard.press("Control+z")
    expect(problems).to_contain_text("No problems")
    page.keyboard.press("Control+Shift+z")
    problems.get_by_role("button", name="tq is 11").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#unit-1-tq")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("5")
    expect(problems).to_contain_text("No problems")
    page.get_by_role("button", name="Flank cards: one more").press("Enter")
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    first = exported(page, tmp_path)
    army = load(first)
    assert (first.name, army.name, army.cards[0]) == ("hill_tribes.toml", "Hill tribes", 1)
    assert [unit.count for unit in army.units] == [4, 20]

    page.get_by_role("link", name="← Armies").click()
    page.get_by_role("button", name="Delete Hill tribes").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Delete Hill tribes").click()
    page.locator("input[type=file]").set_input_files(first)
    expect(page.get_by_role("status")).to_contain_text("Hill tribes is imported.")
    page.get_by_role("link", name="Edit Hill tribes").click()
    expect(page.get_by_role("heading", name="Hill tribes")).to_be_visible()
    assert load(exported(page, tmp_path)) == army

    page.get_by_role("link", name="Play", exact=True).click()
    chosen = page.get_by_label("Army A").locator("option:checked")
    expect(chosen).to_have_text(f"Hill tribes ({army.points} points)")
    expect(page.locator(".seats .name", has_text="Hill tribes")).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-cell='A5']")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Hill tribes")


def test_a_supplied_army_is_copied_and_its_text_edited(tabs: Open) -> None:
    tab = tabs(viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = tab.page
    page.goto("/armies")
    page.get_by_role("link", name="Oda", exact=False).first.click()
    expect(page.get_by_role("heading", name="Oda")).to_be_visible()
    page.get_by_role("button", name="Copy and edit").click()
    expect(page.get_by_role("heading", name="Oda, copy")).to_be_visible()
    page.get_by_role("button", name="TOML", exact=True).click()
    text = page.get_by_label("The army as TOML")
    expect(text).to_have_value(re.compile('name = "Oda, copy"'))
    good = text.input_value()
    text.fill(good.replace("initiative = 7", "initiative = 9").replace("[army]", "[army", 1))
    problems = page.get_by_role("region", name="Problems")
    expect(problems).to_contain_text("Line 3")
    text.fill(good.replace("initiative = 7", "initiative = 9"))
    expect(problems).to_contain_text("initiative is 9; expected a whole number from 1 to 8")
    page.get_by_role("button", name="Form").click()
    expect(page.get_by_label("Initiative", exact=True)).to_have_value("9")
    page.get_by_role("button", name="Initiative: one less").click()
    expect(problems).to_contain_text("No problems")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.reload()
    expect(page.get_by_label("Initiative", exact=True)).to_have_value("8")
    page.get_by_role("button", name="TOML", exact=True).click()
    assert read(text.input_value()).leader.initiative == 8
    page.goto("/armies")
    expect(page.get_by_role("link", name="Edit Oda, copy")).to_be_visible()
    assert tab.faults() == []
