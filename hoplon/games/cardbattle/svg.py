"""The battle as an SVG picture: terrain, cards with hits and markers, both armies and the hands in sight."""

from __future__ import annotations

from html import escape

from hoplon.games.cardbattle.cards_svg import CARD_HIGH, CARD_WIDE, SMALL, STYLE, card, hand_card
from hoplon.games.cardbattle.naming import SEATS
from hoplon.games.cardbattle.picture import PHASES, question_line
from hoplon.games.cardbattle.state import COLUMNS
from hoplon.games.cardbattle.tables import SPECIAL_IDS, SPECIAL_NAMES
from hoplon.games.cardbattle.view import AreaView, ArmyView, View
from hoplon.grids.figures import begin

AREA_HIGH = CARD_HIGH + 24
PITCH = 94
GAP = 14  # between zones
LEFT = 16
PANEL = 50

Point = tuple[float, float]

LOOKS = """
.cb .field{fill:var(--clay)}.cb .ink{fill:var(--ink)}.cb .soft{fill:var(--soft)}
.cb .big{font-weight:700;font-size:15px}.cb .sign{font-size:34px;fill:#251c14;opacity:.3}
.cb .line{fill:none;stroke:#8e1f11;stroke-width:3;opacity:.85}.cb .shot{stroke:#1f4f7a;stroke-dasharray:5 4}
.cb .at{fill:#8e1f11}.cb .area{stroke:var(--clay-edge);stroke-width:.8}
.cb .bar{fill:var(--line)}.cb .now{fill:#d8a531}
"""
GROUND = {
    "clear": "#efd9b4", "cliff": "#9a8f85", "river": "#6fa6d2", "stream": "#a9cfe6", "woods": "#8fae6e",
    "rough": "#cbb080", "marsh": "#a3b98f", "camp": "#cf9f68", "mountain": "#b4a694", "slope": "#d6c184",
    "caltrop": "#d9cab6", "castle": "#b3aca2", "wall": "#c0b4a3",
}  # fmt: skip
SIGNS = {
    "cliff": "▒", "river": "≈", "stream": "≈", "woods": "♣", "rough": "∷", "marsh": "∴", "camp": "⌂",
    "mountain": "▲", "slope": "◢", "caltrop": "✕", "castle": "♜", "wall": "▤",
}  # fmt: skip


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
            parts.append(
                f'<rect class="field" x="{LEFT - 4}" y="{y:.0f}" height="22" '
                f'width="{width - 2 * LEFT + 8:.0f}"/>'
            )
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
    head = begin(width, height, "cb", _title(view), STYLE + LOOKS)
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
                f'<circle class="at" cx="{to_x:.0f}" cy="{to_y:.0f}" r="5"/>'
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
                f'<text class="soft" x="{LEFT}" y="{y:.0f}">{what} (quality/hits): {escape(named)}</text>'
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
    return box + (card(area.unit, seat, x + 2, card_y) if area.unit else "")


def _hand(parts: list[str], army: ArmyView, seat: int, y: float, width: float) -> float:
    """A hand that may be seen."""
    if not army.hand:  # or nobody may see it
        return y
    x = float(LEFT)
    parts.append(f'<text class="soft" x="{LEFT}" y="{y + 11:.0f}">hand of {army.seat}</text>')
    for held in army.hand:
        parts.append(hand_card(held, seat, x, y + 16))
        x += CARD_WIDE * SMALL + 8
    return y + CARD_HIGH * SMALL + 26


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
