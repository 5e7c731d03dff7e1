"""Pictures of every page at three widths, light and dark: `python tests/web/shots.py FOLDER`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "server")]

from browsing import Tab, launch  # noqa: E402  found by the line above
from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from served import Begun, Server  # noqa: E402

WIDTHS = {390: 844, 820: 1180, 1440: 900}


def main(folder: Path) -> None:
    """Make them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room, Server(Path(room) / "arena.sqlite") as server:
        boards = set_up(server)
        with sync_playwright() as playwright:
            browser = launch(playwright)
            for width, height in WIDTHS.items():
                for colours in ("light", "dark"):
                    take(browser, server, boards, folder, width, height, colours)
            browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def set_up(server: Server) -> dict[str, Begun]:
    """A match of each kind, in the middle of play."""
    hoplite = server.begin(
        "hoplite", seed=21, options={"depth": "8", "hearts": "5", "prayers": "deep-lunge,surge"}
    )
    for number in range(4):
        with server.board(hoplite.id, hoplite.tokens[0]) as board:
            moves = [offer["text"] for offer in board.state["choices"] if offer["tool"] == "move"]
        hoplite.choose(moves[(2 * number) % len(moves)], number)
    ghost = server.begin(
        "hexabomb",
        seed=2,
        options={"map": "delta", "special": "yes", "turns": "30"},
        seats=[{"player": "bot", "bot": "random"}] + [{"player": "bot", "bot": "hunter"}] * 3,
    )
    crowd = server.begin(
        "hexabomb",
        seed=5,
        options={"map": "regatta", "turns": "40"},
        seats=[{"player": "bot", "bot": "painter"}] * 16,
    )
    duel = server.begin(
        "hexabomb",
        seed=4,
        options={"turns": "60"},
        seats=[{"player": "me"}, {"player": "bot", "bot": "hunter"}],
    )
    for turn in range(24):
        with server.board(duel.id, duel.tokens[0]) as board:
            while not board.state["choices"]:
                board.hear()
            choices = [offer["text"] for offer in board.state["choices"]]
            text = "bomb 3 3" if turn % 7 == 3 and "bomb 3 3" in choices else choices[turn % 5 % len(choices)]
            board.choose(text)
    battle = server.begin("cardbattle", seed=3, seats=[{"player": "me"}, {"player": "bot", "bot": "random"}])
    fight(server, battle)
    keeper = server.begin("codekeeper", seed=12, seats=[{"player": "bot", "bot": "seeker:nodes=1500"}])
    by_hand = server.begin("codekeeper", seed=12)
    for match in (ghost, crowd, keeper):
        match.wait(seconds=300)
    choices = [turn["choice"] for turn in server.get(f"{keeper.path}/turns?start=1&limit=20")["turns"]]
    for number, choice in enumerate(choices):
        by_hand.choose(choice, number)
    return {
        "hoplite": hoplite,
        "ghost": ghost,
        "crowd": crowd,
        "duel": duel,
        "keeper": keeper,
        "by-hand": by_hand,
        "battle": battle,
    }


def fight(server: Server, match: Begun) -> None:
    """Play a battle until an attack is designated."""
    wanted = ("attack", "play", "fire", "loose", "draw", "take", "rally")
    with server.board(match.id, match.tokens[0]) as board:
        for _ in range(120):
            while not board.state["choices"]:
                board.hear()
                if board.state["outcome"]:
                    return
            position = board.state["position"]
            if position["attacks"] and position["round"] > 5:
                return
            offers = [offer for offer in board.state["choices"] if offer["text"].split()[0] in wanted]
            board.choose((offers or board.state["choices"])[0]["text"])


def take(
    browser: Browser,
    server: Server,
    boards: dict[str, Begun],
    folder: Path,
    width: int,
    height: int,
    colours: str,
) -> None:
    """All pages at one width."""
    tab = Tab(
        browser, f"http://{server.base}", viewport={"width": width, "height": height}, color_scheme=colours
    )
    page = tab.page

    def shoot(name: str, path: str) -> None:
        page.goto(path)
        page.wait_for_timeout(900)
        after = AFTER.get(name)
        if after is not None:
            after(tab)
            page.wait_for_timeout(400)
        page.screenshot(path=folder / f"{name}-{width}-{colours}.png", full_page=True)

    def board(name: str, turn: int | None = None) -> str:
        match = boards[name]
        seat = f"seat={match.tokens[0]}" if match.tokens and turn is None else f"turn={turn}"
        return f"/match/{match.id}#{seat}"

    shoot("home", "/")
    shoot("new", "/new/hexabomb")
    shoot("rules", "/rules/hoplite")
    shoot("armies", "/armies")
    shoot("army", "/armies/carthage")
    shoot("army-edit", "/armies/frost_clans")
    shoot("army-text", page.url)
    shoot("hoplite", board("hoplite"))
    shoot("hexabomb", board("duel"))
    shoot("codekeeper", board("by-hand"))
    shoot("battle", board("battle"))
    shoot("codekeeper-all", board("keeper", 30))
    shoot("sudden-death", board("ghost", 14))
    shoot("crowd", board("crowd", 30))
    tab.context.close()


def aim(tab: Tab) -> None:
    """Show threats and look ahead at a choice."""
    tab.page.keyboard.press("x")
    tab.page.locator("path.can").nth(1).hover(force=True)


def arm(tab: Tab) -> None:
    """Take up the bow."""
    tab.page.keyboard.press("4")


def edit(tab: Tab) -> None:
    """Copy the army, and make a mistake."""
    tab.page.get_by_role("button", name="Copy and edit").click()
    tab.page.locator("#unit-0-tq").fill("11")
    tab.page.locator("#unit-0-faults").wait_for()


def read_text(tab: Tab) -> None:
    """Look at the army as text."""
    tab.page.get_by_role("button", name="TOML", exact=True).click()


AFTER = {"hoplite": aim, "codekeeper": arm, "army-edit": edit, "army-text": read_text}

if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "shots"))
