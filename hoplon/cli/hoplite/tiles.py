"""What is on each tile, as it is drawn and in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from hoplon.cli.hoplite.hexes import Tile
from hoplon.cli.hoplite.palette import Palette
from hoplon.games.hoplite.cells import ALL_CELLS, COLUMN, STAIRS
from hoplon.games.hoplite.picture import MAGMA, symbols
from hoplon.games.hoplite.tables import DEMON_NAMES, FULL_CHARGE, LETTERS
from hoplon.games.hoplite.threats import Threat
from hoplon.games.hoplite.view import DemonView, Position
from hoplon.games.hoplite.words import read_cell, write_cell

TARGET = "•"
THREAT, BOMB_THREAT = "!", "°"
STUNNED = "z"


@dataclass(frozen=True)
class Marks:
    """What is painted over the board: where the choice may go, the cursor, and threatened tiles."""

    reach: Collection[int] = ()
    further: Collection[int] = ()
    cursor: int | None = None
    threats: Mapping[str, Threat] = field(default_factory=dict)


def demon_name(demon: DemonView) -> str:
    """Its name in turn logs."""
    return f"{LETTERS[DEMON_NAMES.index(demon.kind)]}{demon.id + 1}"


def shade(cell: int) -> int:
    """One of three, never that of a neighbour."""
    column, y = divmod(cell, COLUMN)
    return (column - y) % 3


def tiles_of(position: Position | None, marks: Marks, palette: Palette) -> dict[int, Tile]:
    """How every tile looks; without a position all are bare."""
    drawn = symbols(position) if position else {}
    demons = {read_cell(d.cell): d for d in position.demons} if position else {}
    threatened = {read_cell(text): threat for text, threat in marks.threats.items()}
    tiles: dict[int, Tile] = {}
    for cell in ALL_CELLS:
        symbol = drawn.get(cell, " ")
        fill, ink = colours(symbol, cell, demons.get(cell), palette)
        left, right = " ", " "
        is_ground = symbol in " s>*"
        tone = shade(cell)
        if cell in marks.reach:
            fill = palette.tint(fill, palette.reach, tone, 0.75 if is_ground else 0.3, is_ground)
            left = " " if symbol == " " or palette.mixes else TARGET
            symbol = TARGET if symbol == " " else symbol
        elif cell in marks.further and is_ground:
            fill = palette.tint(fill, palette.further, tone, 0.75, is_ground)
        if threat := threatened.get(cell):
            sign, mark, share = THREAT, palette.danger, 0.45
            if not threat.by:
                sign, mark, share = BOMB_THREAT, palette.bombed, 0.15
            fill = palette.tint(fill, mark, tone, share if is_ground else 0.1, is_ground)
            left, symbol = (" ", sign) if symbol == " " else (sign, symbol)
        if demon := demons.get(cell):
            right = str(demon.id + 1)
            left = STUNNED if demon.stunned else left
        if palette.dots and symbol == " ":
            symbol = "·"
        middle = f"{left}{symbol}{right:<2}"
        opening, closing = ("[", "]") if cell == marks.cursor else (" ", middle[3])
        label = f"{opening}{middle[:3]}{closing}"
        if symbol == MAGMA:
            label = f"{opening}{MAGMA * 3}{closing}"
        tiles[cell] = Tile(fill, label, ink, palette.cursor)
    return tiles


def colours(symbol: str, cell: int, demon: DemonView | None, palette: Palette) -> tuple[str, str]:
    """Fill and ink of a tile by what stands on it."""
    if demon is not None:
        return str(getattr(palette, demon.kind)), palette.piece_ink
    if symbol == "@":
        return palette.hero, palette.piece_ink
    if symbol == "o":
        return palette.bomb, palette.bomb_ink
    if symbol == MAGMA:
        return palette.magma[shade(cell)], palette.magma_ink
    if symbol != " ":
        return palette.place, palette.place_ink
    return palette.ground[shade(cell)], palette.ink


def describe(position: Position, cell: int) -> str:
    """What is on a tile, in words."""
    text = write_cell(cell)
    found: list[str] = []
    if position.hero == text:
        found.append("you")
    found += [_demon_words(demon) for demon in position.demons if demon.cell == text]
    bombs = position.bombs.count(text)
    if bombs:
        found.append("a bomb" if bombs == 1 else f"{bombs} bombs")
    if position.spear == text:
        found.append("the spear")
    if position.altar == text:
        found.append("an altar, used up" if position.altar_used else "an altar")
    if position.fleece == text:
        found.append("the fleece")
    if position.portal == text:
        found.append("the portal")
    if text in position.magma:
        found.append("magma")
    if cell == STAIRS:
        found.append("the stairs")
    return ", ".join(found) or "bare ground"


def _demon_words(demon: DemonView) -> str:
    full = int(FULL_CHARGE[DEMON_NAMES.index(demon.kind)])
    words = f"{demon.kind} {demon_name(demon)}"
    if demon.charge < full:
        words += f", charge {demon.charge} of {full}"
    if demon.stunned:
        words += f", stunned for {demon.stunned}"
    return words


def describe_threat(threat: Threat) -> str:
    """Who would attack a hero on a tile."""
    thrown = [f"a bomb from {name}" for name in threat.bombs_from]
    return ", ".join([*threat.by, *thrown])
