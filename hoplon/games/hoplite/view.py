"""What a seat may see. Hoplite hides nothing but the dice to come.

`Position` is the whole board as plain Python values with tiles written `column,row`; it is what bots, the
screen and the notation work with, and it can be put back into a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.errors import BadOption, BadPosition
from hoplon.core.json_line import values_of
from hoplon.core.kernel import copied, rule
from hoplon.core.late import late, later, plain
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
from hoplon.games.hoplite.tables import DEMON_NAMES, FULL_CHARGE, KIND_NAMES, PRAYER_NAMES, PRAYERS
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


@late
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
        found: dict[str, Any] = values_of(self)
        return found


TEXTS = tuple((c, write_cell(c)) for c in ALL_CELLS)
text_of = lru_cache(maxsize=256)(write_cell)


@lru_cache(maxsize=1024)
def cells_of(lo: int, hi: int) -> tuple[str, ...]:
    """A set of tiles as texts, column by column."""
    return tuple(text for c, text in TEXTS if ((lo >> c) if c < WORD else (hi >> (c - WORD))) & 1)


@lru_cache(maxsize=1024)
def _bits(mask: int, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for i, name in enumerate(names) if mask >> i & 1)


def _place(cell: int) -> str | None:
    return None if cell == NOWHERE else text_of(cell)


@rule
def forget_in(states, i):
    """The dice to come are nobody's to know."""
    s = states[i]
    s.seed = 0
    take_dice(s)


@rule
def open_offers(states, i, offers):
    """Which of these offers the hero could take at the altar, one bit each."""
    s = states[i]
    chosen = 0
    if s.altar_used == 0:
        for prayer in range(PRAYERS):
            if (offers >> prayer) & 1 == 1 and is_selectable(s, prayer):
                chosen |= 1 << prayer
    return chosen


def view(states: Any, i: int, seat: int = 0) -> Position:
    """The position as the player sees it."""
    known = copied(states, i)
    forget_in(known, 0)
    return later(Position, position_of, known)


def position_of(states: Any) -> Position:
    """The only record of an array as plain Python values."""
    s = plain(states)
    kinds, cells, charges, stuns = s.kind.tolist(), s.cell.tolist(), s.charge.tolist(), s.stun.tolist()
    offers = s.offers
    if s.altar != NOWHERE:
        offers |= 1 << Prayer.DIVINE_RESTORATION.value | 1 << Prayer.FORTITUDE.value
    return Position(
        depth=s.depth,
        turn=s.turn,
        score=s.score,
        hero=text_of(s.hero),
        health=s.health,
        max_health=s.max_health,
        energy=s.energy,
        max_energy=s.max_energy,
        cooldown=s.cooldown,
        spear=SPEAR_HELD if s.spear == HELD else text_of(s.spear),
        prayers=_bits(s.prayers, PRAYER_NAMES),
        streak=s.streak,
        regenerated=bool(s.regenerated),
        carries_fleece=bool(s.carries_fleece),
        magma=cells_of(s.magma_lo, s.magma_hi),
        altar=_place(s.altar),
        altar_used=bool(s.altar_used),
        offers=_bits(offers, PRAYER_NAMES),
        selectable=_bits(int(open_offers(states, 0, offers)), PRAYER_NAMES) if offers else (),
        fleece=_place(s.fleece),
        portal=_place(s.portal),
        demons=tuple(
            [
                DemonView(d, DEMON_NAMES[kinds[d]], text_of(cells[d]), charges[d], stuns[d])
                for d in s.order[: s.demons].tolist()
            ]
        ),
        bombs=tuple([text_of(c) for c in s.bomb[: s.bombs].tolist()]),
        variants=_bits(s.variants, VARIANT_NAMES),
        stun_turns=s.stun_turns,
        endless=bool(s.variants >> Variant.ENDLESS.value & 1),
        ended=None if s.end == End.RUNNING else End(s.end).name.lower(),
        killer=KIND_NAMES[s.killer] if s.end == End.LOST else None,
    )


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
