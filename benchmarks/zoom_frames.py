"""Frame times while the largest maps are zoomed and panned: `python benchmarks/zoom_frames.py [seconds]`.

In every frame the page gets one turn of the wheel, or one move of a finger.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "web"), str(TESTS / "server"), str(TESTS.parent)]

from browsing import Tab, launch  # noqa: E402  found by the line above
from playwright.sync_api import sync_playwright  # noqa: E402
from served import Begun, Server  # noqa: E402

WIDTHS = {"1440 px": {"width": 1440, "height": 900}, "390 px": {"width": 390, "height": 844}}
# One event a frame, and the times between frames.
COUNT = """async ([how, seconds]) => {
  const svg = document.querySelector('.field svg');
  const box = svg.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const where = {clientX: x + 40, clientY: y + 30, cancelable: true, bubbles: true};
  const wheel = (deltaY) => svg.dispatchEvent(new WheelEvent('wheel', {deltaY, ctrlKey: true, ...where}));
  const finger = {pointerId: 7, pointerType: 'touch', bubbles: true};
  const point = (type, dx, dy) => svg.dispatchEvent(
    new PointerEvent(type, {...finger, clientX: x + dx, clientY: y + dy}));
  const frame = () => new Promise(requestAnimationFrame);
  for (let n = 0; n < 20; n++) wheel(how === 'pan' ? -60 : 200);
  if (how === 'pan') point('pointerdown', 0, 0);
  const gaps = [];
  let last = await frame();
  const end = last + 1000 * seconds;
  for (let n = 0; last < end; n++) {
    if (how === 'pan') point('pointermove', 90 * Math.sin(n / 20), 60 * Math.cos(n / 13));
    else wheel(Math.sin(n / 25) > 0 ? -10 : 10);
    const now = await frame();
    gaps.push(now - last);
    last = now;
  }
  if (how === 'pan') point('pointerup', 0, 0);
  const of = (list, part) => list.sort((a, b) => a - b)[Math.floor(list.length * part)];
  return [gaps.length, of(gaps, 0.5), of(gaps, 0.99), gaps.filter((gap) => gap > 25).length];
}"""


def maps(server: Server) -> dict[str, Begun]:
    """A match on the largest map of each game whose maps differ in size or fill a phone."""
    bots = [{"player": "bot", "bot": "painter"}] * 16
    bombs = server.begin("hexabomb", seats=bots, options={"map": "regatta", "turns": "25"})
    bombs.wait()
    return {
        "hexabomb, 496 cells, 32 characters": bombs,
        "CodeKeeper, 192 cells": server.begin("codekeeper", seed=7),
    }


def measured(tab: Tab, how: str, seconds: float) -> str:
    """How a board zooms or pans: frames, and the processor's time of the page's thread for each of them."""
    talk = tab.context.new_cdp_session(tab.page)
    talk.send("Performance.enable", {"timeDomain": "threadTicks"})  # what others run at once does not count

    def used() -> float:
        found = talk.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in found if one["name"] == "TaskDuration"))

    before = used()
    count, half, most, late = tab.page.evaluate(COUNT, [how, seconds])
    work = 1000 * (used() - before) / count
    return (
        f"{count / seconds:.0f} frames a second, median {half:.1f} ms, 99 % within {most:.1f} ms, "
        f"{late} late; {work:.1f} ms of work each"
    )


def main() -> None:
    """Print the times of every map, width and way."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with (
        tempfile.TemporaryDirectory() as room,
        Server(Path(room) / "arena.sqlite") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for title, match in maps(server).items():
            for width, viewport in WIDTHS.items():
                tab = Tab(browser, f"http://{server.base}", viewport=viewport)
                tab.page.goto(f"/match/{match.id}" + (f"#seat={match.tokens[0]}" if match.tokens else ""))
                tab.page.wait_for_selector("[data-cell]")
                for how in ("zoom", "pan"):
                    print(f"{title}, {width}, {how}: {measured(tab, how, seconds)}")
                tab.close()
        print(f"load {os.getloadavg()[0]:.1f}")
        browser.close()


if __name__ == "__main__":
    main()
