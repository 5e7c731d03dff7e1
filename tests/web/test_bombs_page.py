"""hexabomb in a browser: who hunts in sudden death, what burnt, and the dead, who wait by themselves."""

from __future__ import annotations

from browsing import Tab
from playwright.sync_api import expect
from served import Server

# Character 1 is dead for two more turns, and a bomb goes off in this one.
POSITION = (
    "hexabomb cells=0:0..9 players=2 turn=3/20 colours=2*1;6*0;2*2 "
    "characters=0@0,0:1;0@0,1:1!2;1@0,8:1;1@0,9:1 bombs=0@0,5:2:1"
)


def test_sudden_death_gives_the_special_seat_to_a_hunter_and_leaves_the_others_as_they_were(tab: Tab) -> None:
    page = tab.page
    page.goto("/new/hexabomb")
    seats = page.locator(".seats select")
    expect(seats).to_have_count(2)
    for n, player in enumerate(("me", "bot painter")):
        expect(seats.nth(n)).to_have_value(player)
    seats.nth(1).select_option("bot random")
    page.get_by_role("checkbox", name="Sudden death").check()
    for n, player in enumerate(("bot hunter", "me", "bot random")):
        expect(seats.nth(n)).to_have_value(player)
    expect(page.locator(".seats .name").first).to_have_text("Special player")
    page.get_by_role("checkbox", name="Sudden death").uncheck()
    for n, player in enumerate(("me", "bot random")):
        expect(seats.nth(n)).to_have_value(player)
    assert tab.faults() == []


def test_what_burnt_stays_to_be_seen_and_the_dead_wait_by_themselves(tab: Tab, server: Server) -> None:
    seats = [{"player": "me"}, {"player": "bot", "bot": "random"}]
    match = server.begin("hexabomb", seed=1, options={"position": POSITION}, seats=seats)
    page = tab.page
    page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    burnt = page.locator(".blasts path")
    stay = page.get_by_role("button", name="Stay")
    expect(stay).to_have_count(1)
    expect(burnt).to_have_count(0)
    stay.click()  # one order for two characters: the dead one has no choice
    expect(page.locator(".head h2")).to_have_text("Turn 4")
    expect(burnt).to_have_count(5)
    expect(page.locator('[data-cell="0,5"]')).to_have_attribute(
        "aria-label", "0 5: burnt in this turn, colour of Player 1"
    )
    page.get_by_role("button", name="One turn back").click()
    expect(burnt).to_have_count(0)
    page.get_by_role("button", name="One turn forward").click()
    expect(burnt).to_have_count(5)
    page.get_by_role("button", name="Now").click()
    stay.click()
    expect(page.locator(".head h2")).to_have_text("Turn 5")
    expect(burnt).to_have_count(0)
    expect(stay).to_have_count(1)
    stay.click()  # now there is a choice for the dead one
    expect(page.get_by_role("button", name="Revive")).to_have_count(1)
    expect(stay).to_have_count(1)
    expect(page.locator(".tray")).to_have_count(0)
    page.get_by_role("button", name="Revive").click()
    expect(page.locator(".head h2")).to_have_text("Turn 6")
    expect(page.locator(".facts-panel tbody").first).to_contain_text("2/2")
