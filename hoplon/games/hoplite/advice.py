"""Why a choice is not legal, in words a player can act on."""

from __future__ import annotations

from typing import Any

from hoplon.core.actions import NOWHERE
from hoplon.games.hoplite.cells import CELLS, NO_WAY, distance, is_on_map, neighbour
from hoplon.games.hoplite.facts import LEAP_COST, leap_reach, throw_reach
from hoplon.games.hoplite.legal import aim_of, kind_of
from hoplon.games.hoplite.state import Do, Prayer
from hoplon.games.hoplite.tables import PRAYER_NAMES, SACRIFICE
from hoplon.games.hoplite.view import Position, view
from hoplon.games.hoplite.words import write_cell


def why_illegal(states: Any, i: int, choice: int) -> str:
    """The first condition of the rulebook (12) that a choice fails."""
    s, p = states[i], view(states, i)
    kind, aim = kind_of(choice), aim_of(choice)
    hero = int(s.hero)
    if kind == Do.WALK:
        return _landing(p, neighbour(hero, aim))
    if kind == Do.LEAP:
        if p.energy < LEAP_COST:
            return f"a leap needs {LEAP_COST} energy, the hero has {p.energy}"
        return _reach("leap", aim, hero, 2, leap_reach(s)) or _landing(p, aim)
    if kind == Do.BASH:
        return _bash(p, aim)
    if kind == Do.THROW:
        if p.spear != "hand":
            return f"the spear lies at {p.spear}"
        far = _reach("throw", aim, hero, 1, throw_reach(s))
        return far or f"{write_cell(aim)} is magma, a building or holds a bomb"
    if kind == Do.PRAY:
        return _pray(p, int(s.altar), hero, aim)
    return "idling needs the prayer patience"


def _landing(p: Position, cell: int) -> str:
    if cell == NOWHERE:
        return "that is outside the map"
    text = write_cell(cell)
    if text in p.magma:
        return f"{text} is magma"
    for demon in p.demons:
        if demon.cell == text:
            return f"a {demon.kind} stands on {text}"
    if text in p.bombs:
        return f"a bomb lies on {text}"
    if text == p.altar:
        return f"the altar stands on {text}"
    return f"the portal on {text} opens only for the bearer of the fleece"


def _reach(name: str, cell: int, hero: int, least: int, most: int) -> str:
    if not 0 <= cell < CELLS or not is_on_map(cell):
        return "that is outside the map"
    steps = distance(cell, hero)
    if least <= steps <= most:
        return ""
    return f"{write_cell(cell)} is {steps} tiles away; a {name} reaches {least} to {most}"


def _bash(p: Position, way: int) -> str:
    if p.cooldown:
        return f"the bash is ready in {p.cooldown} turns"
    if way == NO_WAY:
        return "name a direction; only spinning bash hits all of them"
    if PRAYER_NAMES[Prayer.SPINNING_BASH] in p.prayers:
        return "spinning bash hits all directions: write just 'bash'"
    return "that is outside the map"


def _pray(p: Position, altar: int, hero: int, prayer: int) -> str:
    if p.altar is None:
        return "there is no altar on this depth"
    if p.altar_used:
        return "the altar is used up"
    if distance(altar, hero) != 1:
        return f"the hero is not next to the altar at {p.altar}"
    name = PRAYER_NAMES[prayer] if prayer < len(PRAYER_NAMES) else "that prayer"
    if name not in p.offers:
        return f"the altar does not offer {name}; it offers {', '.join(p.offers)}"
    if prayer == Prayer.DIVINE_RESTORATION:
        return "health is full"
    if prayer == Prayer.FORTITUDE:
        return "maximum health is at its limit"
    return f"{name} costs {SACRIFICE[prayer]} of the {p.health} hearts left"
