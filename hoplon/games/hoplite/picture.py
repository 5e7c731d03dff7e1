"""The board as a text diagram, both ways (rulebook 1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hoplon.core.actions import NOWHERE
from hoplon.core.errors import BadPosition
from hoplon.games.hoplite.cells import STAIRS, cell_at
from hoplon.games.hoplite.state import Kind
from hoplon.games.hoplite.story import death, prayer_line
from hoplon.games.hoplite.tables import DEMON_NAMES, FULL_CHARGE, KIND_NAMES, LETTERS
from hoplon.games.hoplite.view import DemonView, Position, view
from hoplon.games.hoplite.words import read_cell, write_cell

GROUND, MAGMA, HERO, BOMB, SPEAR, FLEECE, PORTAL, STAIR = ".~@os*O>"
MARGIN, PITCH = 6, 3
SYMBOLS = "FADdWw" + GROUND + MAGMA + HERO + BOMB + SPEAR + FLEECE + PORTAL + STAIR + "Pp"


def half_rows() -> Iterator[tuple[int, int]]:
    """Row and parity of the columns, from the top down."""
    for row in range(11, 0, -1):
        yield row, 1
        yield row, 0


def symbols(position: Position) -> dict[int, str]:
    """What to draw on each tile that is not bare ground; what stands on top wins."""
    drawn = {read_cell(text): MAGMA for text in position.magma}
    drawn[STAIRS] = STAIR
    for text, symbol in (
        (position.spear, SPEAR),
        (position.altar, "p" if position.altar_used else "P"),
        (position.fleece, FLEECE),
        (position.portal, PORTAL),
    ):
        if text is not None and text != "hand":
            drawn[read_cell(text)] = symbol
    for text in position.bombs:
        drawn[read_cell(text)] = BOMB
    for demon in position.demons:
        kind = DEMON_NAMES.index(demon.kind)
        letter = LETTERS[kind]
        drawn[read_cell(demon.cell)] = letter if demon.charge == FULL_CHARGE[kind] else letter.lower()
    drawn[read_cell(position.hero)] = HERO
    return drawn


def diagram(position: Position) -> str:
    """The board alone."""
    drawn = symbols(position)
    lines = [" " * MARGIN + "".join(f"{c:<{PITCH}}" for c in range(9)).rstrip()]
    for row, parity in half_rows():
        cells = {c: cell_at(c, row) for c in range(parity, 9, 2)}
        line = [" "] * (MARGIN + 9 * PITCH)
        for column, cell in cells.items():
            if cell != NOWHERE:
                line[MARGIN + column * PITCH] = drawn.get(cell, GROUND)
        if any(cell != NOWHERE for cell in cells.values()):
            label = f"{row:2d}{'eo'[parity]}"
            lines.append((label + "".join(line)[len(label) :]).rstrip())
    return "\n".join(lines)


def draw(states: Any, i: int) -> str:
    """The board with the hero's values above it."""
    p = view(states, i)
    spear = "in hand" if p.spear == "hand" else f"at {p.spear}"
    head = (
        f"depth {p.depth}  turn {p.turn}  health {p.health}/{p.max_health}  "
        f"energy {p.energy}/{p.max_energy}  bash {p.cooldown or 'ready'}  spear {spear}  score {p.score}"
    )
    more = [head]
    if p.prayers:
        more.append(f"prayers {', '.join(p.prayers)}")
    if p.altar and not p.altar_used:
        more.append("the altar offers")
        more += [f"  {name}: {prayer_line(name)}" for name in p.offers]
    if p.demons:
        more.append(
            "order " + " ".join(f"{LETTERS[DEMON_NAMES.index(d.kind)]}{d.id + 1}({d.cell})" for d in p.demons)
        )
    if p.ended:
        more.append(death(KIND_NAMES.index(p.killer)) if p.killer else p.ended)
    return "\n".join([*more, diagram(p)])


def read_diagram(text: str, **values: Any) -> Position:
    """The position of a diagram or a cut-out of one, with other values given by name.

    Demons are listed in reading order, or in the order of the tiles in `order`. Tiles not drawn are ground.
    """
    order: tuple[str, ...] = tuple(values.pop("order", ()))
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise BadPosition("the diagram is empty")
    columns = {at: int(c) for at, c in enumerate(lines[0]) if c.isdecimal()}
    found: dict[str, list[str]] = {symbol: [] for symbol in SYMBOLS}
    demons: list[DemonView] = []
    for line in lines[1:]:
        label = line[:3].strip()
        if not label[:-1].isdecimal() or label[-1] not in "eo":
            raise BadPosition(f"a line of a diagram begins with a label such as 5e, found {line[:5]!r}")
        row = int(label[:-1])
        for at, symbol in enumerate(line[3:], 3):
            if symbol == " ":
                continue
            if at not in columns or columns[at] % 2 != "eo".index(label[-1]):
                raise BadPosition(f"{symbol!r} in line {label} stands under no column of that line")
            cell = cell_at(columns[at], row)
            if cell == NOWHERE or symbol not in SYMBOLS:
                raise BadPosition(f"{symbol!r} at {columns[at]},{row} is not part of a board")
            found[symbol].append(write_cell(cell))
            if symbol.upper() in LETTERS:
                kind = Kind(LETTERS.index(symbol.upper()))
                charge = int(FULL_CHARGE[kind]) if symbol.isupper() else 0
                demons.append(DemonView(len(demons), DEMON_NAMES[kind], write_cell(cell), charge, 0))
    if order:
        at_cell = {demon.cell: demon for demon in demons}
        if sorted(at_cell) != sorted(order):
            raise BadPosition(f"order names {', '.join(order)}; demons stand on {', '.join(at_cell)}")
        demons = [replace(at_cell[cell], id=n) for n, cell in enumerate(order)]
    if len(found[HERO]) != 1:
        raise BadPosition(f"a board has one hero @, found {len(found[HERO])}")
    altars = found["P"] + found["p"]
    for name, cells in (("altar", altars), *((n, found[n]) for n in (SPEAR, FLEECE, PORTAL))):
        if len(cells) > 1:
            raise BadPosition(f"a board has at most one {name}, found {len(cells)}")
    for tile in found[STAIR]:
        if read_cell(tile) != STAIRS:
            raise BadPosition(f"the stairs are at {write_cell(STAIRS)}, not at {tile}")
    fields: dict[str, Any] = {
        "hero": found[HERO][0],
        "magma": tuple(found[MAGMA]),
        "demons": tuple(demons),
        "bombs": tuple(found[BOMB]),
        "spear": next(iter(found[SPEAR]), "hand"),
        "altar": next(iter(altars), None),
        "altar_used": bool(found["p"]),
        "fleece": next(iter(found[FLEECE]), None),
        "portal": next(iter(found[PORTAL]), None),
    }
    return replace(Position(), **(fields | values))
