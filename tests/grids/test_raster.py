"""Pictures as PNG: what is inside a shape is coloured, and nothing else."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
import pytest

from hoplon.core.match import Match
from hoplon.games import game, own_names
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


@pytest.mark.parametrize("name", own_names())
def test_every_game_has_a_picture_with_several_colours(name: str) -> None:
    match = Match(game(name), 7)
    drawn = pixels(png_of(match.game.picture(match.states_at(0), 0)))
    assert drawn.shape == (HEIGHT, WIDTH, 3)
    assert len(np.unique(drawn.reshape(-1, 3)[::50], axis=0)) > 4
