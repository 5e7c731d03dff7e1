"""What the page can tell about the things on the table, in the words of the game's own help."""

from __future__ import annotations

from typing import Any

from hoplon.core.board import Json, Note
from hoplon.core.errors import BadText
from hoplon.core.sentences import begin, listed
from hoplon.core.words import say
from hoplon.games.cardbattle.board.labels import plain
from hoplon.games.cardbattle.charts import CHARTS, Chart
from hoplon.games.cardbattle.guide import CLAN_TEXT, PHASE_TEXTS, TRAIT_TEXTS, kind_text, terrain_text
from hoplon.games.cardbattle.naming import CARD_WORDS, SEATS
from hoplon.games.cardbattle.options import ANSWER_NAMES, CHOSEN_PREFS
from hoplon.games.cardbattle.preferences import (
    PREF_HELP,
    PREF_IDS,
    PREF_IS_FLAG,
    PREF_LABELS,
    PREF_MODULES,
)
from hoplon.games.cardbattle.tables import (
    CARD_NAMES,
    CARD_TEXTS,
    COVER_DIE,
    COVERS,
    ENTRY,
    KIND_CODES,
    KIND_NAMES,
    MODULE_IDS,
    SHOCK_SHIFT,
    SPECIAL_IDS,
    SPECIAL_NAMES,
    SPECIAL_TEXTS,
    TERRAIN_IDS,
    TERRAIN_NAMES,
)
from hoplon.games.cardbattle.view import UnitView, View

MARKS = {
    "no_missile": "out of missiles",
    "ow": "has withdrawn",
    "flank": "on the flank",
    "raiding": "attacks the second line",
    "engaged": "engaged",
    "hidden": "hidden from the enemy",
    "aiming": "fires, or has fired",
    "supplied": "gets missiles",
    "attacking": "attacks",
    "attacked": "is attacked",
    "charger": "may charge at once",
    "fresh": "came to the second line this turn",
}
MARK_TEXTS = {
    "no_missile": "It shoots no more until it is away from the enemy, or gets new missiles.",
    "ow": "It has drawn back, and is out of this attack.",
    "flank": "It strikes from the side.",
    "raiding": "It goes for those who have fled to the second line.",
    "engaged": "It fights until no enemy is in contact with it.",
    "hidden": "The enemy does not see what it is.",
}
MISSILES = {
    "J": "javelins",
    "S": "slings",
    "A": "bows",
    "B": "massed bows",
    "P": "artillery",
    "T": "guns",
    "M": "magic",
}
CHART_TITLES = {
    "crt": "Combat results",
    "shock": "Shock",
    "superiority": "Superiority",
    "missile": "Missiles",
    "checks": "TQ checks",
    "terrain": "Terrain",
    "withdrawal": "Withdrawal",
    "rally": "Rally",
    "rampage": "Rampage",
    "abbreviations": "Abbreviations",
}


def ground(view: View) -> Json:
    """What never changes: words, charts, preferences."""
    return {
        "module": view.module,
        "kinds": dict(zip(KIND_CODES, KIND_NAMES, strict=True)),
        "terrains": dict(zip(TERRAIN_IDS, TERRAIN_NAMES, strict=True)),
        "cards": {word: CARD_TEXTS[k] for k, word in enumerate(CARD_WORDS)},
        "rules": {
            name: {"title": SPECIAL_NAMES[k], "help": SPECIAL_TEXTS[k]} for k, name in enumerate(SPECIAL_IDS)
        },
        "phases": PHASE_TEXTS,
        "marks": MARKS,
        "charts": [
            {"name": name, "title": CHART_TITLES[name]} | _chart(make(view.module))
            for name, make in CHARTS.items()
        ],
        "preferences": _agreed(view),
        "answers": [(name, PREF_LABELS[k], PREF_HELP[k]) for k, name in enumerate(ANSWER_NAMES)],
    }


def _agreed(view: View) -> list[tuple[str, str, str]]:
    """The preferences of this module that are switched on, with their values and what they do."""
    module = MODULE_IDS.index(view.module)
    found = []
    for pref in CHOSEN_PREFS:
        value = int(view.preferences[PREF_IDS[pref]])
        if value and PREF_MODULES[pref] >> module & 1:
            found.append((PREF_LABELS[pref], "yes" if PREF_IS_FLAG[pref] else str(value), PREF_HELP[pref]))
    return found


def _chart(chart: Chart) -> Json:
    """A chart as tables; words that only stand in a corner are left to the caption."""
    return {
        "caption": chart.caption,
        "grids": [{"head": grid.head, "rows": grid.rows, "caption": grid.caption} for grid in chart.grids],
    }


def unit_notes(unit: UnitView) -> list[Note]:
    """A unit card in sentences: every number, letter and marker on it."""
    kind = KIND_CODES.index(unit.kind)
    worth = say("{kind}, worth {n} points.", kind=KIND_NAMES[kind], n=unit.value)
    tested = say("The first number. A unit that is tested rolls a die, and holds at {n} or less.", n=unit.tq)
    breaks = say("The dots, red when taken. With {n} of them it breaks and runs.", n=unit.limit)
    notes = [
        Note(plain(unit.id), worth),
        Note(say("Quality {n}", n=unit.tq), tested),
        Note(say("Size {n}", n=unit.size), "The second number. A side of twice the size strikes harder."),
        Note(say("Hits {n} of {all}", n=unit.coh, all=unit.limit), breaks),
    ]
    if unit.missile:
        shoots = say("It shoots: {weapon}.", weapon=say(MISSILES[unit.missile]))
        notes.append(Note(say("Missile {letter}", letter=unit.missile), shoots))
    if unit.clan:
        clan = "A leader commands only so many clans a turn."
        notes.append(Note(say("Clan {name}", name=unit.clan), clan))
    if unit.depletion:
        weaker = "It has rallied; its attacks are weaker from then on."
        notes.append(Note(say("Depleted {n}", n=unit.depletion), weaker))
    if unit.level:
        waits = "It cannot attack, shoot, move or withdraw. Each turn of its own takes one level off."
        notes.append(Note(say("Manoeuvre marker {n}", n=unit.level), waits))
    notes += [Note(begin(MARKS[mark]), MARK_TEXTS.get(mark, "")) for mark in unit.marks if mark in MARKS]
    notes.append(Note(unit.kind, begin(kind_text(kind).partition(": ")[2])))
    notes += [Note(trait, TRAIT_TEXTS[trait]) for trait in unit.traits if trait in TRAIT_TEXTS]
    return notes


def explain(view: View, cell: str) -> tuple[Note, ...]:
    """What is at a place of the table, for whoever sees this view."""
    try:
        return tuple(_explain(view, cell))
    except (IndexError, ValueError, StopIteration):
        raise BadText(
            f"there is no place {cell[:40]!r} on this table; expected for example A4 or hand:1"
        ) from None


def _explain(view: View, cell: str) -> list[Note]:
    head, *rest = cell.split(":")
    own = SEATS.index(view.seat) if view.seat in SEATS else 0
    if head == "hand" and rest:
        hand = view.armies[own].hand
        card = () if hand is None else hand[_number(rest[0], len(hand))]
        return [Note("Hand", "Nobody else sees it.")] if not card else _hand_card(card)
    if head == "rear":
        army = view.armies[SEATS.index(rest[0].partition(".")[0])]
        units = army.routed + army.rallied
        if "." in rest[0]:
            return unit_notes(next(unit for unit in units if unit.id == rest[0]))
        names = ", ".join(plain(unit.id) for unit in units) or "nobody"
        return [Note("Second line", f"Eight units have room there; now {names}.")]
    if head == "away":
        away = view.armies[own].pursuit or ()
        found = [unit for unit in away if unit.id.partition(".")[2] == rest[0]]
        return unit_notes(found[0])
    if head == "deck":
        return [Note("Deck", f"{view.armies[own].deck_count} cards.")]
    if head == "discard":
        return [Note("Discards", "Special cards, and units that have never been on the field.")]
    if head == "leader":
        return _leader(view, SEATS.index(rest[0]))
    area = view.fields[SEATS.index(cell[0])][_number(cell[1:], 9)]
    notes = unit_notes(area.unit) if area.unit else []
    return [*notes, Note(f"Column {area.column}", _ground_text(TERRAIN_IDS.index(area.terrain)))]


def _ground_text(terrain: int) -> str:
    """What an area does to units; nothing, in most."""
    plain_ground = not (ENTRY[terrain].any() or SHOCK_SHIFT[terrain] or COVER_DIE[terrain] or COVERS[terrain])
    return f"{TERRAIN_NAMES[terrain]}: no effect." if plain_ground else terrain_text(terrain)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:3]) <= most):
        raise ValueError(text)
    return int(text) - 1


def _hand_card(card: Any) -> list[Note]:
    if card.unit is not None:
        return unit_notes(card.unit)
    k = CARD_WORDS.index(card.card)
    return [Note(f"{CARD_NAMES[k]} card", CARD_TEXTS[k])]


def _leader(view: View, seat: int) -> list[Note]:
    army = view.armies[seat]
    clans = f", clans {army.clans}" if army.clans else ""
    notes = [
        Note(army.leader, f"Initiative {army.initiative}, command {army.command}{clans}. Leads {army.name}."),
        Note("Rout level", f"{army.points.total} of {army.rout_level} points."),
    ]
    if army.clans:
        acted = view.allowances.clans if view.active == SEATS[seat] else ()
        notes.append(
            Note(f"Clans {len(acted)} of {army.clans}", f"{listed(acted) or 'None'} this turn. {CLAN_TEXT}")
        )
    for rule in army.rules:
        k = SPECIAL_IDS.index(rule)
        notes.append(Note(SPECIAL_NAMES[k], SPECIAL_TEXTS[k]))
    return notes
