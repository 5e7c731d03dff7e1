"""Who sits at a match, in a browser: programs, links for them, files that go on and letters that do not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from browsing import Tab
from playwright.sync_api import expect
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
    page.get_by_label("Seed").fill("5")
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


def test_a_letter_is_sent_to_where_it_can_be_read(tab: Tab, tmp_path: Path) -> None:
    letter = tmp_path / "letter.pbem"
    letter.write_text("hoplon pbem 1\ngame cardbattle 1\n")
    tab.page.goto("/")
    tab.page.locator('input[type="file"]').set_input_files(letter)
    expect(tab.page.get_by_role("alert")).to_contain_text("hoplon pbem open")
    tab.problems.clear()  # the browser writes down that the file was refused
