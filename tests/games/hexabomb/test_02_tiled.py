"""Chapter 2 of the rulebook: maps of the tile editor Tiled (2.5)."""

from __future__ import annotations

import base64
import json
import struct
import zlib

import pytest

from hoplon.games.hexabomb import maps
from hoplon.games.hexabomb.maps import BadMap
from hoplon.games.hexabomb.options import HexabombOptions
from hoplon.games.hexabomb.tiled import read_tmj, read_tmx
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
LINE = "0:0..2;1:0..2;2:1@0,0/1,2@1,1"
TMJ = {
    "compressionlevel": -1,
    "height": 3,
    "hexsidelength": 14,
    "infinite": False,
    "layers": [
        {"draworder": "topdown", "id": 2, "name": "notes", "objects": [], "type": "objectgroup"},
        {"data": TILES, "height": 3, "id": 1, "name": "l", "type": "tilelayer", "width": 3, "x": 0, "y": 0},
    ],
    "orientation": "hexagonal",
    "staggeraxis": "y",
    "staggerindex": "odd",
    "tilesets": [{"firstgid": 1, "source": "t.tsj"}],
    "type": "map",
    "version": "1.10",
    "width": 3,
}


def packed(tiles: list[int], compression: str) -> str:
    """Tiles as Tiled packs them."""
    raw = struct.pack(f"<{len(tiles)}I", *tiles)
    if compression:
        packer = zlib.compressobj(wbits=31 if compression == "gzip" else 15)
        raw = packer.compress(raw) + packer.flush()
    return base64.b64encode(raw).decode()


def with_layer(**changes: object) -> dict:
    """The map with something else in its tile layer; None leaves it out."""
    layer = {key: value for key, value in (TMJ["layers"][1] | changes).items() if value is not None}
    return TMJ | {"layers": [TMJ["layers"][0], layer]}


@section("2.5")
def test_a_tiled_map_is_read():
    board = read_tmx(TMX.encode())
    assert board.to_text() == LINE


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
@section("2.5")
def test_a_packed_tiled_map_is_read(compression):
    tiles = packed([t and t + 4 for t in TILES], compression)
    data = f'<data encoding="base64" compression="{compression}">{tiles}</data>'
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
        ("<map", '<map infinite="1"', "infinite; expected a fixed size"),
        ("<map", "<!DOCTYPE m [<!ENTITY a 'b'>]><map", "entities"),
    ],
)
@section("2.5")
def test_a_bad_tiled_map_is_refused(old, new, message):
    assert old in TMX
    with pytest.raises(BadMap, match=message):
        read_tmx(TMX.replace(old, new).encode())


@section("2.5")
def test_a_tiled_map_in_json_is_read_wherever_a_map_is_taken(tmp_path):
    path = tmp_path / "drawn.tmj"
    path.write_text(json.dumps(TMJ), encoding="utf-8")
    assert maps.load(path).to_text() == LINE
    assert maps.given(str(path)) == maps.find(str(path)) == read_tmx(TMX.encode())
    assert HexabombOptions(map=str(path), players=2).as_text()["map"] == LINE
    with pytest.raises(BadMap, match=r"no file gone\.tmj"):
        maps.find("gone.tmj")


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
@section("2.5")
def test_a_packed_tiled_map_in_json_is_read(compression):
    turned = [t and (t + 4 | 0x80000000) for t in TILES]  # the highest bit turns the picture of a tile
    drawn = with_layer(data=packed(turned, compression), encoding="base64", compression=compression)
    drawn |= {"tilesets": [{"firstgid": 5, "source": "t.tsj"}, {"firstgid": 40, "source": "more.tsj"}]}
    assert read_tmj(json.dumps(drawn).encode()).to_text() == LINE


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ([], "no object with 'type'"),
        (TMJ | {"type": "tileset"}, "no object with 'type'"),
        (TMJ | {"orientation": "isometric"}, 'orientation of the Tiled map is "isometric"; expected'),
        ({"type": "map"}, "orientation of the Tiled map is missing"),
        (TMJ | {"staggeraxis": "x"}, 'stagger axis of the Tiled map is "x"'),
        (TMJ | {"staggerindex": "even"}, 'stagger index of the Tiled map is "even"'),
        (TMJ | {"infinite": True}, "infinite; expected a fixed size"),
        (with_layer(data=None, chunks=[]), "infinite; expected a fixed size"),
        (TMJ | {"layers": {}}, r"'layers' of the Tiled map is \{\}; expected an array"),
        (TMJ | {"layers": TMJ["layers"][:1]}, "no tile layer"),
        (TMJ | {"tilesets": [{"source": "t.tsj"}]}, "'firstgid' of the Tiled tileset is missing"),
        (with_layer(width="3"), "'width' of the Tiled layer is \"3\"; expected a whole number"),
        (with_layer(height=True), "'height' of the Tiled layer is true; expected a whole number"),
        (with_layer(width=4000, height=4000), "4000 x 4000 tiles; expected at most 1000000"),
        (with_layer(data=None), "'data' of the Tiled layer is missing"),
        (with_layer(data=[*TILES, 1]), "10 tiles; expected 9"),
        (with_layer(data=[1.0, *TILES[1:]]), r"tile 0 in 'data' of the Tiled layer is 1\.0"),
        (
            with_layer(data="AAAA", encoding="base64", compression="zstd"),
            "base64 zstd; expected csv, or base64",
        ),
        (with_layer(data="AAAA", encoding="base64", compression="zlib"), "cannot be unpacked"),
        (with_layer(data="é", encoding="base64"), "cannot be unpacked"),
        (
            with_layer(data=packed(TILES[1:], "gzip"), encoding="base64", compression="gzip"),
            "cannot be unpacked",
        ),
        (
            TMJ | {"tilesets": [{"firstgid": 3, "source": "t.tsj"}]},
            "row 0, column 1 is of an unknown tile set",
        ),
        (with_layer(data=[1, *TILES[1:]]), "start group 0 is missing"),
    ],
)
@section("2.5")
def test_a_bad_tiled_map_in_json_is_refused(drawn, message):
    with pytest.raises(BadMap, match=message):
        read_tmj(json.dumps(drawn).encode())


@pytest.mark.parametrize("text", [b"", b"{", b"<map/>", b"\xff", b"[" * 100_000])
@section("2.5")
def test_what_is_not_json_is_no_tiled_map_in_json(text):
    with pytest.raises(BadMap, match="not JSON"):
        read_tmj(text)
