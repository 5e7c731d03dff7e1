"""Golden traces: made again from their own heads, they come out the same. `hoplon trace` remakes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoplon.core.trace import make_trace, read_recipe
from hoplon.games import game, own_names

TRACES = Path(__file__).parent / "traces"
FILES = sorted(TRACES.glob("*/*.trace"))
MOST_TURNS = 80


@pytest.mark.parametrize("name", own_names())
def test_every_game_has_a_trace(name: str) -> None:
    assert list((TRACES / name).glob("*.trace")), f"make one: hoplon trace {name} --add NAME"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_trace_made_again_is_the_same(path: Path) -> None:
    recipe = read_recipe(path)
    assert recipe.game == path.parent.name
    assert recipe.turns <= MOST_TURNS, "a trace is short enough to read"
    assert make_trace(game(recipe.game), recipe).splitlines() == path.read_text("utf-8").splitlines()
