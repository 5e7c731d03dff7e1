"""Chapter 1 of the rulebook: tiles, distances, lines, pictures."""

from __future__ import annotations

import pytest

from hoplon.core.dice import GREATEST, LEAST
from hoplon.core.errors import BadPosition
from hoplon.games.hoplite.cells import (
    ALL_CELLS,
    CELLS,
    NO_WAY,
    STAIRS,
    START,
    Way,
    around,
    cell_at,
    column_row,
    count,
    disc,
    distance,
    has,
    is_on_map,
    neighbour,
    nth,
    way_to,
)
from hoplon.games.hoplite.picture import diagram, read_diagram
from tests.games.hoplite.boards import scene, steps_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

RECORDED_START = """\
      0  1  2  3  4  5  6  7  8
11e               .
10o            .     .
10e         F     >     .
 9o      .     .     .     ~
 9e   .     .     .     ~     .
 8o      .     .     .     .
 8e   .     .     .     .     A
 7o      P     .     .     .
 7e   .     .     .     .     .
 6o      .     .     .     .
 6e   .     .     .     .     .
 5o      .     .     .     .
 5e   .     .     .     .     ~
 4o      .     .     .     ~
 4e   .     .     .     .     .
 3o      .     .     .     .
 3e   ~     .     .     ~     .
 2o      .     .     .     .
 2e         .     @     .
 1o            .     .
 1e               ."""


def axial(cell: int) -> tuple[int, int]:
    column, row = column_row(cell)
    x = column - 4
    return x, row - 6 - x // 2


@section("1.1")
def test_the_map_has_79_tiles_in_nine_columns():
    rows = {c: [r for r in range(1, 12) if is_on_map(cell_at(c, r))] for c in range(9)}
    spans = {c: (min(r), max(r), len(r)) for c, r in rows.items()}
    half = [(3, 9, 7), (2, 9, 8), (2, 10, 9), (1, 10, 10)]
    assert list(spans.values()) == [*half, (1, 11, 11), *reversed(half)]
    assert len(ALL_CELLS) == 79
    assert [cell_at(*column_row(c)) for c in ALL_CELLS] == list(ALL_CELLS)


@section("1.1")
def test_odd_columns_sit_half_a_tile_higher():
    near = {column_row(neighbour(cell_at(4, 4), way)) for way in Way}
    assert near == {(4, 5), (5, 4), (5, 3), (4, 3), (3, 3), (3, 4)}
    near = {column_row(neighbour(cell_at(5, 4), way)) for way in Way}
    assert near == {(5, 5), (6, 5), (6, 4), (5, 3), (4, 4), (4, 5)}


@section("1.2")
def test_in_axial_coordinates_the_map_is_a_hexagon_cut_at_the_sides():
    inside = {(x, y) for x in range(-4, 5) for y in range(-5, 6) if abs(x + y) <= 5}
    assert {axial(c) for c in ALL_CELLS} == inside
    assert axial(START) == (0, -4)
    assert axial(STAIRS) == (0, 4)


@section("1.2")
def test_the_six_ways_are_clockwise_from_north():
    steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
    middle = cell_at(4, 6)
    assert [axial(neighbour(middle, way)) for way in Way] == steps
    assert [way.name for way in Way] == ["N", "NE", "SE", "S", "SW", "NW"]


@section("1.2")
def test_distance_is_the_greatest_of_the_three_differences():
    for a in ALL_CELLS[::5]:
        for b in ALL_CELLS:
            dx, dy = axial(b)[0] - axial(a)[0], axial(b)[1] - axial(a)[1]
            assert distance(a, b) == max(abs(dx), abs(dy), abs(dx + dy))
            on_a_line = a != b and 0 in (dx, dy, dx + dy)
            assert (way_to(a, b) != NO_WAY) == on_a_line
            if on_a_line:
                c = a
                for _ in range(distance(a, b)):
                    c = neighbour(c, way_to(a, b))
                assert c == b


@section("1.2")
def test_sets_of_tiles_agree_with_distances():
    for a in ALL_CELLS[::7]:
        for radius in range(5):
            tiles = disc(a, radius)
            near = {c for c in ALL_CELLS if distance(a, c) <= radius}
            assert {c for c in range(CELLS) if has(tiles, c)} == near
            assert {nth(tiles, k) for k in range(count(tiles))} == near
        assert {c for c in ALL_CELLS if has(around(a), c)} == {c for c in ALL_CELLS if distance(a, c) == 1}


@section("1.2")
def test_paths_lead_around_buildings_and_magma_but_through_demons():
    """The footman at 4,8 is two steps from 4,6 as the crow flies, but its paths go round."""
    assert set(steps_of(scene("4,6", "F4,8", altar="4,7"))) == {"3,7", "5,7"}
    assert set(steps_of(scene("4,6", "F4,8", magma=("3,7", "4,7", "5,7")))) == {"3,8", "5,8"}
    assert steps_of(scene("4,6", "F4,8", "A4,7")).keys() == {"3,7", "5,7", "4,8"}, "equal paths, or stay"


@section("1.2")
def test_candidates_come_clockwise_from_north_and_the_own_tile_last():
    for seed, tile in ((LEAST, "5,4"), (GREATEST, "4,5")):
        match = scene("4,3", "F4,5", "A4,4", seed=seed)
        match.play("idle")
        assert next(d.cell for d in match.view().demons if d.id == 0) == tile


@section("1.3")
def test_the_recorded_start_of_depth_1_reads_and_draws_as_the_same_picture():
    p = read_diagram(RECORDED_START)
    assert diagram(p) == RECORDED_START
    assert (p.hero, p.altar, p.magma) == ("4,2", "1,7", ("7,9", "6,9", "8,5", "7,4", "0,3", "6,3"))
    assert [(d.kind, d.cell) for d in p.demons] == [("footman", "2,10"), ("archer", "8,8")]


@section("1.3")
def test_every_sign_of_the_picture_is_read_and_drawn():
    text = RECORDED_START.replace("2e         .     @     .", "2e         s     @     o")
    text = text.replace("4o      .     .     .     ~", "4o      d     w     W     D")
    text = text.replace("9e   .     .     .", "9e   *     O     .").replace("7o      P", "7o      p")
    p = read_diagram(text)
    assert diagram(p) == text
    assert (p.spear, p.bombs, p.fleece, p.portal, p.altar_used) == ("2,2", ("6,2",), "0,9", "2,9", True)


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        ("", "the diagram is empty"),
        ("   4\n5e  .", "'.' in line 5e stands under no column"),
        ("   4\n4o @", "'@' in line 4o stands under no column of that line"),
        ("   4\nxx @", "begins with a label such as 5e"),
        ("   4\n4e ?", "'?' at 4,4 is not part of a board"),
        ("   0\n2e @", "'@' at 0,2 is not part of a board"),
        ("   4\n4e .", "a board has one hero @, found 0"),
        ("   4  6\n4e @  P\n5e P", "a board has at most one altar, found 2"),
        ("   4  6\n4e @  s\n5e s", "a board has at most one s, found 2"),
        ("   4\n4e @\n5e >", "the stairs are at 4,10, not at 4,5"),
    ],
)
@section("1.3")
def test_a_bad_picture_is_refused_in_one_sentence(picture, why):
    with pytest.raises(BadPosition) as error:
        read_diagram(picture)
    assert why in str(error.value)


@section("1.3")
def test_an_order_of_demons_must_name_their_tiles():
    with pytest.raises(BadPosition, match="order names 4,6; demons stand on 4,5"):
        read_diagram("   4\n4e @\n5e F", order=("4,6",))
