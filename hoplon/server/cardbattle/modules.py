"""What an army of each module may consist of, with prices and help, so that the page knows no rule of it."""

from __future__ import annotations

from functools import cache
from typing import Any

from hoplon.core.board import Json
from hoplon.games.cardbattle.armies import offered_leaders, supplied, supplied_army
from hoplon.games.cardbattle.army import (
    LEADER_LIMITS,
    LEADER_PRICES,
    LIMITED_CARDS,
    MOST_ALLOWED,
    MOST_DEFENCES,
    MOST_OF_OTHERS,
    STANDARD_BATTLE,
    STANDARD_RANGE,
    card_points,
    defence_points,
    missile_points,
    rule_points,
    trait_points,
)
from hoplon.games.cardbattle.army_check import (
    LEAST_CLANS,
    LEAST_UNITS,
    MOST_CLANS,
    MOST_TURNS,
    MOST_UNITS,
    SIZE_RANGE,
    TQ_RANGE,
    columns_of,
    defences_of,
    kinds_of,
    leads_clans,
    letters_of,
)
from hoplon.games.cardbattle.board.form import MODULES
from hoplon.games.cardbattle.checking import LONGEST_NAME, LONGEST_TEXT
from hoplon.games.cardbattle.content import SCHEMA, read_table
from hoplon.games.cardbattle.guide import TRAIT_TEXTS, kind_text, terrain_text
from hoplon.games.cardbattle.names import Card, Kind, Module, Special, Terrain, Trait
from hoplon.games.cardbattle.tables import (
    CARD_NAMES,
    CARD_TEXTS,
    COST_TENTHS,
    IS_MONSTER,
    IS_SK,
    KIND_CODES,
    KIND_NAMES,
    KINDS,
    MISSILE_DEFAULT,
    MISSILE_LETTERS,
    MODULE_IDS,
    SPECIAL_IDS,
    SPECIAL_NAMES,
    SPECIAL_TEXTS,
    TERRAIN_IDS,
    TERRAIN_NAMES,
)

ABOUT = {
    "antiquity": "Greeks, Romans, Carthage and their neighbours.",
    "samurai": "Clans, guns and duels of sixteenth-century Japan.",
    "fantasy": "Everything of Antiquity, and monsters and magic.",
    "300": "Thermopylae: a narrow field, a wall, a limit of turns.",
}
GROUPS = {
    "heavy": "Heavy infantry",
    "medium": "Medium infantry",
    "light": "Light infantry",
    "skirmisher": "Skirmishers",
    "cavalry": "Cavalry",
    "camel": "Camels",
    "elephant": "Elephants",
    "chariot": "Chariots",
    "artillery": "Artillery",
    "monster": "Monsters",
}
MISSILES = {
    "": "None",
    "J": "Javelins",
    "S": "Slings",
    "A": "Archery",
    "B": "Heavy bows",
    "P": "Artillery",
    "T": "Arquebuses",
    "M": "Magic",
}
HELP = {
    "name": f"1 to {LONGEST_NAME} characters.",
    "id": "The name of its file: small letters, digits and underscores.",
    "module": "Armies of different modules never meet.",
    "period": "When it fought, in words.",
    "description": f"A few sentences, up to {LONGEST_TEXT} characters.",
    "rout_percent": "The share of its value in rout points at which the army has lost.",
    "roman": "How its legions may relieve each other in combined moves.",
    "initiative": "For the roll who begins, and for rallying. Each point allows one special card more.",
    "command": "Flank orders and attempts to rally in a turn. Each point allows two special cards more.",
    "leader_clans": "How many clans may act in one turn.",
    "clans": "Each unit belongs to one of them.",
    "special_cards": "All but Reserve and Initiative together: at most initiative + 2 × command.",
    "defensive_terrain": f"Up to {MOST_DEFENCES} areas of the army's own field.",
    "unit": "One line for cards that are alike.",
    "unit_name": "What stands on the card. An elephant with the word Indian in it is an Indian elephant.",
    "unit_count": "How many such cards the deck holds.",
    "unit_type": "What the cards are; it decides how they fight, move and rout.",
    "unit_tq": "Troop quality: how many hits the unit bears, and the number to roll in its checks.",
    "unit_size": "How large it is; the ratio of sizes counts in a shock. Skirmishers always have 1.",
    "unit_missile": "What it fires with.",
    "unit_clan": "One of the army's clans.",
    "unit_traits": "Characteristics of monsters.",
    "unit_value": "Rout points the enemy gains with one card.",
    "unit_points": "Army points of one card.",
    "points": f"A standard battle has {STANDARD_BATTLE} points, {STANDARD_RANGE[0]} to {STANDARD_RANGE[1]}. "
    "More or fewer can be played too.",
}
ONLY_300 = (
    ("field_terrain", "one", "Terrain of the whole field", "A wall, for example, on every area of its own."),
    ("turn_limit", "number", "Turn limit", f"1 to {MOST_TURNS} rounds; none if left empty."),
    ("wins_at_turn_limit", "flag", "Wins at the turn limit", "If it is not routed by then."),
    ("endless", "flag", "Endless", "When its deck runs out of units, the eliminated ones return."),
    ("cannot_be_routed", "flag", "Cannot be routed", "Its rout points count for nothing."),
)


@cache
def modules() -> tuple[Json, ...]:
    """One description a module."""
    return tuple(_module(module) for module in Module)


def _module(module: Module) -> Json:
    name = MODULE_IDS[module]
    kinds = [_kind(kind, module) for kind in kinds_of(module)]
    letters = [letter for letter in MISSILE_LETTERS if any(letter in kind["missiles"] for kind in kinds)]
    is_samurai = module == Module.SAMURAI
    return {
        "module": name,
        "title": MODULES[name],
        "about": ABOUT[name],
        "help": HELP,
        "kinds": kinds,
        "missiles": [
            {"id": letter, "name": MISSILES[letter], "points": missile_points(letter)} for letter in letters
        ],
        "traits": _traits() if module == Module.FANTASY else [],
        "cards": [_card(card) for card in Card if card != Card.CHALLENGE or is_samurai],
        "rules": [_rule(rule) for rule in Special],
        "terrains": [_terrain(Terrain[name.upper()]) for name in defences_of(module)],
        "romans": [] if is_samurai else [("", "None"), ("early", "Early"), ("late", "Late")],
        "special": _special() if module == Module.THE_300 else [],
        "leaders": _leaders(module),
        "leader": {
            part: {"range": bounds, "points": LEADER_PRICES[part]}
            for part, bounds in {**LEADER_LIMITS, "clans": leads_clans(module)}.items()
        },
        "clans": (LEAST_CLANS, MOST_CLANS) if is_samurai else None,
        "columns": columns_of(module),
        "defences": MOST_DEFENCES,
        "units": (LEAST_UNITS, MOST_UNITS),
        "tq": TQ_RANGE,
        "size": SIZE_RANGE,
        "longest": (LONGEST_NAME, LONGEST_TEXT),
        "standard": (STANDARD_RANGE[0], STANDARD_BATTLE, STANDARD_RANGE[1]),
        "blank": _blank(module),
    }


def _kind(kind: Kind, module: Module) -> Json:
    name, of = KINDS[kind]
    letters = letters_of(kind, module)
    usual = MISSILE_LETTERS[MISSILE_DEFAULT[kind]]
    return {
        "type": name,
        "class": of,
        "code": KIND_CODES[kind],
        "name": KIND_NAMES[kind],
        "group": GROUPS[read_table("unit_types")["unit_type"][kind]["group"]],
        "help": kind_text(kind).partition(": ")[2],
        "cost": f"{int(COST_TENTHS[kind]) / 10:g}",
        "missiles": letters,
        "missile": usual if usual in letters else letters[0],
        "size": (1, 1) if IS_SK[kind] else SIZE_RANGE,
        "traits": bool(IS_MONSTER[kind]),
    }


def _traits() -> list[Json]:
    return [
        {
            "id": name,
            "name": name.replace("_", " ").capitalize(),
            "help": text,
            "points": trait_points(Trait[name]),
        }
        for name, text in TRAIT_TEXTS.items()
    ]


def _card(card: Card) -> Json:
    limited = card in LIMITED_CARDS
    return {
        "id": card.name,
        "name": CARD_NAMES[card],
        "help": CARD_TEXTS[card],
        "points": card_points(card),
        "most": MOST_ALLOWED if limited else MOST_OF_OTHERS,
        "limited": limited,
    }


def _rule(rule: Special) -> Json:
    return {
        "id": SPECIAL_IDS[rule],
        "name": SPECIAL_NAMES[rule],
        "help": SPECIAL_TEXTS[rule],
        "points": rule_points(rule),
    }


def _terrain(terrain: Terrain) -> Json:
    return {
        "id": TERRAIN_IDS[terrain],
        "name": TERRAIN_NAMES[terrain],
        "help": terrain_text(terrain).partition(": ")[2],
        "points": defence_points(terrain),
    }


def _special() -> list[Json]:
    """What only armies of the Hot Gates have."""
    among = [("", "None"), *zip(TERRAIN_IDS, TERRAIN_NAMES, strict=True)]
    return [
        {"name": name, "kind": kind, "label": label, "help": text, "among": among if kind == "one" else []}
        for name, kind, label, text in ONLY_300
    ]


def _leaders(module: Module) -> list[Json]:
    """The leaders that are offered, and those of the other supplied armies of the module."""
    found = {leader.name: (supplied_army(army), leader) for army, leader in offered_leaders()}
    found |= {army.leader.name: (army, army.leader) for army in supplied() if army.leader.name not in found}
    return [
        {
            "name": leader.name,
            "army": army.name,
            "initiative": leader.initiative,
            "command": leader.command,
            "clans": leader.clans,
        }
        for army, leader in found.values()
        if army.module == module
    ]


def _blank(module: Module) -> dict[str, Any]:
    """A new army: what must be there, and a first unit."""
    first = kinds_of(module)[1 if module != Module.SAMURAI else 0]
    kind, of = KINDS[first]
    clans = [f"Clan {k + 1}" for k in range(LEAST_CLANS)] if module == Module.SAMURAI else []
    unit: dict[str, Any] = {"name": KIND_NAMES[first], "count": 4, "type": kind, "tq": 6, "size": 6}
    army: dict[str, Any] = {"id": "my_army", "name": "My army", "module": MODULE_IDS[module]}
    leader: dict[str, Any] = {"name": "Somebody", "initiative": 5, "command": 2}
    if of:
        unit["class"] = of
    if clans:
        army["clans"] = clans
        leader["clans"] = 3
        unit["clan"] = clans[0]
    return {"schema": SCHEMA, "army": army, "leader": leader, "unit": [unit]}
