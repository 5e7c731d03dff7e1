"""Chapter 2 of the rulebook: players and the start."""

from __future__ import annotations

import pytest

import hoplon
from hoplon.core.errors import HoplonError
from tests.games.rulebook import section


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 9}, "too many"), ({"turns": 0}, "turns"), ({"players": 0}, "somebody"),
        ({"special": True, "map": "0:0@0,0"}, "no special"), ({"map": "none"}, "no map"),
        ({"players": 1.5}, "players"),
    ],
)  # fmt: skip
@section("2.1", "2.2")
def test_options_that_cannot_be_played_are_refused(options, message):
    with pytest.raises(HoplonError, match=message):
        hoplon.new("hexabomb", **options)
