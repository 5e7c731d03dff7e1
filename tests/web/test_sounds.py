"""What is heard: whatever is seen has a sound, from the first click on, as loud as one likes."""

from __future__ import annotations

import re
from enum import IntEnum
from importlib import import_module
from pathlib import Path

import pytest
from browsing import Tab
from playwright.sync_api import expect

from hoplon.games import game_names

# Counts the sounds that are begun, and how loud the last was.
EARS = """window.heard = []; const gain = window.GainNode;
window.GainNode = class extends gain {
    constructor(on, how) { super(on, how); window.heard.push(how.gain); } };"""
WEB = Path(__file__).parents[2] / "web" / "src"


def kinds_of(name: str) -> set[str]:
    """The kinds of actions of a game, as the page knows them."""
    kinds: type[IntEnum] = import_module(f"hoplon.games.{name}.state").Do
    return {kind.name.lower() for kind in kinds}


def made() -> set[str]:
    """The sounds that there are."""
    text = (WEB / "lib" / "sound.ts").read_text(encoding="utf-8")
    table = text.partition("export const SOUNDS")[2].partition("\n};")[0]
    return set(re.findall(r"^  (\w+): \[", table, re.MULTILINE))


def heard(name: str) -> dict[str, str]:
    """What is heard of each kind of action."""
    text = (WEB / "games" / name / "sounds.ts").read_text(encoding="utf-8")
    return dict(re.findall(r"\"?([\w-]+)\"?: \"(\w+)\"", text))


@pytest.mark.parametrize("name", [name for name in game_names() if (WEB / "games" / name).is_dir()])
def test_whatever_is_seen_of_a_game_is_heard_too(name: str) -> None:
    kinds, sounds = kinds_of(name), heard(name)
    text = (WEB / "games" / name / "index.ts").read_text(encoding="utf-8")
    steps = text.partition("function steps")[2].partition("\n}\n")[0]
    moves = re.findall(r"const MOVES = new Set\((.*?)\)", text, re.DOTALL)
    seen = {word for word in re.findall(r'"([\w-]+)"', steps + "".join(moves)) if word in kinds}
    assert len(seen) > 3
    assert seen <= sounds.keys()
    assert set(sounds.values()) <= made()
    assert {kind.replace("-", "_") for kind in sounds} <= kinds
    if name == "cardbattle":
        told_apart = ("shot", "evade", "raids", "stampede", "bout", "rout", "come", "clash", "hit")
        assert len({sounds[kind] for kind in told_apart}) == len(told_apart)


def test_sounds_are_heard_after_the_first_click_and_muted_for_good(tab: Tab) -> None:
    page = tab.page
    page.add_init_script(EARS)
    tab.begin("hoplite")
    sound, volume = page.get_by_role("button", name="Sound"), page.get_by_label("Volume")
    expect(sound).to_have_attribute("aria-pressed", "true")

    def louds() -> list[float]:
        found: list[float] = page.evaluate("window.heard")
        return found

    tab.click_cell()
    tab.settle()
    tab.settle_for(louds, "a step is heard")
    sound.hover()
    volume.fill("10")
    tab.settle_for(lambda: louds()[-1] < louds()[0], "it is softer")
    sound.click()
    expect(volume).to_be_hidden()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    tab.click_cell()
    tab.settle()
    expect(page.locator(".log ol > li")).to_have_count(2)
    assert louds() == []
