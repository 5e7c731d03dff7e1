"""What a seat may see. Hoplite hides nothing but the dice to come.

`Position` is the whole board as plain Python values with tiles written `column,row`; it is what bots, the
screen and the notation work with, and it can be put back into a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.cached_record import CachedRecord
from hoplon.core.errors import BadOption, BadPosition
from hoplon.games.hoplite.cells import ALL_CELLS, START, WORD
from hoplon.games.hoplite.facts import take_dice
from hoplon.games.hoplite.legal import can_act, is_selectable
from hoplon.games.hoplite.options import VARIANT_NAMES, HopliteOptions, check_prayers
from hoplon.games.hoplite.setup import is_eligible, settle, update_static
from hoplon.games.hoplite.state import (
    HELD,
    LAST_DEPTH,
    MAX_BOMBS,
    MAX_DEMONS,
    MAX_HEALTH,
    End,
    Kind,
    Prayer,
    Variant,
)
from hoplon.games.hoplite.tables import DEMON_NAMES, FULL_CHARGE, KIND_NAMES, PRAYER_NAMES
from hoplon.games.hoplite.words import read_cell, write_cell

SPEAR_HELD = "hand"
MOST_ENERGY = 135
MOST_COUNTED = 999_999_999


@dataclass(frozen=True)
class DemonView:
    """A demon. `id` is its name in turn logs: the third letter-and-number F3 has id 2."""

    id: int
    kind: str
    cell: str
    charge: int
    stunned: int


@dataclass(frozen=True)
class Position:
    """A position of Hoplite (2). Demons and bombs stand in the order of play."""

    depth: int = 1
    turn: int = 0
    score: int = 0
    hero: str = write_cell(START)
    health: int = 3
    max_health: int = 3
    energy: int = 100
    max_energy: int = 100
    cooldown: int = 0
    spear: str = SPEAR_HELD
    prayers: tuple[str, ...] = ()
    streak: int = 0
    regenerated: bool = False
    carries_fleece: bool = False
    magma: tuple[str, ...] = ()
    altar: str | None = None
    altar_used: bool = False
    offers: tuple[str, ...] = ()
    selectable: tuple[str, ...] = ()
    fleece: str | None = None
    portal: str | None = None
    demons: tuple[DemonView, ...] = ()
    bombs: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    stun_turns: int = 1
    endless: bool = False
    ended: str | None = None
    killer: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The same as plain JSON values."""
        return asdict(self)


TEXTS = tuple((c, write_cell(c)) for c in ALL_CELLS)


def cells_of(lo: int, hi: int) -> tuple[str, ...]:
    """A set of tiles as texts, column by column."""
    return tuple([text for c, text in TEXTS if ((lo >> c) if c < WORD else (hi >> (c - WORD))) & 1])


def _bits(mask: int, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for i, name in enumerate(names) if mask >> i & 1)


def _place(cell: int) -> str | None:
    return None if cell == NOWHERE else write_cell(cell)


def view(states: Any, i: int, seat: int = 0) -> Position:
    """The position as the player sees it."""
    s = CachedRecord(states[i])
    order = s.order[: s.demons].tolist()
    offers = int(s.offers)
    if s.altar != NOWHERE:
        offers |= 1 << Prayer.DIVINE_RESTORATION | 1 << Prayer.FORTITUDE
    return Position(
        depth=int(s.depth),
        turn=int(s.turn),
        score=int(s.score),
        hero=write_cell(int(s.hero)),
        health=int(s.health),
        max_health=int(s.max_health),
        energy=int(s.energy),
        max_energy=int(s.max_energy),
        cooldown=int(s.cooldown),
        spear=SPEAR_HELD if s.spear == HELD else write_cell(int(s.spear)),
        prayers=_bits(int(s.prayers), PRAYER_NAMES),
        streak=int(s.streak),
        regenerated=bool(s.regenerated),
        carries_fleece=bool(s.carries_fleece),
        magma=cells_of(int(s.magma_lo), int(s.magma_hi)),
        altar=_place(int(s.altar)),
        altar_used=bool(s.altar_used),
        offers=_bits(offers, PRAYER_NAMES),
        selectable=tuple(
            PRAYER_NAMES[p] for p in Prayer if offers >> p & 1 and _is_selectable(states[i], p.value)
        ),
        fleece=_place(int(s.fleece)),
        portal=_place(int(s.portal)),
        demons=tuple(
            DemonView(
                d,
                DEMON_NAMES[s.kind[d]],
                write_cell(int(s.cell[d])),
                int(s.charge[d]),
                int(s.stun[d]),
            )
            for d in order
        ),
        bombs=tuple(write_cell(c) for c in s.bomb[: s.bombs].tolist()),
        variants=_bits(int(s.variants), VARIANT_NAMES),
        stun_turns=int(s.stun_turns),
        endless=bool(int(s.variants) >> Variant.ENDLESS & 1),
        ended=None if s.end == End.RUNNING else End(int(s.end)).name.lower(),
        killer=KIND_NAMES[s.killer] if s.end == End.LOST else None,
    )


def _is_selectable(s: Any, prayer: int) -> bool:
    return bool(s.altar_used == 0 and is_selectable(s, prayer))


def put(position: Position, states: Any, i: int, seed: int) -> None:
    """Set a position up; BadPosition says what cannot be."""
    states[i : i + 1] = 0
    s = states[i]
    p = position
    options = HopliteOptions(variants=p.variants, stun_turns=p.stun_turns, endless=p.endless)
    try:
        options.check()
        s.variants = options.variant_mask()
        s.prayers = HopliteOptions(prayers=p.prayers).prayer_mask()
        check_prayers(int(s.prayers))
        s.offers = HopliteOptions(prayers=p.offers).prayer_mask() & ~0b11
    except BadOption as error:
        raise BadPosition(str(error)) from None
    if not p.altar_used:
        for prayer in Prayer:
            if s.offers >> prayer & 1 and not is_eligible(s, prayer.value):
                raise BadPosition(f"no altar offers {PRAYER_NAMES[prayer]} to a hero with these prayers")
    _number("depth", p.depth, 1, 99 if p.endless else LAST_DEPTH)
    _number("maximum health", p.max_health, 1, MAX_HEALTH)
    _number("health", p.health, 1, p.max_health)
    _number("maximum energy", p.max_energy, 100, MOST_ENERGY)
    _number("energy", p.energy, 0, p.max_energy)
    _number("cooldown", p.cooldown, 0, 4)
    _number("streak", p.streak, 0, 2)
    _number("turn", p.turn, 0, MOST_COUNTED)
    _number("score", p.score, 0, MOST_COUNTED)
    s.seed = seed
    s.depth = p.depth
    take_dice(s)
    s.turn, s.score = p.turn, p.score
    s.health, s.max_health = p.health, p.max_health
    s.energy, s.max_energy = p.energy, p.max_energy
    s.cooldown, s.streak = p.cooldown, p.streak
    s.stun_turns = p.stun_turns
    s.regenerated, s.carries_fleece = p.regenerated, p.carries_fleece
    s.altar_used = p.altar_used
    s.killer = NOBODY
    _put_tiles(p, s)
    _put_demons(p, s)
    _put_bombs(p, s)
    if not can_act(s):
        s.end, s.killer = End.LOST, Kind.TRAPPED


def _number(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise BadPosition(f"{name} is {value}; expected {least} to {most}")


def _put_tiles(p: Position, s: Any) -> None:
    magma = {read_cell(text) for text in p.magma}
    s.magma_lo = sum(1 << c for c in magma if c < WORD)
    s.magma_hi = sum(1 << (c - WORD) for c in magma if c >= WORD)
    s.altar, s.fleece, s.portal = (
        NOWHERE if text is None else read_cell(text) for text in (p.altar, p.fleece, p.portal)
    )
    s.hero = read_cell(p.hero)
    s.spear = HELD if p.spear == SPEAR_HELD else read_cell(p.spear)
    buildings = [("altar", s.altar), ("fleece", s.fleece), ("portal", s.portal)]
    stand = [(name, int(cell)) for name, cell in buildings if cell != NOWHERE]
    _apart(stand)
    solid = [(name, cell) for name, cell in stand if name != "portal" or not p.carries_fleece]
    _apart([*solid, ("hero", int(s.hero))])
    spear = [] if s.spear == HELD else [("spear", int(s.spear))]
    for name, cell in [*stand, ("hero", int(s.hero)), *spear]:
        if cell in magma:
            raise BadPosition(f"the {name} is on magma at {write_cell(cell)}")
    if spear and any(cell == spear[0][1] for _, cell in stand):
        raise BadPosition(f"the spear lies on a building at {p.spear}")
    if s.spear == s.hero:
        raise BadPosition(f"the spear lies under the hero at {p.spear}; moving there takes it up")
    if p.carries_fleece and p.fleece is not None:
        raise BadPosition(f"the fleece is carried and lies at {p.fleece} as well")
    update_static(s)


def _apart(places: Iterable[tuple[str, int]]) -> None:
    seen: dict[int, str] = {}
    for name, cell in places:
        if cell in seen:
            raise BadPosition(f"the {name} and the {seen[cell]} share the tile {write_cell(cell)}")
        seen[cell] = name


def _put_demons(p: Position, s: Any) -> None:
    if len(p.demons) > MAX_DEMONS:
        raise BadPosition(f"there are {len(p.demons)} demons; expected at most {MAX_DEMONS}")
    s.order[:], s.kind[:], s.cell[:] = NOBODY, NOBODY, NOWHERE
    solid = {int(c) for c in (s.altar, s.fleece, s.portal) if c != NOWHERE}
    solid |= {read_cell(text) for text in p.magma}
    _apart(
        [("hero", int(s.hero))]
        + [(f"{d.kind} number {n}", read_cell(d.cell)) for n, d in enumerate(p.demons, 1)]
    )
    for n, demon in enumerate(p.demons):
        cell = read_cell(demon.cell)
        if cell in solid:
            raise BadPosition(f"the {demon.kind} at {demon.cell} stands on magma or a building")
        kind = DEMON_NAMES.index(demon.kind)
        _number(f"the charge of the {demon.kind} at {demon.cell}", demon.charge, 0, FULL_CHARGE[kind])
        _number(f"the stun of the {demon.kind} at {demon.cell}", demon.stunned, 0, 9)
        s.order[n], s.kind[n] = n, kind
        s.charge[n], s.stun[n] = demon.charge, demon.stunned
        settle(s, n, cell)
    s.demons = len(p.demons)


def _put_bombs(p: Position, s: Any) -> None:
    if len(p.bombs) > MAX_BOMBS:
        raise BadPosition(f"there are {len(p.bombs)} bombs; expected at most {MAX_BOMBS}")
    s.bomb[:] = NOWHERE
    cells = [read_cell(text) for text in p.bombs]
    solid = {int(c) for c in (s.hero, s.altar, s.fleece, s.portal) if c != NOWHERE}
    for b, cell in enumerate(cells):
        if cell in solid:
            raise BadPosition(f"the bomb at {p.bombs[b]} lies on the hero or a building")
        s.bomb[b] = cell
    s.bombs = len(cells)
    s.bombs_lo = sum(1 << c for c in set(cells) if c < WORD)
    s.bombs_hi = sum(1 << (c - WORD) for c in set(cells) if c >= WORD)
