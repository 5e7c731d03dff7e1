"""Chapter 2 of the rulebook: maps of the tile editor Tiled (2.5)."""

from __future__ import annotations

import base64
import struct
import zlib

import pytest

from hoplon.games.hexabomb.maps import BadMap
from hoplon.games.hexabomb.tiled import read_tmx
from tests.games.rulebook import section

TMX = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.2" orientation="hexagonal" staggeraxis="y" staggerindex="odd" width="3" height="3">
 <tileset firstgid="1" source="t.tsx"/>
 <layer id="1" name="l" width="3" height="3"><data encoding="csv">
3,1,0,
1,2,1,
0,1,4
</data></layer></map>"""
TILES = [3, 1, 0, 1, 2, 1, 0, 1, 4]


@section("2.5")
def test_a_tiled_map_is_read():
    board = read_tmx(TMX.encode())
    assert board.to_text() == "0:0..2;1:0..2;2:1@0,0/1,2@1,1"


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
@section("2.5")
def test_a_packed_tiled_map_is_read(compression):
    raw = struct.pack("<9I", *[t and t + 4 for t in TILES])
    if compression:
        packer = zlib.compressobj(wbits=31 if compression == "gzip" else 15)
        raw = packer.compress(raw) + packer.flush()
    data = f'<data encoding="base64" compression="{compression}">{base64.b64encode(raw).decode()}</data>'
    before, after = TMX.split("<data")[0], TMX.split("</data>")[1]
    text = (before + data + after).replace('firstgid="1"', 'firstgid="5"')
    assert read_tmx(text.encode()) == read_tmx(TMX.encode())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hexagonal", "orthogonal", "expected orientation hexagonal"),
        ('"odd"', '"even"', "stagger index odd"),
        ('staggeraxis="y"', 'staggeraxis="x"', "stagger axis Y"),
        ("</map>", "", "not XML"),
        ("3,1,0,", "3,1,", "8 tiles; expected 9"),
        ("3,1,0,", "3,a,0,", "no list"),
        ('encoding="csv"', 'encoding="base64"', "cannot be unpacked"),
        ('encoding="csv"', 'encoding="base64" compression="zstd"', "expected csv"),
        ('height="3"><data', 'height="x"><data', "height"),
        ("3,1,0,", "1,1,0,", "start group 0 is missing"),
        ("<map", "<!DOCTYPE m [<!ENTITY a 'b'>]><map", "entities"),
    ],
)
@section("2.5")
def test_a_bad_tiled_map_is_refused(old, new, message):
    assert old in TMX
    with pytest.raises(BadMap, match=message):
        read_tmx(TMX.replace(old, new).encode())
