"""Chapter 10 of the rulebook: demons by depth, known maps, the generator, the streams of dice."""

from __future__ import annotations

from collections import Counter

import pytest

import hoplon
from hoplon.core.dice import named, number, stream
from hoplon.games.hoplite import GAME
from hoplon.games.hoplite.cells import ALL_CELLS, START, cell_at, count, distance, has, neighbour
from hoplon.games.hoplite.facts import walkable
from hoplon.games.hoplite.picture import symbols
from hoplon.games.hoplite.setup import component, is_sound
from hoplon.games.hoplite.state import DEMON_DICE, LAYOUT_DICE, MAX_DEMONS, OFFER_DICE, PUSH_DICE
from hoplon.games.hoplite.tables import DEMON_NAMES, LETTERS
from hoplon.games.hoplite.view import Position, put
from hoplon.games.hoplite.words import read_cell, write_cell
from tests.games.rulebook import section

TABLE = {
    "footman": (1, 1, 2, 3, 2, 3, 3, 3, 3, 4, 5, 4, 5, 5, 5, 5),
    "archer": (1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3),
    "demolitionist": (0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3),
    "wizard": (0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2),
}
KNOWN_MAPS = [
    (1, "0,3 6,3 6,9 7,4 7,9 8,5", "1,7"),
    (1, "2,8 3,3 3,5 3,6 3,7 7,8 7,9 8,8 8,9", "0,7"),
    (1, "0,4 0,5 1,3 1,5 2,6 4,4 5,3 5,4 5,8 6,4 6,9 7,2 7,3 7,9 8,3 8,4", "0,7"),
    (5, "0,4 1,3 1,4 4,7 4,8 5,3 5,6 5,7 5,8 5,9 6,2 6,3 6,4 6,9 7,2", "1,7"),
    (8, "3,6 4,6 4,7 5,4 6,2 6,3 6,4 6,6 7,2 7,3 7,4 8,3", "7,7"),
    (15, "0,8 1,8 2,5 2,6 2,9 2,10 3,5 5,3 6,4", "6,7"),
]  # fmt: skip


def letters(p: Position) -> str:
    return "".join(LETTERS[DEMON_NAMES.index(d.kind)] for d in p.demons)


@pytest.mark.parametrize("depth", range(1, 17))
@section("10.1")
def test_the_demons_of_a_depth_are_always_the_same(depth):
    kinds = Counter(d.kind for d in hoplon.new("hoplite", seed=depth, depth=depth).view().demons)
    assert {kind: kinds[kind] for kind in TABLE} == {kind: row[depth - 1] for kind, row in TABLE.items()}


@section("10.1")
def test_the_table_repeats_every_seven_depths_with_five_more_demons():
    for depth in (17, 24, 30):
        kinds = [
            Counter(d.kind for d in hoplon.new("hoplite", seed=1, depth=d, endless=True).view().demons)
            for d in (depth - 7, depth)
        ]
        more = {kind: kinds[1][kind] - kinds[0][kind] for kind in TABLE}
        assert more == {"footman": 2, "archer": 1, "demolitionist": 1, "wizard": 1}


@section("10.1", "13")
def test_from_depth_44_on_a_level_has_32_demons():
    sizes = [
        len(hoplon.new("hoplite", seed=2, depth=d, endless=True).view().demons) for d in (42, 43, 44, 99)
    ]
    assert sizes == [31, 32, MAX_DEMONS, MAX_DEMONS]


@section("10.1")
def test_the_list_at_the_start_runs_through_the_cycle_f_a_f_d_f_w():
    order = {d: letters(hoplon.new("hoplite", seed=3, depth=d).view()) for d in (1, 2, 4, 6, 9, 16)}
    assert order == {
        1: "FA", 2: "FAD", 4: "FAFDF", 6: "FAFDFW", 9: "FAFDFWAD", 16: "FAFDFWFAFDWAD",
    }  # fmt: skip


@pytest.mark.parametrize(("depth", "magma", "altar"), KNOWN_MAPS)
@section("10.2")
def test_the_published_maps_are_levels_that_the_generator_could_make(depth, magma, altar):
    states = GAME.new_states(1)
    tiles = tuple(magma.split())
    put(Position(depth=depth, magma=tiles, altar=altar), states, 0, 1)
    assert is_sound(states[0])
    assert altar.endswith(",7")
    assert 6 <= len(tiles) <= 16
    near = {neighbour(START, w) for w in range(6)} | {neighbour(read_cell(altar), w) for w in range(6)}
    assert not near & {read_cell(t) for t in tiles}


def levels(depth: int, seeds: range):
    for seed in seeds:
        match = hoplon.new("hoplite", seed=seed, depth=depth)
        yield match, match.view()


@pytest.mark.parametrize("depth", [1, 5, 9, 15, 16])
@section("10.3")
def test_every_level_made_keeps_the_promises_of_the_generator(depth):
    for match, p in levels(depth, range(60)):
        s = match.state.record
        magma = {read_cell(t) for t in p.magma}
        buildings = [read_cell(t) for t in (p.altar, p.fleece, p.portal) if t]
        assert 6 <= len(magma) <= 16
        assert len(buildings) == (1 if depth < 16 else 2)
        for tile in buildings:
            assert write_cell(tile) in {f"{c},7" for c in (0, 1, 2, 6, 7, 8)}
            assert not any(distance(tile, m) <= 1 for m in magma)
        assert not any(distance(START, m) <= 1 for m in magma)
        assert cell_at(4, 10) not in magma
        reached = component(s)
        assert has(reached, cell_at(4, 10))
        for tile in buildings:
            assert any(neighbour(tile, w) >= 0 and has(reached, neighbour(tile, w)) for w in range(6)), (
                "each building can be walked to"
            )
        assert count(walkable(s)) - count(reached) <= 4
        cells = [read_cell(d.cell) for d in p.demons]
        assert len(set(cells)) == len(cells)
        for cell in cells:
            assert has(reached, cell)
            assert distance(START, cell) >= 4
            assert cell != cell_at(4, 10)


@section("10.3")
def test_no_demon_can_attack_a_hero_who_waits_on_the_start_tile():
    for depth in (2, 6, 13, 16):
        for seed in range(25):
            match = hoplon.new("hoplite", seed=seed, depth=depth, prayers=("patience",))
            lines = match.play("idle").lines()
            assert not [line for line in lines if line.split()[0] in ("strike", "shoot", "beam", "lob")]


@section("10.3")
def test_altars_stand_in_each_of_the_six_columns_equally_often():
    columns = Counter(p.altar for _, p in levels(3, range(600)))
    assert set(columns) == {f"{c},7" for c in (0, 1, 2, 6, 7, 8)}
    assert all(65 < n < 140 for n in columns.values())


@section("10.3")
def test_on_depth_16_fleece_and_portal_stand_on_opposite_sides():
    sides = Counter()
    for _, p in levels(16, range(120)):
        assert p.altar is None
        sides[p.fleece < p.portal] += 1
        assert (p.fleece[0] < "4") != (p.portal[0] < "4")
    assert all(40 < n < 80 for n in sides.values())


@section("10.3")
def test_magma_has_six_to_sixteen_tiles_eleven_on_the_mean():
    sizes = [len(p.magma) for _, p in levels(2, range(400))]
    assert set(sizes) == set(range(6, 17))
    assert 10.5 < sum(sizes) / len(sizes) < 11.5


@section("10.4")
def test_a_level_depends_on_seed_depth_and_prayers_and_not_on_what_happened_before():
    direct = hoplon.new("hoplite", seed=77, depth=2).view()
    walked = hoplon.new("hoplite", seed=77)
    assert walked.view() != direct
    states = walked._states.copy()
    states["hero"] = cell_at(4, 9)
    twin = walked.copy()
    twin._place(states)
    after = twin
    while cell_at(4, 10) in [read_cell(d.cell) for d in after.view().demons]:
        after.play("walk s")
    after.play("walk n")
    p = after.view()
    assert p.depth == 2
    assert symbols(p) == symbols(direct)
    assert p.offers == direct.offers


@section("10.4")
def test_each_purpose_has_its_own_stream():
    keys = {
        number(stream(named(seed), depth, purpose), 0)
        for seed in range(20)
        for depth in range(1, 17)
        for purpose in (LAYOUT_DICE, OFFER_DICE, DEMON_DICE, PUSH_DICE)
    }
    assert len(keys) == 20 * 16 * 4


@section("10.3")
def test_all_tiles_that_may_hold_magma_do_so_in_some_level():
    seen = {t for _, p in levels(1, range(500)) for t in p.magma}
    never = {write_cell(c) for c in ALL_CELLS} - seen
    assert never == {"4,2", "4,3", "5,2", "5,1", "4,1", "3,1", "3,2", "4,10"}
