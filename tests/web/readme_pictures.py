"""The pictures with which the README opens: `python tests/web/readme_pictures.py FOLDER`, or `make shots`.

A board of each game in light and dark, and one turn as an animation.
"""

from __future__ import annotations

import struct
import sys
import tempfile
import zlib
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "server")]

from browsing import Tab, launch  # noqa: E402  found by the line above
from playwright.sync_api import sync_playwright  # noqa: E402
from scenes import Scenes, set_up  # noqa: E402
from served import Server  # noqa: E402

BOARDS = {"hoplite": "hoplite", "codekeeper": "by-hand", "hexabomb": "duel", "cardbattle": "battle"}
SIZE = {"width": 1280, "height": 800}
SETTLED = 400  # milliseconds for fonts and pictures
MOVING = 1600  # milliseconds of a turn
REST = 1500  # and of quiet after it
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def main(folder: Path) -> None:
    """Make them all."""
    with (
        tempfile.TemporaryDirectory() as room,
        Server(Path(room) / "arena.sqlite", "--programs") as server,
        sync_playwright() as playwright,
    ):
        scenes = set_up(server)
        browser = launch(playwright)
        for colours in ("light", "dark"):
            tab = Tab(browser, f"http://{server.base}", viewport=SIZE, color_scheme=colours)
            for name, scene in BOARDS.items():
                show(tab, scenes, scene)
                tab.page.screenshot(path=folder / f"arena-{name}-{colours}.png")
            tab.close()
        tab = Tab(browser, f"http://{server.base}", viewport=SIZE, reduced_motion="no-preference")
        show(tab, scenes, "hoplite")
        (folder / "arena-turn.png").write_bytes(joined(turn(tab)))
        tab.close()
        browser.close()


def show(tab: Tab, scenes: Scenes, scene: str) -> None:
    """Open a board as its player."""
    match = scenes[scene]
    tab.page.goto(f"/match/{match.id}#seat={match.tokens[0]}")
    tab.page.wait_for_load_state("networkidle")
    tab.page.wait_for_timeout(SETTLED)


def turn(tab: Tab) -> list[tuple[bytes, int]]:
    """What is seen while a turn is played: pictures, each with its milliseconds."""
    page = tab.page
    field = page.locator(".field")
    frames = [(field.screenshot(), REST // 2)]
    page.locator("path.can").nth(1).click(force=True)
    began = before = page.evaluate("performance.now()")
    while before < began + MOVING:
        picture = field.screenshot()
        now = page.evaluate("performance.now()")
        if picture != frames[-1][0]:
            frames.append((picture, int(now - before)))
        else:
            frames[-1] = (picture, frames[-1][1] + int(now - before))
        before = now
    frames[-1] = (frames[-1][0], REST)
    return frames


def joined(frames: list[tuple[bytes, int]]) -> bytes:
    """PNG files of one size as one that moves (APNG)."""
    order = 0
    header = chunks(frames[0][0])["IHDR"]
    parts = [SIGNATURE, chunk(b"IHDR", header), chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    for number, (picture, pause) in enumerate(frames):
        says = struct.pack(">I8sIIHHBB", order, header[:8], 0, 0, pause, 1000, 0, 0)
        parts.append(chunk(b"fcTL", says))
        order += 1
        data = chunks(picture)["IDAT"]
        if number == 0:
            parts.append(chunk(b"IDAT", data))
        else:
            parts.append(chunk(b"fdAT", struct.pack(">I", order) + data))
            order += 1
    return b"".join([*parts, chunk(b"IEND", b"")])


def chunks(file: bytes) -> dict[str, bytes]:
    """The parts of a PNG file by name, those of one name together."""
    found: dict[str, bytes] = {}
    at = len(SIGNATURE)
    while at < len(file):
        size, name = struct.unpack_from(">I4s", file, at)
        found[name.decode()] = found.get(name.decode(), b"") + file[at + 8 : at + 8 + size]
        at += size + 12
    return found


def chunk(name: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
