"""Pictures as PNG: what is inside a shape is coloured, and nothing else."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
import pytest

from hoplon.core.match import Match
from hoplon.games import game, own_names
from hoplon.grids.outlines import outlines
from hoplon.grids.raster import HEIGHT, PAPER, WIDTH, png_of

HEAD = b"\x89PNG\r\n\x1a\n"


def pixels(png: bytes) -> Any:
    """The pixels of a file that the raster has written."""
    assert png.startswith(HEAD)
    width, height = struct.unpack(">II", png[16:24])
    at, body = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        content = png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + content)
        body += content if kind == b"IDAT" else b""
        at += length + 12
    rows = np.frombuffer(zlib.decompress(body), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def test_what_is_inside_a_shape_has_its_colour() -> None:
    shapes = (
        '<svg viewBox="0 0 100 100"><style>.a{fill:#ff0000}@media x{.a{fill:#0000ff}}</style>'
        '<rect class="a" x="0" y="0" width="50" height="100"/><g transform="translate(50 0)">'
        '<path d="M0,0h50v50h-50z" fill="#0f0"/></g><circle cx="75" cy="75" r="20" fill="none"/></svg>'
    )
    drawn = pixels(png_of(shapes, 148, 148))  # a margin of 24 around 100 pixels
    assert drawn[74, 40].tolist() == [255, 0, 0]
    assert drawn[40, 100].tolist() == [0, 255, 0]
    assert drawn[99, 99].tolist() == list(PAPER)
    assert drawn[5, 5].tolist() == list(PAPER)


def test_curves_lines_and_scaled_groups_are_drawn() -> None:
    shapes = (
        '<svg viewBox="0 0 100 100"><style>.l{fill:none;stroke:#0000ff;stroke-width:2}</style>'
        '<path d="M10,50a40,40 0 1 1 80,0a40,40 0 1 1 -80,0zM30,50a20,20 0 1 1 40,0a20,20 0 1 1 -40,0z" '
        'fill="#f00"/><g transform="translate(40 50) scale(5)"><path class="l" d="M0,0h4"/></g></svg>'
    )
    drawn = pixels(png_of(shapes, 148, 148))
    assert drawn[74, 24 + 15].tolist() == [255, 0, 0]  # in the ring
    assert drawn[74 - 12, 74].tolist() == list(PAPER)  # in its hole
    assert drawn[74, 74].tolist() == [0, 0, 255]  # on the line, which is ten wide
    assert drawn[74 + 7, 74].tolist() == list(PAPER)


@pytest.mark.parametrize(
    ("path", "end", "middle"),
    [
        ("M0,0C0,8 8,8 8,0", (8, 0), (4, 6)),
        ("M0,0q4,8 8,0", (8, 0), (4, 4)),
        ("M0,0q2,4 4,0t4,0", (8, 0), (4, 0)),
        ("M0,0c0,4 4,4 4,0s4,-4 4,0", (8, 0), (4, 0)),
        ("M0,0a4,4 0 0 1 8,0", (8, 0), (4, -4)),
    ],
)
def test_a_curve_becomes_lines_through_its_points(path: str, end: Any, middle: Any) -> None:
    (corners,) = outlines(path)
    assert corners[-1] == pytest.approx(end, abs=1e-9)
    assert min(np.hypot(*(corners - np.array(middle)).T)) < 0.2


@pytest.mark.parametrize("name", own_names())
def test_every_game_has_a_picture_with_several_colours(name: str) -> None:
    match = Match(game(name), 7)
    drawn = pixels(png_of(match.game.picture(match.states_at(0), 0)))
    assert drawn.shape == (HEIGHT, WIDTH, 3)
    assert len(np.unique(drawn.reshape(-1, 3)[::50], axis=0)) > 4
