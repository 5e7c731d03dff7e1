"""The battle as text: both fields, both armies, the hand of who looks, and what is being asked.

A unit is four lines: its kind `LG HA`, troop quality, size and missile `7/5 J`, hits and the hits at which it
routs `3of7`, and its markers (SIGN_HELP).
"""

from __future__ import annotations

from textwrap import wrap

from hoplon.games.cardbattle.naming import SEATS
from hoplon.games.cardbattle.state import COLUMNS
from hoplon.games.cardbattle.tables import SPECIAL_IDS, SPECIAL_NAMES
from hoplon.games.cardbattle.view import AreaView, ArmyView, UnitView, View

WIDE = 8
LONGEST = 96
GLUE = "\N{NO-BREAK SPACE}"
CLEAR = "clear"
SIGNS = {
    "engaged": "E",
    "no_missile": "x",
    "ow": "W",
    "flank": "F",
    "raiding": "R",
    "hidden": "H",
    "aiming": ">",
    "attacking": "!",
    "attacked": "*",
}
SIGN_HELP = (
    "M1 manoeuvre marker · E engaged · x no missiles · d1 depleted · W has withdrawn · F on the flank · "
    "R second line attack · H hidden · > fires · ! attacks · * is attacked"
)
PHASES = ("play", "move", "missile", "shock", "rally", "draw")


def signs(unit: UnitView) -> str:
    """The markers of a unit, short."""
    found = [f"M{unit.level}"] if unit.level else []
    if unit.depletion:
        found.append(f"d{unit.depletion}")
    found += [sign for mark, sign in SIGNS.items() if mark in unit.marks]
    return "".join(found)


def _cell(area: AreaView) -> list[str]:
    """The lines of an area: kind, values, hits, markers, terrain."""
    land = "" if area.terrain == CLEAR else area.terrain
    unit = area.unit
    if unit is None:
        return ["", "", "", "", land or "·"]
    missile = f" {unit.missile}" if unit.missile else ""
    return [unit.kind, f"{unit.tq}/{unit.size}{missile}", f"{unit.coh}of{unit.limit}", signs(unit), land]


def _row(texts: list[str], is_split: bool) -> str:
    parts = []
    for c, text in enumerate(texts):
        parts.append(f"{text[:WIDE]:^{WIDE}}")
        if is_split and c in (1, 6):
            parts.append("│")
    return "".join(parts).rstrip()


def field_lines(view: View, seat: int, upside_down: bool) -> list[str]:
    """One field, its front towards the enemy."""
    is_split = view.module != "300"
    cells = [_cell(area) for area in view.fields[seat]]
    lines = [_row([cell[k] for cell in cells], is_split) for k in range(5)]
    return [lines[4], *lines[:4]] if upside_down else lines


def army_lines(army: ArmyView) -> list[str]:
    """What is known of an army: its leader, its rout points, its cards."""
    points = army.points
    causes = [
        f"{what} {n}"
        for what, n in (
            ("eliminated", points.eliminated),
            ("routed", points.routed),
            ("second line", points.second_line),
            ("bundori", points.bundori),
        )
        if n
    ]
    level = "cannot be routed" if army.unroutable else f"of {army.rout_level}"
    clans = f" clans {army.clans}" if army.clans else ""
    rules = [SPECIAL_NAMES[SPECIAL_IDS.index(rule)] for rule in army.rules]
    heads = [
        f"{army.seat} {army.name} under {army.leader} "
        f"(initiative {army.initiative} command {army.command}{clans})"
        + (f" · {', '.join(rules)}" if rules else ""),
        f"  rout points {points.total} {level}"
        + (f" ({', '.join(causes)})" if causes else "")
        + f" · deck {army.deck_count} · hand {army.hand_count}"
        + (f" · on pursuit {army.pursuit_count}" if army.pursuit_count else ""),
    ]
    lines = [line for head in heads for line in _wrapped(head)]
    for what, units in (
        ("routed", army.routed),
        ("rallied", army.rallied),
        ("on pursuit", army.pursuit or ()),
    ):
        if units:
            lines += _wrapped(f"  {what}: " + ", ".join(_brief(unit) for unit in units))
    return lines


def _brief(unit: UnitView) -> str:
    worn = f" {unit.coh}of{unit.limit}" if unit.coh else ""
    marks = f" {signs(unit)}" if signs(unit) else ""
    missile = f" {unit.missile}" if unit.missile else ""
    return f"{unit.id.partition('.')[2]} {unit.kind} {unit.tq}/{unit.size}{missile}{worn}{marks}"


def hand_lines(army: ArmyView) -> list[str]:
    """The hand, one card a line, numbered as in choices."""
    if army.hand is None:
        return []
    lines = [f"Hand of {army.seat}:"]
    for k, card in enumerate(army.hand, 1):
        clan = f" {card.unit.clan}" if card.unit and card.unit.clan else ""
        traits = f" {' '.join(card.unit.traits)}" if card.unit and card.unit.traits else ""
        lines.append(f"  #{k} " + (f"{_brief(card.unit)}{clan}{traits}" if card.unit else card.card))
    return lines


def name_lines(view: View, seat: int) -> list[str]:
    """Who stands in which column."""
    there = [
        f"{area.column} {area.unit.id.partition('.')[2]}" + (f" ({area.unit.clan})" if area.unit.clan else "")
        for area in view.fields[seat]
        if area.unit
    ]
    return _wrapped(f"{SEATS[seat]}: " + (", ".join(there) or "nobody on the field"))


def _wrapped(text: str) -> list[str]:
    """A long list over several lines, broken after a comma or a dot."""
    indent = " " * (len(text) - len(text.lstrip()))
    glued = text.strip().replace(" ", GLUE).replace(f",{GLUE}", ", ").replace(f"{GLUE}·{GLUE}", f"{GLUE}· ")
    lines = wrap(
        glued, LONGEST, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )
    return [line.replace(GLUE, " ") for line in lines]


def state_lines(view: View) -> list[str]:
    """Round, phase, what is designated, and what is asked."""
    phases = " ".join(f"[{name}]" if name == view.phase else name for name in PHASES)
    last = f" of {view.last_round}" if view.last_round else ""
    lines = [
        f"Round {view.round}{last}, turn of {view.active}: {phases}"
        + (" · no shock yet" if not view.allowances.shock else "")
    ]
    army = view.armies[SEATS.index(view.active)]
    if army.clans:
        acted = view.allowances.clans
        lines.append(f"  clans {len(acted)} of {army.clans}: {', '.join(acted) or 'none has acted yet'}")
    lines += [f"  {shot.unit} fires at column {shot.column}" for shot in view.shots]
    for attack in view.attacks:
        what = "the second line" if attack.second_line else " and ".join(attack.targets) or "nobody"
        lines.append(
            f"  attack {attack.number}: {' and '.join(attack.attackers) or 'nobody'} on {what}"
            + (" (being put together)" if attack.open else "")
        )
        if attack.sum:
            lines += _wrapped(f"    {attack.sum}")
    if view.ended:
        lines.append(
            f"The battle is over ({view.ended.replace('_', ' ')}): "
            + (f"{view.winner} has won" if view.winner else "a draw")
        )
    elif view.question:
        lines.append(question_line(view))
    return lines


def question_line(view: View) -> str:
    """The question that waits for an answer."""
    asked = view.question
    if asked is None:
        return ""
    if asked.asks == "withdraw":
        return f"{asked.seat} is asked: does {asked.unit} withdraw? (withdraw or stand)"
    if asked.asks == "fire":
        return (
            f"{asked.seat} is asked: does {asked.unit} fire at the enemy in {asked.column}? (react or hold)"
        )
    if asked.asks == "initiative":
        return f"{asked.seat} is asked: play an INITIATIVE card? (spend or keep)"
    return f"{asked.seat} shares out {asked.hits} more hits (give 1, 2 or 3)"


def describe(view: View) -> str:
    """The whole picture; who looks sits at the bottom."""
    below = 1 if view.seat == SEATS[1] else 0
    above = 1 - below
    is_split = view.module != "300"
    ruler = _row([str(c + 1) for c in range(COLUMNS)], is_split)
    return "\n".join(
        [
            *army_lines(view.armies[above]),
            *name_lines(view, above),
            "",
            *field_lines(view, above, upside_down=True),
            ruler,
            *field_lines(view, below, upside_down=False),
            "",
            *name_lines(view, below),
            *army_lines(view.armies[below]),
            *(hand_lines(view.armies[above]) if view.seat == "everything" else []),
            *hand_lines(view.armies[below]),
            *state_lines(view),
        ]
    )
