"""How hexabomb is played at random."""

from __future__ import annotations

from hoplon.games.hexabomb import maps, tiled
from hoplon.games.hexabomb.board import check
from hoplon.games.hexabomb.options import HexabombOptions

RARE = ({"turns": 2},)
UNLOGGED = frozenset({"STAY"})  # a choice that leaves nothing to tell

LINE = "0:0..3;1:-1..2;-1:0,2..3@0,0+0,1/1,0@1,1"
JSON = '{"cells":[{"q":0,"r":0},{"q":1,"r":0},{"q":0,"r":1}],"initial_positions":{"0":[{"q":0,"r":0}]}}'
TMX = (
    '<map orientation="hexagonal"><tileset firstgid="1" source="x"/><layer width="2" height="2">'
    '<data encoding="csv">1,2,0,1</data></layer></map>'
)
TMJ = (
    '{"type":"map","orientation":"hexagonal","tilesets":[{"firstgid":1,"source":"x"}],"layers":'
    '[{"type":"tilelayer","width":2,"height":2,"data":[3,2,0,1]}]}'
)
PARSERS = {
    "maps in a line": (maps.read_text, [LINE]),
    "maps as JSON": (maps.read_json, [JSON]),
    "maps of Tiled": (lambda text: tiled.read_tmx(text.encode("utf-8", "replace")), [TMX]),
    "maps of Tiled as JSON": (lambda text: tiled.read_tmj(text.encode("utf-8", "replace")), [TMJ]),
    "options of strangers": (
        lambda text: check({"map": text, "position": f"cells={text}", "turns": text}),
        [LINE, "100"],
    ),
    "options of all kinds": (lambda text: HexabombOptions(map=text).check(), [LINE, "duel"]),
}
