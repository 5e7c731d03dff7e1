"""Nobody sees what the other side hides: hands, the order of decks, hidden units, units on pursuit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hoplon.core.text import Action, Turn
from hoplon.games.cardbattle.picture import describe
from hoplon.games.cardbattle.seen import turn_for
from hoplon.games.cardbattle.state import COLUMNS, EMPTY, Do, Mark, Place
from hoplon.games.cardbattle.svg import draw_svg
from hoplon.games.cardbattle.view import view
from hoplon.games.cardbattle.words import phrases
from tests.games.cardbattle.random_battles import PAIRS, battle, shuffle_secrets
from tests.games.rulebook import section

MANY = [(pair, seed) for pair in PAIRS for seed in range(12)]

battles = pytest.mark.parametrize(("pair", "seed"), MANY)


@battles
@section("22.3", "26.3")
def test_a_view_does_not_change_when_what_it_may_not_see_does(pair, seed):
    names, states = battle(seed, pair)
    dice = Random(seed)
    for owner in (0, 1):
        other = states.copy()
        shuffle_secrets(other[0], owner, dice)
        assert other.tobytes() != states.tobytes()
        for seat in (1 - owner, -1):
            seen, twin = view(names, states[0], seat), view(names, other[0], seat)
            assert twin == seen
            assert seat < 0 or twin.known.tobytes() == seen.known.tobytes()
            assert describe(twin) == describe(seen)
            assert draw_svg(twin) == draw_svg(seen)


@battles
@section("22.3")
def test_who_owns_a_secret_sees_it(pair, seed):
    names, states = battle(seed, pair)
    s = states[0]
    for seat in (0, 1):
        mine = view(names, s, seat)
        hand = mine.armies[seat].hand
        assert hand is not None
        assert len(hand) == s.hand_n[seat]
        assert mine.armies[1 - seat].hand is None
        assert mine.armies[1 - seat].pursuit is None
        on_field = [area.unit.id for area in mine.fields[seat] if area.unit]
        assert len(on_field) == (s.field[COLUMNS * seat : COLUMNS * (seat + 1)] != EMPTY).sum()


def log(names: Any, *lines: str) -> Turn:
    return phrases(names).read_turn("\n".join(lines))


@section("22.3", "26.3")
def test_a_drawn_card_is_known_to_who_draws_it():
    names, states = battle(1)
    turn = log(names, "draw A", "  deal A.Celts-1", "reserve A", "  deal A.COHESION")
    assert turn_for(turn, states[0], 0) == turn
    for seat in (1, -1):
        assert turn_for(turn, states[0], seat).lines() == ["draw A", "deal A.?", "reserve A", "deal A.?"]


@section("22.3", "4.4")
def test_a_unit_that_hides_leaves_an_empty_line():
    names, states = battle(1)
    s = states[0]
    s.marks[:] = 0
    turn = log(
        names,
        "play A.Celts-1 at 4",
        "  come A.Celts-1 to 4",
        "    enter A.Celts-1 cost 1",
        "      lose A.Celts-1 1 by terrain",
        "    mark A.Celts-1 1",
        "    hide A.Celts-1",
        "  clear A",
    )
    assert str(turn_for(turn, s, 1)) == "play A.? at ?\n  clear A"
    assert turn_for(turn, s, 0) == turn


@section("22.3", "4.4")
def test_a_hidden_unit_is_seen_from_the_moment_it_is_revealed():
    names, states = battle(1)
    s = states[0]
    celts = names.read_unit("A.Celts-1")
    s.place[celts], s.marks[celts] = Place.FIELD, Mark.HIDDEN
    turn = log(names, "steady A.Celts-1", "  mend A.Celts-1 2", "  reveal A.Celts-1", "  mark A.Celts-1 1")
    assert turn_for(turn, s, -1).lines() == ["steady ?", "reveal A.Celts-1", "mark A.Celts-1 1"]


@section("22.3", "2.5", "10.11")
def test_levels_of_pursuit_and_vain_tries_to_regroup_tell_no_name():
    names, states = battle(1)
    s = states[0]
    horse = names.read_unit("A.Carthaginian-horse-1")
    s.place[horse], s.marks[:] = Place.FIELD, 0
    turn = log(names, "pursue A.Carthaginian-horse-1 die 8", "away A.Carthaginian-horse-1 level 3")
    assert turn_for(turn, s, 1).lines()[1] == "away A.Carthaginian-horse-1 level ?"
    s.place[horse] = Place.PURSUIT
    vain = log(names, "regroup A.Carthaginian-horse-1", "  try A.Carthaginian-horse-1 die 9")
    assert turn_for(vain, s, 1).lines() == ["regroup ?", "try ? die 9"]
    done = log(names, "regroup A.Carthaginian-horse-1", "  leave A.Carthaginian-horse-1")
    assert turn_for(done, s, 1).lines() == ["regroup ?", "leave A.Carthaginian-horse-1"]
    down = log(names, "turn-end A", "  mark A.Carthaginian-horse-1 1")
    assert turn_for(down, s, 1).lines() == ["turn-end A"]


@section("22.3")
def test_what_is_shown_reads_back():
    names, _ = battle(1)
    turn = Turn((Action(Do.PLAY.value, who=0), Action(Do.AWAY.value, what=3)), phrases(names))
    assert phrases(names).read_turn(str(turn)).actions == turn.actions
