"""A position of Hoplite set up piece by piece."""

from __future__ import annotations

from dataclasses import replace

from hoplon.core.editing import Editor, Spare, spare_of
from hoplon.core.errors import BadPosition, BadText
from hoplon.games.hoplite.cells import STAIRS
from hoplon.games.hoplite.checks import SPEAR_HELD
from hoplon.games.hoplite.notation import read, write
from hoplon.games.hoplite.tables import DEMON_NAMES, FULL_CHARGE
from hoplon.games.hoplite.view import DemonView, Position
from hoplon.games.hoplite.words import read_cell, write_cell

BUILDINGS = ("altar", "fleece", "portal")
SPARES = (
    Spare("hero", "Hero"),
    Spare("footman", "Footman", "Demons"),
    Spare("archer", "Archer", "Demons"),
    Spare("demolitionist", "Demolitionist", "Demons"),
    Spare("wizard", "Wizard", "Demons"),
    Spare("bomb", "Bomb"),
    Spare("spear", "Spear"),
    Spare("magma", "Magma", "Ground"),
    Spare("altar", "Altar", "Ground"),
    Spare("fleece", "Golden fleece", "Ground"),
    Spare("portal", "Portal", "Ground"),
)


def standing(text: str) -> dict[str, str]:
    """By tile, what would be picked up: what stands there before what it stands on."""
    p = read(text)
    found = dict.fromkeys(p.magma, "magma")
    found |= {cell: name for name in BUILDINGS if (cell := getattr(p, name)) is not None}
    if p.spear != SPEAR_HELD:
        found[p.spear] = "spear"
    found |= dict.fromkeys(p.bombs, "bomb")
    found |= {demon.cell: demon.kind for demon in p.demons}
    return found | {p.hero: "hero"}


def put(text: str, name: str, cell: str) -> str:
    """Put a piece on a tile, in the place of what cannot be there with it."""
    spare_of(SPARES, name)
    return write(_with(_going_on(read(text)), name, _tile(cell)))


def move(text: str, src: str, dst: str) -> str:
    """Move what stands on a tile, with its charge and its stun."""
    p, src, dst = _going_on(read(text)), _tile(src), _tile(dst)
    name = _name_at(text, src)
    if src == dst:
        return text
    demon = next((demon for demon in p.demons if demon.cell == src), None)
    if name == "hero" or demon is None:
        return write(_with(p if name == "hero" else _without(p, name, src), name, dst))
    p = _emptied(p, dst)
    return write(replace(p, demons=tuple(replace(d, cell=dst) if d.cell == src else d for d in p.demons)))


def remove(text: str, cell: str) -> str:
    """Take what stands on a tile off the board; a spear goes back to the hero's hand."""
    cell = _tile(cell)
    name = _name_at(text, cell)
    if name == "hero":
        raise BadPosition("the hero stays on the board; drag it to another tile instead")
    return write(_without(_going_on(read(text)), name, cell))


def clear(text: str) -> str:
    """The hero alone."""
    p = _going_on(read(text))
    p = replace(p, demons=(), bombs=(), magma=(), spear=SPEAR_HELD)
    return write(replace(p, altar=None, altar_used=False, offers=(), fleece=None, portal=None))


def _tile(text: str) -> str:
    try:
        return write_cell(read_cell(text))
    except BadText as error:
        raise BadPosition(str(error)) from None


def _name_at(text: str, cell: str) -> str:
    found = standing(text).get(cell)
    if found is None:
        what = "the stairs stay where they are" if cell == write_cell(STAIRS) else "there is nothing"
        raise BadPosition(f"{what} at {cell}")
    return found


def _going_on(p: Position) -> Position:
    """A run that has ended goes on from here."""
    return p if p.ended is None else replace(p, ended=None, killer=None, health=max(1, p.health))


def _with(p: Position, name: str, cell: str) -> Position:
    if name == "spear":
        p = _emptied(p, cell, keeps=True)
        return replace(p, spear=cell)
    p = _emptied(p, cell)
    if name == "hero":
        return replace(p, hero=cell, spear=SPEAR_HELD if p.spear == cell else p.spear)
    if name == "magma":
        return replace(p, magma=(*p.magma, cell))
    if name == "bomb":
        return replace(p, bombs=(*p.bombs, cell))
    if name in BUILDINGS:
        return replace(p, **{name: cell})  # type: ignore[arg-type]
    full = int(FULL_CHARGE[DEMON_NAMES.index(name)])
    return replace(p, demons=(*p.demons, DemonView(len(p.demons), name, cell, full, 0)))


def _emptied(p: Position, cell: str, keeps: bool = False) -> Position:
    """Without what is on a tile; whoever stands there is kept if only the ground matters."""
    for name in ("magma", *BUILDINGS, *(() if keeps else ("demon", "bomb"))):
        p = _without(p, name, cell)
    return p


def _without(p: Position, name: str, cell: str) -> Position:
    if name == "magma":
        return replace(p, magma=tuple(c for c in p.magma if c != cell))
    if name == "bomb":
        return replace(p, bombs=tuple(c for c in p.bombs if c != cell))
    if name == "spear":
        return replace(p, spear=SPEAR_HELD)
    if name in BUILDINGS:
        if getattr(p, name) != cell:
            return p
        p = replace(p, **{name: None})  # type: ignore[arg-type]
        return replace(p, altar_used=False, offers=()) if name == "altar" else p
    return replace(p, demons=tuple(demon for demon in p.demons if demon.cell != cell))


EDITOR = Editor(
    spares=lambda _text: SPARES, standing=standing, put=put, move=move, remove=remove, clear=clear
)
