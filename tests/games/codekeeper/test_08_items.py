"""Chapter 8 of the rulebook: items."""

from __future__ import annotations

import pytest

from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative


@pytest.mark.parametrize(
    ("symbol", "item", "values"),
    [
        ("t", "treasure", (15, 100, 5, 5, 5)),
        ("p", "potion", (20, 0, 5, 5, 5)),
        ("a", "hammer-chest", (15, 0, 6, 5, 5)),
        ("b", "scythe-chest", (15, 0, 5, 6, 5)),
        ("c", "bow-chest", (15, 0, 5, 5, 6)),
    ],
)
@section("8")
def test_what_items_give(symbol: str, item: str, values: tuple[int, ...]) -> None:
    match = match_of("H" + symbol, x=5, y=5, health=15)
    assert str(match.play("MOVE 6 5")) == f"move 5,5 6,5 fine\n  take {item} 6,5"
    view = match.view()
    assert (view.health, view.score, view.hammer, view.scythe, view.bow) == values
    assert view.entities == ()
