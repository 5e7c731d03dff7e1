"""Curves of a training as one SVG file, for light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10
from typing import NamedTuple

WIDTH, HEIGHT = 300, 180  # of one panel
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 26, 26
COLUMNS = 2
MOST_POINTS = 200
TICKS = 4
COLOURS = ("#b4532a", "#3f7f9b", "#6f7d2f", "#7f5690")

STYLE = """
.curves{font:11px system-ui,sans-serif}.curves .back{fill:#fbf8f1}.curves text{fill:#3a352d}
.curves .title{font-weight:600;font-size:12px}.curves .grid{stroke:#d8d0c0;stroke-width:1}
.curves path{fill:none;stroke-width:1.8;stroke-linejoin:round}
@media (prefers-color-scheme:dark){.curves .back{fill:#24221d}.curves text{fill:#e8e2d4}
.curves .grid{stroke:#4a463d}.curves path{filter:brightness(1.35)}}
"""

Points = Sequence[tuple[float, float]]


class Panel(NamedTuple):
    """Curves that share their axes, each with its name."""

    title: str
    curves: Sequence[tuple[str, Points]]


def plot(title: str, panels: Sequence[Panel]) -> str:
    """Panels side by side, each over the seconds of training; those without points are left out."""
    shown = [panel for panel in panels if any(points for _, points in panel.curves)]
    columns = min(COLUMNS, max(len(shown), 1))
    width, height = columns * WIDTH, TOP + -(-len(shown) // COLUMNS) * HEIGHT
    drawn = "".join(
        f'<g transform="translate({i % COLUMNS * WIDTH},{TOP + i // COLUMNS * HEIGHT})">{_panel(panel)}</g>'
        for i, panel in enumerate(shown)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" class="curves" role="img" aria-label="{escape(title)}"><style>{STYLE}</style>'
        f'<rect class="back" width="{width}" height="{height}"/>'
        f'<text class="title" x="12" y="17">{escape(title)}</text>{drawn}</svg>\n'
    )


class _Axis(NamedTuple):
    """Which numbers are where."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        return self.start + (number - self.low) / (self.high - self.low) * (self.end - self.start)


def _panel(panel: Panel) -> str:
    points = [point for _, some in panel.curves for point in some]
    across = _axis([x for x, _ in points], LEFT, WIDTH - RIGHT)
    up = _axis([y for _, y in points], HEIGHT - BOTTOM, TOP)
    parts = [f'<text class="title" x="{LEFT}" y="16">{escape(panel.title)}</text>']
    for y in ticks(up.low, up.high):
        at = up.at(y)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{short(y)}</text>')
    parts += [
        f'<text x="{across.at(x):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{short(x)} s</text>'
        for x in ticks(across.low, across.high)
    ]
    for k, (name, some) in enumerate(panel.curves):
        colour = COLOURS[k % len(COLOURS)]
        line = "L".join(f"{across.at(x):.1f} {up.at(y):.1f}" for x, y in thinned(some))
        if line:
            parts.append(f'<path stroke="{colour}" d="M{line}"/>')
        if len(panel.curves) > 1:
            x = WIDTH - RIGHT - 62 * (len(panel.curves) - 1 - k)
            parts.append(
                f'<text x="{x}" y="16" text-anchor="end" style="fill:{colour}">{escape(name)}</text>'
            )
    return "".join(parts)


def _axis(numbers: Sequence[float], start: float, end: float) -> _Axis:
    low, high = min(numbers), max(numbers)
    if high <= low:
        low, high = low - 0.5, high + 0.5
    return _Axis(low, high, start, end)


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from low to high, a few."""
    rough = (high - low) / TICKS
    size = 10.0 ** floor(log10(rough))
    step = next(size * k for k in (1, 2, 2.5, 5, 10) if size * k >= rough)
    first = -floor(-low / step)
    return [k * step for k in range(first, floor(high / step) + 1)]


def short(number: float) -> str:
    """A number beside an axis."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(number) >= size:
            return f"{number / (1e3 if unit == 'k' else size):.3g}{unit}"
    return f"{number:.4g}"


def thinned(points: Points) -> Points:
    """Not more points than can be seen, among them the last."""
    every = -(-len(points) // MOST_POINTS)
    return points if every <= 1 else [*points[:-1][::every], points[-1]]
