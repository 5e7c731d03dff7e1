"""Golden traces: made again from their own heads, they come out the same. `hoplon trace` makes them."""

from __future__ import annotations

from pathlib import Path

from hoplon.core.game import Game
from hoplon.core.trace import make_trace, read_recipe
from hoplon.testing.walks import must

MOST_TURNS = 80


def check_traces(game: Game, folder: str | Path) -> None:
    """There is a trace, and all of them come out the same."""
    files = sorted(Path(folder).glob("*.trace"))
    must(
        files, f"there is no trace in {folder}; make one: hoplon trace {game.name} --out {folder} --add NAME"
    )
    for path in files:
        check_trace(game, path)


def check_trace(game: Game, path: Path) -> None:
    """A trace made again is the same."""
    recipe = read_recipe(path)
    must(recipe.game == game.name, f"{path} is a trace of {recipe.game}")
    must(recipe.turns <= MOST_TURNS, f"{path} has {recipe.turns} turns; a trace is short enough to read")
    now, then = make_trace(game, recipe).splitlines(), path.read_text("utf-8").splitlines()
    changed = next((n for n, (a, b) in enumerate(zip(now, then, strict=False), 1) if a != b), len(then))
    must(now == then, f"the rules have changed: {path} differs in line {changed}")
