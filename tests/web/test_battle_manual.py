"""A battle in the page as its manual has it: clans, names, hands, preferences, keys, saving, the form."""

from __future__ import annotations

import re
from pathlib import Path

from browsing import Tab
from playwright.sync_api import Page, expect
from served import Begun, Server

ME, RANDOM = {"player": "me", "name": "Ada"}, {"player": "bot", "bot": "random"}
QUIET = """localStorage.setItem("hoplon.cardbattle.preferences", JSON.stringify({skips: false}))"""


def begin(server: Server, tab: Tab, **options: str) -> Begun:
    """A battle against the random player, who comes second; no phase is skipped."""
    match = server.begin("cardbattle", seed=5, seats=[ME, RANDOM], options={"pbem": "yes"} | options)
    tab.page.add_init_script(QUIET)
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    expect(tab.page.locator("[data-cell='A5']")).to_be_visible()
    return match


def go_to(tab: Tab, phase: str) -> None:
    """End phases until one begins."""
    page = tab.page
    now = page.locator(".bar [aria-current=step]")
    for _ in range(6):
        if now.inner_text().lower() == phase:
            return
        page.get_by_role("button", name="End phase").click()
        tab.settle()
    expect(now).to_have_text(phase)


def hand_of(page: Page) -> list[str]:
    """What the cards of the hand are called, from left to right."""
    return [text.split(": ")[1].split(",")[0] for text in page.locator(".hand .hidden").all_text_contents()]


def test_clans_and_names_are_on_the_cards_and_counted(tab: Tab, server: Server) -> None:
    begin(server, tab, army_a="oda", army_b="takeda")
    page = tab.page
    expect(page.locator(".panel .leader").first).to_contain_text("clans")
    expect(page.locator(".panel .clans")).to_contain_text("clans 0 of")
    card = page.locator(".spot.can[data-cell^='hand']").first
    expect(card.locator(".banner")).to_be_visible()
    name = card.locator(".name").inner_text()
    clan = str(card.locator(".hidden").text_content()).split("clan ")[1].split(",")[0]
    card.click()
    page.locator("[data-cell='A5']").click()
    expect(page.locator("[data-cell='A5'] .name")).to_have_text(name)
    expect(page.locator("[data-cell='A5'] .banner")).to_be_visible()
    expect(page.locator(".panel .clans")).to_contain_text(clan)
    expect(page.locator("p.hint")).to_contain_text("clans 1 of")
    page.set_viewport_size({"width": 390, "height": 844})
    large = (
        "box => parseFloat(getComputedStyle(box).fontSize) >= 8.9 && box.scrollWidth <= box.clientWidth + 1"
    )
    assert page.locator("[data-cell='A5'] .name").evaluate(large)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert tab.faults() == []


def test_rounds_are_counted_and_the_draw_is_not_given_up_unasked(tab: Tab, server: Server) -> None:
    begin(server, tab, army_a="persians_300", army_b="spartans_300")
    page = tab.page
    expect(page.locator(".turn b")).to_have_text("Round 1 of 50")
    page.locator(".spot.can[data-cell^='hand']").first.click()  # so that the hand has room for a card
    page.locator(".spot.aim").first.click()
    tab.settle()
    go_to(tab, "draw")
    # Skip keeps its place, whether anything is shown or not, and no other button lies there.
    places = [page.locator(".bar .acts"), page.locator("button.skip")]
    bar, skip = (place.evaluate("box => box.getBoundingClientRect().toJSON()") for place in places)
    assert skip["top"] >= bar["bottom"]
    page.keyboard.press("e")
    asked = page.get_by_role("alertdialog")
    expect(asked).to_contain_text("End without drawing?")
    page.keyboard.press("n")
    expect(asked).to_be_hidden()
    expect(page.locator(".bar [aria-current=step]")).to_have_text("draw")
    page.get_by_role("button", name="End phase").click()
    expect(asked).to_be_visible()
    page.keyboard.press("Enter")
    expect(asked).to_be_hidden()
    expect(page.locator(".log .title", has_text="ends its turn").first).to_be_attached()


def test_the_hand_is_put_in_order_and_stays_so(tab: Tab, server: Server) -> None:
    begin(server, tab)
    page = tab.page
    expect(page.locator(".hand .spot")).to_have_count(7)
    before = hand_of(page)
    page.locator(".hand .spot").nth(0).drag_to(page.locator(".hand .spot").nth(3))
    after = [*before[1:4], before[0], *before[4:]]
    assert hand_of(page) == after
    page.keyboard.press("1")
    page.keyboard.press("Shift+ArrowRight")
    after[0], after[1] = after[1], after[0]
    assert hand_of(page) == after
    page.keyboard.press("Shift+ArrowRight")  # the card has kept the focus
    after[1], after[2] = after[2], after[1]
    assert hand_of(page) == after
    page.reload()
    expect(page.locator(".hand .spot")).to_have_count(7)
    assert hand_of(page) == after


def test_preferences_change_during_a_battle_and_help_is_at_f1(tab: Tab, server: Server) -> None:
    begin(server, tab)
    page = tab.page
    page.keyboard.press("p")
    box = page.get_by_role("dialog", name="Charts")
    box.get_by_label("Quick attack").check()
    box.get_by_label("ALL units always withdraw").check()
    expect(box).to_contain_text("agreed before it began")
    assert tab.faults() == []
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(box.get_by_label("ALL units always withdraw")).to_be_checked()
    expect(box.get_by_label("LI always withdraw")).not_to_be_checked()
    box.get_by_role("button", name="Close").click()
    page.keyboard.press("F1")
    expect(page.locator(".notes")).to_contain_text("F1 opens this help")
    expect(page.locator(".notes")).to_contain_text("Y or Enter answers yes, N answers no")
    expect(page.locator(".notes").get_by_role("link", name="Strategy tips")).to_be_visible()
    for button in page.locator("[role=toolbar] button, .more button, .bar .acts button").all():
        assert button.get_attribute("title") or not button.is_visible()
    page.get_by_role("link", name="Tips", exact=True).click()
    expect(page.get_by_role("heading", name="Strategy tips")).to_be_visible()
    expect(page.get_by_text("A phalanx (PH) counts double its quality", exact=False)).to_be_visible()
    assert tab.faults() == []
    page.goto("/rules/cardbattle")
    expect(page.get_by_role("link", name="Strategy tips")).to_be_visible()


def test_a_preference_answers_for_the_player(tab: Tab, server: Server) -> None:
    options = {"pbem": "yes", "setup_turns": "0", "army_a": "britons", "army_b": "britons"}
    match = server.begin("cardbattle", seed=11, seats=[ME, {"player": "me", "name": "Ben"}], options=options)
    with server.board(match.id, match.tokens[0]) as board:
        for _ in range(400):
            question = board.state["position"]["question"]
            if question and question["answered_by"]:
                break
            offers = board.state["choices"]
            likely = [one for one in offers if one["tool"] in ("fire", "attack", "play", "close", "loose")]
            board.choose((likely or offers)[0]["text"])
        number, seat = board.state["number"], question["seat"]
    answers = f'{{skips: false, answers: {{{seat}: ["{question["answered_by"][0]}"]}}}}'
    tab.page.add_init_script(
        f"localStorage.setItem('hoplon.cardbattle.preferences', JSON.stringify({answers}))"
    )
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    tab.settle_for(
        lambda: server.get(f"/api/matches/{match.id}", match.tokens[0])["number"] > number, "it is answered"
    )


def test_quick_attack_leaves_out_how_an_attack_is_put_together(tab: Tab, server: Server) -> None:
    options = {"pbem": "yes", "setup_turns": "0"}
    seats = [{"player": "bot", "bot": "easy"}, ME]
    match = server.begin("cardbattle", seed=5, seats=seats, options=options)
    with server.board(match.id, match.tokens[0]) as board:
        heard: list[str] = []
        while "resolve" not in heard:
            while not board.state["choices"]:
                log = board.hear().get("log") or [{"kind": ""}]
                heard.append(log[0]["kind"])
            offers = board.state["choices"]
            likely = [one for one in offers if one["tool"] in ("play", "no", "end")]
            board.choose((likely or offers)[0]["text"])
    page = tab.page
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    designated = page.locator(".log .title", has_text=re.compile(" attacks [A-Z]|goes for the second line"))
    expect(designated.first).to_be_attached()
    page.keyboard.press("p")
    page.get_by_label("Quick attack").check()
    page.get_by_role("button", name="Close").click()
    expect(designated).to_have_count(0)
    expect(page.locator(".log .title", has_text="resolves its attacks").first).to_be_attached()


def test_a_battle_against_a_bot_is_saved_and_gone_on_with(tab: Tab, server: Server, tmp_path: Path) -> None:
    match = begin(server, tab)
    page = tab.page
    page.locator(".spot.can[data-cell^='hand']").first.click()
    page.locator(".spot.aim").first.click()
    tab.settle()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    saved.value.save_as(tmp_path / "battle.hoplon")
    page.goto("/")
    page.locator('input[type="file"]').set_input_files(tmp_path / "battle.hoplon")
    expect(page.get_by_text("This match is not over")).to_be_visible()
    again = page.get_by_role("group", name="Go on with this match")
    expect(again.get_by_label("Republican Rome")).to_have_value("bot random")  # who sat there
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator(".hand .spot")).to_have_count(6)
    expect(page.locator("[data-cell^='A'] .unit")).to_have_count(1)
    number = page.url.rpartition("/")[2].partition("#")[0]
    assert number != match.id
    told = server.get(f"/api/matches/{number}")
    assert told["seats"][1]["bot"] == "random"
    assert "From here on the dice are new" in " ".join(told["dice"]["terms"])
    go_to(tab, "move")


def test_the_form_offers_what_was_chosen_last(tab: Tab, server: Server) -> None:
    page = tab.page
    page.goto("/new/cardbattle")
    page.get_by_label("Module").select_option("fantasy")
    page.get_by_label("Army B").select_option("?")
    expect(page.locator(".seats")).to_contain_text("A random army")
    first = page.get_by_label("Army A").locator("option:checked").inner_text()
    expect(page.locator(".options .about").first).to_contain_text("points")
    page.locator(".seats input").first.fill("Ada")
    page.locator(".seats select").nth(1).select_option("bot random")
    page.get_by_role("button", name="Victory").click()
    page.get_by_label("Rout percent A").fill("40")
    page.get_by_label("Rout percent A").press("Tab")
    page.get_by_role("button", name="Field", exact=True).click()
    page.get_by_label("Use field restrictions").check()
    page.get_by_label("HC Heavy cavalry: Centre").check()
    page.get_by_label("PH Phalanx: Centre").uncheck()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("[data-cell]")
    made = server.get(f"/api/matches/{page.url.rpartition('/')[2].partition('#')[0]}")
    assert made["options"]["restrictions"] == "HC:both,PH:nowhere"
    assert made["options"]["rout_a"] == made["options"]["rout_b"] == "40"  # the lot takes the same level
    assert made["seats"][1]["title"] != "A random army"
    page.goto("/new/cardbattle")
    expect(page.get_by_label("Army A").locator("option:checked")).to_have_text(first)
    expect(page.get_by_label("Army B")).to_have_value("?")
    expect(page.locator(".seats input").first).to_have_value("Ada")
    expect(page.locator(".seats select").nth(1)).to_have_value("bot random")
    page.goto("/new/hoplite")
    expect(page.locator(".seats input").first).to_have_value("Ada")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".panel .player")).to_have_text("Ada")
    page.goto("/new/cardbattle")
    page.get_by_role("button", name="Everything as usual").click()
    expect(page.get_by_label("Army B")).to_have_value("rome_republic")
