"""Chapter 5 of the rulebook: what the turn log says."""

from __future__ import annotations

import pytest

from hoplon.core.errors import BadText
from hoplon.games.hexabomb import fit
from hoplon.games.hexabomb.options import HexabombOptions
from tests.games.rulebook import section


@section("5")
def test_words_refuse_cells_off_the_board():
    with pytest.raises(BadText, match="no cell of the board"):
        fit(HexabombOptions(map="duel")).phrases.read("move 0 99,0 98,0")
