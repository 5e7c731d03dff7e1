"""What a seat may see. Hoplite hides nothing but the dice to come.

`Position` is the whole board as plain Python values with tiles written `column,row`; it is what bots, the
screen and the notation work with, and it can be put back into a state.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.dice import keep_seed, words
from hoplon.core.errors import BadOption, BadPosition
from hoplon.core.json_line import values_of
from hoplon.core.kernel import copied, rule
from hoplon.core.late import late, later, plain
from hoplon.games.hoplite.cells import ALL_CELLS, START, WORD
from hoplon.games.hoplite.checks import SPEAR_HELD, TRAPPED, check
from hoplon.games.hoplite.facts import take_dice
from hoplon.games.hoplite.legal import can_act, is_selectable
from hoplon.games.hoplite.options import VARIANT_NAMES, HopliteOptions, check_prayers
from hoplon.games.hoplite.setup import settle, update_static
from hoplon.games.hoplite.state import HELD, End, Kind, Prayer, Variant
from hoplon.games.hoplite.tables import DEMON_NAMES, KIND_NAMES, PRAYER_NAMES, PRAYERS
from hoplon.games.hoplite.words import read_cell, write_cell


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

    def _repr_svg_(self) -> str:
        from hoplon.games.hoplite.svg import draw_svg  # which needs this module

        return draw_svg(self)

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
    keep_seed(s, (0, 0))
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
    check(p)
    s.seed = words(seed)
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
    _put_end(p, s)


def _put_tiles(p: Position, s: Any) -> None:
    magma = {read_cell(text) for text in p.magma}
    s.magma_lo = sum(1 << c for c in magma if c < WORD)
    s.magma_hi = sum(1 << (c - WORD) for c in magma if c >= WORD)
    s.altar, s.fleece, s.portal = (
        NOWHERE if text is None else read_cell(text) for text in (p.altar, p.fleece, p.portal)
    )
    s.hero = read_cell(p.hero)
    s.spear = HELD if p.spear == SPEAR_HELD else read_cell(p.spear)
    update_static(s)


def _put_demons(p: Position, s: Any) -> None:
    s.order[:], s.kind[:], s.cell[:] = NOBODY, NOBODY, NOWHERE
    for n, demon in enumerate(p.demons):
        s.order[n], s.kind[n] = n, DEMON_NAMES.index(demon.kind)
        s.charge[n], s.stun[n] = demon.charge, demon.stunned
        settle(s, n, read_cell(demon.cell))
    s.demons = len(p.demons)


def _put_bombs(p: Position, s: Any) -> None:
    s.bomb[:] = NOWHERE
    cells = [read_cell(text) for text in p.bombs]
    s.bomb[: len(cells)] = cells
    s.bombs = len(cells)
    s.bombs_lo = sum(1 << c for c in cells if c < WORD)
    s.bombs_hi = sum(1 << (c - WORD) for c in cells if c >= WORD)


def _put_end(p: Position, s: Any) -> None:
    """A run without a legal action is lost; no other is lost for that reason (11)."""
    is_trapped = p.ended != "won" and s.health > 0 and not can_act(s)
    if is_trapped and p.ended == "resigned":
        raise BadPosition("the run is resigned, but without a legal action it was lost before")
    if p.killer == TRAPPED and not is_trapped:
        raise BadPosition(f"killer is {TRAPPED}, but there is a legal action")
    if is_trapped:
        s.end, s.killer = End.LOST, Kind.TRAPPED
    elif p.ended is not None:
        s.end = End[p.ended.upper()]
        s.killer = NOBODY if p.killer is None else KIND_NAMES.index(p.killer)
