"""Chapter 15 of the rulebook: options."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import BadOption
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"depth": 0}, "option depth is 0; expected a whole number from 1 to 16"),
        ({"depth": 17}, "expected a whole number from 1 to 16"),
        ({"depth": 100, "endless": True}, "expected a whole number from 1 to 99"),
        ({"depth": "3"}, "option depth is '3'; expected a whole number"),
        ({"hearts": 9}, "option hearts is 9; expected a whole number from 1 to 8"),
        ({"stun_turns": 10}, "option stun_turns is 10; expected a whole number from 0 to 9"),
        ({"variants": ("luck",)}, "there is no variant 'luck'; expected some of bomb-near-thrower"),
        ({"prayers": "patience"}, "option prayers is 'patience'; expected several texts"),
        ({"prayers": ("spinning-bash",)}, "the prayer spinning-bash needs sweeping-bash"),
        ({"endless": 1}, "option endless is 1; expected yes or no"),
        ({"speed": 1}, "hoplite has no option speed; it has depth, hearts"),
        (
            {"position": "hoplite", "hearts": 5},
            "a position brings all its values along; leave out the option hearts",
        ),
        ({"position": "hoplite\nhoplite"}, "expected one line of text"),
    ],
)
@section("15")
def test_a_bad_option_is_refused_in_one_sentence(given, why):
    with pytest.raises(BadOption) as error:
        hoplon.new("hoplite", seed=1, **given)
    assert why in str(error.value)


@section("15")
def test_many_matches_can_begin_from_a_position():
    line = hoplon.new("hoplite", seed=1, depth=3).state.notation
    batch = hoplon.batch("hoplite", 2, seed=5, position=line)
    for i, seed in enumerate((5, 6)):
        assert (
            batch.states[i].tobytes()
            == hoplon.new("hoplite", seed=seed, position=line).state.record.tobytes()
        )


@section("15")
def test_prayers_of_the_options_come_with_their_energy_and_without_sacrifice():
    prayers = ["greater-energy", "greater-energy-ii", "bloodlust"]
    p = hoplon.new("hoplite", seed=1, prayers=prayers).view()
    assert (p.energy, p.max_energy, p.health) == (135, 135, 3)
