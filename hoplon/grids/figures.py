"""Drawings that the page and the pictures of Python share: groups of an SVG file, in the page's colours."""

from __future__ import annotations

import json
import re
from functools import cache, cached_property
from html import escape
from pathlib import Path
from typing import Any

# The page in light, which its style sheet calls by the same names.
PALETTE = {
    "page": "#f5efe3", "card": "#fdf9f1", "sunk": "#ece3d2", "ink": "#231b14", "soft": "#675a4b",
    "line": "#d8cab2", "clay": "#d9a179", "clay-deep": "#c88a5e", "clay-edge": "#a9683e", "glaze": "#1d1712",
    "bone": "#fbf1dd", "lit": "#f3d6b2", "fire": "#d8431f",
}  # fmt: skip
NAMED = re.compile(r"var\(--([\w-]+)\)")
GROUP = re.compile(r'<g id="([\w-]+)">(.*?)</g>', re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
SANS = "system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,sans-serif"


def painted(style: str) -> str:
    """A style with the colours themselves instead of their names, and no blank that is not needed."""
    told = NAMED.sub(lambda found: PALETTE[found[1]], style)
    return re.sub(r"\s+", " ", told).replace(" {", "{").replace("{ ", "{").replace(" }", "}").strip()


class Figures:
    """The groups of an SVG file; whoever draws them puts its style into the picture, once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def style(self) -> str:
        """Their colours and strokes."""
        return painted("".join(STYLE.findall(self._text)))

    @cached_property
    def shapes(self) -> dict[str, str]:
        """What each group holds."""
        return {name: re.sub(r">\s+<", "><", held.strip()) for name, held in GROUP.findall(self._text)}

    def draw(self, names: tuple[str, ...], x: float, y: float, scale: float = 1.0, title: str = "") -> str:
        """Groups, one on the other, around a place; the title says what it is."""
        said = f"<title>{escape(title)}</title>" if title else ""
        held = "".join(self.shapes[name] for name in names)
        return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:g})">{said}{held}</g>'


@cache
def _seats() -> Any:
    return json.loads((Path(__file__).parent / "seats.json").read_text(encoding="utf-8"))


def pigments() -> dict[str, str]:
    """The colours of seats by name, in their order; white and black are there for boards that name them."""
    return dict(_seats()["pigments"])


def emblems() -> list[str]:
    """A line drawing for each seat, in a box of 10 × 10 around (0, 0): colour is never needed alone."""
    return list(_seats()["emblems"])


def begin(width: float, height: float, kind: str, title: str, style: str, scale: float = 1.0) -> str:
    """The first words of a picture with a ground of its own, so that it can be read on any page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}" class="{kind}" role="img" '
        f'style="max-width:100%;height:auto"><title>{escape(title)}</title><style>{painted(style)}</style>'
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="{PALETTE["page"]}"/>'
    )
