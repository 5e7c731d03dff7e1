"""The pages of leagues: standings, who met whom, a bot and its losses, and the projector."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from browsing import SMALL, Tab
from playwright.sync_api import Page, expect
from served import Server

from hoplon.league.settings import Settings
from tests.league.filled import Filling, duels

LEAGUE, BOT, TV = "/league/evening-cup", "/bot/evening-cup-doris", "/tv/evening-cup"
PAGES = {"/leagues": "li.card", LEAGUE: ".matrix button", BOT: ".versions li", TV: "tbody tr"}
TURN = re.compile(r"^Turn [1-9]\d* of \d+")


@pytest.fixture(scope="session")
def cup(server: Server) -> Iterator[Filling]:
    """A league in the arena's database."""
    filling = duels(server.database, seeds=(1,))
    filling.store.add_league("Nobody yet", "hoplite", 1, (), "swiss:5", Settings())
    yield filling
    filling.close()


def standings(page: Page) -> list[str]:
    """The names in the table."""
    return page.locator("section tbody th a").all_inner_texts()


def test_from_the_list_to_the_standings_to_a_pair_to_a_replay(tab: Tab, cup: Filling) -> None:
    page = tab.page
    page.goto("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Leagues").click()
    page.get_by_role("link", name="Evening cup", exact=True).click()
    expect(page.get_by_role("heading", name="Evening cup")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("95 % interval"))).to_have_count(3)
    expect(page.get_by_role("img", name="the anchor, whose rating is given")).to_have_count(1)
    assert sorted(standings(page)) == ["Björn", "anna", "chance", "doris"]
    expect(page.get_by_role("img", name=re.compile(r"^Ratings after 12 matches: anna \d+"))).to_be_visible()
    page.get_by_role("button", name="anna against doris").click()
    met = page.locator(".between")
    expect(met.get_by_role("heading", name="anna against doris")).to_be_visible()
    expect(met.get_by_role("listitem")).to_have_count(2)
    met.get_by_role("link").first.click()
    expect(page.get_by_role("region", name="Bots")).to_contain_text(re.compile("anna|doris"))
    page.go_back()
    expect(page.locator(".between").get_by_role("listitem")).to_have_count(2)  # the address names the two


def test_the_matrix_is_one_stop_for_the_keyboard(tab: Tab, cup: Filling) -> None:
    page = tab.page
    page.goto(LEAGUE)
    cells = page.locator(".matrix button")
    expect(cells).to_have_count(12)
    assert page.locator(".matrix button[tabindex='0']").count() == 1
    page.locator(".matrix button[tabindex='0']").focus()
    first = page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.ariaLabel")
    assert first != second
    assert first.split(" against ")[0] == second.split(" against ")[0]
    page.keyboard.press("Enter")
    expect(page.locator(".between h3")).to_have_text(second.partition(":")[0])
    expect(page.locator(".matrix button[aria-pressed='true']")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".between")).to_have_count(0)


def test_a_bot_shows_its_losses_first_and_stderr_beside_the_replay(tab: Tab, cup: Filling) -> None:
    page = tab.page
    page.goto(LEAGUE)
    page.locator("section tbody th a", has_text="doris").click()
    expect(page.get_by_role("heading", name="doris")).to_be_visible()
    matches = page.get_by_role("region", name="Matches")
    expect(matches.get_by_role("listitem").first).to_be_visible()
    assert set(matches.locator(".verdict").all_inner_texts()) <= {"Lost", "Failed"}
    matches.get_by_role("button", name="All").click()
    expect(matches.get_by_role("listitem")).to_have_count(6)
    expect(page.get_by_role("region", name="Opponents").get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("region", name="By side")).to_contain_text("Carthage")
    errors = page.get_by_role("region", name="Errors")
    expect(errors.locator("pre").first).to_contain_text('File "main.py", line 7')  # without its folder
    errors.get_by_role("link", name="Replay").first.click()
    bots = page.get_by_role("region", name="Bots")
    expect(bots.get_by_role("group", name="Standard error")).to_contain_text("KeyError: 'wall'")
    expect(bots).to_contain_text("doris")
    assert "/home/somebody" not in page.content()


def test_a_projector_shows_boards_and_standings_in_turn(tab: Tab, cup: Filling) -> None:
    page = tab.page
    page.clock.install()
    page.goto(TV)
    expect(page.locator("tbody tr")).to_have_count(4)
    expect(page.get_by_role("navigation", name="Pages")).to_have_count(0)
    expect(page.locator("body")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.keyboard.press("ArrowRight")
    turn = page.get_by_text(TURN)
    expect(turn).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    stands = turn.inner_text()
    page.clock.run_for(5000)
    assert turn.inner_text() == stands
    page.keyboard.press(" ")
    page.clock.run_for(60_000)
    expect(page.locator("tbody tr")).to_have_count(4)  # the match is over: the standings
    page.keyboard.press("ArrowLeft")
    expect(turn).to_be_visible()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_league_pages_are_for_everybody_at_every_width(
    tabs: Callable[..., Tab], cup: Filling, colours: str
) -> None:
    tab = tabs(color_scheme=colours)
    for path, shown in PAGES.items():
        tab.page.goto(path)
        tab.page.locator(shown).first.wait_for()
        for width in (1440, 820, 390):
            tab.page.set_viewport_size({"width": width, "height": 900})
            assert tab.page.evaluate("document.documentElement.scrollWidth") == width, (path, width)
        assert tab.page.evaluate(SMALL) == [], path
        assert tab.faults() == [], path


def test_a_page_follows_while_matches_are_played(tab: Tab, cup: Filling) -> None:
    page = tab.page
    page.goto(LEAGUE)
    progress = page.locator(".progress")
    expect(progress).to_contain_text("12 matches played")
    first, second, *_ = cup.players
    cup.play((first, second), seed=5)
    expect(progress).to_contain_text("13 matches played")
    expect(page.get_by_role("region", name="Recent matches")).to_contain_text("seed 5")


def test_what_is_not_there_is_said_and_an_empty_league_tells_what_to_do(tab: Tab, cup: Filling) -> None:
    page = tab.page
    for path, says in (
        ("/league/nope", "There is no league 'nope' here"),
        ("/bot/nope", "There is no bot 'nope' here"),
        ("/tv/nope", "There is no league 'nope' here"),
        ("/match/league-999999", "There is no match 999999 of a league here"),
    ):
        page.goto(path)
        expect(page.get_by_role("alert")).to_contain_text(says)
    tab.problems.clear()  # the browser itself notes the refused requests
    page.goto("/league/nobody-yet")
    expect(page.get_by_role("region", name="Standings")).to_contain_text("hoplon league add")
    expect(page.get_by_text("Swiss tournament, 5 rounds")).to_be_visible()


def test_a_projector_shows_what_is_played_at_this_moment(tab: Tab, server: Server, cup: Filling) -> None:
    match = server.begin("hoplite", seed=7)
    page = tab.page
    live = [{"match": match.id, "seats": [{"seat": 0, "name": "Ada"}]}]
    page.route("**/api/leagues/*/live", lambda route: route.fulfill(json=live))
    page.goto(TV)
    page.locator("tbody tr").first.wait_for()
    page.keyboard.press("ArrowRight")
    who = page.get_by_role("complementary", name="Who plays")
    expect(who).to_contain_text("Ada")
    expect(who).to_contain_text("Live")
    match.choose("walk n", 0)
    expect(who).to_contain_text("turn 1")
