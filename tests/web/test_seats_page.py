"""Who sits at a match, in a browser: programs, links for them, and files that go on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from browsing import Tab
from playwright.sync_api import Browser, expect
from served import Server

from tests.waiting import patience


def test_the_form_says_how_to_let_programs_in(tab: Tab) -> None:
    page = tab.page
    page.goto("/new/hoplite")
    page.get_by_label("Who plays").select_option("program")
    expect(page.get_by_text("hoplon serve --programs")).to_be_visible()
    expect(page.get_by_text("hoplon seat LINK")).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()
    assert tab.faults() == []


def test_the_invitation_has_a_command_that_holds_the_seat(tab: Tab) -> None:
    page = tab.page
    page.goto("/new/codekeeper")
    page.get_by_label("Who plays").select_option("friend")
    page.get_by_label("Start number").fill("5")
    page.get_by_role("button", name="Begin").click()
    command = page.get_by_label("Command for a program").input_value()
    assert command.startswith("hoplon seat 'http://")
    assert tab.faults() == []
    link = command.split("'")[1]
    playing = subprocess.run(
        [sys.executable, "-m", "hoplon.cli", "seat", link, "wanderer"],
        capture_output=True,
        text=True,
        timeout=patience(),
    )
    assert playing.returncode == 0, playing.stderr
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.get_by_label("Command for a program")).to_have_count(0)


def test_a_battle_is_saved_opened_again_and_gone_on_with(tab: Tab, server: Server, tmp_path: Path) -> None:
    page = tab.page
    match = server.begin("cardbattle", seed=3)
    with server.board(match.id, match.tokens[0]) as board:
        for _ in range(4):
            board.choose()
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    if page.get_by_role("button", name="I am").count():
        page.get_by_role("button", name="I am").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    saved.value.save_as(tmp_path / "battle.hoplon")
    page.goto("/")
    page.locator('input[type="file"]').set_input_files(tmp_path / "battle.hoplon")
    expect(page.get_by_text("This match is not over")).to_be_visible()
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    number = page.url.rpartition("/")[2].partition("#")[0]
    assert number != match.id
    assert server.get(f"/api/matches/{number}")["number"] == 4


def test_a_match_of_two_is_dealt_when_both_have_come_in_and_proves_its_dice(
    tab: Tab, browser: Browser, server: Server
) -> None:
    seats = [{"player": "me", "name": "Ada"}, {"player": "friend", "name": "Ben"}]
    match = server.begin("cardbattle", seats=seats)
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    expect(tab.page.get_by_text("The match is dealt when Ben has come in.")).to_be_visible()
    assert tab.faults() == []
    other = Tab(browser, f"http://{server.base}")
    other.page.goto(f"/match/{match.id}#seat={match.tokens[1]}")
    expect(tab.page.get_by_text("The match is dealt")).to_have_count(0)
    expect(other.page.get_by_text("The match is dealt")).to_have_count(0)
    dice = server.get(match.path)["dice"]
    assert list(dice["shares"]) == ["0", "1"]
    tab.page.get_by_text("About this match").click()
    expect(tab.page.get_by_text(dice["commitment"])).to_be_visible()
    server.get(match.path, match.tokens[1], expect=401)  # the link was for the first who opened it
    other.page.reload()
    other.page.get_by_role("heading", name="Your place").click()
    link = other.page.get_by_label("Link to your place").input_value()
    assert tab.faults() + other.faults() == []
    third = Tab(browser, f"http://{server.base}")
    third.page.goto(link)
    expect(third.page.get_by_role("heading", name="Your place")).to_be_visible()
    expect(other.page.get_by_text("this token holds no seat in this match").first).to_be_visible()
    other.context.close()
    third.context.close()


def test_who_joins_is_told_that_the_seed_was_chosen(tab: Tab, server: Server) -> None:
    seats = [{"player": "me", "name": "Ada"}, {"player": "friend", "name": "Ben"}]
    match = server.begin("cardbattle", seats=seats, seed=7)
    server.post(f"{match.path}/share", {"share": ""}, match.tokens[0])
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[1]}")
    expect(tab.page.get_by_role("note")).to_have_text(
        "The seed was chosen by who began the match, who may know how the dice fall."
    )


def test_who_joins_is_told_that_somebody_came_in_by_the_same_link(tab: Tab, server: Server) -> None:
    """Who began the match has dealt it with the friend's link, and may have looked at the hand."""
    match = server.begin("cardbattle", seats=[{"player": "me"}, {"player": "friend"}])
    for token in match.tokens:
        server.post(f"{match.path}/share", {"share": ""}, token)
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[1]}")
    expect(tab.page.get_by_text("the dice have no share of this browser for your place")).to_be_visible()
