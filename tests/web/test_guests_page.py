"""Friends who play by link, in two browsers: sides, names, who is here, resigning and claiming."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from browsing import Tab
from conftest import PAGE
from playwright.sync_api import Locator, Page, expect
from served import Begun, Server

from tests import needed

Open = Callable[..., Tab]
SOON = 12  # seconds after which somebody is gone here
ODD = "Bo <b>"  # a name is never read as HTML
LONG = ("Themistocles", "Nebuchadnezzar", "Pasiphae", "Anaximandros of Miletos")
# Is a word of any name in the panel on two lines?
BROKEN = """() => [...document.querySelectorAll('.facts-panel .name')].flatMap(name => {
  const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), broken = [];
  for (let node; (node = walk.nextNode()); ) for (const found of node.data.matchAll(/[^\\s-]+/g)) {
    const range = document.createRange();
    range.setStart(node, found.index);
    range.setEnd(node, found.index + found[0].length);
    if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) broken.push(found[0]);
  }
  return broken;
})"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where one is gone soon."""
    if not PAGE.exists():
        pytest.skip(needed.lacking("the page", "'make page' builds it"))
    with Server(tmp_path_factory.mktemp("guests") / "arena.sqlite", "--limit", f"gone={SOON}") as running:
        yield running


def invite(server: Server) -> Begun:
    """A match of Ada and a friend."""
    return server.begin("hexabomb", seats=[{"player": "me", "name": "Ada"}, {"player": "friend"}])


def come(tab: Tab, match: Begun, seat: int) -> Page:
    """Open the link of a seat."""
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[seat]}")
    expect(tab.page.locator(".people")).to_be_visible()
    return tab.page


def others(page: Page) -> Locator:
    """Those who play with one, and where they are."""
    return page.locator(".people li")


def play_live(server: Server, match: Begun, tabs: Sequence[Tab]) -> None:
    """Everybody lets a character stay, until the match waits for the guest."""
    played: set[int] = set()
    while True:
        with server.board(match.id) as board:
            mover = board.state["to_move"]
        tab = tabs[mover]
        expect(tab.page.locator(".status")).to_contain_text("Your turn")
        if mover == 1 and len(played) == len(tabs):
            return
        tab.page.get_by_role("button", name="Stay").first.click()
        tab.settle()
        played.add(mover)


def test_a_guest_is_told_the_side_and_says_a_name_and_both_know_who_is_here(
    tabs: Open, server: Server
) -> None:
    match = invite(server)
    host, guest = tabs(), tabs(viewport={"width": 390, "height": 844})
    at_home = come(host, match, 0)
    expect(at_home.get_by_text("You are red")).to_be_visible()
    expect(others(at_home)).to_have_text("Player 2 (blue) not here yet")
    away = come(guest, match, 1)
    # The side is told before the first choice, and nothing is read that is meant for the host.
    expect(away.get_by_text("You are blue")).to_be_visible()
    assert away.locator(".swatch").evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(63, 127, 155)"
    expect(away.locator(".panel")).to_contain_text("Waiting for Ada")
    expect(away.get_by_text("Order for character")).to_have_count(0)
    expect(at_home.get_by_text("Order for character")).to_be_visible()
    expect(others(at_home)).to_have_text("Player 2 (blue) here")
    expect(at_home.locator(".status")).to_contain_text("Player 2 is here.")
    # A name is asked for once.
    away.get_by_label("What are you called?").fill(ODD)
    away.get_by_role("button", name="Save", exact=True).first.click()
    expect(others(at_home)).to_have_text(f"{ODD} (blue) here")
    expect(at_home.locator(".status")).to_contain_text(f"Player 2 goes by {ODD}.")
    expect(away.locator(".you")).to_contain_text(ODD)
    assert guest.faults() == host.faults() == []
    away.reload()
    expect(away.locator(".you")).to_have_text(f"You are blue, {ODD}")
    expect(away.get_by_label("What are you called?")).to_have_count(0)
    # Who loads the page again was never away.
    expect(others(at_home)).to_have_text(f"{ODD} (blue) here")
    away.get_by_role("button", name="Change name").click()
    away.get_by_label("Your name").fill("Bo")
    away.keyboard.press("Enter")
    expect(others(at_home)).to_have_text("Bo (blue) here")
    away.goto("about:blank")
    expect(others(at_home)).to_have_text("Bo (blue) away")
    expect(at_home.locator(".status")).to_contain_text("Bo is away.")
    # The browser remembers the name for the next link.
    other = invite(server)
    assert come(guest, other, 1).get_by_label("What are you called?").count() == 0
    expect(guest.page.locator(".you")).to_have_text("You are blue, Bo")


def test_who_resigns_is_asked_twice_and_has_lost(tabs: Open, server: Server) -> None:
    match = invite(server)
    host, guest = tabs(), tabs()
    at_home, away = come(host, match, 0), come(guest, match, 1)
    away.get_by_role("button", name="Skip", exact=True).click()
    for answer in ("Play on", "Really resign"):
        away.get_by_role("button", name="Resign", exact=True).click()
        expect(away.locator(".verdict")).to_have_count(0)
        away.get_by_role("button", name=answer).click()
    for page in (at_home, away):
        expect(page.locator(".verdict")).to_contain_text("Ada won: Player 2 resigned")
        expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    expect(at_home.locator(".status")).to_contain_text("Player 2 resigned.")
    at_home.reload()
    expect(at_home.locator(".verdict")).to_contain_text("Ada won: Player 2 resigned")
    expect(others(at_home)).to_have_text("Player 2 (blue) resigned")


def test_where_somebody_is_gone_the_other_claims_the_win(tabs: Open, server: Server) -> None:
    match = invite(server)
    host, guest = tabs(), tabs()
    at_home, away = come(host, match, 0), come(guest, match, 1)
    away.get_by_label("What are you called?").fill("Bo")
    away.keyboard.press("Enter")
    expect(others(at_home)).to_have_text("Bo (blue) here")
    play_live(server, match, (host, guest))
    away.goto("about:blank")
    expect(others(at_home)).to_have_text(f"Bo (blue) away; after {SOON} seconds you may claim")
    assert at_home.get_by_role("button", name="Claim the win").count() == 0
    at_home.get_by_role("button", name="Claim the win").click()  # which appears when it is time
    expect(others(at_home)).to_have_text("Bo (blue) gone")
    assert host.faults() == []
    at_home.get_by_role("button", name="Wait", exact=True).click()
    at_home.get_by_role("button", name="Claim the win").click()
    at_home.get_by_role("button", name="Really: claim the win").click()
    expect(at_home.locator(".verdict")).to_contain_text("Ada won: Bo was away for too long")
    at_home.reload()
    expect(at_home.locator(".verdict")).to_contain_text("Ada won: Bo was away for too long")


def test_an_army_is_named_to_who_leads_it(tab: Tab, server: Server) -> None:
    seats = [{"player": "me", "name": "Ada"}, {"player": "friend"}]
    match = server.begin("cardbattle", seed=3, seats=seats)
    titles = [seat["title"] for seat in server.get(match.path)["seats"]]
    page = come(tab, match, 1)
    expect(page.locator(".you")).to_have_text(f"You play {titles[1]}")


def test_who_plays_alone_reads_the_own_name_and_may_change_it(tab: Tab, server: Server) -> None:
    match = server.begin("hoplite", seed=7, seats=[{"player": "me", "name": "Ada"}])
    page = come(tab, match, 0)
    expect(page.locator(".panel .you")).to_have_text("Ada")
    nameless = server.begin("hoplite", seed=7, seats=[{"player": "me"}])
    page = come(tab, nameless, 0)
    expect(page.locator(".panel .people")).to_have_count(0)
    page.get_by_role("button", name="Set your name").click()
    page.get_by_label("What are you called?").fill("Zoe")
    page.keyboard.press("Enter")
    expect(page.locator(".panel .you")).to_have_text("Zoe")


@pytest.mark.parametrize("width", [390, 820, 1280, 1440])
def test_no_name_is_broken_inside_a_word(tabs: Open, server: Server, width: int) -> None:
    tab = tabs(viewport={"width": width, "height": 900})
    for count, board in ((2, "duel"), (8, "regatta"), (16, "regatta")):
        given = [
            {"player": "bot", "bot": "random", "name": f"{LONG[n % len(LONG)]} {n}"} for n in range(count)
        ]
        options = {"map": board} | ({} if count != 8 else {"players": "8"})
        match = server.begin("hexabomb", options=options, seats=given, pace=10.0)
        tab.page.goto(f"/match/{match.id}")
        expect(tab.page.locator(".facts-panel .name")).to_have_count(count)
        assert tab.page.evaluate(BROKEN) == []
        assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
