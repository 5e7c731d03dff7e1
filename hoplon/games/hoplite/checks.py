"""What can occur in a run, and one sentence for what cannot (rulebook 16): for files, options and the page.

A line may be a study: the map, the demons and the place of a building are free, and anything may be absent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hoplon.core.errors import BadPosition
from hoplon.core.options import shown
from hoplon.games.hoplite.cells import STAIRS
from hoplon.games.hoplite.state import LAST_DEPTH, MAX_BOMBS, MAX_DEMONS, MAX_HEALTH, Kind, Prayer
from hoplon.games.hoplite.tables import (
    DEMON_NAMES,
    FULL_CHARGE,
    GOD,
    GOD_NAMES,
    KIND_NAMES,
    NEEDS,
    NO_PRAYER,
    PRAYER_NAMES,
    UNIQUE_WITH,
)
from hoplon.games.hoplite.words import write_cell

if TYPE_CHECKING:
    from hoplon.games.hoplite.view import Position

SPEAR_HELD = "hand"
DEEPEST_READ = 30_000  # no run gets there; a depth has 16 bits
MOST_COUNTED = 999_999_999
MOST_STREAK = 2
MOST_OFFERS = 3
LONGEST_STUN = 9
LONGEST_WAIT = 3  # of the bash, between turns
LEAST_WIN, WIN_HEART = 1100, 20
ENDS = ("won", "lost", "resigned")
ALWAYS_OFFERED = (PRAYER_NAMES[Prayer.DIVINE_RESTORATION], PRAYER_NAMES[Prayer.FORTITUDE])
TRAPPED = KIND_NAMES[Kind.TRAPPED]


def check(p: Position) -> None:
    """Refuse what cannot occur."""
    _check_end(p)
    _check_numbers(p)
    _check_prayers(p)
    _check_offers(p)
    _check_buildings(p)
    _check_hero(p)
    _check_demons(p)
    _check_bombs(p)


def number(name: str, value: int, least: int, most: int, why: str = "") -> None:
    """Refuse a number out of its range."""
    if not least <= value <= most:
        expected = f"{least} to {most}" if least < most else str(least)
        raise BadPosition(f"{name} is {value}; expected {expected}{why}")


def _refuse_if(wrong: object, sentence: str) -> None:
    if wrong:
        raise BadPosition(sentence)


def _check_end(p: Position) -> None:
    """How a run has ended goes with its values (11)."""
    for name, value, known in (("ended", p.ended, ENDS), ("killer", p.killer, KIND_NAMES)):
        _refuse_if(
            value is not None and value not in known,
            f"{name} is {shown(value)}; expected one of {', '.join(known)}",
        )
    if p.ended == "lost":
        _refuse_if(p.killer is None, "a lost run does not say its killer")
    else:
        _refuse_if(p.killer is not None, f"killer is {p.killer}, but the run is not lost")
    if p.ended is not None and p.killer != TRAPPED:
        number("turn", p.turn, 1, MOST_COUNTED, " in a run that has ended")
    if p.ended == "won":
        _refuse_if(
            p.depth != LAST_DEPTH or not p.carries_fleece or p.portal is None or p.hero != p.portal,
            f"a run is won on depth {LAST_DEPTH} only, by the hero who stands on the portal with the fleece",
        )
        least = LEAST_WIN + WIN_HEART * p.health
        number("score", p.score, least, MOST_COUNTED, f" in a run won with health {p.health}")


def _check_numbers(p: Position) -> None:
    number("depth", p.depth, 1, DEEPEST_READ if p.endless else LAST_DEPTH)
    number("maximum health", p.max_health, 1, MAX_HEALTH)
    if p.ended == "lost" and p.killer != TRAPPED:
        number("health", p.health, 0, 0, f" in a run lost to {p.killer}")
    else:
        number("health", p.health, 1, p.max_health)
    number("turn", p.turn, 0, MOST_COUNTED)
    number("score", p.score, 0, MOST_COUNTED)
    quick = PRAYER_NAMES[Prayer.QUICK_BASH] in p.prayers
    most = LONGEST_WAIT - quick + (p.ended == "lost")
    number("cooldown", p.cooldown, 0, most, " with quick-bash" if quick else "")
    most = 100
    for prayer, more in ((Prayer.GREATER_ENERGY, 20), (Prayer.GREATER_ENERGY_II, 15)):
        most += more * (PRAYER_NAMES[prayer] in p.prayers)
    number("maximum energy", p.max_energy, most, most, " with these prayers")
    number("energy", p.energy, 0, p.max_energy)


def _check_prayers(p: Position) -> None:
    surge, regeneration = PRAYER_NAMES[Prayer.SURGE], PRAYER_NAMES[Prayer.REGENERATION]
    keeps = surge in p.prayers or regeneration in p.prayers
    number(
        "streak",
        p.streak,
        0,
        MOST_STREAK if keeps else 0,
        "" if keeps else f" without the prayer {surge} or {regeneration}",
    )
    _refuse_if(
        p.regenerated and regeneration not in p.prayers,
        f"the hero has regenerated without the prayer {regeneration}",
    )


def _check_offers(p: Position) -> None:
    """An altar has at most three prayers of one god, each eligible before one of them was said (9.2)."""
    offers = [name for name in p.offers if name not in ALWAYS_OFFERED]
    _refuse_if(p.altar is None and p.offers, f"{', '.join(p.offers)} is offered without an altar")
    _refuse_if(p.altar is None and p.altar_used, "an altar is used, but there is none")
    if not offers:
        return
    number("the number of offers", len(offers), 1, MOST_OFFERS, " beside the two health prayers")
    gods = sorted({int(GOD[PRAYER_NAMES.index(name)]) for name in offers})
    _refuse_if(
        len(gods) > 1, f"the offers are of {' and '.join(GOD_NAMES[god] for god in gods)}; expected one god"
    )
    taken = [name for name in offers if name in p.prayers] if p.altar_used else []
    _refuse_if(len(taken) > 1, f"{' and '.join(taken)} are offered and held; an altar grants one prayer")
    held = {PRAYER_NAMES.index(name) for name in p.prayers if name not in taken}
    for name in offers:
        prayer = PRAYER_NAMES.index(name)
        needed, rival = int(NEEDS[prayer]), int(UNIQUE_WITH[prayer])
        _refuse_if(
            prayer in held or (needed != NO_PRAYER and needed not in held) or rival in held,
            f"no altar offers {name} to a hero with these prayers",
        )


def _check_buildings(p: Position) -> None:
    """Altars are above depth 16, fleece and portal on it; nothing stands on the stairs (2, 10.3)."""
    _refuse_if(
        p.altar is not None and p.depth >= LAST_DEPTH,
        f"there is an altar on depth {p.depth}; expected one on depths 1 to {LAST_DEPTH - 1}",
    )
    for name, cell in (("fleece", p.fleece), ("portal", p.portal)):
        _refuse_if(
            cell is not None and p.depth != LAST_DEPTH,
            f"there is a {name} on depth {p.depth}; expected one on depth {LAST_DEPTH}",
        )
    _refuse_if(
        p.carries_fleece and p.depth < LAST_DEPTH,
        f"the fleece is carried on depth {p.depth}; it lies on depth {LAST_DEPTH}",
    )
    _refuse_if(
        p.carries_fleece and p.fleece is not None, f"the fleece is carried and lies at {p.fleece} as well"
    )
    stairs = write_cell(STAIRS)
    _apart([("stairs", stairs), *_buildings(p)])
    _refuse_if(stairs in p.magma, f"there is magma on the stairs at {stairs}")
    for name, cell in _buildings(p):
        _refuse_if(cell in p.magma, f"the {name} is on magma at {cell}")


def _check_hero(p: Position) -> None:
    leaves = p.ended == "won" or (p.ended == "lost" and p.carries_fleece and _leaves_last(p))
    _apart(
        [*((name, cell) for name, cell in _buildings(p) if name != "portal" or not leaves), ("hero", p.hero)]
    )
    _refuse_if(p.hero in p.magma, f"the hero is on magma at {p.hero}")
    if p.spear == SPEAR_HELD:
        return
    _refuse_if(p.spear in p.magma, f"the spear is on magma at {p.spear}")
    _refuse_if(p.spear in {cell for _, cell in _buildings(p)}, f"the spear lies on a building at {p.spear}")
    _refuse_if(p.spear == p.hero, f"the spear lies under the hero at {p.spear}; moving there takes it up")


def _leaves_last(p: Position) -> bool:
    return "descend-after-demons" in p.variants


def _check_demons(p: Position) -> None:
    number("the number of demons", len(p.demons), 0, MAX_DEMONS)
    solid = {cell for _, cell in _buildings(p)} | set(p.magma)
    _apart([("hero", p.hero), *((f"{d.kind} number {n}", d.cell) for n, d in enumerate(p.demons, 1))])
    for demon in p.demons:
        what = f"the {demon.kind} at {demon.cell}"
        _refuse_if(demon.cell in solid, f"{what} stands on magma or a building")
        number(f"the charge of {what}", demon.charge, 0, int(FULL_CHARGE[DEMON_NAMES.index(demon.kind)]))
        number(f"the stun of {what}", demon.stunned, 0, LONGEST_STUN)


def _check_bombs(p: Position) -> None:
    """Between turns bombs lie where they were thrown (7.4)."""
    number("the number of bombs", len(p.bombs), 0, MAX_BOMBS)
    solid = {p.hero, *(cell for _, cell in _buildings(p))}
    demons = {d.cell for d in p.demons}
    for n, cell in enumerate(p.bombs):
        _refuse_if(cell in solid, f"the bomb at {cell} lies on the hero or a building")
        _refuse_if(cell in p.magma, f"the bomb at {cell} lies on magma")
        _refuse_if(cell in demons, f"the bomb at {cell} lies on a demon")
        _refuse_if(cell in p.bombs[:n], f"two bombs lie at {cell}")


def _buildings(p: Position) -> list[tuple[str, str]]:
    every = (("altar", p.altar), ("fleece", p.fleece), ("portal", p.portal))
    return [(name, cell) for name, cell in every if cell is not None]


def _apart(places: Iterable[tuple[str, str]]) -> None:
    seen: dict[str, str] = {}
    for name, cell in places:
        _refuse_if(cell in seen, f"the {name} and the {seen.get(cell)} share the tile {cell}")
        seen[cell] = name
