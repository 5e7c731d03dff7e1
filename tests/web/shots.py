"""Pictures of every page at three widths, light and dark: `python tests/web/shots.py FOLDER [NAMES …]`."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "server")]

from browsing import Tab, launch  # noqa: E402  found by the line above
from playwright.sync_api import Browser, Route, sync_playwright  # noqa: E402
from scenes import Scenes, set_up  # noqa: E402
from served import Server  # noqa: E402

WIDTHS = {390: 844, 820: 1180, 1440: 900}
LEARNT = {"hoplite": 4, "codekeeper": 6, "hexabomb": 4, "cardbattle": 5}  # and the lesson that is shown
SETTLED = 250  # milliseconds for fonts, pictures and previews


def main(folder: Path, names: list[str]) -> None:
    """Make them all, or those named."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, Server(Path(room) / "arena.sqlite", "--programs") as server:
        scenes = set_up(server)
        with sync_playwright() as playwright:
            browser = launch(playwright)
            for width, height in WIDTHS.items():
                for colours in ("light", "dark"):
                    take(browser, server, scenes, folder, names, width, height, colours)
            browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def take(
    browser: Browser,
    server: Server,
    scenes: Scenes,
    folder: Path,
    names: list[str],
    width: int,
    height: int,
    colours: str,
) -> None:
    """All pages at one width."""
    tab = Tab(
        browser, f"http://{server.base}", viewport={"width": width, "height": height}, color_scheme=colours
    )
    page = tab.page
    for name, path in pages(scenes).items():
        if names and name not in names:
            continue
        page.unroute_all(behavior="ignoreErrors")
        page.goto("about:blank")
        if name in BEFORE:
            BEFORE[name](tab)
        page.mouse.move(0, 0)
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(SETTLED)
        if name in AFTER:
            AFTER[name](tab)
            page.wait_for_timeout(SETTLED)
        whole = name not in ON_TOP
        page.screenshot(path=folder / f"{name}-{width}-{colours}.png", full_page=whole)
        if name in REFUSED:
            tab.problems.clear()  # the browser itself notes the refused request
    tab.close()


def pages(scenes: Scenes) -> dict[str, str]:
    """Every picture and the address it is taken at."""

    def board(name: str, turn: int | None = None) -> str:
        match = scenes[name]
        if turn is not None:
            return f"/match/{match.id}#turn={turn}"
        return f"/match/{match.id}" + (f"#seat={match.tokens[0]}" if match.tokens else "")

    return {
        "home-first": "/",
        "home-broken": "/",
        "nowhere": "/new/nowhere",
        "no-match": "/match/unknown",
        "preparing": "/new/hexabomb",
        "new-hoplite": "/new/hoplite",
        "new-hexabomb": "/new/hexabomb",
        "new-codekeeper": "/new/codekeeper",
        "new-cardbattle": "/new/cardbattle",
        "new-race": "/race/new/codekeeper",
        "new-wrong": "/new/hexabomb",
        "new-crowd": "/new/hexabomb",
        "invite": "/new/hexabomb",
        "learn": "/learn",
        **{f"learn-{name}": f"/learn/{name}" for name in LEARNT},
        **{f"lesson-{name}": f"/learn/{name}/{number}" for name, number in LEARNT.items()},
        "lesson-passed": "/learn/hoplite/4",
        "lesson-mistake": "/learn/hoplite/4",
        "coach": board("hoplite"),
        "rules": "/rules/hoplite",
        "rules-search": "/rules/cardbattle",
        "armies": "/armies",
        "army": "/armies/carthage",
        "army-edit": "/armies/frost_clans",
        "army-text": "/armies/frost_clans",
        "hoplite": board("hoplite"),
        "hoplite-help": board("hoplite"),
        "hoplite-keys": board("hoplite"),
        "hoplite-altar": board("altar"),
        "hoplite-over": board("fallen"),
        "hoplite-fault": board("fault"),
        "hoplite-pause": board("pause"),
        "bots": board("bots", 9),
        "bots-told": board("bots", 9),
        "bots-fault": board("bots", 24),
        "bots-two": board("bots-two", 2),
        "hexabomb": board("duel"),
        "hexabomb-bomb": board("duel"),
        "hexabomb-crowd": board("crowd", 30),
        "hexabomb-special": board("ghost", 14),
        "hexabomb-over": board("ghost"),
        "hexabomb-crowd-over": board("crowd"),
        "codekeeper": board("by-hand"),
        "codekeeper-monster": board("by-hand"),
        "codekeeper-all": board("keeper", 30),
        "codekeeper-over": board("keeper"),
        "battle": board("battle"),
        "battle-help": board("battle"),
        "battle-attack": board("attack"),
        "battle-ahead": board("ahead"),
        "battle-withdraw": board("withdraw"),
        "battle-fire": board("fire"),
        "battle-charts": board("battle"),
        "battle-preferences": board("battle"),
        "battle-over": board("over"),
        "battle-replay": board("over", scenes.resolved),
        "curtain": board("hotseat"),
        "battle-clans": board("clans"),
        "guest": board("guest"),
        "race": f"/race/{scenes.race}",
        "leagues": "/leagues",
        "leagues-none": "/leagues",
        "league": "/league/class-4b",
        "league-pair": "/league/class-4b#bot=class-4b-bjorn&against=class-4b-anna",
        "league-battles": "/league/evening-cup",
        "bot": "/bot/class-4b-doris",
        "tv": "/tv/class-4b",
        "tv-match": "/tv/class-4b",
        "tv-battle": "/tv/evening-cup",
        "letters": "/letters",
        "letters-new": "/letters",
        "tips": "/tips",
        "home": "/",
    }


def first_start(tab: Tab) -> None:
    """Nobody has played yet."""
    tab.page.route("**/api/matches?*", lambda route: route.fulfill(json=[]))


def not_ready(tab: Tab) -> None:
    """The rules are still being compiled."""

    def answer(route: Route) -> None:
        games = route.fetch().json()
        for game in games:
            game |= {"ready": False, "progress": {"what": "choices", "done": 3, "of": 9}}
        route.fulfill(json=games)

    tab.page.route("**/api/games", answer)


def drop_broken(tab: Tab) -> None:
    """Open a file that is none of ours."""
    file = {"name": "notes.hoplon", "mimeType": "text/plain", "buffer": b"Buy bread and olives.\n"}
    tab.page.locator("input[type=file]").set_input_files(file)
    tab.page.get_by_role("alert").wait_for()


def choose_wrong(tab: Tab) -> None:
    """Ask for more players than there is room for."""
    tab.page.get_by_role("combobox", name="Players").select_option("9")
    tab.page.get_by_role("alert").wait_for()


def choose_crowd(tab: Tab) -> None:
    """A map for sixteen."""
    tab.page.get_by_role("combobox", name="Map").select_option("regatta")
    tab.page.get_by_text("Player 16").wait_for()


def invite(tab: Tab) -> None:
    """Begin with a friend."""
    tab.page.get_by_role("combobox", name="Player 2").select_option("friend")
    tab.page.get_by_text("More", exact=True).click()
    tab.page.get_by_label("Listed").uncheck()
    tab.page.get_by_role("button", name="Begin").click()
    tab.page.get_by_label("Command for a program").wait_for()


def pass_lesson(tab: Tab) -> None:
    """The leap that stabs both."""
    tab.page.locator("[data-cell='5,5']").first.click(force=True)
    tab.page.get_by_role("link", name="Next lesson").wait_for()


def miss_lesson(tab: Tab) -> None:
    """The step that stabs one."""
    tab.page.locator("[data-cell='3,4']").first.click(force=True)
    tab.page.get_by_role("button", name="Take it back").wait_for()


def call_coach(tab: Tab) -> None:
    """As somebody sees it who has never played."""
    tab.page.evaluate("localStorage.setItem('hoplon.coach', '{}')")
    tab.page.reload()
    tab.page.get_by_role("complementary", name="Coach").wait_for()
    tab.page.get_by_role("button", name="No more tips").wait_for()


def ask_for_keys(tab: Tab) -> None:
    """Which keys there are."""
    tab.page.keyboard.press("?")


def pray(tab: Tab) -> None:
    """What the altar offers."""
    tab.page.locator(".tools button", has_text="Pray").click()


def aim(tab: Tab) -> None:
    """Show threats and look ahead at a choice."""
    tab.page.keyboard.press("x")
    tab.page.locator("path.can").nth(1).hover(force=True)


def help_with_hero(tab: Tab) -> None:
    """Ask what a demon is."""
    tab.page.locator("[data-cell][aria-label*='footman'], [data-cell][aria-label*='archer']").first.click(
        button="right", force=True
    )


def choose_bomb(tab: Tab) -> None:
    """Look at the bombs that can be dropped, one of them ahead."""
    tab.page.locator(".tools button", has_text="Bomb").click()
    tab.page.get_by_role("radio", name="Explodes in 3 turns").check()


def arm(tab: Tab) -> None:
    """Take up the bow."""
    tab.page.keyboard.press("4")


def point_at_monster(tab: Tab) -> None:
    """Rest on a monster that is seen."""
    monsters = ("skeleton", "gargoyle", "orc", "vampire")
    seen = ", ".join(f"[data-cell][aria-label*='{name}']" for name in monsters)
    tab.page.locator(seen).first.hover(force=True)


def look_ahead(tab: Tab) -> None:
    """Take up an attacker and point at a target."""
    tab.page.locator(".spot.can[data-cell^='A']").first.click()
    tab.page.locator(".spot.aim").first.hover()


def help_with_unit(tab: Tab) -> None:
    """Ask what a unit is."""
    tab.page.locator("[data-cell^='B']:has(.unit)").first.click(button="right")


def open_charts(tab: Tab) -> None:
    """The combat results."""
    tab.page.get_by_role("button", name="Charts").click()


def open_preferences(tab: Tab) -> None:
    """What was agreed on."""
    open_charts(tab)
    tab.page.get_by_role("button", name="Preferences").click()


def search_rules(tab: Tab) -> None:
    """Look for a word."""
    tab.page.get_by_placeholder("Search the rules").fill("withdraw")


def edit(tab: Tab) -> None:
    """Copy the army, and make a mistake."""
    tab.page.get_by_role("button", name="Copy and edit").click()
    tab.page.locator("#unit-0-tq").fill("11")
    tab.page.locator("#unit-0-faults").wait_for()


def read_question(tab: Tab) -> None:
    """What a bot was told."""
    tab.page.get_by_text("Told", exact=True).first.click()
    tab.page.get_by_role("group", name="Question").first.wait_for()


def read_text(tab: Tab) -> None:
    """Look at a copy of the army as text."""
    tab.page.get_by_role("button", name="Copy and edit").click()
    tab.page.get_by_role("button", name="TOML", exact=True).click()


def no_leagues(tab: Tab) -> None:
    """Nobody has made a league yet."""
    tab.page.route("**/api/leagues", lambda route: route.fulfill(json=[]))


def next_board(tab: Tab) -> None:
    """On a projector: the newest match, some turns later."""
    tab.page.get_by_role("button", name="Next").click()
    tab.page.get_by_text(re.compile("^Turn 1[0-9]")).wait_for()
    tab.page.keyboard.press("Tab")
    tab.page.get_by_role("button", name="Pause").click()


BEFORE: dict[str, Callable[[Tab], None]] = {
    "home-first": first_start,
    "preparing": not_ready,
    "leagues-none": no_leagues,
}


def write_invitation(tab: Tab) -> None:
    """Begin a battle by letter."""
    tab.page.get_by_role("link", name="Hoplites: card battles", exact=True).click()
    tab.page.get_by_role("button", name="Write the invitation").click()
    tab.page.get_by_role("button", name="Download the letter").wait_for()


AFTER: dict[str, Callable[[Tab], None]] = {
    "lesson-passed": pass_lesson,
    "lesson-mistake": miss_lesson,
    "coach": call_coach,
    "letters-new": write_invitation,
    "home-broken": drop_broken,
    "new-wrong": choose_wrong,
    "new-crowd": choose_crowd,
    "invite": invite,
    "hoplite-keys": ask_for_keys,
    "hoplite-altar": pray,
    "hoplite": aim,
    "hoplite-help": help_with_hero,
    "hexabomb-bomb": choose_bomb,
    "codekeeper": arm,
    "codekeeper-monster": point_at_monster,
    "battle-ahead": look_ahead,
    "battle-help": help_with_unit,
    "battle-charts": open_charts,
    "battle-preferences": open_preferences,
    "rules-search": search_rules,
    "army-edit": edit,
    "army-text": read_text,
    "bots-told": read_question,
    "tv-match": next_board,
    "tv-battle": next_board,
}
REFUSED = ("home-broken", "no-match", "new-wrong")
ON_TOP = (
    "battle-charts",
    "battle-preferences",
    "rules",
    "rules-search",
    "tv",
    "tv-match",
    "tv-battle",
)  # as tall as the window

if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "shots"), sys.argv[2:])
