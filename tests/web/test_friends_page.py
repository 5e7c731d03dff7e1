"""Friends who play by link, in two browsers: clocks, lost connections, requests, notices, a QR code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
import qr_reader
from browsing import Tab
from conftest import PAGE
from playwright.sync_api import Page, expect
from served import Begun, Server

from tests import needed
from tests.waiting import patience, until

Open = Callable[..., Tab]
AWAY = 10_000  # milliseconds without a connection
# A browser that can be asked, and a tab that nobody looks at.
STUBS = """
window.told = [];
window.Notification = class {
  static permission = 'default';
  static requestPermission() { this.permission = 'granted'; return Promise.resolve('granted'); }
  constructor(title, options) { window.told.push(`${title}: ${options.body}`); }
  close() {}
};
document.hasFocus = () => false;
"""
# The modules of a code, from the path that draws it, as rows of 0 and 1.
ROWS = """svg => {
  const size = svg.viewBox.baseVal.width - 8, rows = [...Array(size)].map(() => Array(size).fill(0));
  const drawn = svg.querySelector('path').getAttribute('d');
  for (const [, x, y] of drawn.matchAll(/M(\\d+) (\\d+)h1v1h-1z/g)) rows[y - 4][x - 4] = 1;
  return rows.map(row => row.join(''));
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may call addresses of this machine."""
    if not PAGE.exists():
        pytest.skip(needed.lacking("the page", "'make page' builds it"))
    with Server(tmp_path_factory.mktemp("friends") / "arena.sqlite", "--local-webhooks") as running:
        yield running


def invite(server: Server, **given: str) -> Begun:
    """A match of Ada and Bo."""
    seats = [{"player": "me", "name": "Ada"}, {"player": "friend", "name": "Bo"}]
    return server.begin("hexabomb", seats=seats, **given)


def come(tab: Tab, match: Begun, seat: int) -> Page:
    """Open the link of a seat."""
    tab.context.add_init_script(STUBS)
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[seat]}")
    expect(tab.page.locator(".people")).to_be_visible()
    return tab.page


def stay(tab: Tab) -> None:
    """Let a character stay, when it is one's turn."""
    expect(tab.page.locator(".status")).to_contain_text("Your turn")
    tab.page.get_by_role("button", name="Stay").first.click()
    tab.settle()


def test_a_timed_match_survives_a_lost_connection_and_who_lets_time_run_out_has_lost(
    tabs: Open, server: Server
) -> None:
    match = invite(server, clock=f"{int(patience(22.0))}s")
    host, guest = tabs(), tabs(viewport={"width": 390, "height": 844})
    at_home, away = come(host, match, 0), come(guest, match, 1)
    expect(at_home.locator(".people li")).to_have_text("Bo (blue) here")
    expect(away.locator(".people li")).to_have_text("Ada (red) here")
    expect(away.locator(".you")).to_have_text("You are blue, Bo")
    expect(at_home).to_have_title("● Your turn – hexabomb · Hoplon")
    expect(away).to_have_title("hexabomb · Hoplon")
    away.get_by_text("When it is your turn").click()
    away.get_by_role("button", name="Notify me").click()
    expect(away.get_by_role("button", name="Do not notify me")).to_be_visible()
    stay(host)
    guest.context.set_offline(True)
    expect(away.locator(".status")).to_contain_text("The connection is lost")
    expect(at_home.locator(".people li")).to_have_text("Bo (blue) away")
    away.wait_for_timeout(AWAY)
    assert away.evaluate("window.told") == []
    guest.context.set_offline(False)
    expect(at_home.locator(".people li")).to_have_text("Bo (blue) here")
    stay(host)
    # Whoever looks elsewhere is told that it is their turn, once.
    expect(away).to_have_title("● Your turn – hexabomb · Hoplon")
    assert away.evaluate("window.told") == ["Your turn: hexabomb with Ada"]
    stay(guest)
    for page in (at_home, away):  # Bo does not choose any more
        expect(page.locator(".verdict")).to_contain_text("Bo ran out of time")
        expect(page).to_have_title("hexabomb · Hoplon")
    guest.problems = [text for text in guest.problems if "ERR_INTERNET_DISCONNECTED" not in text]
    assert away.evaluate("window.told.length") == 1


def test_hints_are_given_once_the_other_has_agreed(tabs: Open, server: Server) -> None:
    match = invite(server)
    at_home, away = come(tabs(), match, 0), come(tabs(viewport={"width": 390, "height": 844}), match, 1)
    hint = at_home.get_by_role("button", name="Hint", exact=True)
    expect(at_home.get_by_role("button", name="Stay").first).to_be_visible()
    expect(hint).to_have_count(0)
    expect(at_home.get_by_role("link", name="Analyse")).to_have_count(0)
    at_home.get_by_role("button", name="Hints for all").click()
    expect(at_home.get_by_role("button", name="Withdraw it")).to_be_visible()
    expect(hint).to_have_count(0)
    expect(away.locator(".request")).to_contain_text("Ada asks for hints, for everybody")
    away.get_by_role("button", name="Agree").click()
    hint.click()
    expect(at_home.locator(".hint")).to_contain_text(re.compile("Look at|Think of"))
    expect(at_home.get_by_role("button", name="Hints for all")).to_have_count(0)
    expect(at_home.get_by_role("link", name="Analyse")).to_have_count(1)


def test_takebacks_and_draws_are_asked_for_and_phrases_said(tabs: Open, server: Server) -> None:
    match = invite(server)
    host, guest = tabs(), tabs(viewport={"width": 390, "height": 844})
    at_home, away = come(host, match, 0), come(guest, match, 1)
    for tab in (host, host, guest, guest):
        stay(tab)
    asking = at_home.get_by_role("button", name="Take back")
    asking.click()
    expect(at_home.locator(".request")).to_contain_text("Waiting for the answer")
    expect(away.locator(".request")).to_contain_text("Ada asks to take the last choice back")
    expect(away.locator(".request")).to_contain_text("What has been seen since stays known.")
    assert guest.faults() == host.faults() == []
    away.get_by_role("button", name="Decline").click()
    for page in (at_home, away):
        expect(page.locator(".request")).to_have_count(0)
    expect(asking).to_have_count(0)  # not twice in a position
    stay(guest)
    asking.click()
    away.get_by_role("button", name="Agree").click()
    expect(at_home.locator(".status")).to_contain_text("Your turn")
    assert server.get(match.path)["number"] == 1
    at_home.get_by_role("button", name="Say something").click()
    at_home.get_by_role("button", name="Good luck!").click()
    said = away.get_by_role("log", name="What was said")
    expect(said).to_have_text("Ada: Good luck!")
    away.get_by_role("button", name="Mute others").click()
    expect(said).to_have_text("")
    away.get_by_role("button", name="Offer a draw").click()
    assert guest.faults() == []
    at_home.get_by_role("button", name="Agree").click()
    for page in (at_home, away):
        expect(page.locator(".verdict")).to_contain_text("draw by agreement")
        expect(page.get_by_role("button", name="Offer a draw")).to_have_count(0)


def test_the_code_of_an_invitation_is_its_link_and_a_webhook_is_entered(tabs: Open, server: Server) -> None:
    match = invite(server)
    tab = tabs(viewport={"width": 390, "height": 844})
    mine, friend = match.tokens
    kept = [{"id": match.id, "game": "hexabomb", "token": mine, "friends": [{"token": friend, "seats": [1]}]}]
    tab.context.add_init_script(
        f"location.origin !== 'null' && localStorage.setItem('hoplon.tokens', {json.dumps(json.dumps(kept))})"
    )
    page = tab.page
    page.goto(f"/match/{match.id}")
    page.get_by_role("button", name="Show a QR code").click()
    code = page.get_by_role("img", name="QR code of the link")
    link = f"http://{server.base}/match/{match.id}#seat={friend}"
    assert qr_reader.read(code.evaluate(ROWS)) == link
    assert tab.faults() == []
    page.get_by_role("button", name="Hide the QR code").click()
    page.get_by_text("When it is your turn").click()
    feed = page.get_by_label("Feed for a reader")
    expect(feed).to_have_value(re.compile(r"http.*/feed\?seat=0&key=[0-9a-f]{32}"))
    field = page.get_by_label("Address that is called")
    field.fill("http://192.168.0.1/")
    page.locator("form").filter(has=field).get_by_role("button", name="Save").click()
    expect(page.locator(".ways [role=alert]")).to_contain_text("is not a public one")
    tab.problems = [text for text in tab.problems if "status of 400" not in text]  # which it was
    field.fill("http://127.0.0.1:9/hook")
    page.locator("form").filter(has=field).get_by_role("button", name="Save").click()
    expect(page.locator(".ways [role=alert]")).to_have_count(0)
    until(
        lambda: server.get(f"{match.path}/notices", mine)["webhook"] == "http://127.0.0.1:9/hook",
        "the address is kept",
    )
