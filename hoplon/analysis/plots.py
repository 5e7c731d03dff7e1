"""Statistics and reviews as SVG pictures, for light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoplon.analysis.review import Review
    from hoplon.analysis.statistics import Row, Table

STYLE = """
.plot text{font:12px system-ui,sans-serif;fill:#333}.plot .h{font-weight:600;font-size:14px}
.plot .n{fill:#777}.plot .paper{fill:#fff}.plot .rule{stroke:#e4e4e4}.plot .bar{stroke:#b4531f;stroke-width:2}
.plot .dot{fill:#b4531f}.plot .up{fill:#3c8a63}.plot .down{fill:#b9483b}
.plot .curve{stroke:#1f6f8b;stroke-width:2;fill:none}
.plot .cell{fill:#b4531f}
@media(prefers-color-scheme:dark){.plot text{fill:#ddd}.plot .n{fill:#999}.plot .paper{fill:#1b1d22}
.plot .rule{stroke:#34373f}.plot .bar{stroke:#ee9a62}.plot .dot{fill:#ee9a62}.plot .up{fill:#62bd90}
.plot .down{fill:#e07b6d}.plot .curve{stroke:#6fc3e0}.plot .cell{fill:#ee9a62}}
"""
LINE, LETTER = 22, 6.6
PLOT = 260
CELL, FEWEST_FOR_A_GRID = 34, 3


def plot(table: Table) -> str:
    """The first column of a table: one line for each row, or a grid where every two things meet."""
    keys = table.statistic.keys
    firsts = {row.name[0] for row in table.rows}
    if len(keys) == 2 and firsts == {row.name[-1] for row in table.rows} and len(firsts) >= FEWEST_FOR_A_GRID:
        return _grid(table, sorted(firsts))
    return _lines(table)


def _picture(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" class="plot" role="img"><title>{escape(title)}</title><style>{STYLE}</style>'
        f'<rect class="paper" width="100%" height="100%" rx="6"/>{"".join(parts)}</svg>\n'
    )


def _title(table: Table) -> str:
    return f"{table.game}: {table.statistic.title}, {table.statistic.columns[0].words}"


def _lines(table: Table) -> str:
    column = table.statistic.columns[0]
    rows = [row for row in table.rows if row.figures[0] is not None]
    names = [" · ".join(row.name) for row in rows]
    left = 20 + LETTER * max((len(name) for name in names), default=0)
    ends = [end for row in rows for end in _ends(row)]
    low, high, step = (0.0, 1.0, 0.25) if column.is_share else scale(ends)

    def x(value: float) -> float:
        return left + PLOT * (value - low) / (high - low)

    parts = [f'<text class="h" x="12" y="24">{escape(_title(table))}</text>']
    bottom = 44 + LINE * len(rows)
    for k in range(round((high - low) / step) + 1):
        value = low + k * step
        said = f"{value:.0%}" if column.is_share else f"{value:,g}"
        parts.append(f'<path class="rule" d="M{x(value):.1f} 40V{bottom}"/>')
        parts.append(
            f'<text class="n" x="{x(value):.1f}" y="{bottom + 16}" text-anchor="middle">{said}</text>'
        )
    for number, (row, name) in enumerate(zip(rows, names, strict=True)):
        y = 54 + LINE * number
        found = row.figures[0]
        assert found is not None
        parts.append(f'<text x="{left - 10:.1f}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        if found.low is not None and found.high is not None:
            parts.append(f'<path class="bar" d="M{x(found.low):.1f} {y}H{x(found.high):.1f}"/>')
        parts.append(f'<circle class="dot" cx="{x(found.value):.1f}" cy="{y}" r="4"/>')
        parts.append(f'<text class="n" x="{left + PLOT + 14:.1f}" y="{y + 4}">{row.matches}</text>')
    parts.append(f'<text class="n" x="{left + PLOT + 14:.1f}" y="38">matches</text>')
    width = max(left + PLOT + 80, 30 + 8 * len(_title(table)))
    return _picture(width, bottom + 30, _title(table), parts)


def _ends(row: Row) -> list[float]:
    found = row.figures[0]
    assert found is not None
    return [end for end in (found.low, found.value, found.high) if end is not None]


def _grid(table: Table, names: list[str]) -> str:
    """Own to the left, the other above; the stronger the colour, the more of it."""
    column = table.statistic.columns[0]
    values = {row.name: row.figures[0].value for row in table.rows if row.figures[0] is not None}
    least, most = (0.0, 1.0) if column.is_share else (min(values.values()), max(values.values()))
    wide = 24 + LETTER * max(map(len, names))
    top = 36 + wide
    parts = [f'<text class="h" x="12" y="24">{escape(_title(table))}</text>']
    for number, name in enumerate(names):
        middle = wide + CELL * (number + 0.5)
        height = top + CELL * (number + 0.5) + 4
        parts.append(
            f'<text transform="translate({middle + 4:.1f} {top - 8:.1f}) rotate(-90)">{escape(name)}</text>'
            f'<text x="{wide - 8:.1f}" y="{height:.1f}" text-anchor="end">{escape(name)}</text>'
        )
    for (own, other), value in values.items():
        x, y = wide + CELL * names.index(other), top + CELL * names.index(own)
        share = (value - least) / (most - least) if most > least else 0.5
        said = f"{value:.0%}" if column.is_share else f"{value:.0f}"
        parts.append(
            f"<g><title>{escape(own)} against {escape(other)}: {said}</title>"
            f'<rect class="cell" x="{x:.1f}" y="{y:.1f}" width="{CELL - 2}" height="{CELL - 2}" rx="3" '
            f'fill-opacity="{0.06 + 0.74 * share:.2f}"/>'
            f'<text x="{x + CELL / 2 - 1:.1f}" y="{y + CELL / 2 + 3:.1f}" text-anchor="middle">'
            f"{said.removesuffix('%')}</text></g>"
        )
    size = max(wide + CELL * len(names) + 12, 30 + 8 * len(_title(table)))
    return _picture(size, top + CELL * len(names) + 14, _title(table), parts)


def value_plot(found: Review, seat: int = 0) -> str:
    """The value of a match for a seat after each choice, and below it what the dice did."""
    curve, lucks = found.curve(seat), [step.luck(seat) for step in found.steps]
    is_chance = not found.quantity.unit
    low, high, step = (0.0, 1.0, 0.25) if is_chance else scale(curve)
    most = max((abs(luck) for luck in lucks), default=0.0) or 1.0
    left, wide, top, high_plot, middle = 64.0, 560.0, 40.0, 180.0, 276.0
    each = wide / max(len(lucks), 1)

    def y(value: float) -> float:
        return top + high_plot * (high - value) / (high - low)

    title = f"{found.names[seat]}: {found.quantity.words}"
    parts = [f'<text class="h" x="12" y="24">{escape(title)}</text>']
    for k in range(round((high - low) / step) + 1):
        value = low + k * step
        said = f"{value:.0%}" if is_chance else f"{value:,g}"
        parts.append(f'<path class="rule" d="M{left} {y(value):.1f}h{wide}"/>')
        parts.append(f'<text class="n" x="{left - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{said}</text>')
    points = " ".join(f"{left + k * each:.1f},{y(value):.1f}" for k, value in enumerate(curve))
    parts.append(f'<polyline class="curve" points="{points}"/>')
    parts += [
        f'<circle class="dot" cx="{left + number * each:.1f}" cy="{y(curve[number]):.1f}" r="4">'
        f"<title>turn {number}: {escape(found.steps[number - 1].choice)}</title></circle>"
        for number in found.turning_points
    ]
    parts.append(f'<path class="rule" d="M{left} {middle}h{wide}"/>')
    parts.append(f'<text class="n" x="{left - 8}" y="{middle + 4}" text-anchor="end">luck</text>')
    for k, luck in enumerate(lucks):
        if luck:
            size = 36 * abs(luck) / most
            above = middle - size if luck > 0 else middle
            parts.append(
                f'<rect class="{"up" if luck > 0 else "down"}" x="{left + k * each:.1f}" y="{above:.1f}" '
                f'width="{max(each - 0.5, 1):.1f}" height="{size:.1f}"><title>turn {k + 1}</title></rect>'
            )
    parts.append(f'<text class="n" x="{left + wide}" y="332" text-anchor="end">{len(lucks)} choices</text>')
    return _picture(640, 344, title, parts)


def scale(values: Sequence[float]) -> tuple[float, float, float]:
    """Round ends for an axis that shows these values, and the step of its numbers."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if high <= low:
        low, high = low - 0.5, high + 0.5
    power = 10.0 ** floor(log10((high - low) / 3))
    step = next(k * power for k in (1, 2, 5, 10) if (high - low) / (k * power) <= 5)
    return floor(low / step) * step, -floor(-high / step) * step, step
