"""A card battle in a real browser: by clicks, by dragging, by keyboard; at one screen no hand is seen."""

from __future__ import annotations

from collections.abc import Callable

from browsing import Tab
from playwright.sync_api import Route, expect
from served import Begun, Server

Open = Callable[..., Tab]
SHORT = {"rout_a": "1", "rout_b": "1", "setup_turns": "0", "pbem": "yes"}
MOST_STEPS = 250
MY_TURN = ".verdict, [role=dialog] button, .bar .acts button:enabled"  # or the battle is over


def begin(server: Server, tab: Tab, other: str = "bot", **options: str) -> Begun:
    """A short battle against the random player, or against somebody at the same screen."""
    second = {"player": "bot", "bot": "random"} if other == "bot" else {"player": "me"}
    match = server.begin("cardbattle", seed=5, seats=[{"player": "me"}, second], options=SHORT | options)
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    expect(tab.page.locator("[data-cell='A5']")).to_be_visible()
    return match


def test_a_battle_is_played_to_its_end_by_clicking(tab: Tab, server: Server) -> None:
    begin(server, tab)
    page = tab.page
    for n in range(MOST_STEPS):
        page.locator(MY_TURN).first.wait_for()
        if page.locator(".verdict").count():
            break
        aims, places = page.locator(".spot.aim"), page.locator(".spot.can:not(.aim)")
        phase = page.locator(".bar .acts .primary", has_not_text="End phase")
        if page.locator("[role=dialog]").count():
            page.locator("[role=dialog] button").first.click()
        elif aims.count():
            aims.nth(n % aims.count()).click()
        elif page.locator(".table > .acts .primary").count():
            page.locator(".table > .acts .primary").first.click()
        elif phase.count():
            phase.first.click()
        elif places.count() and n % 3:
            places.nth(n % places.count()).click()
        else:
            page.get_by_role("button", name="End phase").click()
        tab.settle()
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.get_by_role("heading", name="Debriefing")).to_be_visible()
    assert tab.faults() == []


def test_a_battle_is_played_by_keyboard_alone(tab: Tab, server: Server) -> None:
    begin(server, tab)
    page = tab.page
    for n in range(MOST_STEPS):
        page.locator(MY_TURN).first.wait_for()
        if page.locator(".verdict").count():
            break
        if page.locator("[role=dialog]").count():
            page.keyboard.press("y" if n % 2 else "n")
        elif page.locator(".bar .acts .primary", has_not_text="End phase").count() or n % 4 == 0:
            for key in ("l", "c", "r", "e"):
                page.keyboard.press(key)
        else:
            page.locator("[data-cell][tabindex='0']").first.focus()
            page.keyboard.press("]")
            page.keyboard.press("Enter")
            if page.locator(".spot.aim").count():
                page.keyboard.press("]")
                page.keyboard.press("Enter")
            else:
                page.keyboard.press("Escape")
        tab.settle()
    expect(page.locator(".verdict")).to_be_visible()


def test_a_unit_is_dragged_to_the_field_and_explained(tab: Tab, server: Server) -> None:
    begin(server, tab, setup_turns="3")
    page = tab.page
    card = page.locator(".spot.can[data-cell^='hand']").first
    name = str(card.locator(".hidden").text_content()).split(": ")[1].split(",")[0]
    card.drag_to(page.locator("[data-cell='A5']"))
    expect(page.locator("[data-cell='A5'] .unit")).to_be_visible()
    expect(page.locator("[data-cell='A5']")).to_contain_text(name)
    page.locator("[data-cell='A5']").click(button="right")
    expect(page.locator(".notes")).to_contain_text("Quality")
    page.get_by_role("button", name="Charts").click()
    page.get_by_role("button", name="Superiority").click()
    expect(page.locator("dialog .caption")).to_contain_text("doubles the defender's hits")
    expect(page.get_by_role("table", name="Superiority").get_by_role("rowheader", name="PH")).to_be_visible()
    assert tab.faults() == []


def test_what_cannot_be_done_is_explained(tab: Tab, server: Server) -> None:
    begin(server, tab, setup_turns="3")
    page = tab.page
    page.locator(".spot.can[data-cell^='hand']").first.click()
    page.locator("[data-cell='B5']").click()
    expect(page.locator(".notes")).to_contain_text("Units are played on the own field")
    page.locator("[data-cell='A5']").click()
    expect(page.locator("[data-cell='A5'] .unit")).to_be_visible()


def test_a_play_is_undone_and_kept_over_a_reload(tab: Tab, server: Server) -> None:
    begin(server, tab, setup_turns="3")
    page = tab.page
    page.get_by_label("Skip phases").uncheck()
    page.locator(".spot.can[data-cell^='hand']").first.click()
    page.locator(".spot.aim").first.click()
    expect(page.locator("[data-cell^='A'] .unit")).to_have_count(1)
    expect(page.locator(".log .title").last).to_contain_text("comes to column")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-cell^='A'] .unit")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("[data-cell^='A'] .unit")).to_have_count(1)
    page.reload()
    expect(page.locator("[data-cell^='A'] .unit")).to_have_count(1)
    page.get_by_role("button", name="End phase").click()
    expect(page.locator(".bar [aria-current=step]")).to_have_text("move")


def test_a_finger_that_stays_asks_what_a_card_is(tabs: Open, server: Server) -> None:
    tab = tabs(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    begin(server, tab, setup_turns="3")
    card = tab.page.locator("[data-cell='hand:1']")
    card.scroll_into_view_if_needed()
    card.dispatch_event("pointerdown", {"pointerType": "touch", "button": 0, "bubbles": True})
    expect(tab.page.locator(".notes")).to_be_visible()
    card.dispatch_event("pointerup", {"pointerType": "touch", "button": 0, "bubbles": True})


def test_two_browsers_fight_each_other_by_link(tabs: Open, server: Server) -> None:
    seats = [{"player": "me", "name": "Ada"}, {"player": "friend", "name": "Ben"}]
    match = server.begin("cardbattle", seed=5, seats=seats, options=SHORT | {"setup_turns": "3"})
    ada, ben = tabs(), tabs()
    for tab, token in zip((ada, ben), match.tokens, strict=True):
        tab.page.goto(f"/match/{match.id}#seat={token}")
    for tab in (ada, ben):
        expect(tab.page.locator("[data-cell^='hand']")).to_have_count(7)
    ada.page.locator(".spot.can[data-cell^='hand']").first.click()
    ada.page.locator(".spot.aim").first.click()
    expect(ben.page.locator("[data-cell^='A'] .unit")).to_have_count(1)
    assert ben.page.locator(".spot.can").count() == 0


def test_a_hand_that_is_dealt_while_the_board_loads_is_shown(tabs: Open, server: Server) -> None:
    seats = [{"player": "me"}, {"player": "friend"}]
    match = server.begin("cardbattle", seed=5, seats=seats, options=SHORT | {"setup_turns": "3"})
    ada, ben = tabs(), tabs()
    held: list[Route] = []
    ada.page.route("**/cardbattle-*.css", lambda route: held.append(route))
    ada.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    ben.page.goto(f"/match/{match.id}#seat={match.tokens[1]}")
    expect(ben.page.locator("[data-cell^='hand']")).to_have_count(7)
    ada.settle_for(lambda: held, "the style of the board is asked for")
    for route in held:
        route.continue_()
    expect(ada.page.locator("[data-cell^='hand']")).to_have_count(7)


def test_people_at_one_screen_see_no_hand_but_their_own(tab: Tab, server: Server) -> None:
    begin(server, tab, other="me", setup_turns="3")
    page = tab.page
    expect(page.get_by_role("button", name="I am Carthage")).to_be_visible()
    assert page.locator("[data-cell^='hand']").count() == 0
    page.get_by_role("button", name="I am Carthage").click()
    expect(page.locator("[data-cell^='hand']")).to_have_count(7)
    own = page.locator("[data-cell='hand:1'] .hidden").text_content()
    page.get_by_label("Skip phases").uncheck()
    for phase in ("Play", "Move", "Missile", "Shock", "Rally", "Draw"):
        if page.get_by_role("button", name="I am Republican Rome").count():
            break
        if page.locator("[aria-current=step]", has_text=phase.lower()).count():
            page.get_by_role("button", name="End phase").click()
            tab.settle()
    expect(page.get_by_role("button", name="I am Republican Rome")).to_be_visible()
    assert page.locator("[data-cell^='hand']").count() == 0
    assert str(own).split(": ")[1] not in page.content()
    page.get_by_role("button", name="I am Republican Rome").click()
    expect(page.locator("[data-cell^='hand']")).to_have_count(7)


def test_a_battle_fits_a_small_screen(tabs: Open, server: Server) -> None:
    tab = tabs(viewport={"width": 390, "height": 844}, color_scheme="dark")
    begin(server, tab)
    page = tab.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert tab.faults() == []
    page.get_by_role("button", name="Charts").click()
    for name in ("Combat results", "Shock", "Missiles", "Terrain", "Withdrawal", "Preferences"):
        page.locator("dialog").get_by_role("button", name=name, exact=True).click()
        assert page.locator("dialog").evaluate("box => box.scrollWidth") <= 390
