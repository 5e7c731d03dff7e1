"""The arena in a real browser: played by mouse and by keyboard, watched, undone, reloaded, replayed."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from browsing import Tab
from playwright.sync_api import expect
from served import Server

MAZE = "/".join(["XXXXXXXXXXXXXXXX", "XH.0..EXXXXXXXXX", *["XXXXXXXXXXXXXXXX"] * 10])
Open = Callable[..., Tab]


def test_the_home_page_shows_every_game(tab: Tab, server: Server) -> None:
    tab.page.goto("/")
    expect(tab.page.locator(".games li")).to_have_count(len(server.get("/api/games")))


def test_hoplite_is_played_to_its_end_by_clicking(tab: Tab) -> None:
    tab.begin("hoplite", Depth="6", Hearts="1")
    for n in range(40):
        if tab.page.locator(".verdict").count() or not tab.click_cell(3 * n):
            break
        tab.settle()
    if not tab.page.locator(".verdict").count():
        tab.page.get_by_role("button", name="Give up").click()
        tab.page.get_by_role("button", name="Really: give up").click()
    expect(tab.page.locator(".verdict")).to_contain_text("points")


def test_hexabomb_is_played_to_its_end_by_clicking(tab: Tab) -> None:
    tab.begin("hexabomb", Turns="3")
    for n in range(6):
        expect(tab.page.locator(".status")).to_contain_text("Your turn")
        if n == 2:
            tab.page.get_by_role("button", name="Bomb").click()
            tab.page.get_by_role("radio", name="Reaches 3 cells").check()
            tab.page.get_by_role("radio", name="Explodes in 2 turns").check()
            tab.page.get_by_role("button", name="Drop the bomb: 3 far, in 2").click()
        else:
            assert tab.click_cell(n)
        tab.settle()
    expect(tab.page.locator(".verdict")).to_be_visible()


def test_codekeeper_is_played_to_its_end_by_clicking(tab: Tab) -> None:
    tab.begin("codekeeper", Rows=MAZE)
    for _ in range(12):
        if tab.page.locator(".verdict").count():
            break
        right = (
            tab.page.locator('[data-cell="4,1"]')
            if tab.turn_count() < 3
            else tab.page.locator('[data-cell="6,1"]')
        )
        right.click(force=True)
        tab.settle()
    expect(tab.page.locator(".verdict")).to_contain_text("Left by the exit")


@pytest.mark.parametrize(
    ("game", "options"),
    [("hoplite", {"Hearts": "1"}), ("hexabomb", {"Turns": "2"}), ("codekeeper", {"Rows": MAZE})],
)
def test_a_match_is_played_by_keyboard_alone(tab: Tab, game: str, options: dict[str, str]) -> None:
    tab.begin(game, **options)
    page = tab.page
    page.locator('[data-cell][tabindex="0"]').focus()
    for _ in range(14):
        page.locator("path.can, .verdict").first.wait_for(state="attached")  # the bots may be slow
        if page.locator(".verdict").count():
            break
        page.keyboard.press("]" if game != "codekeeper" else "ArrowRight")
        page.keyboard.press("Enter")
        tab.settle()
        page.keyboard.press("Home")
    if game == "hoplite" and not page.locator(".verdict").count():
        page.get_by_role("button", name="Give up").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Really: give up").focus()
        page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()


def test_a_match_begins_with_the_options_given_last_however_soon(tab: Tab) -> None:
    page = tab.page
    page.clock.install()
    page.goto("/new/hexabomb")
    expect(page.locator(".seats li")).to_have_count(2)
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    page.get_by_label("Players all").select_option("1")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-cell]").first).to_be_visible()
    expect(page.locator(".status")).to_have_text("Your turn")


def test_a_choice_is_previewed_and_explained(tab: Tab) -> None:
    tab.begin("hexabomb")
    tab.page.get_by_role("button", name="Bomb").click()
    tab.page.get_by_role("radio", name="Explodes in 3 turns").check()
    expect(tab.page.locator(".status")).to_contain_text("Explodes in 3 turns")
    assert tab.page.locator(".mark.reach").count() >= 3
    tab.page.locator('[data-cell="6,0"]').click(button="right", force=True)
    expect(tab.page.locator(".notes")).to_contain_text("Character 1")
    tab.page.keyboard.press("x")
    tab.page.keyboard.press("Escape")
    expect(tab.page.locator(".notes")).to_have_count(0)


def test_undo_reload_and_go_on(tab: Tab) -> None:
    tab.begin("hoplite")
    for n in range(3):
        assert tab.click_cell(n)
        expect(tab.page.locator(".log ol > li")).to_have_count(n + 1)
    tab.page.get_by_role("button", name="Undo").click()
    expect(tab.page.locator(".log ol > li")).to_have_count(2)
    tab.page.get_by_role("button", name="Redo").click()
    expect(tab.page.locator(".log ol > li")).to_have_count(3)
    hero = tab.page.locator(".piece").last.get_attribute("style")
    tab.page.reload()
    expect(tab.page.locator(".log ol > li")).to_have_count(3)
    assert tab.page.locator(".piece").last.get_attribute("style") == hero
    assert tab.click_cell(1)
    expect(tab.page.locator(".log ol > li")).to_have_count(4)


def test_an_order_is_undone_and_kept_over_a_reload_in_the_middle_of_a_turn(tab: Tab) -> None:
    tab.begin("hexabomb")
    page = tab.page
    assert tab.click_cell(0)
    expect(page.locator("p.asked")).to_contain_text("character 2")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("p.asked")).to_contain_text("character 1")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("p.asked")).to_contain_text("character 2")
    page.reload()
    expect(page.locator("p.asked")).to_contain_text("character 2")
    expect(page.locator(".dot")).to_have_count(1)
    assert tab.click_cell(1)
    expect(page.locator(".log ol > li")).to_have_count(1)


def test_a_maze_is_left_and_entered_again_and_monsters_show_their_range(tab: Tab) -> None:
    monster = MAZE.replace("XH.0..EX", "XH..4.EX")
    tab.begin("codekeeper", Rows=monster)
    page = tab.page
    page.locator('[data-cell="4,1"]').hover(force=True)
    expect(page.locator(".threat.hurt").first).to_be_visible()
    expect(page.locator(".threat.aim").first).to_be_attached()
    page.locator('[data-cell="2,1"]').click(force=True)
    expect(page.locator(".log ol > li")).to_have_count(1)
    expect(page.locator(".log .title")).to_have_text("You move")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log ol > li")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    page.reload()
    expect(page.locator(".log ol > li")).to_have_count(1)
    page.get_by_role("button", name="Again, the same start").click()
    expect(page.locator(".log ol > li")).to_have_count(0)


def test_turns_are_animated_unless_the_system_asks_for_stillness(tabs: Open) -> None:
    moving, still = tabs(reduced_motion="no-preference"), tabs()
    moving.begin("hoplite")
    moving.page.get_by_role("button", name="Speed of animations").click(click_count=3)  # half as fast
    moving.click_cell(0)
    skip = moving.page.get_by_role("button", name="Skip", exact=True)
    skip.click()
    expect(skip).to_have_count(0)
    expect(moving.page.locator("path.can").first).to_be_visible()
    still.begin("hoplite")
    seen = still.page.evaluate(
        """() => { window.skips = 0; new MutationObserver(() =>
        { window.skips += document.querySelectorAll('button.skip').length }).observe(document.body,
        { childList: true, subtree: true }); }"""
    )
    assert seen is None
    still.click_cell(0)
    expect(still.page.locator(".log ol > li")).to_have_count(1)
    assert still.page.evaluate("window.skips") == 0


WATCHED = {
    "hexabomb": (["painter", "random"], {"turns": "8"}),
    "hoplite": (["greedy"], {"position": "hoplite depth=16 hero=4,2 fleece=4,4 portal=4,7 demons=F0,9"}),
    "codekeeper": (["explorer"], {"maze": MAZE}),
    "cardbattle": (["random", "random"], {"rout_a": "1", "rout_b": "1", "setup_turns": "0", "pbem": "yes"}),
}


@pytest.mark.parametrize("game", WATCHED)
def test_a_match_of_bots_is_watched_live_and_replayed(tabs: Open, server: Server, game: str) -> None:
    bots, options = WATCHED[game]
    seats = [{"player": "bot", "bot": bot} for bot in bots]
    match = server.begin(game, seed=3, seats=seats, options=options, pace=0.01)
    tab = tabs()
    tab.page.goto(f"/match/{match.id}")
    expect(tab.page.locator(".verdict")).to_be_visible()
    count = server.get(f"{match.path}/turns?start=0&limit=1")["of"] - 1
    assert count > 1
    slider = tab.page.get_by_role("slider", name="Turn")
    expect(slider).to_have_attribute("max", str(count))
    slider.fill("1")
    expect(tab.page.locator(".status")).to_contain_text(f"Turn 1 of {count}")
    assert "turn=1" in tab.page.url
    tab.page.get_by_role("button", name="One turn forward").click()
    tab.page.get_by_role("button", name="One reaction forward").click()
    other = tabs()
    other.page.goto(f"/match/{match.id}#turn=2")
    expect(other.page.locator(".status")).to_contain_text(f"Turn 2 of {count}")
    with other.page.expect_download() as saved:
        other.page.get_by_role("button", name="Save", exact=True).click()
    assert saved.value.suggested_filename.endswith(".hoplon")


def test_help_in_a_replay_is_about_what_is_shown(tab: Tab, server: Server) -> None:
    match = server.begin("hoplite", seed=7)
    demon = server.get(f"{match.path}/turns")["turns"][0]["position"]["demons"][0]
    for number, choice in enumerate(("walk n", "walk n", "walk s")):
        match.choose(choice, number)
    page = tab.page
    page.goto(f"/match/{match.id}#turn=0")
    expect(page.locator(".status")).to_have_text("Turn 0 of 3")
    cell = page.locator(f'[data-cell="{demon["cell"]}"]')
    cell.hover(force=True)
    expect(page.locator("path.threat").first).to_be_visible()
    cell.click(button="right", force=True)
    expect(page.locator(".notes")).to_contain_text(demon["kind"].capitalize())
    page.keyboard.press("x")
    near = page.locator('[aria-label*="Attacked by the"]').first
    near.hover(force=True)
    expect(page.locator(".status .threat")).to_contain_text("Attacked by the")
    page.keyboard.press(".")
    expect(page.locator(".notes")).to_have_count(0)


def test_who_watches_a_maze_may_look_with_the_eyes_of_the_hero(tab: Tab, server: Server) -> None:
    match = server.begin("codekeeper", options={"maze": MAZE}, seats=[{"player": "bot", "bot": "explorer"}])
    match.wait()
    page = tab.page
    page.goto(f"/match/{match.id}#turn=0")
    seen = page.get_by_text("of 192 cells seen")
    expect(seen).to_have_text("25 of 192 cells seen")
    expect(page.locator("rect.fog")).to_have_count(0)
    page.get_by_role("button", name="See all").click()
    expect(page.locator("rect.fog").first).to_be_visible()
    expect(seen).to_have_text("25 of 192 cells seen")
    page.keyboard.press("x")
    expect(page.locator(".status .threat")).to_have_text("Nothing is threatened.")


def test_a_broken_file_is_read_out_and_a_good_one_opens(tab: Tab, server: Server, tmp_path: Path) -> None:
    match = server.begin("hoplite", seed=7)
    match.choose("walk n", 0)
    text = server.get(f"{match.path}/file", match.tokens[0])
    broken, good = tmp_path / "broken.hoplon", tmp_path / "good.hoplon"
    broken.write_text(text.replace("1 walk n", "1 walk s"))
    good.write_text(text)
    tab.page.goto("/")
    tab.page.locator("input[type=file]").set_input_files(broken)
    expect(tab.page.get_by_role("alert")).to_contain_text("departs from the rules at turn 1")
    tab.problems.clear()  # the browser itself notes the refused request
    tab.page.locator("input[type=file]").set_input_files(good)
    expect(tab.page.locator(".status")).to_contain_text("Turn 0 of 1")
    tab.page.get_by_role("button", name="Go on", exact=True).click()
    expect(tab.page.locator(".status")).to_have_text(re.compile("Your turn|hits? on you"))
    tab.page.keyboard.press("?")
    expect(tab.page.locator(".notes")).to_contain_text("U takes back")


def test_two_browsers_play_each_other_by_link(tabs: Open) -> None:
    ada, bob = tabs(), tabs()
    ada.page.goto("/new/hexabomb")
    ada.page.locator(".seats select").nth(1).select_option("friend")
    ada.page.get_by_role("button", name="Begin").click()
    link = ada.page.get_by_label("Link for a person").input_value()
    bob.page.goto(link)
    expect(bob.page.locator(".status")).to_have_text("Turn 0 of 100; waiting for Player 1")
    assert "seat=" not in bob.page.url
    for n in range(2):
        expect(ada.page.locator(".status")).to_contain_text("Your turn")
        assert ada.click_cell(n)
        ada.settle()
    for n in range(2):
        expect(bob.page.locator(".status")).to_contain_text("Your turn")
        assert bob.click_cell(n)
        bob.settle()
    expect(ada.page.locator(".log ol > li")).to_have_count(1)
    expect(bob.page.locator(".log ol > li")).to_have_count(1)


def test_people_at_one_screen_are_kept_apart_by_a_curtain(tab: Tab) -> None:
    tab.page.goto("/new/hexabomb")
    tab.page.locator(".seats select").nth(1).select_option("me")
    tab.page.get_by_role("button", name="Begin").click()
    tab.page.get_by_role("button", name="I am Player 1").click()
    for n in range(2):
        assert tab.click_cell(n)
        tab.settle()
    expect(tab.page.get_by_role("button", name="I am Player 2")).to_be_visible()
    assert tab.page.locator("path.can").count() == 0
    assert tab.page.locator(".order").count() == 0


def test_a_finger_looks_first_and_chooses_with_the_second_tap(tabs: Open) -> None:
    tab = tabs(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    tab.begin("hoplite")
    cell = tab.page.locator('[data-cell="4,3"]')
    cell.tap(force=True)
    expect(tab.page.locator(".chosen")).to_have_count(1)
    assert tab.turn_count() == 0
    cell.tap(force=True)
    expect(tab.page.locator(".log ol > li")).to_have_count(1)


def test_the_rules_can_be_searched(tab: Tab) -> None:
    tab.page.goto("/rules/hoplite")
    tab.page.get_by_placeholder("Search the rules").fill("fleece")
    expect(tab.page.locator("mark").first).to_be_visible()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nobody_is_kept_out(tabs: Open, server: Server, colours: str) -> None:
    tab = tabs(color_scheme=colours)
    found: dict[str, list[str]] = {}
    for path in ("/", "/new/hexabomb", "/rules/codekeeper"):
        tab.page.goto(path)
        tab.page.wait_for_load_state("networkidle")
        found[path] = tab.faults()
    for game in ("hoplite", "hexabomb", "codekeeper"):
        tab.begin(game)
        tab.click_cell(0)
        tab.settle()
        found[game] = tab.faults()
    assert {where: what for where, what in found.items() if what} == {}


def test_the_first_load_is_small(server: Server, tab: Tab) -> None:
    sizes: list[int] = []

    def weigh(response: object) -> None:
        sizes.append(len(response.body()))  # type: ignore[attr-defined]

    tab.page.on("requestfinished", lambda request: weigh(request.response()))
    tab.page.goto("/")
    tab.page.wait_for_load_state("networkidle")
    assert sum(sizes) < 300_000  # not even compressed
