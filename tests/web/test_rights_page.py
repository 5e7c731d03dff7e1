"""What the page offers to whom, and what it calls them."""

from __future__ import annotations

from collections.abc import Callable

from browsing import SMALL, Tab
from playwright.sync_api import expect
from served import Server
from sqlalchemy import create_engine

from hoplon.games import game
from hoplon.server.seated_match import hash_of
from hoplon.server.stored_match import Seat, StoredMatch, row_of
from hoplon.server.tables import matches

COMMAND = "/srv/hidden/bots/planner.py"


def stuck(server: Server, token: str) -> str:
    """A match of a program that this server does not start."""
    seats = [Seat("bot", "planner", COMMAND, title="Hero")]
    card = StoredMatch("stuck", "hoplite", game("hoplite").version, 7, 5, {}, seats, began=hash_of(token))
    engine = create_engine(f"sqlite:///{server.database}")
    with engine.begin() as connection:
        connection.execute(matches.insert(), row_of(card))
    engine.dispose()
    return f"/match/{card.id}"


def test_who_began_a_match_of_bots_ends_it_and_a_spectator_does_not(
    tabs: Callable[..., Tab], server: Server
) -> None:
    path = stuck(server, "a-long-enough-token")
    spectator, beginner = tabs(), tabs()
    ends = "End the match with this verdict"
    spectator.page.goto(path)
    expect(spectator.page.get_by_role("alert")).to_contain_text("planner is a program")
    expect(spectator.page.get_by_role("button", name=ends)).to_have_count(0)
    expect(spectator.page.get_by_role("button", name="Start it again")).to_have_count(0)
    assert COMMAND not in spectator.page.content()
    beginner.page.goto(f"{path}#seat=a-long-enough-token")
    expect(beginner.page.get_by_role("alert")).to_contain_text(COMMAND)
    for width in (390, 1440):
        beginner.page.set_viewport_size({"width": width, "height": 844})
        assert beginner.page.evaluate("document.documentElement.scrollWidth") == width
    beginner.page.set_viewport_size({"width": 390, "height": 844})
    assert beginner.page.evaluate(SMALL) == []
    beginner.page.get_by_role("button", name=ends).click()
    expect(spectator.page.locator(".verdict")).to_be_visible()
    for tab in (spectator, beginner):
        assert tab.faults() == []
    spectator.page.goto("/")
    expect(spectator.page.get_by_text("ended by a bot's fault").first).to_be_visible()
    assert "/srv/hidden" not in spectator.page.content()


def test_names_that_change_are_shown_at_once_and_winners_on_the_first_page(tab: Tab, server: Server) -> None:
    seats = [{"player": "friend"}, {"player": "friend"}]
    match = server.begin("hexabomb", seats=seats, options={"turns": "1"})
    page = tab.page
    page.goto(f"/match/{match.id}")
    expect(page.get_by_text("Player 1").first).to_be_visible()
    with server.board(match.id, match.tokens[0]) as board:
        assert board.ask("name", name="Kasparov", program=True)["names"] == ["Kasparov"]
        expect(page.get_by_text("Kasparov").first).to_be_visible()
        page.get_by_text("About this match").click()
        expect(page.get_by_text("Kasparov, a program, by link")).to_be_visible()
    for number, seat in enumerate((0, 0, 1, 1)):
        match.choose("stay", number, token=match.tokens[seat])
    page.goto("/")
    expect(page.get_by_text("Kasparov").first).to_be_visible()
    assert tab.faults() == []
