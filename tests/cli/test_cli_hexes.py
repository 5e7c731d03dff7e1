"""How the board is drawn in characters."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from hoplon.cli.hoplite.hexes import LAYOUTS, SMALL, Layout, fitting
from hoplon.cli.hoplite.palette import DARK, GREY, LIGHT, Palette, palette_for
from hoplon.cli.hoplite.tiles import Marks, describe, shade, tiles_of
from hoplon.games.hoplite.cells import ALL_CELLS, distance
from hoplon.games.hoplite.notation import read
from hoplon.games.hoplite.threats import Threat
from hoplon.games.hoplite.words import read_cell

BUSY = read(
    "hoplite depth=6 hero=4,4 magma=0,3;6,3 altar=3,9 offers=surge fleece=1,4 portal=1,6 "
    "demons=F8,6;A7,5;D1,5:1;W8,8!1;F4,6 bombs=5,7;5,7 spear=3,3"
)


@pytest.mark.parametrize("hexes", LAYOUTS)
def test_hexes_leave_no_gap_and_do_not_overlap(hexes: Layout) -> None:
    sizes = {cell: sum(row.count(cell) for row in hexes.pixels) for cell in ALL_CELLS}
    assert len(set(sizes.values())) == 1
    inside = hexes.pixels[hexes.lines - 4 : hexes.lines + 4]
    edge = hexes.columns // 8
    assert all(None not in row[edge:-edge] for row in inside)


@pytest.mark.parametrize("hexes", LAYOUTS)
def test_a_click_on_the_middle_of_a_hex_finds_it(hexes: Layout) -> None:
    assert all(hexes.cell_at(*hexes.middles[cell]) == cell for cell in ALL_CELLS)
    assert hexes.cell_at(0, 0) is None
    assert hexes.cell_at(-1, 5) is None
    assert hexes.cell_at(5, hexes.lines) is None


def test_neighbours_differ_in_shade() -> None:
    near = [(a, b) for a in ALL_CELLS for b in ALL_CELLS if distance(a, b) == 1]
    assert all(shade(a) != shade(b) for a, b in near)


def test_the_small_hexes_fit_a_terminal_of_80_by_24() -> None:
    assert fitting(80, 24) is SMALL
    assert SMALL.lines <= 23


@pytest.mark.parametrize("palette", [DARK, LIGHT, GREY])
@pytest.mark.parametrize("hexes", LAYOUTS)
def test_everything_is_told_by_letters_too(hexes: Layout, palette: Palette) -> None:
    strips = hexes.paint(tiles_of(BUSY, Marks(), palette), palette.background)
    drawn = "\n".join(strip.text for strip in strips)
    for sign in ("@", "F1", "A2", "d3", "zW4", "F5", "o", "~~~", "P", "*", "O", "s", ">"):
        assert sign in drawn
    assert all(strip.cell_length == hexes.columns for strip in strips)


def test_marks_are_drawn() -> None:
    marks = Marks(reach={read_cell("4,5")}, cursor=read_cell("4,6"))
    strips = SMALL.paint(tiles_of(BUSY, marks, DARK), DARK.background)
    drawn = "\n".join(strip.text for strip in strips)
    assert "•" in drawn
    assert "[ F5]" in drawn


GROUND, HERE = "2,3 2,4 2,5", read("hoplite depth=6 hero=4,4 magma=0,3;0,4;0,5 demons=F8,6;A7,5;D1,5;W8,8")
MARKED = {
    "reach": Marks(reach=[read_cell(cell) for cell in GROUND.split()]),
    "further": Marks(further=[read_cell(cell) for cell in GROUND.split()]),
    "danger": Marks(threats={cell: Threat(cell, ("F1",), ()) for cell in GROUND.split()}),
    "bombed": Marks(threats={cell: Threat(cell, (), ("D3",)) for cell in GROUND.split()}),
}


def shown(colour: str, colours: str) -> str:
    """The escape sequence by which a terminal with so many colours is told of a background."""
    written = Console(file=io.StringIO(), force_terminal=True, color_system=colours, _environ={})
    written.print("x", style=f"on {colour}", end="")
    found = re.search(r"\x1b\[([0-9;]+)m", written.file.getvalue())
    return found[1] if found else ""


@pytest.mark.parametrize("colours", ["truecolor", "256", "standard"])
@pytest.mark.parametrize("name", ["dark", "light"])
def test_no_two_things_look_alike_whatever_colours_a_terminal_has(name: str, colours: str) -> None:
    palette = palette_for(name, colours)

    def fills(marks: Marks, *cells: str) -> set[str]:
        tiles = tiles_of(HERE, marks, palette)
        return {shown(tiles[read_cell(cell)].fill, colours) for cell in cells}

    here = {"magma": ["0,3", "0,4", "0,5"], "ground": GROUND.split(), "hero": ["4,4"], "stairs": ["4,10"]}
    here |= {demon.kind: [demon.cell] for demon in HERE.demons}
    looks = {what: fills(Marks(), *cells) for what, cells in here.items()}
    looks |= {mark: fills(marks, *GROUND.split()) for mark, marks in MARKED.items()}
    for what, colour in looks.items():
        for other, its in looks.items():
            assert what == other or not colour & its, f"{what} and {other} share {colour & its}"
    if colours != "truecolor":  # what was chosen is what is seen
        for what in MARKED:
            assert looks[what] == {shown(colour, colours) for colour in getattr(palette, what)}


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("4,4", "you"),
        ("1,5", "demolitionist D3, charge 1 of 2"),
        ("8,8", "wizard W4, stunned for 1"),
        ("5,7", "2 bombs"),
        ("3,3", "the spear"),
        ("3,9", "an altar"),
        ("1,4", "the fleece"),
        ("1,6", "the portal"),
        ("0,3", "magma"),
        ("4,10", "the stairs"),
        ("4,9", "bare ground"),
    ],
)
def test_a_tile_is_described_in_words(cell: str, words: str) -> None:
    assert describe(BUSY, read_cell(cell)) == words
