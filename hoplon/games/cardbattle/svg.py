"""The battle as an SVG picture: terrain, cards with hits and markers, both armies and the hands in sight."""

from __future__ import annotations

from html import escape

from hoplon.games.cardbattle.naming import SEATS
from hoplon.games.cardbattle.picture import PHASES, question_line
from hoplon.games.cardbattle.state import COLUMNS
from hoplon.games.cardbattle.tables import SPECIAL_IDS, SPECIAL_NAMES
from hoplon.games.cardbattle.view import AreaView, ArmyView, HandCard, UnitView, View

CARD_WIDE, CARD_HIGH = 86, 112
AREA_HIGH = CARD_HIGH + 24
PITCH = 94
GAP = 14  # between zones
LEFT = 16
PANEL = 50
SMALL = 0.8  # cards of a hand

Point = tuple[float, float]

STYLE = """
.cb{font:11px system-ui,sans-serif}
.cb .bg{fill:#f3ecdc}.cb .ink{fill:#33291c}.cb .soft{fill:#7c6f5a}.cb .big{font-weight:700;font-size:15px}
.cb .kind{font-weight:700;font-size:13px}.cb .sign{font-size:34px;fill:#33291c;opacity:.22}
.cb .line{fill:none;stroke:#a3262a;stroke-width:3;opacity:.8}.cb .shot{stroke:#23558b;stroke-dasharray:5 4}
.cb .area{stroke:#b9ab8f;stroke-width:1}
.cb .card{stroke:#4a3d2b;stroke-width:1.1;fill:#fffaf0}
.cb .a{fill:#23558b}.cb .b{fill:#9a2d24}.cb .w{fill:#fff}.cb .m{text-anchor:middle}.cb .e{text-anchor:end}
.cb .hit{fill:#c2371f}.cb .pip{fill:none;stroke:#a89a80}
.cb .bar{fill:#ded3bb}.cb .tag{fill:#4a3d2b}.cb .now{fill:#d8a531}
"""
GROUND = {
    "clear": "#e6dcb8", "cliff": "#8b8178", "river": "#7fb0d6", "stream": "#b5d3e6", "woods": "#8fb07a",
    "rough": "#cbb98f", "marsh": "#a9bb97", "camp": "#c9a273", "mountain": "#b0a496", "slope": "#d3c38c",
    "caltrop": "#d9cfc0", "castle": "#a8a29a", "wall": "#bdb3a5",
}  # fmt: skip
SIGNS = {
    "cliff": "▒", "river": "≈", "stream": "≈", "woods": "♣", "rough": "∷", "marsh": "∴", "camp": "⌂",
    "mountain": "▲", "slope": "◢", "caltrop": "✕", "castle": "♜", "wall": "▤",
}  # fmt: skip
BADGES = {
    "engaged": ("E", "#2b6cb0", "engaged"),
    "no_missile": ("✕", "#8a5a12", "no missiles"),
    "ow": ("W", "#5b7f3a", "has withdrawn"),
    "flank": ("F", "#7a4fa3", "on the flank"),
    "raiding": ("R", "#a3262a", "attacks the second line"),
    "aiming": ("➶", "#4a3d2b", "fires"),
    "attacking": ("⚔", "#a3262a", "attacks"),
    "attacked": ("◎", "#a3262a", "is attacked"),
}


def _x(column: int, is_split: bool) -> float:
    """The left edge of a column; the wings stand apart."""
    return LEFT + column * PITCH + (GAP * ((column > 1) + (column > 6)) if is_split else GAP)


def draw_svg(view: View) -> str:
    """A battle as a picture; who looks sits at the bottom."""
    below = 1 if view.seat == SEATS[1] else 0
    above = 1 - below
    is_split = view.module != "300"
    width = LEFT * 2 + COLUMNS * PITCH + 2 * GAP
    parts: list[str] = []
    fronts: list[dict[int, Point]] = [{}, {}]
    y = 44.0
    for seat, upper in ((above, True), (below, False)):
        army = view.armies[seat]
        if upper:
            y = _hand(parts, army, seat, y, width)
            y = _panel(parts, army, seat, y, width)
        parts += [_area(area, seat, _x(area.column - 1, is_split), y, upper) for area in view.fields[seat]]
        y += AREA_HIGH
        for c in range(COLUMNS):
            edge = y - 8 if upper else y - AREA_HIGH + 8
            fronts[seat][c + 1] = (_x(c, is_split) + CARD_WIDE / 2 + 2, edge)
        if upper:
            for c in range(COLUMNS):
                middle = _x(c, is_split) + CARD_WIDE / 2 + 2
                parts.append(f'<text class="ink m" x="{middle:.0f}" y="{y + 15:.0f}">{c + 1}</text>')
            y += 22
        else:
            y = _panel(parts, army, seat, y + 6, width)
            y = _hand(parts, army, seat, y, width)
    parts += _lines(view, fronts)
    y = _designated(parts, view, y)
    height = y + 8
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" class="cb" role="img"><title>{escape(_title(view))}</title>'
        f'<style>{STYLE}</style><rect class="bg" width="{width:.0f}" height="{height:.0f}" rx="8"/>'
    )
    return head + _header(view, width) + "".join(parts) + "</svg>"


def _lines(view: View, fronts: list[dict[int, Point]]) -> list[str]:
    """A line from each unit that attacks or fires to what it aims at."""
    where = {area.unit.id: (seat, area.column) for seat in (0, 1) for area in view.fields[seat] if area.unit}
    pairs = [(shot.unit, shot.column, "line shot") for shot in view.shots]
    for attack in view.attacks:
        columns = [where[unit][1] for unit in attack.targets if unit in where]
        pairs += [(unit, column, "line") for unit in attack.attackers for column in columns]
    found = []
    for unit, column, style in pairs:
        if unit in where:
            seat, start = where[unit]
            (x, y), (to_x, to_y) = fronts[seat][start], fronts[1 - seat][column]
            found.append(
                f'<path class="{style}" d="M{x:.0f} {y:.0f}L{to_x:.0f} {to_y:.0f}"/>'
                f'<circle class="hit" cx="{to_x:.0f}" cy="{to_y:.0f}" r="5"/>'
            )
    return found


def _title(view: View) -> str:
    first, second = view.armies
    return f"{first.name} against {second.name}, round {view.round}, {view.phase} phase of {view.active}"


def _header(view: View, width: float) -> str:
    """The round and the phases, the current one on gold."""
    texts = [f'<text class="ink big" x="{LEFT}" y="27">Round {view.round}</text>']
    colour = "a" if view.active == SEATS[0] else "b"
    texts.append(f'<text class="{colour} big" x="{LEFT + 96}" y="27">turn of {view.active}</text>')
    x = width - LEFT - 6 * 72
    for name in PHASES:
        box = "now" if name == view.phase else "bar"
        texts.append(f'<rect class="{box}" x="{x:.0f}" y="11" width="66" height="22" rx="11"/>')
        texts.append(f'<text class="ink m" x="{x + 33:.0f}" y="26">{name}</text>')
        x += 72
    return "".join(texts)


def _panel(parts: list[str], army: ArmyView, seat: int, y: float, width: float) -> float:
    """Leader, rout points as a bar, cards and special rules of an army."""
    colour = "ab"[seat]
    rules = "".join(f" · {SPECIAL_NAMES[SPECIAL_IDS.index(rule)]}" for rule in army.rules)
    clans = f" · clans {army.clans}" if army.clans else ""
    parts.append(
        f'<text class="{colour} big" x="{LEFT}" y="{y + 16:.0f}">{army.seat} {escape(army.name)}</text>'
        f'<text class="ink" x="{LEFT}" y="{y + 33:.0f}">{escape(army.leader)} · '
        f"initiative {army.initiative} · command {army.command}{clans}{escape(rules)}</text>"
    )
    counts = (
        f"deck {army.deck_count} · hand {army.hand_count} · routed {len(army.routed)} · "
        f"rallied {len(army.rallied)} · pursuit {army.pursuit_count} · lost {len(army.eliminated)}"
    )
    right = width - LEFT
    parts.append(f'<text class="soft e" x="{right:.0f}" y="{y + 33:.0f}">{counts}</text>')
    points = army.points.total
    long = 260
    share = min(1.0, points / army.rout_level) if army.rout_level else 0
    start = right - long
    said = f"rout points {points}" + ("" if army.unroutable else f" of {army.rout_level}")
    parts.append(
        f'<rect class="bar" x="{start:.0f}" y="{y + 4:.0f}" width="{long}" height="15" rx="7"/>'
        f'<rect class="{colour}" x="{start:.0f}" y="{y + 4:.0f}" width="{long * share:.0f}" height="15" '
        f'rx="7"/>'
        f'<text class="ink e" x="{start - 8:.0f}" y="{y + 16:.0f}">{said}</text>'
    )
    y += PANEL - 4
    for what, units in (
        ("routed", army.routed),
        ("rallied", army.rallied),
        ("on pursuit", army.pursuit or ()),
    ):
        if units:
            named = ", ".join(f"{unit.name} {unit.tq}/{unit.coh}" for unit in units)
            parts.append(
                f'<text class="soft" x="{LEFT}" y="{y:.0f}">{what} (TQ/hits): {escape(named)}</text>'
            )
            y += 15
    return y + 4


def _area(area: AreaView, seat: int, x: float, y: float, upper: bool) -> str:
    """An area with its terrain at the far edge and its unit."""
    ground = GROUND[area.terrain]
    name = "" if area.terrain == "clear" else area.terrain
    label = y + 12 if upper else y + AREA_HIGH - 5
    card_y = y + 19 if upper else y + 5
    box = (
        f'<rect class="area" x="{x:.1f}" y="{y:.1f}" width="{CARD_WIDE + 4}" height="{AREA_HIGH}" rx="6" '
        f'fill="{ground}"><title>column {area.column}, {area.terrain}</title></rect>'
        f'<text class="ink m" x="{x + CARD_WIDE / 2 + 2:.1f}" y="{label:.1f}">{name}</text>'
    )
    if area.unit is None and area.terrain in SIGNS:
        middle, half = x + CARD_WIDE / 2 + 2, y + AREA_HIGH / 2 + 12
        box += f'<text class="sign m" x="{middle:.1f}" y="{half:.1f}">{SIGNS[area.terrain]}</text>'
    return box + (_card(area.unit, seat, x + 2, card_y) if area.unit else "")


def _card(unit: UnitView, seat: int, x: float, y: float, scale: float = 1.0) -> str:
    """A unit card: kind on the army's colour, TQ on a disc, size, missile, hits as pips, markers."""
    disc = "#2b6cb0" if "engaged" in unit.marks else "#3f7d45" if "hidden" in unit.marks else "#4a3d2b"
    words = [
        f'<g transform="translate({x:.1f} {y:.1f}) scale({scale})">',
        f"<title>{escape(_story(unit))}</title>",
        f'<rect class="card" width="{CARD_WIDE}" height="{CARD_HIGH}" rx="6"/>',
        f'<path class="{"ab"[seat]}" d="M0 26V6a6 6 0 0 1 6-6h{CARD_WIDE - 12}a6 6 0 0 1 6 6v20z"/>',
        f'<text class="w kind" x="7" y="18">{escape(unit.kind)}</text>',
        f'<circle cx="{CARD_WIDE - 14}" cy="14" r="11" fill="{disc}" stroke="#fffaf0" stroke-width="1.5"/>',
        f'<text class="w kind m" x="{CARD_WIDE - 14}" y="18.5">{unit.tq}</text>',
    ]
    for k, line in enumerate(_two_lines(unit.name)):
        words.append(f'<text class="ink" x="7" y="{41 + 13 * k}">{escape(line)}</text>')
    letter = f"  {unit.missile}" if unit.missile else ""
    words.append(f'<text class="soft" x="7" y="69">size {unit.size}{letter}</text>')
    if unit.clan:
        words.append(f'<text class="soft e" x="{CARD_WIDE - 6}" y="69">{escape(unit.clan[:7])}</text>')
    words.append(_pips(unit))
    words.append(_badges(unit))
    return "".join(words) + "</g>"


def _story(unit: UnitView) -> str:
    """What a screen reader says of a card."""
    marks = ", ".join(BADGES[mark][2] for mark in unit.marks if mark in BADGES)
    level = f", manoeuvre {unit.level}" if unit.level else ""
    return (
        f"{unit.name}, {unit.kind}, TQ {unit.tq}, size {unit.size}, {unit.coh} of {unit.limit} hits{level}"
        + (f", {marks}" if marks else "")
    )


def _two_lines(name: str) -> list[str]:
    """A name on a card, broken at a blank."""
    if len(name) <= 12:
        return [name]
    cut = name.rfind(" ", 0, 13)
    if cut < 0:
        return [name[:12]]
    rest = name[cut + 1 :]
    return [name[:cut], rest if len(rest) <= 13 else rest[:12] + "…"]


def _pips(unit: UnitView) -> str:
    """One ring for each hit that the unit can take, filled for each it has."""
    step = min(10.0, (CARD_WIDE - 14) / max(unit.limit, 1))
    return "".join(
        f'<circle class="{"hit" if k < unit.coh else "pip"}" cx="{10 + step * k:.1f}" cy="80" '
        f'r="{min(4.0, step / 2 - 0.6):.1f}"/>'
        for k in range(unit.limit)
    )


def _badges(unit: UnitView) -> str:
    """Markers along the lower edge."""
    found = [(f"M{unit.level}", "#6b5b45")] if unit.level else []
    found += [(f"d{unit.depletion}", "#8a5a12")] if unit.depletion else []
    found += [BADGES[mark][:2] for mark in unit.marks if mark in BADGES]
    return "".join(
        f'<g><rect x="{5 + 19.5 * k:.1f}" y="91" width="18" height="16" rx="4" fill="{colour}"/>'
        f'<text class="w m" x="{14 + 19.5 * k:.1f}" y="103">{text}</text></g>'
        for k, (text, colour) in enumerate(found[:4])
    )


def _hand(parts: list[str], army: ArmyView, seat: int, y: float, width: float) -> float:
    """A hand that may be seen."""
    if army.hand is None:
        return y
    x = float(LEFT)
    parts.append(f'<text class="soft" x="{LEFT}" y="{y + 11:.0f}">hand of {army.seat}</text>')
    for card in army.hand:
        parts.append(_hand_card(card, seat, x, y + 16))
        x += CARD_WIDE * SMALL + 8
    return y + CARD_HIGH * SMALL + 26


def _hand_card(card: HandCard, seat: int, x: float, y: float) -> str:
    if card.unit:
        return _card(card.unit, seat, x, y, SMALL)
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({SMALL})"><rect class="card" width="{CARD_WIDE}" '
        f'height="{CARD_HIGH}" rx="6"/><rect class="now" x="5" y="5" width="{CARD_WIDE - 10}" '
        f'height="{CARD_HIGH - 10}" rx="4" opacity=".35"/><text class="ink m" font-weight="700" '
        f'x="{CARD_WIDE / 2}" y="{CARD_HIGH / 2 + 4}">{escape(card.card)}</text></g>'
    )


def _designated(parts: list[str], view: View, y: float) -> float:
    """Fire and attacks that were designated, and the question that waits."""
    lines = [f"{shot.unit} fires at column {shot.column}" for shot in view.shots]
    for attack in view.attacks:
        what = "the second line" if attack.second_line else " and ".join(attack.targets)
        lines.append(f"attack {attack.number}: {' and '.join(attack.attackers)} on {what}")
    if view.question:
        lines.append(question_line(view))
    if view.ended:
        lines.append(f"over: {view.winner + ' has won' if view.winner else 'a draw'}")
    for line in lines:
        y += 16
        parts.append(f'<text class="ink" x="{LEFT}" y="{y:.0f}">{escape(line)}</text>')
    return y + (8 if lines else 0)
