"""What bots were told and said, in the replay of a match file with its record."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import SMALL, Tab
from playwright.sync_api import expect
from scenes import recorded


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """A match file and its record."""
    paths = [tmp_path / "a.hoplon", tmp_path / "a.record.json"]
    for path, text in zip(paths, recorded("hoplite", "greedy"), strict=True):
        path.write_text(text)
    return paths


def test_a_bot_is_debugged_by_mouse_and_by_keyboard(tab: Tab, files: list[Path]) -> None:
    page = tab.page
    page.goto("/")
    page.locator("input[type=file]").set_input_files(files[1])
    expect(page.get_by_role("alert")).to_contain_text("choose the match file with it")
    page.locator("input[type=file]").set_input_files(files)
    panel = page.get_by_role("region", name="Bots")
    expect(panel).to_contain_text("Nobody has been asked yet.")
    panel.get_by_role("button", name="Fault").click()
    expect(page.locator(".status")).to_have_text("Turn 24 of 24")
    expect(panel).to_contain_text("ended by itself with exit code 1")
    expect(panel.get_by_role("group", name="Standard error 25")).to_contain_text("KeyError: 'energy'")
    expect(page.locator(".log [aria-current] .mark").first).to_have_text("fault")
    page.keyboard.press(",")
    expect(panel.get_by_text("Choice 23")).to_be_visible()
    panel.get_by_role("button", name="Earlier stderr").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".status")).to_have_text("Turn 22 of 24")
    panel.get_by_text("Told", exact=True).focus()
    page.keyboard.press("Enter")
    question = panel.get_by_role("group", name="Question 22")
    expect(question).to_contain_text('"turn":22,"ms":1000')
    page.keyboard.press(",")
    expect(panel.get_by_role("group", name="Question 21")).to_contain_text('"turn":21,"ms":1000')
    with page.expect_download() as saved:
        panel.get_by_role("button", name="Save the record").click()
    assert saved.value.suggested_filename.endswith(".record.json")
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme=colours)
        assert tab.faults() == []
    for width in (390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(SMALL) == []
