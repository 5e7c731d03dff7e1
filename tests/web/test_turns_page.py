"""Whoever has any page of Hoplon open in a tab is told when it is their turn, once."""

from __future__ import annotations

import re
from collections.abc import Callable

from browsing import Tab
from playwright.sync_api import Page, expect
from served import Server

LATER = 15_000  # milliseconds: it has been asked meanwhile, if it is asked at all
# A browser that may notify, and says of what it did.
STUBS = """
window.told = [];
window.Notification = class {
  static permission = 'granted';
  constructor(title, options) { window.told.push(`${title}: ${options.body}`); }
  close() {}
};
"""


def test_other_pages_tell_that_it_is_ones_turn(tabs: Callable[..., Tab], server: Server) -> None:
    seats = [{"player": "me", "name": "Ada"}, {"player": "friend", "name": "Bo"}]
    match = server.begin("hexabomb", seats=seats)
    bo = server.board(match.id, match.tokens[1])
    tab = tabs()
    tab.context.add_init_script(STUBS)
    learn, rules = tab.page, tab.context.new_page()
    asked: list[str] = []
    for page in (learn, rules):
        page.on("request", lambda request: "?id=" in request.url and asked.append(request.url))
        page.clock.install()
    learn.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    learn.get_by_role("button", name="When it is your turn").click()
    learn.get_by_role("button", name="Notify me").click()
    for _ in range(2):
        expect(learn.locator(".status")).to_contain_text("Your turn")
        learn.get_by_role("button", name="Stay").first.click()
        tab.settle()
    with learn.expect_response(lambda answer: "?id=" in answer.url):  # what is so on coming is no news
        learn.goto("/learn")
    rules.goto("/rules/hexabomb")
    expect(rules.get_by_role("heading", level=1)).to_be_visible()
    for n in (2, 3, 4, 5):  # this turn, and the next one, which Bo begins
        match.choose("stay", n, token=match.tokens[1])

    pass_time(learn, rules)
    for page in (learn, rules):
        expect(page).to_have_title(re.compile(r"^\(1\) "))
    told = [text for page in (learn, rules) for text in page.evaluate("window.told")]
    assert told == ["Your turn: hexabomb with Bo"]

    # Nobody is waited for: nothing is asked, and nothing told twice.
    count = len(asked)
    assert count
    pass_time(learn, rules)
    pass_time(learn, rules)
    assert len(asked) == count
    assert sum(page.evaluate("window.told.length") for page in (learn, rules)) == 1

    rules.goto(f"/match/{match.id}")
    expect(rules).to_have_title("● Your turn – hexabomb · Hoplon")
    bo.close()


def pass_time(*pages: Page) -> None:
    """Let time pass for pages."""
    for page in pages:
        page.clock.fast_forward(LATER)
        page.wait_for_load_state("networkidle")
