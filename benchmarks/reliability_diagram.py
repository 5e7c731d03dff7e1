"""A reliability diagram as SVG: foretold to the right, happened upwards, readable on light and on dark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

SIZE, LEFT, TOP, PLOT = 360, 64, 34, 262
Z = 1.96
STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#333}.paper{fill:#fff}.grid{stroke:#e2e2e2}.line{stroke:#888}"
    ".bar{stroke:#b4531f;stroke-width:1.5}.dot{fill:#b4531f}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.paper{fill:#1b1d22}.grid{stroke:#34373f}"
    ".bar{stroke:#ee9a62}.dot{fill:#ee9a62}}"
)


@dataclass(frozen=True)
class Group:
    """Positions of which about the same was foretold: the means, and the standard error of what happened."""

    foretold: float
    happened: float
    error: float
    positions: int


def diagram(title: str, groups: Sequence[Group]) -> str:
    """One dot for each group with its 95 % interval, and the diagonal on which all should lie."""
    low, high, step = _range(groups)

    def x(value: float) -> float:
        return LEFT + PLOT * (value - low) / (high - low)

    def y(value: float) -> float:
        return TOP + PLOT * (high - min(max(value, low), high)) / (high - low)

    parts = [f'<rect class="paper" width="{SIZE}" height="{SIZE}" rx="6"/>']
    parts.append(f'<text x="{LEFT}" y="20" font-weight="600">{escape(title)}</text>')
    for k in range(round((high - low) / step) + 1):
        value = low + k * step
        name = f"{value:.0%}" if high <= 1 else f"{value:,.0f}"
        parts.append(
            f'<path class="grid" d="M{x(value):.1f} {TOP}v{PLOT}M{LEFT} {y(value):.1f}h{PLOT}" fill="none"/>'
            f'<text x="{x(value):.1f}" y="{TOP + PLOT + 16}" text-anchor="middle">{name}</text>'
            f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{name}</text>'
        )
    parts.append(
        f'<path class="line" stroke-dasharray="4 4" d="M{x(low)} {y(low)}L{x(high)} {y(high)}" fill="none"/>'
    )
    for group in groups:
        top, bottom = y(group.happened + Z * group.error), y(group.happened - Z * group.error)
        parts.append(f'<path class="bar" d="M{x(group.foretold):.1f} {top:.1f}V{bottom:.1f}" fill="none"/>')
        parts.append(
            f'<circle class="dot" cx="{x(group.foretold):.1f}" cy="{y(group.happened):.1f}" r="4">'
            f"<title>{group.positions} positions</title></circle>"
        )
    middle = TOP + PLOT / 2
    parts.append(f'<text x="{LEFT + PLOT / 2}" y="{SIZE - 18}" text-anchor="middle">foretold</text>')
    parts.append(
        f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">happened</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" role="img">'
        f"<title>{escape(title)}, foretold against happened</title><style>{STYLE}</style>"
        f"{''.join(parts)}</svg>\n"
    )


def _range(groups: Sequence[Group]) -> tuple[float, float, float]:
    """The ends of both axes, and the step of their numbers."""
    values = [value for group in groups for value in (group.foretold, group.happened)]
    if min(values) >= 0 and max(values) <= 1:
        return 0.0, 1.0, 0.2
    wide = max(values) - min(values) or 1.0
    power = 10 ** floor(log10(wide / 4))
    step = next(k * power for k in (1, 2, 5, 10) if wide / (k * power) <= 5)
    return floor(min(values) / step) * step, ceil(max(values) / step) * step, step
