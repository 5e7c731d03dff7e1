"""Maps drawn with the tile editor Tiled: hexagonal .tmx files (rulebook 2.5)."""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from xml.etree import ElementTree

from hoplon.games.hexabomb.maps import BadMap, Cell, HexMap, checked

NO_CELL, PLAIN, SPECIAL, FIRST_GROUP = 0, 1, 2, 3
FLIPS = 0x0FFFFFFF  # the top bits of a tile number say how it is turned
MOST_TILES = 1_000_000


def read_tmx(text: bytes) -> HexMap:
    """The map of the first layer: tile 1 is a cell, 2 a special start, 3 + g a start of group g."""
    if b"<!ENTITY" in text:
        raise BadMap("the Tiled map declares entities; expected plain XML")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise BadMap(f"the Tiled map is not XML: {error}") from None
    if root.tag != "map" or root.get("orientation") != "hexagonal":
        raise BadMap(f"the Tiled map is {root.get('orientation', 'no map')}; expected orientation hexagonal")
    if root.get("staggeraxis", "y") != "y" or root.get("staggerindex", "odd") != "odd":
        raise BadMap("the Tiled map is staggered otherwise; expected stagger axis Y and stagger index odd")
    layer = root.find("layer")
    data = None if layer is None else layer.find("data")
    if layer is None or data is None:
        raise BadMap("the Tiled map has no tile layer")
    width, height = (_whole(layer, name) for name in ("width", "height"))
    if width * height > MOST_TILES:
        raise BadMap(f"the Tiled map has {width} x {height} tiles; expected at most {MOST_TILES}")
    tileset = root.find("tileset")
    first = 1 if tileset is None else _whole(tileset, "firstgid", "1")
    tiles = _tiles(data, width * height)
    return _collect([0 if t == 0 else (t & FLIPS) - first + 1 for t in tiles], width)


def _whole(element: ElementTree.Element, name: str, default: str = "") -> int:
    text = element.get(name, default)
    if not _is_number(text):
        raise BadMap(f"the {name} of the Tiled {element.tag} is {text[:40]!r}; expected a whole number")
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 10


def _tiles(data: ElementTree.Element, n: int) -> list[int]:
    encoding, compression = data.get("encoding"), data.get("compression", "")
    text = "".join(data.itertext())
    if encoding is None:
        found = [_whole(tile, "gid", "0") for tile in data.findall("tile")]
    elif encoding == "csv":
        words = [word.strip() for word in text.split(",")]
        if not all(map(_is_number, words)):
            raise BadMap("the tiles of the Tiled layer are no list of whole numbers")
        found = [int(word) for word in words]
    elif encoding == "base64" and compression in ("", "zlib", "gzip"):
        found = _unpacked(text, compression, n)
    else:
        raise BadMap(f"the Tiled layer is packed as {encoding} {compression}; expected csv, zlib or gzip")
    if len(found) != n:
        raise BadMap(f"the Tiled layer has {len(found)} tiles; expected {n}")
    return found


def _unpacked(text: str, compression: str, n: int) -> list[int]:
    try:
        packed = base64.b64decode(text.strip(), validate=True)
        if compression == "zlib":
            packed = zlib.decompressobj().decompress(packed, 4 * n + 1)
        elif compression == "gzip":
            packed = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(packed, 4 * n + 1)
        return list(struct.unpack(f"<{n}I", packed))
    except (binascii.Error, zlib.error, struct.error):
        raise BadMap("the tiles of the Tiled layer cannot be unpacked") from None


def _collect(tiles: list[int], width: int) -> HexMap:
    """Cells and starts in reading order, from offset rows to q and r."""
    cells: list[Cell] = []
    special: list[Cell] = []
    groups: dict[int, list[Cell]] = {}
    for n, tile in enumerate(tiles):
        if tile == NO_CELL:
            continue
        row, column = divmod(n, width)
        cell = column - (row - row % 2) // 2, row
        if tile < NO_CELL:
            raise BadMap(f"the tile in row {row}, column {column} is of an unknown tile set")
        cells.append(cell)
        if tile == SPECIAL:
            special.append(cell)
        elif tile >= FIRST_GROUP:
            groups.setdefault(tile - FIRST_GROUP, []).append(cell)
    return checked(cells, groups, special)
