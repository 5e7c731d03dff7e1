"""Ways through the page: back to a match, on to more of them, to a turn, a rule, a battle, or nowhere."""

from __future__ import annotations

import json

import pytest
from browsing import Tab
from playwright.sync_api import expect
from served import Server

NO_CLIPBOARD = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
document.execCommand = () => false;
"""


def test_an_unfinished_match_is_found_however_many_ended_since_and_lists_go_on(
    tab: Tab, server: Server
) -> None:
    made = [server.begin("hoplite", seed=n, options={"depth": "5"}) for n in range(10)]
    for match in made[1:]:
        match.choose("resign", 0)
    kept = [{"id": one.id, "game": "hoplite", "token": one.tokens[0], "friends": []} for one in made[::-1]]
    page = tab.page
    page.goto("/")
    page.evaluate("kept => localStorage.setItem('hoplon.tokens', kept)", json.dumps(kept))
    page.reload()
    own, live, over = (page.locator("section.list").nth(n) for n in range(3))
    expect(own.locator("li")).to_have_count(1)
    expect(own).to_contain_text("from depth 5")
    expect(over.locator("li")).to_have_count(8)
    over.get_by_role("button", name="More").click()
    expect(over.locator("li").nth(8)).to_be_visible()
    expect(over.locator("li a").nth(8)).to_be_focused()
    later = server.begin("hoplite", seed=1)
    expect(live.locator(f'a[href="/match/{later.id}"]')).to_be_visible()


def test_a_long_seed_is_played_as_typed_and_shown_and_what_is_no_seed_is_told(tab: Tab) -> None:
    page = tab.page
    page.goto("/new/hoplite")
    page.get_by_label("Start number").fill("12x")
    expect(page.get_by_text("12x is no start number")).to_have_count(2)  # at the field and beside the button
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()
    tab.begin("hoplite", seed=12345678901234567, Hearts="2")
    page.get_by_text("About this match").click()
    expect(page.locator(".about")).to_contain_text("12345678901234567")
    expect(page.locator(".about dl")).to_contain_text("Hearts2")
    assert tab.faults() == []


def test_a_link_is_selected_where_nothing_can_be_copied(tab: Tab) -> None:
    page = tab.page
    page.add_init_script(NO_CLIPBOARD)
    page.goto("/new/hexabomb")
    page.locator(".seats select").nth(1).select_option("friend")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Only this machine can open these links")).to_be_visible()
    page.get_by_role("button", name="Copy", exact=True).first.click()
    expect(page.get_by_text("The text is selected")).to_be_visible()
    assert "#seat=" in page.evaluate("getSelection().toString()")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("alert")).to_contain_text("the link is http://")


def test_the_board_follows_its_address(tab: Tab, server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    for number, way in enumerate(("n", "s", "n")):
        match.choose(f"walk {way}", number)
    page = tab.page
    page.goto(f"/match/{match.id}#turn=3")
    expect(page.locator(".status")).to_have_text("Turn 3 of 3")
    page.evaluate("location.hash = 'turn=1'")
    expect(page.locator(".status")).to_have_text("Turn 1 of 3")
    page.evaluate("location.hash = 'turn=99'")
    expect(page.locator(".status")).to_have_text("Turn 3 of 3")
    assert page.url.endswith("#turn=3")


def test_a_search_in_the_rules_leads_from_place_to_place_and_a_section_is_found_again(tab: Tab) -> None:
    page = tab.page
    page.goto("/rules/cardbattle#4-terrain")
    heading = page.locator("#\\34 -terrain")
    expect(heading).to_be_in_viewport()
    page.reload()
    expect(heading).to_be_in_viewport()
    search, count = page.get_by_placeholder("Search the rules"), page.locator(".found [role=status]")
    search.fill("elephant")
    expect(count).to_contain_text("1 of ")
    expect(page.locator("mark.now")).to_be_in_viewport()
    search.press("Enter")
    expect(count).to_contain_text("2 of ")
    search.press("Shift+Enter")
    search.press("Shift+Enter")
    total = page.locator("mark").count()
    expect(count).to_have_text(f"{total} of {total}")
    expect(page.locator("mark.now")).to_be_in_viewport()


def test_armies_of_one_module_meet_and_what_is_refused_cannot_begin(tab: Tab) -> None:
    page = tab.page
    page.goto("/new/cardbattle")
    armies = page.get_by_label("Army B").locator("option")
    expect(armies.filter(has_text="Carthage")).to_have_count(1)
    before = armies.all_inner_texts()
    page.get_by_label("Module").select_option("samurai")
    expect(armies.filter(has_text="Takeda")).to_have_count(1)
    assert set(before) & set(armies.all_inner_texts()) == {"A random army"}
    expect(page.locator(".seats li").nth(1)).not_to_contain_text("Rome")
    begin = page.get_by_role("button", name="Begin")
    page.get_by_text("Victory", exact=True).click()
    page.get_by_label("Rout percent A").fill("999")
    page.get_by_label("Rout percent A").press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("rout_a")
    expect(begin).to_be_disabled()
    page.get_by_label("Rout percent A").fill("0")
    page.get_by_label("Rout percent A").press("Tab")
    expect(begin).to_be_enabled()
    tab.problems.clear()  # the browser itself notes the refused request


@pytest.mark.parametrize("path", ["/nowhere", "/new/chess", "/rules/chess"])
def test_whoever_is_lost_is_led_back(tab: Tab, path: str) -> None:
    tab.page.goto(path)
    tab.page.get_by_role("link", name="To all games and matches").click()
    expect(tab.page.locator(".games li").first).to_be_visible()
    tab.problems.clear()  # the browser itself notes that there is nothing
