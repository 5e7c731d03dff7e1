"""How matches, positions, choices and turns look in a notebook, on light and on dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

CHIP = (
    "display:inline-block;margin:2px;padding:1px 8px;border:1px solid #8888;border-radius:10px;"
    "font:12px ui-monospace,monospace"
)
QUIET = "font:12px system-ui,sans-serif;opacity:.75;margin:4px 2px"
LINE = "font:13px ui-monospace,monospace;line-height:1.5;white-space:pre-wrap"
STEP = 18  # pixels that a consequence is indented by
MOST = 400  # chips that are shown


def picture(svg: str, caption: str, notation: str = "") -> str:
    """A board, what is to be said about it, and the line that stands for the position."""
    line = f'<div style="{QUIET}"><code>{escape(notation)}</code></div>' if notation else ""
    said = f'<figcaption style="{QUIET}">{escape(caption)}</figcaption>'
    return f'<figure style="margin:0">{svg}{said}{line}</figure>'


def chips(texts: Sequence[str], what: str) -> str:
    """Short texts side by side, with how many there are."""
    shown = "".join(f'<code style="{CHIP}">{escape(text)}</code>' for text in texts[:MOST])
    more = f", of which {MOST} are shown" if len(texts) > MOST else ""
    return f'<div style="{QUIET}">{len(texts)} {escape(what)}{more}</div><div>{shown}</div>'


def tree(lines: Iterable[tuple[int, str]]) -> str:
    """Lines, each indented under its cause."""
    rows = "".join(
        f'<div style="padding-left:{STEP * depth}px">{"↳ " if depth else ""}{escape(text)}</div>'
        for depth, text in lines
    )
    return f'<div style="{LINE}">{rows}</div>'
