"""A whole match of each game, from home page to end, by roles and names alone: as a screen reader has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from browsing import Tab
from playwright.sync_api import Locator, Page, expect

MOST = 150  # choices of a match
PLACE = re.compile(r": (-?\d+) (-?\d+):")  # of a choice, as it is named


@dataclass(frozen=True)
class Way:
    """How a match is kept short, what is chosen in it, and what then is to be heard."""

    shorten: Callable[[Page], None]
    chooses: Callable[[list[str], int], int]
    turn: int = 1  # so many choices
    has_threats: bool = False
    arrives: bool = True  # at the chosen place, in one turn


def number(page: Page, name: str, value: int) -> None:
    """Fill in a number of the form."""
    page.get_by_role("spinbutton", name=name).fill(str(value))


def deadly(page: Page) -> None:
    """A run that begins deep below with one heart."""
    number(page, "Depth", 14)
    number(page, "Hearts", 1)


def brief(page: Page) -> None:
    """A match of three turns."""
    number(page, "Turns", 3)


def narrow(page: Page) -> None:
    """A maze that is one way to the exit."""
    maze = page.get_by_role("combobox", name="Maze")
    named = [name for name in maze.get_by_role("option").all_inner_texts() if name.startswith("first-steps")]
    maze.select_option(label=named[0])


def fragile(page: Page) -> None:
    """A battle that the first unit to flee decides."""
    page.get_by_role("button", name="Victory").click()
    number(page, "Rout percent A", 1)
    number(page, "Rout percent B", 1)


def forward(names: list[str], _n: int) -> int:
    """The place farthest to the right."""
    found = [(int(match[1]), k) for k, name in enumerate(names) if (match := PLACE.search(name))]
    return max(found)[1]


def step(names: list[str], n: int) -> int:
    """One place after another."""
    found = [k for k, name in enumerate(names) if re.match("Walk|Leap|Move", name)]
    return found[n % len(found)]


def fight(names: list[str], _n: int) -> int:
    """What goes on with an attack, else what begins one, else what brings units to the field."""
    for wanted in ("Yes", "Resolve|Close|Loose", ".*attack", "Play", "Draw", "End"):
        found = [k for k, name in enumerate(names) if re.match(wanted, name)]
        if found:
            return found[len(found) // 2]
    return 0


WAYS = {
    "Hoplite": Way(deadly, step, has_threats=True),
    "hexabomb": Way(brief, step, turn=2),
    "CodeKeeper – The Hero": Way(narrow, forward, arrives=False),
    "Hoplites: card battles": Way(fragile, fight, has_threats=True),
}


@pytest.mark.parametrize("title", WAYS)
def test_a_whole_match_is_played_by_roles_and_names_alone(tab: Tab, title: str) -> None:
    way = WAYS[title]
    page = tab.page
    page.goto("/")
    page.get_by_role("link", name=f"Customise {title}", exact=True).click()
    page.get_by_role("textbox", name="Start number").fill("7")
    way.shorten(page)
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="The board as lists").click()
    page.get_by_role("button", name="Show threats").click()

    heard = page.get_by_role("log", name="What happened last")
    expect(heard).to_have_attribute("aria-live", "polite")
    end = page.get_by_role("region", name="The match is over")
    said: set[str] = set()
    walked: set[str] = set()
    for n in range(MOST):
        asked(page).first.or_(end).first.wait_for()
        if end.count():
            break
        walked |= walk_through(page, {"Pieces on the board", "Threatened places"} - walked)
        names = asked(page).all_inner_texts()
        which = way.chooses(names, n)
        asked(page).nth(which).click()
        tab.settle()
        asked(page).first.or_(end).first.wait_for()
        if (n + 1) % way.turn == 0:
            place = PLACE.search(names[which]) if way.arrives else None
            expect(heard).to_contain_text(f"{place[1]},{place[2]}" if place else re.compile(r"\w+ .*\."))
            said.add(heard.inner_text())
    expect(end).to_be_visible()
    assert len(said) > 1
    assert "Pieces on the board" in walked
    assert "Threatened places" in walked or not way.has_threats
    first = page.url
    end.get_by_role("button", name=re.compile("^(Play again|Rematch)$")).click()
    page.wait_for_url(lambda address: "/match/" in address and address != first)
    expect(page.get_by_role("button", name="The board as lists")).to_be_visible()


def asked(page: Page) -> Locator:
    """What can be pressed to go on: the answers to a question, else the choices of the list."""
    question = page.get_by_role("dialog").or_(page.get_by_role("alertdialog")).get_by_role("button")
    return question.or_(page.get_by_role("list", name="What you can choose").get_by_role("button"))


def walk_through(page: Page, lists: set[str]) -> set[str]:
    """Each line of these lists leads to its place; those that there are."""
    found = set()
    for name in lists:
        lines = page.get_by_role("list", name=name).get_by_role("button")
        for line in lines.all_inner_texts()[:3]:
            found.add(name)
            lines.filter(has_text=line).first.click()
            place = page.get_by_role("button", name=line.split(". ")[0]).last  # after the lists
            expect(place).to_be_focused()
    return found
