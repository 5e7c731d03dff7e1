"""Chapter 10 of the rulebook: decisions."""

from __future__ import annotations

import hoplon
from hoplon.games.hexabomb import GAME, fit
from hoplon.games.hexabomb.generate import generate
from hoplon.games.hexabomb.options import HexabombOptions
from tests.games.rulebook import section


@section("10")
def test_large_matches_have_their_own_records():
    board = generate(12, 3000, 1, characters=2)
    options = HexabombOptions(map=board.to_text(), turns=2)
    assert fit(options).state.itemsize > GAME.state.itemsize
    match = hoplon.new("hexabomb", seed=0, map=board.to_text(), turns=2)
    while not match.is_over:
        match.play(match.legal()[0])
    assert match.outcome is not None
    assert len(match.outcome.scores) == 12
    assert hoplon.new("hexabomb", position=match.state.notation).state == match.state
