"""Hoplite in the browser: what happened, what may follow, whose turn it is, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Callable

from browsing import Tab
from playwright.sync_api import Page, WebSocketRoute, expect
from served import Begun, Server

Open = Callable[..., Tab]
CROWD = "hoplite depth=8 hero=4,4 demons=F4,5;A4,6;F4,7;D8,8;W0,5 health=3/3"
WALKERS = "hoplite depth=4 hero=4,2 demons=F0,9;F2,10;F6,10;F8,9"
DEADLY = "hoplite depth=3 hero=4,4 demons=F3,4;A4,8 health=1/3"
ALTAR = "hoplite depth=5 hero=4,4 altar=4,5 offers=bloodlust;winged-sandals;greater-energy demons=F8,9"


def begin(server: Server, tab: Tab, position: str) -> Begun:
    """A run from a position, in a tab."""
    match = server.begin("hoplite", seed=1, options={"position": position})
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    expect(tab.page.locator("path.can").first).to_be_attached()
    return match


def cell(page: Page, name: str):
    """A tile of the board."""
    return page.locator(f'[data-cell="{name}"]')


def test_demons_are_found_by_their_names_and_their_order(server: Server, tabs: Open) -> None:
    tab = tabs(viewport={"width": 1440, "height": 900})
    begin(server, tab, CROWD)
    page = tab.page
    rows = page.get_by_role("list", name="Demons in the order of play").get_by_role("button")
    expect(rows).to_have_text([
        "1 F1 footman at 4,5", "2 A2 archer at 4,6", "3 F3 footman at 4,7",
        "4 D4 demolitionist at 8,8", "5 W5 wizard at 0,5",
    ])  # fmt: skip
    expect(page.locator("text.order")).to_have_text(["1", "2", "3", "4", "5"])
    rows.nth(3).hover()
    expect(page.locator(".glow")).to_have_count(1)
    where = page.locator(".glow").get_attribute("transform")
    assert where == cell(page, "8,8").get_attribute("transform")
    rows.nth(4).focus()
    expect(page.locator(".glow")).to_have_attribute("transform", cell(page, "0,5").get_attribute("transform"))
    cell(page, "4,7").hover(force=True)
    expect(page.locator("ol.order button.now")).to_have_text("3 F3 footman at 4,7")

    # Coordinates and names on the board, by key and by button, and remembered.
    expect(page.locator("text.coordinate")).to_have_count(0)
    page.keyboard.press("g")
    expect(page.locator("text.coordinate")).to_have_count(79)
    expect(page.locator("text.name")).to_have_text(["F1", "A2", "F3", "D4", "W5"])
    page.reload()
    expect(page.locator("text.coordinate")).to_have_count(79)
    shown = page.get_by_role("button", name="Grid", pressed=True)
    assert tab.faults() == []
    shown.click()
    expect(page.locator("text.coordinate")).to_have_count(0)


def test_coordinates_are_drawn_on_boards_of_squares_too(server: Server, tab: Tab) -> None:
    match = server.begin("codekeeper", seed=1)
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    tab.page.get_by_role("button", name="Grid").click()
    expect(tab.page.locator("text.coordinate")).to_have_count(16 * 12)


def test_a_preview_shows_everything_that_can_follow(server: Server, tabs: Open) -> None:
    wide = tabs(viewport={"width": 1440, "height": 900})
    begin(server, wide, CROWD)
    ahead = wide.page.get_by_role("region", name="What would follow")
    wide.page.keyboard.press("b")
    cell(wide.page, "4,5").hover(force=True)
    lines = ahead.locator("li")
    expect(lines.nth(0)).to_have_text("You bash at 4,5")
    expect(ahead).to_contain_text("Footman F1 is pushed north")
    expect(lines.filter(has_text="Archer A2 slides to 3,6").locator(".chance")).to_have_text("50 %")
    expect(ahead).to_contain_text("Demolitionist D4 walks to 7,7 (50 %) or 8,7 (50 %)")
    expect(ahead).not_to_contain_text("dice")
    wide.page.get_by_role("button", name="Keys").hover()
    expect(ahead).to_have_count(0)

    phone = tabs(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin(server, phone, CROWD)
    ahead = phone.page.get_by_role("region", name="What would follow")
    cell(phone.page, "3,4").tap(force=True)
    expect(ahead).to_contain_text("You stab footman F1 in passing")
    expect(ahead).to_be_visible()
    assert ahead.evaluate("e => getComputedStyle(e).overflowY") == "auto"
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_demons_walk_one_after_the_other(server: Server, tabs: Open) -> None:
    tab = tabs(reduced_motion="no-preference")
    begin(server, tab, WALKERS)
    page = tab.page
    page.evaluate("""() => {
        window.moved = [];
        const before = new Map();
        for (const piece of document.querySelectorAll('.piece')) before.set(piece, piece.style.transform);
        new MutationObserver((all) => window.moved.push([...new Set(all.map((one) => one.target))]
            .filter((piece) => before.get(piece) !== piece.style.transform)
            .map((piece) => { before.set(piece, piece.style.transform);
                              return piece.querySelector('text.order')?.textContent ?? 'hero'; })))
            .observe(document.querySelector('.pieces'), { subtree: true, attributeFilter: ['style'] });
    }""")
    cell(page, "4,3").click(force=True)
    expect(page.locator(".log ol > li")).to_have_count(1)
    expect(page.get_by_role("button", name="Skip", exact=True)).to_have_count(0)
    assert [batch for batch in page.evaluate("window.moved") if batch] == [
        ["hero"],
        ["1"],
        ["2"],
        ["3"],
        ["4"],
    ]


def test_death_is_drawn_before_it_is_told_and_names_the_killer(server: Server, tabs: Open) -> None:
    tab, other = tabs(reduced_motion="no-preference"), tabs()
    match = begin(server, tab, DEADLY)
    page = tab.page
    page.evaluate("""() => { window.early = 0; new MutationObserver(() => {
        if (document.querySelector('button.skip') && document.querySelector('.verdict')) window.early++;
    }).observe(document.body, { childList: true, subtree: true }); }""")
    other.page.goto(f"/match/{match.id}")
    page.keyboard.press("t")
    cell(page, "6,4").click(force=True)
    expect(page.locator(".verdict")).to_have_text("You were killed by a demon archer · 0 points")
    assert page.evaluate("window.early") == 0
    expect(page.locator(".log")).to_contain_text("You were killed by a demon archer")
    # Whoever watches is not addressed.
    expect(other.page.locator(".verdict")).to_have_text("Killed by a demon archer · 0 points")
    log = other.page.locator(".log")
    expect(log).to_contain_text("The hero throws the spear")
    expect(log).to_contain_text("The hero was killed by a demon archer")
    expect(log).not_to_contain_text("ou ")
    expect(cell(other.page, "4,4")).to_have_attribute("aria-label", "4 4: the hero")


def test_a_click_where_nothing_can_be_chosen_explains(server: Server, tab: Tab) -> None:
    begin(server, tab, CROWD)
    page = tab.page
    cell(page, "8,8").click(force=True)
    expect(page.locator(".notes")).to_contain_text("Demolitionist D4.")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keys").click()
    expect(page.locator(".notes")).to_contain_text("A right click or a long press explains what is there")

    # Comma and full stop look back and forward wherever the focus is.
    cell(page, "3,4").click(force=True)
    expect(page.locator(".log ol > li")).to_have_count(1)
    page.get_by_label("Turn", exact=True).focus()
    page.keyboard.press(",")
    expect(page.locator(".status")).to_contain_text("Turn 0 of 1")
    page.keyboard.press(".")
    expect(page.locator(".status")).to_contain_text("Turn 1 of 1")


def test_offers_say_what_they_do_and_cost(server: Server, tabs: Open) -> None:
    phone = tabs(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin(server, phone, ALTAR)
    phone.page.get_by_role("button", name="Pray").tap()
    offer = phone.page.locator(".tray button").filter(has_text="Bloodlust")
    expect(offer.locator(".soft")).to_be_visible()
    expect(offer).to_contain_text("each of your kills gives 6 energy; costs 1 heart")
    cell(phone.page, "4,5").click(button="right", force=True)
    expect(phone.page.locator(".notes")).to_contain_text(
        "Winged Sandals. Leap up to three tiles; costs 1 heart."
    )


def test_on_a_slow_net_nothing_asks_to_tap_again(server: Server, tabs: Open) -> None:
    tab = tabs(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    held: list[str] = []
    is_slow = [True]
    sockets: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        to_server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            if is_slow[0] and json.loads(message)["type"] == "turn":
                held.append(str(message))
            else:
                socket.send(message)

        to_server.on_message(hear)

    tab.page.route_web_socket("**/socket", route)
    begin(server, tab, "hoplite depth=3 hero=4,4 demons=F8,9")
    status = tab.page.locator(".status")
    cell(tab.page, "4,5").tap(force=True)
    expect(status).to_have_text("Tap again to choose")
    cell(tab.page, "4,5").tap(force=True)
    expect(status).to_have_text("Sent; waiting for the answer …")
    tab.settle_for(lambda: held, "the server has answered")
    expect(tab.page.locator(".log ol > li")).to_have_count(0)
    is_slow[0] = False
    for message in held:
        sockets[-1].send(message)
    expect(tab.page.locator(".log ol > li")).to_have_count(1)
    expect(status).to_have_text("Your turn")
