"""Positions of CodeKeeper that are set up piece by piece."""

import pytest

from hoplon.core.errors import BadPosition
from hoplon.games.codekeeper.editing import clear, move, put, remove, standing
from hoplon.games.codekeeper.notation import read

ROWS = ["E" + "." * 15, "..H.4" + "X" * 11, *["." * 16] * 10]
TEXT = f"codekeeper map={'/'.join(ROWS)} rng=7"


def test_a_monster_keeps_its_health_and_leaves_what_it_stood_on():
    wounded = put(f"{TEXT} wounded=4,1:3", "treasure", "4,1")
    p = read(move(wounded, "4,1", "5,2"))
    assert [(m.kind, m.cell, m.health) for m in p.monsters] == [("vampire", "5,2", 3)]
    assert ("treasure", "4,1") in [(item.kind, item.cell) for item in p.items]


def test_a_wall_takes_the_place_of_everything_and_everything_that_of_a_wall():
    assert read(put(TEXT, "obstacle", "4,1")).monsters == ()
    assert "9,1" not in read(put(TEXT, "orc", "9,1")).walls
    assert read(put(TEXT, "hero", "4,1")).hero == "4,1"


def test_monsters_stand_in_the_order_of_a_fresh_game():
    text = TEXT
    for cell in ("7,5", "3,5", "5,9", "0,4"):
        text = put(text, "skeleton", cell)
    assert "order=" not in text


def test_the_hero_stays_and_the_rest_goes():
    with pytest.raises(BadPosition, match="the hero stays on the board"):
        remove(TEXT, "2,1")
    assert standing(clear(TEXT)) == {"2,1": "hero"}
    assert "0,0" not in standing(remove(TEXT, "0,0"))
    with pytest.raises(BadPosition, match="there is nothing at 3,1"):
        move(TEXT, "3,1", "3,2")
