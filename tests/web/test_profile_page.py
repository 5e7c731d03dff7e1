"""What the device keeps about a person: settings that take effect, keys, history, and all of it as a file."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

from browsing import AXE, SMALL, Tab
from playwright.sync_api import Page, expect

Open = Callable[..., Tab]
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
KEPT = "() => Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith('hoplon.')))"


def look(tab: Tab, name: str) -> None:
    """Nothing is against the rules of accessibility or wider than the screen; a picture if one is wanted."""
    tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = tab.page.evaluate("axe.run('main', {resultTypes: ['violations']})")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
    assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if folder := os.environ.get("HOPLON_SHOTS"):
        tab.page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def give(page: Page, act: str, key: str) -> None:
    """Give an act another key."""
    page.get_by_role("button", name=re.compile(f"^{act}: ")).click()
    page.keyboard.press(key)


def test_settings_and_keys_are_in_force_on_the_boards(tab: Tab) -> None:
    page = tab.page
    page.goto("/me")
    page.get_by_label("Your name in matches").fill("Korinna")
    page.get_by_label("Colours of the page").select_option("dark")
    page.get_by_label("Contrast").select_option("more")
    page.get_by_label("Your colour").select_option("teal")
    page.get_by_label("Speed of animations").select_option("2")
    page.get_by_label("Movement").select_option("less")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)"
    give(page, "Coordinates and names", "z")
    give(page, "Show threats", "z")
    expect(page.get_by_text("Z is taken: Coordinates and names.")).to_be_visible()
    give(page, "Show threats", "ArrowUp")
    expect(page.get_by_text("ArrowUp cannot be chosen")).to_be_visible()
    page.get_by_text("Hoplite", exact=True).click()
    give(page, "Bash", "k")
    page.goto("/")
    page.get_by_role("button", name="Play Hoplite", exact=True).click()
    page.wait_for_selector("[data-cell]")
    expect(page.get_by_label("Who plays")).to_contain_text("Korinna")
    expect(page.get_by_role("button", name="Speed of animations: 2 times")).to_be_visible()
    grid = page.get_by_role("button", name="Grid")
    page.keyboard.press("g")  # which it was before
    expect(grid).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("z")
    expect(grid).to_have_attribute("aria-pressed", "true")
    bash = page.get_by_role("button", name="Bash", exact=True)
    expect(bash.locator("kbd")).to_have_text("k")
    page.keyboard.press("k")
    expect(bash).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("F1")
    expect(page.locator(".notes")).to_contain_text("Z coordinates and names")


def test_a_profile_that_was_saved_and_wiped_is_the_same_again(tab: Tab, tmp_path: Path) -> None:
    page = tab.page
    page.goto("/me")
    page.get_by_label("Name", exact=True).fill("Sappho of Lesbos")
    page.get_by_role("button", name="This is me").click()
    expect(page.get_by_role("heading", name="Recovery phrase")).to_be_visible()
    page.get_by_label("Coordinates and names on the board").check()
    give(page, "Take back", "q")
    tab.begin("hoplite")
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really: give up").click()
    page.locator(".verdict").wait_for()
    tab.begin("hexabomb", Turns="2")
    page.goto("/me")
    before = page.evaluate(KEPT)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "profile.json"
    saved.value.save_as(file)
    page.get_by_role("button", name="Forget everything in this browser").click()
    page.get_by_role("button", name="Really forget everything here").click()
    expect(page.get_by_text("This browser has forgotten everything.")).to_be_visible()
    expect(page.get_by_text("You have not played a match in this browser yet.")).to_be_visible()
    expect(page.get_by_label("Coordinates and names on the board")).not_to_be_checked()
    kept = json.loads(file.read_text(encoding="utf-8"))
    field = page.get_by_label("Open a file")
    for text, says in (
        ("{", "it is not a file that this page has saved, or it is damaged."),
        (json.dumps({"hoplon profile": 2, "kept": {}}), "its version is 2; this page reads version 1."),
        (
            json.dumps({**kept, "kept": {"hoplon.likes": {"speed": "fast"}}}),
            'the setting “speed” is "fast", which is not possible.',
        ),
        (json.dumps({**kept, "kept": {"hoplon.me": "me"}}), "“hoplon.me” does not say who you are."),
        (json.dumps({**kept, "kept": {"other": 1}}), "“other” does not belong to a profile."),
    ):
        wrong = tmp_path / "wrong.json"
        wrong.write_text(text, encoding="utf-8")
        field.set_input_files(wrong)
        expect(page.get_by_role("alert")).to_have_text(f"This is no profile: {says}")
    field.set_input_files(file)
    expect(page.get_by_text("Your profile is here.")).to_be_visible()
    assert page.evaluate(KEPT) == before
    expect(page.get_by_label("Name", exact=True)).to_have_value("Sappho of Lesbos")
    expect(page.get_by_role("button", name="Take back: Q")).to_be_visible()
    matches = page.get_by_role("region", name="Your matches")
    expect(matches.get_by_role("listitem")).to_have_count(2)
    matches.get_by_label("Result").select_option("lost")
    expect(matches.get_by_role("listitem")).to_have_count(1)
    expect(matches.get_by_role("row")).to_have_count(2)
    matches.get_by_label("Result").select_option("")
    matches.get_by_label("Opponent").select_option("Painter (computer)")
    painter = re.compile(r"hexabomb.*against Painter \(computer\).*goes on")
    expect(matches.get_by_role("listitem")).to_have_text(painter)
    for viewport in (WIDE, PHONE):
        page.set_viewport_size(viewport)
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours)
            look(tab, f"me-{viewport['width']}-{colours}")
    assert page.evaluate(SMALL) == []
