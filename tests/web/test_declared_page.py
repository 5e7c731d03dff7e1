"""A game that brings no view of its own is drawn, read out and played from what its board declares."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Tab
from declared import Declared, entry, offer, piece, rhombus, square
from playwright.sync_api import Locator, expect
from served import Server

Open = Callable[..., Tab]


def cell(tab: Tab, name: str) -> Locator:
    """A cell of the board."""
    return tab.page.locator(f"[data-cell='{name}']")


def name_of(tab: Tab, name: str) -> str:
    """What is read out about a cell."""
    return cell(tab, name).get_attribute("aria-label") or ""


def places(tab: Tab) -> set[str]:
    """The cells that can be chosen."""
    return {one.get_attribute("data-cell") or "" for one in tab.page.locator("path.can").all()}


def test_a_board_is_drawn_and_every_cell_has_a_name(tab: Tab) -> None:
    scene = square(3, 3, {"a3": "goal1", "b3": "goal1", "c3": "goal1", "c1": "wall", "b1": "dark"})
    pieces = [piece("a1"), piece("a2", 1, "○", count=3), piece("b2", None, "★", label="a star")]
    counters = [{"label": "Discs", "value": "1", "seat": 0}, {"label": "Left", "value": "12", "seat": None}]
    position = {"pieces": pieces, "tones": {"c2": "seat1"}, "counters": counters, "note": "Red begins."}
    Declared(tab, scene, position, []).open()
    assert name_of(tab, "a1") == "a1: Red's disc"
    assert name_of(tab, "a2") == "a2: Blue's disc, 3"
    assert name_of(tab, "b2") == "b2: a star"
    assert name_of(tab, "b1") == "b1: empty"
    assert name_of(tab, "c1") == "c1: wall"
    assert name_of(tab, "c2") == "c2: empty, colour of Blue"
    assert name_of(tab, "b3") == "b3: empty, edge of Blue"
    panel = tab.page.get_by_role("region", name="How it stands")
    expect(panel).to_contain_text("Red begins.")
    expect(panel.get_by_role("listitem").filter(has_text="You")).to_contain_text("Discs 1")
    expect(panel).to_contain_text("Left12")
    expect(tab.page.locator(".piece")).to_have_count(3)
    expect(tab.page.locator("path.band")).to_have_count(1)


def test_a_piece_is_taken_up_and_put_down_by_keyboard(tab: Tab) -> None:
    moves = [
        offer(f"move {a} {b}", b, source=a)
        for a, b in (("a1", "a2"), ("a1", "b2"), ("b1", "b2"), ("b1", "c2"))
    ]
    match = Declared(tab, square(3, 3), {"pieces": [piece("a1"), piece("b1")]}, moves)
    match.open()
    assert places(tab) == {"a1", "b1"}
    cell(tab, "a1").focus()
    tab.page.keyboard.press("Enter")
    assert name_of(tab, "a1") == "a1: Red's disc. Taken up"
    assert places(tab) == {"a1", "b1", "a2", "b2"}  # another piece may be taken up instead
    tab.page.keyboard.press("Escape")
    assert places(tab) == {"a1", "b1"}
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("ArrowUp")
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Enter")
    match.expect_chosen("move a1 b2")


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_choices_that_need_no_piece_stay_open_while_one_is_held(tab: Tab, by: str) -> None:
    offers = [
        offer("clone a2", "a2"),
        offer("clone b2", "b2"),
        offer("jump a1 a3", "a3", source="a1"),
        offer("jump a1 b2", "b2", source="a1", also=["c2"]),
        offer("clone c2", "c2", also=["c3"]),
    ]
    match = Declared(tab, square(4, 3), {"pieces": [piece("a1")]}, offers)

    def pick(name: str) -> None:
        if by == "mouse":
            cell(tab, name).click(force=True)
        else:
            cell(tab, name).focus()
            tab.page.keyboard.press("Enter")

    match.open()
    lit = tab.page.locator("path.lit")
    expect(lit).to_have_count(4)  # the three clones, and the stone
    pick("a1")
    assert name_of(tab, "a1") == "a1: Red's disc. Taken up"
    assert places(tab) == {"a1", "a2", "a3", "b2", "c2", "c3"}
    expect(lit).to_have_count(3)  # a2, a3 and b2
    assert name_of(tab, "a2") == "a2: empty. Clone a2"
    assert name_of(tab, "b2") == "b2: empty. Jump a1 b2"  # what is held comes first
    assert name_of(tab, "c2") == "c2: empty. Jump a1 b2"
    pick("a2")
    match.expect_chosen("clone a2")
    for place, played in (("b2", "jump a1 b2"), ("c2", "jump a1 b2"), ("c3", "clone c2")):
        match.chosen.clear()
        match.open()
        pick("a1")
        pick(place)
        match.expect_chosen(played)


def test_a_finger_that_holds_a_piece_looks_first_at_a_choice_that_needs_none(tabs: Open) -> None:
    tab = tabs(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    offers = [offer("clone a2", "a2"), offer("jump a1 a3", "a3", source="a1")]
    match = Declared(tab, square(3, 3), {"pieces": [piece("a1")]}, offers)
    match.open()
    cell(tab, "a1").tap(force=True)
    cell(tab, "a2").tap(force=True)
    expect(tab.page.locator(".status")).to_have_text("Tap again to choose")
    assert match.chosen == []
    cell(tab, "a2").tap(force=True)
    match.expect_chosen("clone a2")


def test_a_choice_that_has_several_ways_is_asked_for(tab: Tab) -> None:
    moves = [offer(f"become {what}", "a3", source="a2") for what in ("queen", "knight")]
    match = Declared(tab, square(3, 3), {"pieces": [piece("a2")]}, moves)
    match.open()
    cell(tab, "a2").click(force=True)
    cell(tab, "a3").click(force=True)
    tab.page.get_by_role("button", name="Become knight a3", exact=True).click()
    match.expect_chosen("become knight")


def test_a_whole_column_means_one_choice(tab: Tab) -> None:
    drops = [offer(f"drop {c}", f"{c}1", also=[f"{c}{row}" for row in (1, 2, 3)]) for c in "abc"]
    match = Declared(tab, square(3, 3), {}, drops)
    match.open()
    cell(tab, "b3").hover(force=True)
    expect(tab.page.locator("path.mark.reach")).to_have_count(1)
    cell(tab, "b3").focus()
    tab.page.keyboard.press("]")
    expect(cell(tab, "a1")).to_be_focused()  # only the cells where discs land are gone through
    cell(tab, "b3").click(force=True)
    match.expect_chosen("drop b")


def test_a_finger_looks_at_a_column_first(tabs: Open) -> None:
    tab = tabs(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    match = Declared(tab, square(3, 3), {}, [offer("drop a", "a1", also=["a2", "a3"])])
    match.open()
    cell(tab, "a3").tap(force=True)
    expect(tab.page.locator(".status")).to_have_text("Tap again to choose")
    assert match.chosen == []
    cell(tab, "a2").tap(force=True)
    match.expect_chosen("drop a")


# Notes which pieces go, by their place in the first position, and whether a line is drawn.
WATCH = """() => {
    window.seen = new Set();
    const pieces = [...document.querySelectorAll('.piece')];
    new MutationObserver(() => {
        pieces.forEach((piece, n) => piece.classList.contains('gone') && seen.add(`gone ${n}`));
        if (document.querySelector('line.beam')) seen.add('beam');
    }).observe(document.querySelector('.field'), {subtree: true, childList: true, attributes: true});
}"""


def test_a_turn_moves_takes_and_brings_pieces(tabs: Open) -> None:
    tab = tabs(reduced_motion="no-preference")
    before = [piece("a1"), piece("b2", 1), piece("c1")]
    match = Declared(tab, square(3, 3), {"pieces": before}, [offer("go", "b2")])
    log = [
        entry("Red takes b2", "a1", "b2"),
        entry("Blue is gone", "b2", None, 1),
        entry("A disc comes", None, "c3", 1),
        entry("Red has two in a line", "c1", "c3", 1),
    ]
    match.after = {"pieces": [piece("b2", key="a1"), piece("c1"), piece("c3")]}, log
    match.open()
    tab.page.evaluate(WATCH)
    cell(tab, "b2").click(force=True)
    expect(tab.page.locator(".log ol > li")).to_have_count(1)
    expect(tab.page.get_by_role("button", name="Skip")).to_have_count(0)
    assert [name_of(tab, one) for one in ("a1", "b2", "c1", "c3")] == [
        "a1: empty",
        "b2: Red's disc. Go",
        "c1: Red's disc",
        "c3: Red's disc",
    ]
    expect(tab.page.locator("path.last")).to_have_count(1)  # where the move went
    # Blue's disc went alone, and the line has no mover: both its discs stay.
    assert tab.page.evaluate("[...seen]") == ["gone 1", "beam"]


TABLE = {"grid": "none", "cells": [], "labels": []}


def hand(seat: int | None, *glyphs: str) -> dict[str, object]:
    """A hand; a card without a sign is hidden."""
    cards = [
        {"key": f"{seat}.{n}", "glyph": sign, "label": f"card {sign}", "seat": None, "hidden": not sign}
        for n, sign in enumerate(glyphs)
    ]
    return {"seat": seat, "title": "", "cards": cards}


def test_cards_lie_on_a_table_and_are_chosen_by_keyboard(tab: Tab) -> None:
    position = {
        "hands": [hand(0, "K♠", "7♥"), hand(1, "", ""), hand(None, "Q♦")],
        "counters": [
            {"label": "Pot", "value": "6", "seat": None},
            {"label": "Chips", "value": "9", "seat": 1},
        ],
        "note": "First round.",
    }
    tools = [
        {"name": name, "label": name.capitalize(), "key": name[0], "help": ""} for name in ("play", "fold")
    ]
    offers = [
        offer("play K", "0.0", tool="play"),
        offer("play 7", "0.1", tool="play"),
        offer("fold", tool="fold"),
    ]
    match = Declared(tab, TABLE, position, offers, tools)
    match.open()
    page = tab.page
    expect(
        page.get_by_role("group", name="Hand of Blue").get_by_role("img", name="hidden card")
    ).to_have_count(2)
    expect(page.get_by_role("group", name="On the table").get_by_role("img", name="card Q♦")).to_be_visible()
    expect(page.get_by_role("region", name="Board")).to_contain_text("Pot6")
    expect(page.get_by_role("region", name="Board")).to_contain_text("First round.")
    own = page.get_by_role("group", name="Hand of Red").get_by_role("button")
    assert own.first.bounding_box()["y"] > page.get_by_text("Pot").bounding_box()["y"]
    own.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    match.expect_chosen("play 7")
    match.open()
    page.keyboard.press("f")  # the only choice of its tool, so its key makes it
    match.expect_chosen("play 7", "fold")


def test_a_game_that_declares_nothing_is_shown_as_text_with_a_button_for_each_choice(tab: Tab) -> None:
    match = Declared(tab, TABLE, {"text": "heap 1  * * *\nheap 2  *"}, [offer("take 1"), offer("take 2")])
    match.open()
    expect(tab.page.get_by_role("region", name="The board as text")).to_contain_text("heap 2  *")
    tab.page.get_by_role("button", name="Take 2").click()
    match.expect_chosen("take 2")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_declared_boards_keep_nobody_out_and_fit_a_phone(tabs: Open, colours: str) -> None:
    tab = tabs(viewport={"width": 390, "height": 844}, color_scheme=colours, has_touch=True, is_mobile=True)
    stones = [piece("a1", glyph="⬢"), piece("k11", 1, "⬢")]
    cards = {
        "hands": [hand(0, *(["A♠"] * 9)), hand(1, *([""] * 9))],
        "pieces": [piece("a1"), piece("b2", 1, "K")],
    }
    for scene, position, offers in (
        (rhombus(11), {"pieces": stones}, [offer("place", "f6")]),
        (square(8, 8), cards, [offer("move", "b3", source="b2"), offer("play", "0.0")]),
        (TABLE, cards, [offer("play", "0.0"), offer("pass")]),
        (TABLE, {"text": "x" * 90}, [offer("pass")]),
    ):
        Declared(tab, scene, position, offers).open()
        assert tab.faults() == [], scene["grid"]
        assert tab.page.evaluate("document.documentElement.scrollWidth") == 390, scene["grid"]
        if scene["grid"] == "hex":  # a wide board stands upright
            box = cell(tab, "f6").bounding_box()
            assert box is not None
            assert box["height"] > 30


def test_an_unknown_game_is_listed_with_a_picture_and_the_last_one_played_comes_first(
    tab: Tab, server: Server
) -> None:
    known = server.get("/api/games")
    unknown = [
        known[0] | {"name": f"unknown-{grid}", "title": f"{grid}", "grid": grid}
        for grid in ("hex", "none", None)
    ]
    tab.page.route("**/api/games", lambda route: route.fulfill(json=unknown + known))
    tab.page.route(
        "**/api/games/unknown-*/seats", lambda route: route.fulfill(json=[{"title": "Somebody", "bot": None}])
    )
    tab.page.goto("/")
    expect(tab.page.locator(".games .picture svg")).to_have_count(len(known) + 3)
    tab.page.get_by_role("navigation", name="Pages").get_by_role("link", name="New match").click()
    here = tab.page.get_by_role("navigation", name="Game").locator("[aria-current]")
    expect(here).to_have_text("hex")
    tab.begin("hoplite")
    tab.page.get_by_role("navigation", name="Pages").get_by_role("link", name="New match").click()
    expect(here).to_have_text("Hoplite")
