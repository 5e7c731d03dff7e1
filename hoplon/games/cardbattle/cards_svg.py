"""Cards as the page draws them: units with their emblem, and special cards."""

from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path

from hoplon.games.cardbattle.view import HandCard, UnitView
from hoplon.grids.figures import SANS

CARD_WIDE, CARD_HIGH = 86, 116
BAND = 19
SMALL = 0.8  # cards of a hand
MOST_BADGES = 4

STYLE = f"""
.cb{{font:11px {SANS}}}
.cb .m{{text-anchor:middle}}.cb .e{{text-anchor:end}}
.cb .a{{fill:#2b5f86}}.cb .b{{fill:#9c3a1e}}
.cb .card{{fill:#fbf3e2;stroke:#4a3d2b;stroke-width:1}}.cb .worn{{fill:#f6d9c9}}
.cb .isengaged{{stroke:#2f7fc4;stroke-width:2.5}}.cb .isunseen{{stroke:#4f9a42;stroke-width:2.5}}
.cb .w{{fill:#fffaf0;font-weight:700}}.cb .kind{{font-size:12.5px}}
.cb .name{{fill:#251c14;font-weight:600;font-size:10px}}
.cb .tq{{fill:#251c14;font:700 17px Palatino,Georgia,serif}}.cb .size{{fill:#251c14;font-size:12px}}
.cb .shoots{{fill:#251c14}}.cb .letter{{fill:#fbf3e2;font-weight:700;font-size:10px}}
.cb .hit{{fill:#c4301c;stroke:#8e1f11;stroke-width:.8}}.cb .pip{{fill:none;stroke:#8d7c68;stroke-width:.8}}
.cb .emblem{{fill:#251c14;fill-rule:evenodd}}
.cb .stroke{{fill:none;stroke:#251c14;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}}
.cb .special{{fill:#5a3f22;stroke:#2a1c0e;stroke-width:1}}.cb .gilt{{fill:#f2c879;fill-rule:evenodd}}
.cb .giltline{{fill:none;stroke:#f2c879;stroke-width:2.8;stroke-linecap:round;stroke-linejoin:round}}
.cb .cream{{fill:#fff6e2;font-weight:600;font-size:12px}}
"""
BADGES = {
    "no_missile": ("✕", "#b3261e", "out of missiles"),
    "ow": ("W", "#3a2d20", "has withdrawn"),
    "flank": ("F", "#3a2d20", "on the flank"),
    "raiding": ("R", "#a3261a", "attacks the second line"),
    "engaged": ("E", "#1f5f99", "engaged"),
    "hidden": ("H", "#3d7a33", "hidden"),
    "aiming": ("➶", "#3a2d20", "fires"),
    "attacking": ("⚔", "#a3261a", "attacks"),
    "attacked": ("◎", "#a3261a", "is attacked"),
}


@cache
def _drawn() -> dict[str, dict[str, dict[str, str]]]:
    path = Path(__file__).parent / "emblems.json"
    found: dict[str, dict[str, dict[str, str]]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def emblem_of(kind: str) -> dict[str, str]:
    """The drawing of a kind of unit: `fill`, and perhaps `line`."""
    units, alike = _drawn()["units"], _drawn()["alike"]
    sort, _, of = kind.partition(" ")
    for key in (kind, "EL" if sort == "EL" else of.partition(" ")[0], sort):
        if key in units:
            return units[key]
        if key in alike:
            return units[str(alike[key])]
    return units["MI"]


def _emblem(drawn: dict[str, str], fill: str, line: str, x: float, y: float, scale: float) -> str:
    paths = "".join(
        f'<path class="{style}" d="{drawn[part]}"/>'
        for part, style in (("fill", fill), ("line", line))
        if drawn.get(part)
    )
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:g})">{paths}</g>'


def card(unit: UnitView, seat: int, x: float, y: float, scale: float = 1.0) -> str:
    """A unit: kind on the army's colour, name, emblem, quality and size, missile, hits as pips, markers."""
    middle = CARD_WIDE / 2
    rim = " isengaged" if "engaged" in unit.marks else " isunseen" if "hidden" in unit.marks else ""
    worn = " worn" if unit.coh >= unit.limit - 1 else ""
    lines = _two_lines(unit.name)
    words = [
        f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:g})"><title>{escape(story(unit))}</title>',
        f'<rect class="card{worn}{rim}" width="{CARD_WIDE}" height="{CARD_HIGH}" rx="6"/>',
        f'<path class="{"ab"[seat]}" d="M0,{BAND}V6a6,6 0 0 1 6,-6h{CARD_WIDE - 12}a6,6 0 0 1 6,6V{BAND}z"/>',
        f'<text class="w kind m" x="{middle}" y="14">{escape(unit.kind)}</text>',
        *(
            f'<text class="name m" x="{middle}" y="{30 + 11 * k}">{escape(line)}</text>'
            for k, line in enumerate(lines)
        ),
        _emblem(emblem_of(unit.kind), "emblem", "stroke", middle - 19, 45 - 5 * (len(lines) == 1), 0.95),
    ]
    shoots = 7 if unit.missile else 0
    words.append(
        f'<text class="m" x="{middle - shoots}" y="100"><tspan class="tq">{unit.tq}</tspan>'
        f'<tspan class="size">/{unit.size}</tspan></text>'
    )
    if unit.missile:
        words.append(
            f'<rect class="shoots" x="{middle + 15}" y="88" width="16" height="14" rx="3.5"/>'
            f'<text class="letter m" x="{middle + 23}" y="98.5">{escape(unit.missile)}</text>'
        )
    return "".join(words) + _clan(unit) + _pips(unit) + _badges(unit) + "</g>"


def _clan(unit: UnitView) -> str:
    return f'<text class="name" x="4" y="86">{escape(unit.clan[:7])}</text>' if unit.clan else ""


def story(unit: UnitView) -> str:
    """What a screen reader says of a card."""
    marks = ", ".join(BADGES[mark][2] for mark in unit.marks if mark in BADGES)
    level = f", manoeuvre {unit.level}" if unit.level else ""
    return (
        f"{unit.name}, {unit.kind}, quality {unit.tq}, size {unit.size}, "
        f"{unit.coh} of {unit.limit} hits{level}" + (f", {marks}" if marks else "")
    )


def _two_lines(name: str) -> list[str]:
    """A name on a card, broken at a blank."""
    if len(name) <= 14:
        return [name]
    cut = name.rfind(" ", 0, 15)
    if cut < 0:
        return [name[:13] + "…"]
    rest = name[cut + 1 :]
    return [name[:cut], rest if len(rest) <= 15 else rest[:14] + "…"]


def _pips(unit: UnitView) -> str:
    """One ring for each hit that the unit can take, filled for each it has."""
    step = min(8.5, (CARD_WIDE - 10) / max(unit.limit, 1))
    first = CARD_WIDE / 2 - step * (unit.limit - 1) / 2
    return "".join(
        f'<circle class="{"hit" if k < unit.coh else "pip"}" cx="{first + step * k:.1f}" cy="109" '
        f'r="{min(3.2, step / 2 - 0.6):.1f}"/>'
        for k in range(unit.limit)
    )


def _badges(unit: UnitView) -> str:
    """Markers along the right edge, from below."""
    found = [(f"M{unit.level if unit.level > 1 else ''}", "#6a4a86")] if unit.level else []
    found += [(f"d{unit.depletion}", "#8a5a12")] if unit.depletion else []
    found += [BADGES[mark][:2] for mark in unit.marks if mark in BADGES]
    return "".join(
        f'<g><rect x="{CARD_WIDE - 20}" y="{70 - 17 * k}" width="18" height="15" rx="4" fill="{colour}" '
        f'stroke="#fbf3e2"/><text class="w m" x="{CARD_WIDE - 11}" y="{81.5 - 17 * k}">{text}</text></g>'
        for k, (text, colour) in enumerate(found[:MOST_BADGES])
    )


def hand_card(held: HandCard, seat: int, x: float, y: float) -> str:
    """A card of a hand: a unit or a special card."""
    if held.unit:
        return card(held.unit, seat, x, y, SMALL)
    said = held.card[0] + held.card[1:].lower().replace("-", " ")
    first, _, second = said.partition(" ")
    middle = CARD_WIDE / 2
    lines = "".join(
        f'<text class="cream m" x="{middle}" y="{88 + 14 * k}">{escape(line)}</text>'
        for k, line in enumerate((first, second))
        if line
    )
    drawn = _drawn()["cards"].get(held.card, {})
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({SMALL:g})"><title>{escape(said)}</title>'
        f'<rect class="special" width="{CARD_WIDE}" height="{CARD_HIGH}" rx="6"/>'
        + _emblem(drawn, "gilt", "giltline", middle - 26, 16, 1.3)
        + lines
        + "</g>"
    )
