"""Frames a second while a turn plays on the largest map of hexabomb: `python benchmarks/arena_frames.py`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "web"), str(TESTS / "server")]

from browsing import Tab, launch  # noqa: E402  found by the line above
from playwright.sync_api import sync_playwright  # noqa: E402
from served import Server  # noqa: E402

SEATS = [{"player": "bot", "bot": "painter"}] * 16
COUNT = """async () => {
  const gaps = [];
  let last = performance.now();
  const end = last + 5000;
  while (last < end) {
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
  }
  gaps.sort((a, b) => a - b);
  return [gaps.length / 5, gaps[Math.floor(gaps.length * 0.95)]];
}"""


def main() -> None:
    """Watch a finished match from its beginning."""
    with tempfile.TemporaryDirectory() as room, Server(Path(room) / "arena.sqlite") as server:
        match = server.begin("hexabomb", seats=SEATS, options={"map": "regatta", "turns": "25"})
        match.wait()
        with sync_playwright() as playwright:
            browser = launch(playwright)
            tab = Tab(browser, f"http://{server.base}", reduced_motion="no-preference")
            tab.page.goto(f"/match/{match.id}#turn=1")
            tab.page.get_by_role("button", name="Play", exact=True).click()
            frames, slow = tab.page.evaluate(COUNT)
            print(f"496 cells, 32 characters: {frames:.0f} frames a second, 95 % within {slow:.1f} ms")
            browser.close()


if __name__ == "__main__":
    main()
