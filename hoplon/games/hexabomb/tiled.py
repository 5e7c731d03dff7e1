"""Maps drawn with the tile editor Tiled: hexagonal .tmx (XML) and .tmj (JSON) files (rulebook 2.5)."""

from __future__ import annotations

import base64
import binascii
import json
import struct
import zlib
from typing import Any
from xml.etree import ElementTree

from hoplon.games.hexabomb.maps import BadMap, Cell, HexMap, checked

NO_CELL, PLAIN, SPECIAL, FIRST_GROUP = 0, 1, 2, 3
FLIPS = 0x0FFFFFFF  # the top bits of a tile number say how it is turned
MOST_TILE = 2**32 - 1
MOST_TILES = 1_000_000
PACKINGS = ("", "zlib", "gzip")


def read_tmx(text: bytes) -> HexMap:
    """The map of the first layer: tile 1 is a cell, 2 a special start, 3 + g a start of group g."""
    if b"<!ENTITY" in text:
        raise BadMap("the Tiled map declares entities; expected plain XML")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise BadMap(f"the Tiled map is not XML: {error}") from None
    if root.tag != "map":
        raise BadMap(f"the Tiled map is a {root.tag}; expected a map")
    _check_board(
        root.get("orientation"),
        root.get("staggeraxis", "y"),
        root.get("staggerindex", "odd"),
        root.get("infinite", "0") != "0",
    )
    layer = root.find("layer")
    data = None if layer is None else layer.find("data")
    if layer is None or data is None:
        raise BadMap("the Tiled map has no tile layer")
    width, height = (_attribute(layer, name) for name in ("width", "height"))
    n = _count(width, height)
    tileset = root.find("tileset")
    first = 1 if tileset is None else _attribute(tileset, "firstgid", "1")
    encoding, text_of_data = data.get("encoding"), "".join(data.itertext())
    if encoding is None:
        tiles = [_attribute(tile, "gid", "0") for tile in data.findall("tile")]
    elif encoding == "csv":
        words = [word.strip() for word in text_of_data.split(",")]
        if not all(map(_is_number, words)):
            raise BadMap("the tiles of the Tiled layer are no list of whole numbers")
        tiles = [int(word) for word in words]
    else:
        tiles = _unpacked(text_of_data, encoding, data.get("compression", ""), n)
    return _collect(tiles, first, width, n)


def read_tmj(text: bytes) -> HexMap:
    """The same of a map that Tiled has saved as JSON."""
    try:
        root = json.loads(text.decode())
    except (ValueError, RecursionError) as error:
        raise BadMap(f"the Tiled map is not JSON: {error}") from None
    if not isinstance(root, dict) or root.get("type", "map") != "map":
        raise BadMap("the Tiled map is no object with 'type' \"map\"")
    _check_board(
        root.get("orientation"),
        root.get("staggeraxis", "y"),
        root.get("staggerindex", "odd"),
        bool(root.get("infinite", False)),
    )
    layers = [one for one in _objects(root, "layers") if one.get("type") == "tilelayer"]
    if not layers:
        raise BadMap("the Tiled map has no tile layer: none of its 'layers' has the type 'tilelayer'")
    layer = layers[0]
    if "chunks" in layer:
        _check_board("hexagonal", "y", "odd", is_infinite=True)
    width, height = (_whole(layer, name, "layer", MOST_TILES) for name in ("width", "height"))
    n = _count(width, height)
    tilesets = _objects(root, "tilesets") if "tilesets" in root else []
    first = _whole(tilesets[0], "firstgid", "tileset", MOST_TILE) if tilesets else 1
    return _collect(_tiles(layer, n), first, width, n)


def _tiles(layer: dict[str, Any], n: int) -> list[int]:
    data = layer.get("data")
    if isinstance(data, str):
        return _unpacked(data, layer.get("encoding", "csv"), layer.get("compression", ""), n)
    if not isinstance(data, list):
        raise BadMap(f"'data' of the Tiled layer is {_said(data)}; expected an array or packed text")
    for place, tile in enumerate(data):
        if type(tile) is not int or not 0 <= tile <= MOST_TILE:
            raise BadMap(
                f"tile {place} in 'data' of the Tiled layer is {_said(tile)}; expected a whole number"
            )
    return data


def _check_board(orientation: Any, axis: Any, index: Any, is_infinite: bool) -> None:
    if orientation != "hexagonal":
        raise BadMap(
            f"the orientation of the Tiled map is {_said(orientation)}; expected orientation hexagonal"
        )
    for name, found in (("axis", axis), ("index", index)):
        if found != {"axis": "y", "index": "odd"}[name]:
            raise BadMap(
                f"the stagger {name} of the Tiled map is {_said(found)}; "
                "expected stagger axis Y and stagger index odd"
            )
    if is_infinite:
        raise BadMap("the Tiled map is infinite; expected a fixed size (clear Infinite in its properties)")


def _count(width: int, height: int) -> int:
    if width * height > MOST_TILES:
        raise BadMap(f"the Tiled map has {width} x {height} tiles; expected at most {MOST_TILES}")
    return width * height


def _attribute(element: ElementTree.Element, name: str, default: str = "") -> int:
    text = element.get(name, default)
    if not _is_number(text):
        raise BadMap(f"the {name} of the Tiled {element.tag} is {text[:40]!r}; expected a whole number")
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 10


def _whole(holder: dict[str, Any], name: str, what: str, most: int) -> int:
    found = holder.get(name)
    if type(found) is not int or not 0 <= found <= most:
        raise BadMap(f"{name!r} of the Tiled {what} is {_said(found)}; expected a whole number up to {most}")
    return found


def _objects(root: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = root.get(name)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadMap(f"{name!r} of the Tiled map is {_said(found)}; expected an array of objects")
    return found


def _said(value: Any) -> str:
    return "missing" if value is None else json.dumps(value, ensure_ascii=False)[:40]


def _unpacked(text: str, encoding: Any, compression: Any, n: int) -> list[int]:
    if encoding != "base64" or compression not in PACKINGS:
        raise BadMap(
            f"the Tiled layer is packed as {encoding} {compression}; "
            "expected csv, or base64 with zlib, gzip or no compression"
        )
    try:
        packed = base64.b64decode(text.strip(), validate=True)
        if compression == "zlib":
            packed = zlib.decompressobj().decompress(packed, 4 * n + 1)
        elif compression == "gzip":
            packed = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(packed, 4 * n + 1)
        return list(struct.unpack(f"<{n}I", packed))
    except (ValueError, binascii.Error, zlib.error, struct.error):
        raise BadMap("the tiles of the Tiled layer cannot be unpacked") from None


def _collect(numbers: list[int], first: int, width: int, n: int) -> HexMap:
    """Cells and starts in reading order, from offset rows to q and r; `first` is the number of tile 1."""
    if len(numbers) != n:
        raise BadMap(f"the Tiled layer has {len(numbers)} tiles; expected {n}")
    cells: list[Cell] = []
    special: list[Cell] = []
    groups: dict[int, list[Cell]] = {}
    for place, number in enumerate(numbers):
        if number == NO_CELL:
            continue
        tile = (number & FLIPS) - first + 1
        row, column = divmod(place, width)
        cell = column - (row - row % 2) // 2, row
        if tile <= NO_CELL:
            raise BadMap(f"the tile in row {row}, column {column} is of an unknown tile set")
        cells.append(cell)
        if tile == SPECIAL:
            special.append(cell)
        elif tile >= FIRST_GROUP:
            groups.setdefault(tile - FIRST_GROUP, []).append(cell)
    return checked(cells, groups, special)
