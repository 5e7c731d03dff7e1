"""A browser for the tests: the system's Chromium, else the one that `make test` lets Playwright fetch."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, Playwright, WebSocket

from tests import needed
from tests.waiting import patience, until

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# What a thumb does not hit.
SMALL = """() => [...document.querySelectorAll('button, summary, a.button, select, main nav a, header a')]
    .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 40)
    .map(e => e.outerHTML.slice(0, 120))"""

NO_COACH = """if (location.origin !== 'null' && !localStorage.getItem('hoplon.coach'))
    localStorage.setItem('hoplon.coach', JSON.stringify(
    Object.fromEntries(['hoplite', 'hexabomb', 'codekeeper', 'cardbattle'].map(
        name => [name, {off: true}]))))"""


class NoBrowser(Exception):
    """No browser can be started."""


def launch(playwright: Playwright) -> Browser:
    """Start a browser."""
    # Without a sandbox of its own: tests run as root in containers, and open no page but ours.
    how = {"executable_path": needed.browser(), "args": ["--no-sandbox"], "timeout": 1000 * patience()}
    try:
        return playwright.chromium.launch(**how)  # type: ignore[arg-type]
    except Error as error:
        raise NoBrowser(error.message.splitlines()[0]) from None


class Tab:
    """A page that remembers what went wrong in it."""

    def __init__(self, browser: Browser, base: str, is_new: bool = False, **how: Any) -> None:
        how = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | how
        self.context = browser.new_context(base_url=base, **how)
        self.context.set_default_timeout(1000 * patience(60.0))
        if not is_new:  # somebody who has played before needs no coach
            self.context.add_init_script(NO_COACH)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("console", lambda said: said.type == "error" and self.problems.append(said.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self._is_asked = False  # has a choice been sent that is not answered yet?
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda text: self._note(json.loads(text)["type"] == "choose", True))
        socket.on(
            "framereceived", lambda text: self._note(json.loads(text)["type"] in ("turn", "error"), False)
        )

    def _note(self, matters: bool, is_asked: bool) -> None:
        if matters:
            self._is_asked = is_asked

    def settle(self) -> None:
        """Wait until the server has answered the choice that was made, if one was."""

        self.settle_for(lambda: not self._is_asked, "the choice is answered")

    def settle_for(self, what: Callable[[], Any], called: str) -> None:
        """Wait until something is true that Playwright tells about."""

        def is_so() -> Any:
            self.page.wait_for_timeout(1)  # only now does Playwright tell what has happened
            return what()

        until(is_so, called)

    def close(self) -> None:
        """Leave; nothing may have gone wrong."""
        self.context.close()
        assert self.problems == [], self.problems

    def begin(self, game: str, seed: int = 7, **options: str) -> None:
        """Begin a match through the form."""
        page = self.page
        page.goto(f"/new/{game}")
        page.get_by_label("Start number").fill(str(seed))
        for label, value in options.items():
            field = page.locator(".options").get_by_label(label.replace("_", " "), exact=False).first
            if not field.is_visible():
                page.get_by_text("More", exact=True).click()
            if value in ("yes", "no"):
                field.set_checked(value == "yes")
            elif field.evaluate("e => e.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
                field.press("Tab")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_selector("[data-cell]")

    @property
    def status(self) -> str:
        """The line below the board."""
        return self.page.locator(".status").inner_text()

    def turn_count(self) -> int:
        """How many turns the log shows."""
        return self.page.locator(".log ol > li").count()

    def click_cell(self, n: int = 0) -> bool:
        """Click one of the lit cells; False if there is none."""
        cells = self.page.locator("path.can")
        count = cells.count()
        if not count:
            return False
        cells.nth(n % count).click(force=True)
        return True

    def faults(self) -> list[str]:
        """What axe finds that keeps somebody out."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary'][:200]}"
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ]
